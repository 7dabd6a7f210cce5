package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestFixExample applies all fixes to the support agent before, whose steps each
// have a fresh 30s: what is mechanical about it makes the agent stop when its user
// leaves, as after does. The example's own test says so.
func TestFixExample(t *testing.T) {
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS(filepath.Join(root, "examples"))); err != nil {
		t.Fatal(err)
	}
	edit := func(name string, replace ...string) {
		t.Helper()
		name = filepath.Join(dir, name)
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		text := strings.NewReplacer(replace...).Replace(string(data))
		if text == string(data) {
			t.Fatalf("nothing to replace in %s", name)
		}
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	// The runtime is found from where the copy is, too.
	edit("go.mod", "=> ../", "=> "+root+"/")
	goTest := func() (string, error) {
		cmd := exec.Command("go", "test", "-count=1", "-run", "^TestUserLeaves$", "./supportagent")
		cmd.Dir, cmd.Env = dir, append(os.Environ(), "GOWORK=off")
		out, err := cmd.CombinedOutput()
		return string(out), err
	}
	if out, err := goTest(); err != nil {
		t.Fatalf("before the fixes: %v\n%s", err, out)
	}
	// Whoever leaves after 5s is worked for until second 90, says the test: now
	// until second 5.
	edit("supportagent/supportagent_test.go", `{"before", newBefore, 90 * sec}`, `{"before", newBefore, 5 * sec}`)
	if _, err := goTest(); err == nil {
		t.Fatal("the agent stops without the fixes")
	}
	bin := filepath.Join(t.TempDir(), "budgetlint")
	if r := start(t, ".", nil, "go", "build", "-o", bin, "."); r.code != 0 {
		t.Fatal(r.stderr)
	}
	// What no fix is certain of is left.
	if r := start(t, dir, []string{"GOWORK=off"}, bin, "-fix", "./supportagent/before/..."); r.code != 1 {
		t.Errorf("exit code %d, want 1\n%s%s", r.code, r.stdout, r.stderr)
	}
	if out, err := goTest(); err != nil {
		t.Errorf("with the fixes: %v\n%s", err, out)
	}
}
