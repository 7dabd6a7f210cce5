// The tests build golangci-lint with the linter, and the command line, and run
// them over the sample module. The first time this compiles all of
// golangci-lint, which takes minutes: -short leaves it out.
package main_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/budgetlint/budgetlint/internal/drivers"
	// What is built, so that a cached result of these tests is not older than it.
	_ "github.com/budgetlint/budgetlint/plugin"
)

// The programs, and golangci-lint's cache.
var golangci, budgetlint, cache string

func TestMain(m *testing.M) { os.Exit(testMain(m)) }

func testMain(m *testing.M) int {
	if slices.Contains(os.Args, "-test.short=true") {
		fmt.Println("not built with -short")
		return 0
	}
	dir, err := os.MkdirTemp("", "golangci")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer os.RemoveAll(dir)
	golangci, budgetlint = filepath.Join(dir, "golangci-lint-budgetlint.exe"), filepath.Join(dir, "budgetlint.exe")
	cache = filepath.Join(dir, "cache")
	for _, build := range []struct{ dir, program, pkg string }{{".", golangci, "."}, {"../..", budgetlint, "./cmd/budgetlint"}} {
		cmd := exec.Command("go", "build", "-buildvcs=false", "-ldflags=-s -w", "-o", build.program, build.pkg)
		cmd.Dir = build.dir
		cmd.Env = append(os.Environ(), "GOWORK=off")
		if out, err := cmd.CombinedOutput(); err != nil {
			fmt.Fprintf(os.Stderr, "%v: %v\n%s", cmd, err, out)
			return 1
		}
	}
	return m.Run()
}

type result struct {
	code           int
	stdout, stderr string
}

func run(t *testing.T, dir, program string, args ...string) result {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), program, args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOWORK=off", "GOFLAGS=", "PWD="+dir, "GOLANGCI_LINT_CACHE="+cache)
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	var exit *exec.ExitError
	if err := cmd.Run(); err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	return result{cmd.ProcessState.ExitCode(), stdout.String(), stderr.String()}
}

// sample returns the folder of a copy of the sample module, with a configuration
// in it.
func sample(t *testing.T, config string) string {
	t.Helper()
	// golangci-lint prints paths as seen from the real folder.
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	if err := os.CopyFS(dir, os.DirFS("testdata/sample")); err != nil {
		t.Fatal(err)
	}
	write(t, dir, ".golangci.yml", config)
	return dir
}

func write(t *testing.T, dir, name, text string) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// config returns a configuration that enables budgetlint alone, and nothing
// that hides findings. The settings are YAML between braces.
func config(settings string) string {
	return `version: "2"
linters:
  default: none
  enable: [budgetlint]
  settings:
    custom:
      budgetlint: { type: module, settings: ` + settings + ` }
issues:
  uniq-by-line: false
  max-issues-per-linter: 0
  max-same-issues: 0
`
}

type finding struct {
	File         string
	Line, Column int
	Text         string
	fixes        int
}

func (f finding) String() string {
	return fmt.Sprintf("%s:%d:%d: %s", f.File, f.Line, f.Column, f.Text)
}

// category returns the pass and category, which are the end of the text.
func (f finding) category() string {
	return strings.TrimSuffix(f.Text[strings.LastIndex(f.Text, "(")+1:], ")")
}

// lint runs golangci-lint in dir and returns what it finds, by place.
func lint(t *testing.T, dir string, args ...string) []finding {
	t.Helper()
	got := run(t, dir, golangci, append([]string{"run", "--output.json.path=stdout", "--show-stats=false"}, args...)...)
	var report struct {
		Issues []struct {
			FromLinter, Text string
			Pos              struct {
				Filename     string
				Line, Column int
			}
			SuggestedFixes []any
		}
	}
	if err := json.Unmarshal([]byte(got.stdout), &report); err != nil {
		t.Fatalf("exit code %d, %v:\n%s\n%s", got.code, err, got.stdout, got.stderr)
	}
	out := []finding{}
	for _, i := range report.Issues {
		text := i.Text
		if i.FromLinter != "budgetlint" {
			text = i.FromLinter + ": " + text
		}
		out = append(out, finding{filepath.ToSlash(i.Pos.Filename), i.Pos.Line, i.Pos.Column, text, len(i.SuggestedFixes)})
	}
	if want := min(len(out), 1); got.code != want {
		t.Errorf("%d findings and exit code %d\n%s", len(out), got.code, got.stderr)
	}
	sortFindings(out)
	return out
}

// commandLine returns what the command line finds in dir.
func commandLine(t *testing.T, dir string, args ...string) []finding {
	t.Helper()
	got := run(t, dir, budgetlint, append([]string{"-format=json"}, args...)...)
	var report struct {
		Findings []struct {
			File, Message string
			Line, Column  int
			Fixes         []any
		}
	}
	if err := json.Unmarshal([]byte(got.stdout), &report); err != nil || got.code > 1 {
		t.Fatalf("exit code %d, %v:\n%s\n%s", got.code, err, got.stdout, got.stderr)
	}
	out := []finding{}
	for _, f := range report.Findings {
		out = append(out, finding{filepath.ToSlash(f.File), f.Line, f.Column, f.Message, min(len(f.Fixes), 1)})
	}
	sortFindings(out)
	return out
}

func sortFindings(list []finding) {
	slices.SortFunc(list, func(a, b finding) int {
		return strings.Compare(fmt.Sprintf("%s:%05d:%05d:%s", a.File, a.Line, a.Column, a.Text), fmt.Sprintf("%s:%05d:%05d:%s", b.File, b.Line, b.Column, b.Text))
	})
}

func show(list []finding) string {
	var b strings.Builder
	for _, f := range list {
		fmt.Fprintf(&b, "%v [%d fixes]\n", f, f.fixes)
	}
	return b.String()
}

// in returns the findings in a file.
func in(list []finding, file string) (out []finding) {
	for _, f := range list {
		if f.File == file {
			out = append(out, f)
		}
	}
	return out
}

// without returns the findings that are not in a file.
func without(list []finding, file string) []finding {
	return slices.DeleteFunc(list, func(f finding) bool { return f.File == file })
}

// TestSameAsCommandLine: with the same settings, the same findings with the same
// text and the same fix.
func TestSameAsCommandLine(t *testing.T) {
	for name, test := range map[string]struct {
		settings string
		flags    []string
		has      []string // categories that are found
		hasNot   []string
	}{
		"defaults": {
			"{}", nil,
			[]string{"freshtimeout/reset", "nodeadline/net", "retrynobudget/blind", "errstringfallback/text", "budgetignore/unused"},
			[]string{"nodeadline/request", "nodeadline/other"},
		},
		"all": {
			"{ strict: true, tests: true, runtime: true, calls: [example.com/sample/rpc.Do kind=other] }",
			[]string{"-strict", "-tests", "-runtime", "-calls=example.com/sample/rpc.Do kind=other"},
			[]string{"nodeadline/request", "nodeadline/other"}, nil,
		},
		"long names and text": {
			`{ budgetlint.strict: true, budgetlint.calls: "example.com/sample/rpc.Do" }`,
			[]string{"-strict", "-calls=example.com/sample/rpc.Do"},
			[]string{"nodeadline/request", "nodeadline/other"}, nil,
		},
		"a pass off":    {"{ nodeadline: false }", []string{"-nodeadline=false"}, []string{"retrynobudget/blind"}, []string{"nodeadline/net"}},
		"only one pass": {"{ nodeadline: true }", []string{"-nodeadline"}, []string{"nodeadline/net"}, []string{"retrynobudget/blind"}},
	} {
		t.Run(name, func(t *testing.T) {
			dir := sample(t, config(test.settings))
			want := without(commandLine(t, dir, append(test.flags, "./...")...), "silenced.go")
			got := without(lint(t, dir), "silenced.go")
			if show(got) != show(want) {
				t.Errorf("got\n%swant\n%s", show(got), show(want))
			}
			var categories []string
			for _, f := range got {
				categories = append(categories, f.category())
			}
			for _, c := range test.has {
				if !slices.Contains(categories, c) {
					t.Errorf("no %s in %q", c, categories)
				}
			}
			for _, c := range test.hasNot {
				if slices.Contains(categories, c) {
					t.Errorf("%s in %q", c, categories)
				}
			}
		})
	}
}

// TestDrivers asks what all drivers are asked.
func TestDrivers(t *testing.T) {
	defer func(before string) { cache = before }(cache)
	drivers.Test(t, "../..", drivers.Driver{
		Name: "golangci-lint",
		Lint: func(t *testing.T, dir string, flags drivers.Flags, pattern string) (found []drivers.Finding) {
			cache = dir + "-cache"
			settings := "{}"
			if flags != (drivers.Flags{}) {
				settings = fmt.Sprintf("{ strict: %t, calls: %q }", flags.Strict, flags.Calls)
			}
			write(t, dir, ".golangci.yml", config(settings))
			for _, f := range lint(t, dir, pattern) {
				found = append(found, drivers.Finding{File: f.File, Line: f.Line, Column: f.Column, Message: f.Text})
			}
			return found
		},
		Fix: func(t *testing.T, dir string) {
			cache = dir + "-cache"
			write(t, dir, ".golangci.yml", config("{}"))
			lint(t, dir, "--fix", "./...")
		},
		FixedBy: "`--fix`",
		FlagsBy: "settings",
	})
}

// TestPart: a package alone has the findings that facts of others lead to.
func TestPart(t *testing.T) {
	dir := sample(t, config("{}"))
	for range 2 { // the second time from the cache
		if got := show(lint(t, dir, ".")); !strings.Contains(got, "it waits for DialContext (example.com/sample/rpc/rpc.go:") {
			t.Errorf("nothing about Ping in\n%s", got)
		}
	}
}

// TestNolint: golangci-lint handles nolint directives, by its rules; and
// nolintlint knows which are of use.
func TestNolint(t *testing.T) {
	const dial, named = `"d:1"`, `"f:1"`
	source, err := os.ReadFile("testdata/sample/silenced.go")
	if err != nil {
		t.Fatal(err)
	}
	line := func(text string) int {
		before, _, ok := strings.Cut(string(source), text)
		if !ok {
			t.Fatalf("no %s in silenced.go", text)
		}
		return 1 + strings.Count(before, "\n")
	}
	lines := func(list []finding, linter string) (out []int) {
		for _, f := range in(list, "silenced.go") {
			if strings.HasPrefix(f.Text, "nolintlint: ") == (linter == "nolintlint") {
				out = append(out, f.Line)
			}
		}
		return out
	}
	unused := line("// nothing is here")

	// golangci-lint needs no reason, and knows linters but not passes.
	dir := sample(t, config("{}"))
	got := lint(t, dir, "--enable=nolintlint")
	if want := []int{line(named)}; !slices.Equal(lines(got, "budgetlint"), want) {
		t.Errorf("found in lines %v, want %v:\n%s", lines(got, "budgetlint"), want, show(got))
	}
	if want := []int{unused}; !slices.Equal(lines(got, "nolintlint"), want) {
		t.Errorf("nolintlint in lines %v, want %v:\n%s", lines(got, "nolintlint"), want, show(got))
	}

	// With the setting the passes handle them, too: one for a pass is heeded. The
	// price is that nolintlint takes what they have heeded for unused, and that
	// what budgetignore says of one for budgetlint is silenced by that one.
	write(t, dir, ".golangci.yml", config("{ nolint: true }"))
	got = lint(t, dir, "--enable=nolintlint")
	if found := lines(got, "budgetlint"); len(found) > 0 {
		t.Errorf("found in lines %v, want none:\n%s", found, show(got))
	}
	if want := []int{line(dial)}; !slices.Equal(lines(got, "nolintlint"), want) {
		t.Errorf("nolintlint in lines %v, want %v:\n%s", lines(got, "nolintlint"), want, show(got))
	}
}

// TestFix: --fix writes what the command line's -fix writes.
func TestFix(t *testing.T) {
	ours, theirs := sample(t, config("{}")), sample(t, config("{}"))
	if got := run(t, ours, budgetlint, "-fix", "./fix"); got.code != 0 {
		t.Fatalf("exit code %d of budgetlint -fix\n%s%s", got.code, got.stdout, got.stderr)
	}
	if left := lint(t, theirs, "--fix", "./fix"); len(left) > 0 {
		t.Errorf("left over:\n%s", show(left))
	}
	read := func(dir string) string {
		text, err := os.ReadFile(filepath.Join(dir, "fix", "fix.go"))
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	if got, want := read(theirs), read(ours); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if !strings.Contains(read(theirs), "context.WithTimeout(ctx, 2*time.Second)") {
		t.Errorf("not fixed:\n%s", read(theirs))
	}
	if got := run(t, theirs, "go", "build", "./..."); got.code != 0 {
		t.Errorf("it does not compile any more:\n%s", got.stderr)
	}
	if left := lint(t, theirs, "./fix"); len(left) > 0 {
		t.Errorf("found again:\n%s", show(left))
	}
}

// TestSARIF: what golangci-lint writes for code scanning.
func TestSARIF(t *testing.T) {
	dir := sample(t, config("{}"))
	want := lint(t, dir)
	got := run(t, dir, golangci, "run", "--output.sarif.path=stdout", "--show-stats=false")
	var log struct {
		Version string
		Runs    []struct {
			Results []struct {
				RuleID    string
				Message   struct{ Text string }
				Locations []struct {
					PhysicalLocation struct {
						ArtifactLocation struct{ URI string }
						Region           struct{ StartLine, StartColumn int }
					}
				}
			}
		}
	}
	if err := json.Unmarshal([]byte(got.stdout), &log); err != nil {
		t.Fatalf("%v:\n%s\n%s", err, got.stdout, got.stderr)
	}
	if log.Version != "2.1.0" || len(log.Runs) != 1 {
		t.Fatalf("version %q, %d runs", log.Version, len(log.Runs))
	}
	var found []finding
	for _, r := range log.Runs[0].Results {
		if r.RuleID != "budgetlint" || len(r.Locations) != 1 {
			t.Errorf("rule %q at %d places", r.RuleID, len(r.Locations))
			continue
		}
		at := r.Locations[0].PhysicalLocation
		found = append(found, finding{File: at.ArtifactLocation.URI, Line: at.Region.StartLine, Column: at.Region.StartColumn, Text: r.Message.Text})
	}
	sortFindings(found)
	if fmt.Sprint(found) != fmt.Sprint(want) {
		t.Errorf("got\n%swant\n%s", show(found), show(want))
	}
}

// TestCache: findings follow the settings and the code, though all is in the
// cache.
func TestCache(t *testing.T) {
	dir := sample(t, config("{}"))
	fresh := lint(t, dir)
	step := func(what, settings string, want int) {
		t.Helper()
		write(t, dir, ".golangci.yml", config(settings))
		if got := lint(t, dir); len(got)-len(fresh) != want {
			t.Errorf("%s: %d findings more, want %d:\n%s", what, len(got)-len(fresh), want, show(got))
		}
	}
	step("nothing changed", "{}", 0)
	step("advice", "{ strict: true }", 1)
	step("a call", "{ calls: example.com/sample/rpc.Do }", 1)
	step("both", "{ strict: true, calls: [example.com/sample/rpc.Do] }", 2)
	step("a pass off", "{ retrynobudget: false }", -1)
	step("as before", "{}", 0)

	// Ping no longer waits on its caller's context.
	name := filepath.Join(dir, "rpc", "rpc.go")
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	bounded := strings.Replace(string(text), "new(net.Dialer)", "(&net.Dialer{Timeout: 1e9})", 1)
	if bounded == string(text) {
		t.Fatal("nothing to change in rpc.go")
	}
	write(t, dir, filepath.Join("rpc", "rpc.go"), bounded)
	step("another package changed", "{}", -1)
}

// TestVersion: a build is told from others, as golangci-lint's cache goes by the
// version.
func TestVersion(t *testing.T) {
	got := run(t, t.TempDir(), golangci, "version", "--short")
	if !regexp.MustCompile(`^2\.\d+\.\d+-budgetlint-[0-9a-f]{12}\n$`).MatchString(got.stdout) {
		t.Errorf("version %q\n%s", got.stdout, got.stderr)
	}
}

// TestUniqByLine: golangci-lint shows one finding a line unless it is told not to.
func TestUniqByLine(t *testing.T) {
	twice := func(list []finding) int {
		n := map[int]int{}
		for _, f := range in(list, "sample.go") {
			n[f.Line]++
		}
		most := 0
		for _, c := range n {
			most = max(most, c)
		}
		return most
	}
	all := config("{}")
	dir := sample(t, all)
	if got := lint(t, dir); twice(got) != 2 {
		t.Errorf("no line has two findings:\n%s", show(got))
	}
	write(t, dir, ".golangci.yml", strings.Replace(all, "uniq-by-line: false", "uniq-by-line: true", 1))
	if got := lint(t, dir); twice(got) != 1 {
		t.Errorf("a line has two findings:\n%s", show(got))
	}
}

// TestBadSettings: what is wrong, and what there is.
func TestBadSettings(t *testing.T) {
	for settings, want := range map[string]string{
		"{ strickt: true }":  `there is no setting "strickt": the settings are calls, deps, nolint, runtime, scope, strict, tests`,
		"{ strict: maybe }":  `setting strict: "maybe" is neither true nor false`,
		"{ calls: [\"x\"] }": `setting calls: call "x" names no function`,
		"[strict]":           "the settings have to be names with values",
	} {
		got := run(t, sample(t, config(settings)), golangci, "run")
		if got.code != 3 || !strings.Contains(got.stderr, want) {
			t.Errorf("%s: exit code %d, want 3 and %q in\n%s", settings, got.code, want, got.stderr)
		}
	}
}

// TestExample: .golangci.example.yml is valid, its values are the defaults, and
// nothing is hidden.
func TestExample(t *testing.T) {
	example, err := os.ReadFile("../../.golangci.example.yml")
	if err != nil {
		t.Fatal(err)
	}
	dir := sample(t, config("{}"))
	want := lint(t, dir)

	write(t, dir, ".golangci.yml", string(example))
	if got := run(t, dir, golangci, "config", "verify"); got.code != 0 {
		t.Errorf("exit code %d of config verify:\n%s%s", got.code, got.stdout, got.stderr)
	}
	const only = "--enable-only=budgetlint" // without the standard linters
	if got := lint(t, dir, only); show(got) != show(want) {
		t.Errorf("got\n%swant\n%s", show(got), show(want))
	}

	write(t, dir, ".golangci.yml", strings.Replace(string(example), "uniq-by-line:", "unique-by-line:", 1))
	if got := run(t, dir, golangci, "config", "verify"); got.code == 0 {
		t.Error("config verify finds nothing wrong with a wrong name")
	}

	// What is commented out is valid, too.
	all := regexp.MustCompile(`(?m)^( *)# ((?:rules|  - linters|    text|errstringfallback|formatters|  enable):.*)$`).ReplaceAllString(string(example), "$1$2")
	write(t, dir, ".golangci.yml", all)
	if got := run(t, dir, golangci, "config", "verify"); got.code != 0 || all == string(example) {
		t.Errorf("exit code %d of config verify:\n%s%s\n%s", got.code, got.stdout, got.stderr, all)
	}
	for _, f := range lint(t, dir, only) {
		if strings.HasPrefix(f.category(), "errstringfallback/") {
			t.Errorf("the pass is off and reports %v", f)
		}
	}
}

// TestCustom: the version that `golangci-lint custom` is told to take is the one
// that is tested here.
func TestCustom(t *testing.T) {
	custom, err := os.ReadFile(".custom-gcl.yml")
	if err != nil {
		t.Fatal(err)
	}
	mod := run(t, ".", "go", "list", "-m", "-f", "{{.Version}}", "github.com/golangci/golangci-lint/v2")
	if want := "\nversion: " + strings.TrimSpace(mod.stdout) + "\n"; mod.code != 0 || !strings.Contains(string(custom), want) {
		t.Errorf("no %q in .custom-gcl.yml\n%s", want, mod.stderr)
	}
	pkg := run(t, ".", "go", "list", "-f", "{{.ImportPath}}", "github.com/budgetlint/budgetlint/plugin")
	if want := "\n    import: " + pkg.stdout; pkg.code != 0 || !strings.Contains(string(custom), want) {
		t.Errorf("no %q in .custom-gcl.yml\n%s", want, pkg.stderr)
	}
}
