package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/budgetlint/budgetlint/internal/drivers"
)

// built builds the command with the real passes.
func built(t *testing.T) string {
	t.Helper()
	bin := filepath.Join(t.TempDir(), "budgetlint.exe")
	if out, err := exec.Command("go", "build", "-buildvcs=false", "-o", bin, ".").CombinedOutput(); err != nil {
		t.Fatalf("go build: %v\n%s", err, out)
	}
	return bin
}

// TestDrivers asks those drivers that need nothing but the command itself.
func TestDrivers(t *testing.T) {
	if testing.Short() {
		t.Skip("runs each driver a dozen times")
	}
	bin := built(t)
	run := func(t *testing.T, dir, program string, args ...string) result {
		t.Helper()
		got := start(t, dir, []string{"GOWORK=off"}, program, args...)
		if got.code > 1 {
			t.Fatalf("exit code %d of %s %q:\n%s%s", got.code, program, args, got.stdout, got.stderr)
		}
		return got
	}

	alone := drivers.Driver{
		Name: "`budgetlint`",
		Lint: func(t *testing.T, dir string, flags drivers.Flags, pattern string) (found []drivers.Finding) {
			got := run(t, dir, bin, append(shortFlags(flags), "-format=json", pattern)...)
			var report struct {
				Findings []struct {
					File, Message string
					Line, Column  int
				}
			}
			if err := json.Unmarshal([]byte(got.stdout), &report); err != nil {
				t.Fatalf("%v:\n%s%s", err, got.stdout, got.stderr)
			}
			for _, f := range report.Findings {
				found = append(found, drivers.Finding{File: f.File, Line: f.Line, Column: f.Column, Message: f.Message})
			}
			return found
		},
		Fix:     func(t *testing.T, dir string) { run(t, dir, bin, "-fix", "./...") },
		FixedBy: "`-fix`",
		FlagsBy: "`-strict`",
	}
	drivers.Write(t, "../..", alone)
	t.Run("budgetlint", func(t *testing.T) { drivers.Test(t, "../..", alone) })

	// go vet prints nothing but lines with a place, and headings of packages.
	// What it has compiled of the module's dependencies stays in its cache; a name
	// of our own keeps what it knows of findings from one folder to the next, and
	// from a part to the whole.
	line := regexp.MustCompile(`(?m)^(?:\./)?(\S+\.go):(\d+):(\d+): (.*)$`)
	vet := func(t *testing.T, dir, pattern string, flags ...string) []drivers.Finding {
		scope := filepath.Base(filepath.Dir(dir)) + filepath.Base(dir) + strings.Trim(pattern, "./")
		flags = append([]string{"vet", "-vettool=" + bin, "-budgetlint.scope=" + scope}, flags...)
		got := run(t, dir, "go", append(flags, pattern)...)
		var found []drivers.Finding
		for _, m := range line.FindAllStringSubmatch(got.stderr, -1) {
			l, _ := strconv.Atoi(m[2])
			c, _ := strconv.Atoi(m[3])
			found = append(found, drivers.Finding{File: filepath.ToSlash(m[1]), Line: l, Column: c, Message: m[4]})
		}
		return found
	}
	t.Run("go vet", func(t *testing.T) {
		fixing(t, "vet")
		drivers.Test(t, "../..", drivers.Driver{
			Name: "`go vet -vettool`",
			Lint: func(t *testing.T, dir string, flags drivers.Flags, pattern string) []drivers.Finding {
				return vet(t, dir, pattern, longFlags(flags)...)
			},
			Fix:     func(t *testing.T, dir string) { run(t, dir, "go", "vet", "-vettool="+bin, "-fix", "./...") },
			FixedBy: "`-fix`, from Go 1.26 on",
			FlagsBy: "`-budgetlint.strict`",
		})
	})
	t.Run("go fix", func(t *testing.T) {
		fixing(t, "fix")
		drivers.Test(t, "../..", drivers.Driver{
			Name:    "`go fix -fixtool`",
			Fix:     func(t *testing.T, dir string) { run(t, dir, "go", "fix", "-fixtool="+bin, "./...") },
			FixedBy: "always, from Go 1.26 on",
			FlagsBy: "`-budgetlint.strict`",
		})
	})

	// Another build of the tool is another tool, though flags and code are the same.
	t.Run("another build", func(t *testing.T) {
		dir := drivers.Module(t)
		before := vet(t, dir, "./...")
		other := filepath.Join(t.TempDir(), "other.exe")
		data, err := os.ReadFile(bin)
		if err != nil {
			t.Fatal(err)
		}
		// A text of the tool's own says something else, and is no longer.
		changed := bytes.ReplaceAll(data, []byte("a caller cannot tell this text from an answer"), []byte("a reader cannot tell this text from an answer"))
		if bytes.Equal(changed, data) {
			t.Fatal("nothing to change in the tool")
		}
		if err := os.WriteFile(other, changed, 0o755); err != nil {
			t.Fatal(err)
		}
		bin = other
		after := vet(t, dir, "./...")
		if len(after) != len(before) {
			t.Errorf("%d findings, %d before", len(after), len(before))
		}
		n := 0
		for i, f := range after {
			if strings.Contains(f.Message, "a reader cannot tell") {
				n++
			}
			if strings.Contains(f.Message, "a caller cannot tell") {
				t.Errorf("%d: the first build's text: %v", i, f)
			}
		}
		if n == 0 {
			t.Errorf("the second build was not asked: %v", after)
		}
	})
}

func shortFlags(flags drivers.Flags) (out []string) {
	if flags.Strict {
		out = append(out, "-strict")
	}
	if flags.Calls != "" {
		out = append(out, "-calls="+flags.Calls)
	}
	return out
}

func longFlags(flags drivers.Flags) (out []string) {
	for _, f := range shortFlags(flags) {
		out = append(out, "-budgetlint."+strings.TrimPrefix(f, "-"))
	}
	return out
}

// fixing skips the test where the go command is older than go vet -fix and
// go fix -fixtool.
func fixing(t *testing.T, command string) {
	t.Helper()
	out, err := exec.Command("go", "help", command).CombinedOutput()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	if !bytes.Contains(out, []byte("-diff")) && !bytes.Contains(out, []byte("-fix")) {
		t.Skipf("go %s takes no fixes from other tools: it needs Go 1.26", command)
	}
}
