package readme

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	// What the commands are built from, so that a cached result of these tests
	// is not older than it.
	_ "github.com/budgetlint/budgetlint"
	_ "github.com/budgetlint/budgetlint/internal/driver"
)

const root = "../.."

// TestTryIt runs the first command of README.md as it stands there, and wants
// findings, among them the one that README.md shows.
func TestTryIt(t *testing.T) {
	commands := strings.Split(block(t, "## Try it"), "\n")
	if len(commands) != 2 || commands[1] != "go test work" {
		t.Fatalf("the commands are %q, want two of which the second is the one that runs this test", commands)
	}
	code, stdout, stderr := run(t, commands[0])
	if code != 1 {
		t.Errorf("%s: exit code %d, want 1\n%s", commands[0], code, stderr)
	}
	finding := regexp.MustCompile(`(?m)\S.*\((freshtimeout|nodeadline)/\w+\)$`)
	if !finding.MatchString(stdout) {
		t.Errorf("%s: no finding in\n%s", commands[0], stdout)
	}
	if shown := block(t, "A finding looks like this"); !strings.Contains(stdout, shown) {
		t.Errorf("README.md shows\n%s\nwhich is not in\n%s", shown, stdout)
	}
}

// TestAfter runs the same command over the mended example, which README.md
// says to have no findings.
func TestAfter(t *testing.T) {
	if !strings.Contains(readme(t), "`examples/supportagent/after`") {
		t.Fatal("README.md does not speak of the mended example")
	}
	code, stdout, stderr := run(t, "go run ./cmd/budgetlint ./examples/supportagent/after/...")
	if code != 0 {
		t.Errorf("exit code %d, want 0\n%s%s", code, stdout, stderr)
	}
}

func readme(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(root, "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// block returns the first fenced block after the given words.
func block(t *testing.T, after string) string {
	t.Helper()
	_, rest, ok := strings.Cut(readme(t), after)
	if !ok {
		t.Fatalf("README.md does not say %q", after)
	}
	_, rest, ok = strings.Cut(rest, "\n```\n")
	text, _, closed := strings.Cut(rest, "\n```\n")
	if !ok || !closed {
		t.Fatalf("README.md has no fenced block after %q", after)
	}
	return text
}

// run runs a command line without quotes in the root of the repository, in its
// workspace.
func run(t *testing.T, line string) (code int, stdout, stderr string) {
	t.Helper()
	words := strings.Fields(line)
	cmd := exec.CommandContext(t.Context(), words[0], words[1:]...)
	cmd.Dir = root
	cmd.Env = append(os.Environ(), "GOWORK=")
	var out, err bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &err
	var exit *exec.ExitError
	if e := cmd.Run(); errors.As(e, &exit) {
		code = exit.ExitCode()
	} else if e != nil {
		t.Fatal(e)
	}
	return code, out.String(), err.String()
}
