package main

import (
	"os"
	"path/filepath"
	"regexp"
	"testing"
)

// TestGoplsErrors: what hinders a build is said before anything is built, and
// nothing is left behind. What is built is tested in integrations/gopls.
func TestGoplsErrors(t *testing.T) {
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	out, tmp := t.TempDir(), t.TempDir()
	file := filepath.Join(out, "gopls")
	for name, test := range map[string]struct {
		args []string
		env  string
		want string
	}{
		"no target":       {nil, "", `where is it to go\? Use -o FILE`},
		"no folder":       {[]string{"-o", filepath.Join(out, "none", "gopls")}, "", `cannot write .*gopls: .+`},
		"a folder":        {[]string{"-o", out}, "", `cannot write .*: it is no file`},
		"an argument":     {[]string{"-o", file, "./..."}, "", `\./\.\.\. is one argument too many: budgetlint gopls -h lists the flags`},
		"no such flag":    {[]string{"-o", file, "-strickt"}, "", `flag provided but not defined: -strickt`},
		"no call":         {[]string{"-o", file, "-calls=x"}, "", `-calls: call "x" names no function.*`},
		"no clone":        {[]string{"-o", file, "-source", out}, "", `-source: .* is no clone of github.com/budgetlint/budgetlint`},
		"no network":      {[]string{"-o", file, "-gopls=v0.0.1"}, "GOPROXY=off", `cannot download gopls v0\.0\.1: .*GOPROXY=off`},
		"no Go":           {[]string{"-o", file}, "PATH=", `gopls is built with the go command, and there is none in PATH: install Go first`},
		"no such version": {[]string{"-o", file, "-gopls=x y"}, "GOPROXY=off", `(there is no|cannot download) gopls x y.*`},
	} {
		t.Run(name, func(t *testing.T) {
			got := start(t, ".", []string{asTool + "=1", "TMPDIR=" + tmp, "TMP=" + tmp, test.env}, exe, append([]string{"gopls"}, test.args...)...)
			if want := regexp.MustCompile(`^budgetlint gopls: ` + test.want + `\n$`); got.code != 2 || got.stdout != "" || !want.MatchString(got.stderr) {
				t.Errorf("exit code %d, stdout %q, stderr %q, want 2 and %s", got.code, got.stdout, got.stderr, want)
			}
			for _, dir := range []string{out, tmp} {
				if files, err := os.ReadDir(dir); err != nil || len(files) > 0 {
					t.Errorf("left in %s: %v (%v)", dir, files, err)
				}
			}
		})
	}
}
