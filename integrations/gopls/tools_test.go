package gopls

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

// releases are the versions of gopls that are tested, each with flags.
var releases = map[string][]string{
	"v0.23.0": nil,
	"v0.22.0": {"-strict", "-tests", "-calls=example.com/sample/rpc.Do;example.com/shop/orders.wait"},
}

// The programs that the tests run are built once, in a folder that goes at the
// end.
var (
	bin   string
	built = map[string]func() error{}
)

func TestMain(m *testing.M) {
	var err error
	if bin, err = os.MkdirTemp("", "budgetlint-gopls-test"); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	built["budgetlint"] = sync.OnceValue(buildBudgetlint)
	for version := range releases {
		built[version] = sync.OnceValue(func() error { return buildGopls(version) })
	}
	code := m.Run()
	os.RemoveAll(bin)
	os.Exit(code)
}

// program returns a program that is tested: budgetlint, or the gopls of a
// release.
func program(t *testing.T, name string) string {
	t.Helper()
	if testing.Short() {
		t.Skip("compiles gopls")
	}
	if err := built[name](); err != nil {
		t.Fatal(err)
	}
	return path(name)
}

func path(name string) string { return filepath.Join(bin, name, name+".exe") }

func buildBudgetlint() error {
	return output("../..", nil, "go", "build", "-buildvcs=false", "-o", path("budgetlint"), "./cmd/budgetlint")
}

// buildGopls builds a release with budgetlint gopls, which leaves nothing but the
// file.
func buildGopls(version string) error {
	if err := built["budgetlint"](); err != nil {
		return err
	}
	root, err := filepath.Abs("../..")
	if err != nil {
		return err
	}
	out, tmp := filepath.Dir(path(version)), filepath.Join(bin, "tmp-"+version)
	for _, dir := range []string{out, tmp} {
		if err := os.Mkdir(dir, 0o755); err != nil {
			return err
		}
	}
	args := append([]string{"gopls", "-o", path(version), "-gopls", version, "-source", root}, releases[version]...)
	if err := output(bin, []string{"TMPDIR=" + tmp, "TMP=" + tmp}, path("budgetlint"), args...); err != nil {
		return err
	}
	for dir, want := range map[string]int{out: 1, tmp: 0} {
		if files, err := os.ReadDir(dir); err != nil || len(files) != want {
			return fmt.Errorf("%d files are left in %v, want %d (%v)", len(files), files, want, err)
		}
	}
	return nil
}

// output runs a program in dir; the error has what it prints.
func output(dir string, env []string, program string, args ...string) error {
	cmd := exec.Command(program, args...)
	cmd.Dir = dir
	cmd.Env = append(append(os.Environ(), "GOWORK=off"), env...)
	if text, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("%v: %v\n%s", cmd, err, text)
	}
	return nil
}

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

// copied returns a copy of a module, by the name that gopls prints: that of the
// real folder.
func copied(t *testing.T, module string) string {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	if err := os.CopyFS(dir, os.DirFS(module)); err != nil {
		t.Fatal(err)
	}
	return dir
}

// A finding is what the command line says of it.
type finding struct {
	Pass, Category, File, Message, URL string
	Line, Column, EndLine, EndColumn   int
	Fixes                              []struct {
		Message string
		Edits   []struct {
			File       string
			Start, End int
			New        string
		}
	}
}

// identity is the place and the message.
func (f finding) identity() string {
	return fmt.Sprintf("%s:%d:%d: %s", f.File, f.Line, f.Column, f.Message)
}

// commandLine returns what the command line finds in a module, by file.
func commandLine(t *testing.T, dir string, flags []string) map[string][]finding {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), program(t, "budgetlint"), append(flags, "-format=json", "./...")...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOWORK=off", "GOFLAGS=", "PWD="+dir)
	text, _ := cmd.Output() // exits with 1, as there are findings
	var report struct{ Findings []finding }
	if err := json.Unmarshal(text, &report); err != nil {
		t.Fatalf("%v:\n%s", err, text)
	}
	out := map[string][]finding{}
	for _, f := range report.Findings {
		f.File = filepath.ToSlash(f.File)
		out[f.File] = append(out[f.File], f)
	}
	return out
}

// read returns the text of a file.
func read(t *testing.T, elem ...string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(elem...))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// replaced returns a text in which one thing stands for another.
func replaced(t *testing.T, text, old, new string) string {
	t.Helper()
	if strings.Count(text, old) != 1 {
		t.Fatalf("%q is not in the text once:\n%s", old, text)
	}
	return strings.Replace(text, old, new, 1)
}
