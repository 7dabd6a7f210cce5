package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// TestGoVetPage does what docs/govet.md says, from top to bottom.
func TestGoVetPage(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles the command as a tool of another module")
	}
	for _, name := range []string{"git", "sh", "cksum"} {
		if _, err := exec.LookPath(name); err != nil {
			t.Skip(err)
		}
	}
	fixing(t, "fix")
	page, err := os.ReadFile("../../docs/govet.md")
	if err != nil {
		t.Fatal(err)
	}
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	dir := unpack(t, adoptee)
	env := []string{"GOWORK=off", "GIT_CONFIG_GLOBAL=" + os.DevNull, "GIT_AUTHOR_NAME=a", "GIT_AUTHOR_EMAIL=a@example.com", "GIT_COMMITTER_NAME=a", "GIT_COMMITTER_EMAIL=a@example.com"}
	sh := func(script string, code int) string {
		t.Helper()
		got := start(t, dir, env, "sh", "-e", "-c", script)
		if got.code != code {
			t.Fatalf("exit code %d, want %d, of\n%s\n%s%s", got.code, code, script, got.stdout, got.stderr)
		}
		return got.stdout + got.stderr
	}
	sh("git init -q . && git add . && git commit -qm old", 0)

	// The version that is tested takes the place of the latest one.
	const latest = "go get -tool github.com/budgetlint/budgetlint/cmd/budgetlint@latest"
	text := strings.Replace(string(page), latest, "go mod edit -require github.com/budgetlint/budgetlint@v0.0.0 -replace github.com/budgetlint/budgetlint="+root+" -tool github.com/budgetlint/budgetlint/cmd/budgetlint\ngo mod tidy", 1)
	if text == string(page) {
		t.Fatalf("the page does not say %q", latest)
	}
	var said []string
	for _, b := range blocks(text) {
		if b.language != "sh" {
			continue
		}
		code := 0
		if m := regexp.MustCompile(`(?m) # exit code (\d)$`).FindStringSubmatch(b.text); m != nil {
			code, _ = strconv.Atoi(m[1])
		}
		if strings.Contains(b.text, " -diff ") {
			// Two commands, of which the first one fails.
			first, rest, _ := strings.Cut(b.text, "\n")
			said = append(said, sh(first, code), sh(rest, 0))
			continue
		}
		said = append(said, sh(b.text, code))
	}
	if n := len(said); n != 9 {
		t.Fatalf("%d commands were run", n)
	}
	pinned, byItself, built := said[1], said[2], said[3]
	for _, want := range []string{"(freshtimeout/reset)", "legacy/prices/prices.go:5:", "rates/rates.go:5:"} {
		for i, got := range []string{pinned, byItself, built} {
			if !strings.Contains(got, want) {
				t.Errorf("%d: no %q in\n%s", i, want, got)
			}
		}
	}
	if diff := said[4]; !strings.Contains(diff, "+\town, cancel := context.WithTimeout(ctx, 30*time.Second)") {
		t.Errorf("go fix would not mend it:\n%s", diff)
	}
	if text := read(t, dir, "orders/store.go"); !strings.Contains(text, "context.WithTimeout(ctx, 30*time.Second)") {
		t.Errorf("go vet -fix has not mended it:\n%s", text)
	}
}
