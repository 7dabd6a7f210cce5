package gopls

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

const actions = `package golang

var codeActionProducers = [...]codeActionProducer{
	{kind: protocol.QuickFix, fn: quickFix, needPkg: true},
}
`

// TestChange fails if -fixall=false leaves anything of the action in, or if the
// action is not put where gopls has its own. The results are compiled and run in
// integrations/gopls.
func TestChange(t *testing.T) {
	for name, test := range map[string]struct {
		actions string
		options Options
		files   []string
		err     string
	}{
		"with source.fixAll": {actions, Options{}, []string{"budgetlint/compose/compose.go", "golang/codeaction.go", "golang/zz_budgetlint.go", "settings/zz_budgetlint.go"}, ""},
		"without":            {actions, Options{NoFixAll: true}, []string{"golang/codeaction.go", "settings/zz_budgetlint.go"}, ""},
		"elsewhere":          {"package golang\n", Options{}, nil, "its code actions are elsewhere; -fixall=false does without one"},
		"elsewhere, without": {"package golang\n", Options{NoFixAll: true}, []string{"golang/codeaction.go", "settings/zz_budgetlint.go"}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			internal := filepath.Join(dir, "internal")
			for _, d := range []string{"golang", "settings"} {
				if err := os.MkdirAll(filepath.Join(internal, d), 0o755); err != nil {
					t.Fatal(err)
				}
			}
			file := filepath.Join(internal, "golang", "codeaction.go")
			if err := os.WriteFile(file, []byte(test.actions), 0o644); err != nil {
				t.Fatal(err)
			}
			err := change(dir, test.options)
			if test.err != "" {
				if err == nil || err.Error() != test.err {
					t.Errorf("error %v, want %s", err, test.err)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			var files []string
			_ = fs.WalkDir(os.DirFS(internal), ".", func(name string, d fs.DirEntry, err error) error {
				if err == nil && !d.IsDir() {
					files = append(files, name)
				}
				return err
			})
			if !slices.Equal(files, test.files) {
				t.Errorf("files are %q, want %q", files, test.files)
			}
			got, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			want := test.actions
			if !test.options.NoFixAll {
				want = strings.Replace(actions, "{\n", "{\n\t{kind: protocol.SourceFixAll, fn: budgetlintFixAll, needPkg: true},\n", 1)
			}
			if string(got) != want {
				t.Errorf("the actions are\n%s\nwant\n%s", got, want)
			}
		})
	}
}
