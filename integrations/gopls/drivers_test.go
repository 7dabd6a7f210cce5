package gopls

import (
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/budgetlint/budgetlint/internal/drivers"
	"github.com/budgetlint/budgetlint/internal/lspclient"
)

// sources returns the texts of the Go files in the packages that a pattern names.
func sources(t *testing.T, dir, pattern string) map[string]string {
	t.Helper()
	pattern, all := strings.CutSuffix(strings.TrimPrefix(pattern, "./"), "...")
	out := map[string]string{}
	err := fs.WalkDir(os.DirFS(dir), ".", func(name string, _ fs.DirEntry, err error) error {
		if strings.HasSuffix(name, ".go") && (all && strings.HasPrefix(name, pattern) || filepath.ToSlash(filepath.Dir(name)) == pattern) {
			out[name] = read(t, dir, name)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// TestDrivers asks gopls what all drivers are asked. Where nothing has changed it
// is started again, with what it has kept on disk.
func TestDrivers(t *testing.T) {
	type session struct {
		*editor
		version, pattern string
		texts            map[string]string
	}
	sessions := map[string]*session{} // by folder
	for version := range releases {
		program(t, version) // so that building takes none of the time
	}
	drivers.Test(t, "../..", drivers.Driver{
		Name: "gopls",
		Lint: func(t *testing.T, dir string, flags drivers.Flags, pattern string) (found []drivers.Finding) {
			version := "v0.23.0"
			if flags != (drivers.Flags{}) {
				version = "v0.22.0" // which is built with them
			}
			texts := sources(t, dir, pattern)
			s := sessions[dir]
			if s == nil || s.version != version || s.pattern != pattern || maps.Equal(s.texts, texts) {
				if s != nil {
					s.close()
				}
				s = &session{open(t, version, dir, dir+"-cache", nil), version, pattern, texts}
				sessions[dir] = s
				for name := range texts {
					s.open(name)
				}
			}
			for name, text := range texts {
				if s.texts[name] != text {
					s.change(name, text)
				}
			}
			s.texts = texts
			for name := range texts {
				for _, d := range s.findings(name) {
					found = append(found, drivers.Finding{File: name, Line: d.Range.Start.Line + 1, Column: d.Range.Start.Character + 1, Message: d.Message})
				}
			}
			return found
		},
		Fix: func(t *testing.T, dir string) {
			e := open(t, "v0.23.0", dir, dir+"-cache", nil)
			texts := sources(t, dir, "./...")
			for name := range texts {
				e.open(name)
			}
			for _, name := range slices.Sorted(maps.Keys(texts)) {
				e.findings(name)
				actions, err := e.client.CodeActions(e.ctx, e.file(name), lspclient.Range{}, nil, "source.fixAll")
				if err != nil {
					t.Fatal(err)
				}
				for _, a := range actions {
					if err := os.WriteFile(e.file(name), []byte(e.applied(name, texts[name], a)), 0o644); err != nil {
						t.Fatal(err)
					}
				}
			}
		},
		FixedBy: "`source.fixAll`, and one by one",
		FlagsBy: "built in",
	})
}
