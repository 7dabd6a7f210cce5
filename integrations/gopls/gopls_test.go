package gopls

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

const sample = "../golangci/testdata/sample"

// run runs a program in dir and returns what it prints to stdout.
func run(t *testing.T, dir string, env []string, program string, args ...string) string {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), program, args...)
	cmd.Dir = dir
	cmd.Env = append(append(os.Environ(), "GOWORK=off", "PWD="+dir), env...)
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	if err := cmd.Run(); err != nil {
		t.Fatalf("%v: %v\n%s%s", cmd, err, stdout.String(), stderr.String())
	}
	return stdout.String()
}

// TestGopls builds two releases of gopls and lets them check the sample module:
// they report what the command line reports, and offer its fixes.
func TestGopls(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles gopls")
	}
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	bin := t.TempDir()
	budgetlint := filepath.Join(bin, "budgetlint.exe")
	run(t, root, nil, "go", "build", "-buildvcs=false", "-o", budgetlint, "./cmd/budgetlint")

	for version, flags := range map[string][]string{
		"v0.23.0": nil,
		"v0.22.0": {"-strict", "-tests", "-calls=example.com/sample/rpc.Do"},
	} {
		t.Run(version, func(t *testing.T) {
			out, tmp := t.TempDir(), t.TempDir()
			gopls := filepath.Join(out, "gopls.exe")
			run(t, bin, []string{"TMPDIR=" + tmp, "TMP=" + tmp}, budgetlint, append([]string{"gopls", "-o", gopls, "-gopls", version, "-source", root}, flags...)...)
			for dir, want := range map[string]int{out: 1, tmp: 0} {
				if files, err := os.ReadDir(dir); err != nil || len(files) != want {
					t.Errorf("%d files are left in %v, want %d (%v)", len(files), files, want, err)
				}
			}

			// gopls prints names as they are in the real folder.
			dir, err := filepath.EvalSymlinks(t.TempDir())
			if err != nil {
				t.Fatal(err)
			}
			if err := os.CopyFS(dir, os.DirFS(sample)); err != nil {
				t.Fatal(err)
			}
			env := []string{"GOPLSCACHE=" + t.TempDir(), "GOFLAGS="}
			if got := run(t, dir, env, gopls, "version"); !strings.Contains(got, version+"+budgetlint") {
				t.Errorf("version %s", got)
			}

			got := places(dir, run(t, dir, env, gopls, "check", "sample.go", "sample_test.go", "silenced.go", "fix/fix.go"))
			want := commandLine(t, dir, budgetlint, flags)
			for at, message := range want {
				if got[at] != message {
					t.Errorf("%s: got %q, want %q", at, got[at], message)
				}
			}
			for at, message := range got {
				if want[at] == "" {
					t.Errorf("%s: got %q, which the command line does not say", at, message)
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

// places returns the messages of our passes by file, line and column.
func places(dir, text string) map[string]string {
	out := map[string]string{}
	for _, m := range regexp.MustCompile(`(?m)^(.*?\.go:\d+:\d+)\S*: (.* \(\w+/\w+\))$`).FindAllStringSubmatch(text, -1) {
		rel, err := filepath.Rel(dir, m[1])
		if err != nil {
			rel = m[1]
		}
		out[filepath.ToSlash(rel)] = m[2]
	}
	return out
}

// commandLine returns what the command line finds, in the same form.
func commandLine(t *testing.T, dir, budgetlint string, flags []string) map[string]string {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), budgetlint, append(flags, "-format=json", "./...")...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOWORK=off", "GOFLAGS=", "PWD="+dir)
	text, _ := cmd.Output() // exits with 1, as there are findings
	var report struct {
		Findings []struct {
			File, Message string
			Line, Column  json.Number
		}
	}
	if err := json.Unmarshal(text, &report); err != nil {
		t.Fatalf("%v:\n%s", err, text)
	}
	out := map[string]string{}
	for _, f := range report.Findings {
		out[filepath.ToSlash(f.File)+":"+f.Line.String()+":"+f.Column.String()] = f.Message
	}
	return out
}
