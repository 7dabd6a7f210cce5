package gopls

import (
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

const sample = "../golangci/testdata/sample"

// TestGopls lets gopls check the sample module from the command line: it reports
// what the command line of the suite reports, and offers its fixes.
func TestGopls(t *testing.T) {
	for version, flags := range releases {
		t.Run(version, func(t *testing.T) {
			gopls := program(t, version)
			dir := copied(t, sample)
			env := []string{"GOPLSCACHE=" + t.TempDir(), "GOFLAGS="}
			if got := run(t, dir, env, gopls, "version"); !strings.Contains(got, version+"+budgetlint") {
				t.Errorf("version %s", got)
			}

			got := places(dir, run(t, dir, env, gopls, "check", "sample.go", "sample_test.go", "silenced.go", "fix/fix.go"))
			want := map[string]bool{}
			for _, all := range commandLine(t, dir, flags) {
				for _, f := range all {
					want[f.identity()] = true
				}
			}
			for f := range want {
				if !got[f] {
					t.Errorf("gopls does not say %s", f)
				}
			}
			for f := range got {
				if !want[f] {
					t.Errorf("gopls says what the command line does not: %s", f)
				}
			}
			if len(got) < 10 {
				t.Errorf("only %d findings", len(got))
			}

			diff := run(t, dir, env, gopls, "codeaction", "-kind=quickfix", "-diff", "-exec", "fix/fix.go:11:17-11:40")
			if !strings.Contains(diff, "+\tctx, cancel := context.WithTimeout(ctx, 2*time.Second)\n") {
				t.Errorf("the fix is not offered:\n%s", diff)
			}
		})
	}
}

// places returns the findings of our passes, as identity has them.
func places(dir, text string) map[string]bool {
	out := map[string]bool{}
	for _, m := range regexp.MustCompile(`(?m)^(.*?\.go)(:\d+:\d+)\S*(: .* \(\w+/\w+\))$`).FindAllStringSubmatch(text, -1) {
		rel, err := filepath.Rel(dir, m[1])
		if err != nil {
			rel = m[1]
		}
		out[filepath.ToSlash(rel)+m[2]+m[3]] = true
	}
	return out
}
