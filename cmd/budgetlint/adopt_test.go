package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// adoptee is a repository as docs/adopt.md begins with: one finding with a fix,
// and two that are old for longer.
const adoptee = `
-- go.mod --
module example.com/shop

go 1.25.0
-- orders/store.go --
package orders

import (
	"context"
	"database/sql"
	"time"
)

type Store struct{ db *sql.DB }

func (s *Store) Save(ctx context.Context) error {
	own, cancel := context.WithTimeout(context.Background(), 30*time.Second)
	defer cancel()
	_, err := s.db.ExecContext(own, "INSERT")
	return err
}
-- legacy/prices/prices.go --
package prices

import "net/http"

func Fetch(url string) (*http.Response, error) { return http.Get(url) }
-- rates/rates.go --
package rates

import "net/http"

func Fetch(url string) (*http.Response, error) { return http.Get(url) }
`

// A block is a fenced part of a page.
type block struct{ language, text string }

func blocks(page string) []block {
	var out []block
	for _, m := range regexp.MustCompile("(?ms)^```(\\w*)\n(.*?)^```$").FindAllStringSubmatch(page, -1) {
		out = append(out, block{m[1], m[2]})
	}
	return out
}

// TestAdopt does what docs/adopt.md says, from top to bottom, in a repository.
func TestAdopt(t *testing.T) {
	for _, name := range []string{"git", "sh"} {
		if _, err := exec.LookPath(name); err != nil {
			t.Skip(err)
		}
	}
	page, err := os.ReadFile("../../docs/adopt.md")
	if err != nil {
		t.Fatal(err)
	}
	bin := t.TempDir()
	if out, err := exec.Command("go", "build", "-buildvcs=false", "-o", filepath.Join(bin, "budgetlint"), ".").CombinedOutput(); err != nil {
		t.Fatalf("go build: %v\n%s", err, out)
	}
	dir := unpack(t, adoptee)
	env := []string{
		"PATH=" + bin + string(os.PathListSeparator) + os.Getenv("PATH"), "GOPROXY=off",
		"GIT_CONFIG_GLOBAL=" + os.DevNull, "GIT_AUTHOR_NAME=a", "GIT_AUTHOR_EMAIL=a@example.com", "GIT_COMMITTER_NAME=a", "GIT_COMMITTER_EMAIL=a@example.com",
	}
	sh := func(script string, code int) string {
		t.Helper()
		got := start(t, dir, env, "sh", "-e", "-c", script)
		if got.code != code {
			t.Fatalf("exit code %d, want %d, of\n%s\n%s%s", got.code, code, script, got.stdout, got.stderr)
		}
		return got.stdout + got.stderr
	}
	sh("git init -q . && git add . && git commit -qm old", 0)

	codeRE := regexp.MustCompile(`(?m) # exit code (\d)$`)
	var said []string
	var yaml, makefile string
	for _, b := range blocks(string(page)) {
		switch b.language {
		case "sh":
			code := 0
			if m := codeRE.FindStringSubmatch(b.text); m != nil {
				code, _ = strconv.Atoi(m[1])
			}
			said = append(said, sh(b.text, code))
		case "yaml":
			yaml += b.text
		case "make":
			makefile += b.text
		}
	}
	all := strings.Join(said, "")
	for _, want := range []string{
		"(freshtimeout/reset)\n", "1 orders\n", "2 nodeadline/http\n", "-\town, cancel := context.WithTimeout(context.Background()",
		"budgetlint: 2 findings in .budgetlint.baseline\n", "1 example.com/shop/rates\n", "legacy/prices/prices.go:5:",
	} {
		if !strings.Contains(all, want) {
			t.Errorf("nowhere is %q said, but\n%s", want, all)
		}
	}
	if text := read(t, dir, "orders/store.go"); !strings.Contains(text, "context.WithTimeout(ctx, 30*time.Second)") {
		t.Errorf("the fix was not applied:\n%s", text)
	}

	// The commands in configurations, which all must pass now.
	commandRE := regexp.MustCompile(`(?m)^ *(?:- run: |entry: |- )(budgetlint .*)$`)
	var commands []string
	for _, m := range commandRE.FindAllStringSubmatch(yaml, -1) {
		commands = append(commands, m[1])
	}
	slices.Sort(commands)
	if commands = slices.Compact(commands); len(commands) < 4 {
		t.Errorf("the commands are %q, want those of GitHub, GitLab and pre-commit", commands)
	}
	for _, command := range commands {
		sh(command, 0)
	}
	if _, err := exec.LookPath("make"); err == nil {
		if err := os.WriteFile(filepath.Join(dir, "Makefile"), []byte(makefile), 0o644); err != nil {
			t.Fatal(err)
		}
		sh("make budgetlint budgetlint-baseline", 0)
	}

	// One more of what is old in rates is new, and only that.
	edit(t, dir, "rates/rates.go", "func Fetch", "func again(url string) (*http.Response, error) { return http.Get(url) }\n\nfunc Fetch")
	if got := sh("budgetlint -baseline .budgetlint.baseline", 1); !strings.HasPrefix(got, "rates/rates.go:5:") || strings.Count(got, "(nodeadline/http)") != 1 {
		t.Errorf("got\n%s\nwant the new finding", got)
	}
	sh("budgetlint -write-baseline .budgetlint.baseline && git diff --exit-code .budgetlint.baseline", 1)
	sh("git checkout -q .budgetlint.baseline", 0)

	t.Run("Code Quality", func(t *testing.T) {
		if _, err := exec.LookPath("jq"); err != nil {
			t.Skip(err)
		}
		_, program, ok := strings.Cut(yaml, "- >-\n")
		program, _, end := strings.Cut(program, "\n    - ")
		if !ok || !end {
			t.Fatalf("there is no program for jq in\n%s", yaml)
		}
		sh("budgetlint -format json -baseline .budgetlint.baseline >budgetlint.json || [ $? -eq 1 ]\n"+strings.Join(strings.Fields(program), " "), 0)
		var report []struct {
			Description, Fingerprint, Severity string
			CheckName                          string `json:"check_name"`
			Location                           struct {
				Path  string
				Lines struct{ Begin int }
			}
		}
		if err := json.Unmarshal([]byte(read(t, dir, "gl-code-quality-report.json")), &report); err != nil {
			t.Fatal(err)
		}
		if len(report) != 1 || report[0].CheckName != "nodeadline/http" || report[0].Severity != "major" || len(report[0].Fingerprint) != 32 ||
			fmt.Sprint(report[0].Location) != "{rates/rates.go {5}}" || report[0].Description == "" {
			t.Errorf("the report is %+v", report)
		}
		sh("jq -e '.findings == []' budgetlint.json", 1)
	})
}

// TestOutputExample checks what docs/output.md shows against the schema.
func TestOutputExample(t *testing.T) {
	page, err := os.ReadFile("../../docs/output.md")
	if err != nil {
		t.Fatal(err)
	}
	s := schema(t, jsonSchemaFile)
	for _, b := range blocks(string(page)) {
		if b.language != "json" {
			continue
		}
		if wrong := s.Check([]byte(b.text)); len(wrong) > 0 {
			t.Errorf("%q", wrong)
		}
		var out jsonResult
		if err := json.Unmarshal([]byte(b.text), &out); err != nil {
			t.Fatal(err)
		}
		var again bytes.Buffer
		(&command{stdout: &again}).encode(out)
		if again.String() != b.text {
			t.Errorf("the command would print it as\n%s", &again)
		}
		return
	}
	t.Error("docs/output.md shows no JSON")
}
