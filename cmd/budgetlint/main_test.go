package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/txtar"

	"github.com/budgetlint/budgetlint/internal/baseline"
	"github.com/budgetlint/budgetlint/internal/config"
	"github.com/budgetlint/budgetlint/internal/driver/fake"
	"github.com/budgetlint/budgetlint/internal/report"
)

// asTool makes the test binary the command with the fake pass, so that what is
// tested here does not change with what the real passes find.
const asTool = "BUDGETLINT_TEST_AS_TOOL"

func TestMain(m *testing.M) {
	if os.Getenv(asTool) == "" {
		os.Exit(m.Run())
	}
	other := &analysis.Analyzer{Name: "other", Doc: "other: reports nothing", Run: func(*analysis.Pass) (any, error) { return nil, nil }}
	other.Flags.Int("number", 0, "a `number`")
	rules := []*report.Set{{Pass: "fake", Title: "find what sleeps", Rules: []report.Rule{
		{Category: "sleep", Title: "a call of time.Sleep", What: "Calls of `time.Sleep`, see [fake](../fake.md).", Wrong: "time.Sleep(1)", Right: "_ = 1"},
		{Category: "calls", Title: "a call of what sleeps", What: "Calls of what sleeps.", Level: report.Strict, Wrong: "f()", Right: "_ = 1"},
	}}}
	os.Exit(run(os.Args[1:], os.Stdout, os.Stderr, []*analysis.Analyzer{config.Analyzer, fake.Analyzer, other}, rules))
}

type result struct {
	code           int
	stdout, stderr string
}

func start(t *testing.T, dir string, env []string, name string, args ...string) result {
	t.Helper()
	cmd := exec.Command(name, args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOWORK=", "GOFLAGS=", "PWD="+dir)
	cmd.Env = append(cmd.Env, env...)
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	var exit *exec.ExitError
	if err := cmd.Run(); err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	return result{cmd.ProcessState.ExitCode(), stdout.String(), stderr.String()}
}

// tool runs the command with the fake pass in dir.
func tool(t *testing.T, dir string, args ...string) result {
	t.Helper()
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return start(t, dir, []string{asTool + "=1"}, exe, args...)
}

func unpack(t *testing.T, archive string) string {
	t.Helper()
	dir := t.TempDir()
	for _, f := range txtar.Parse([]byte(archive)).Files {
		name := filepath.Join(dir, filepath.FromSlash(f.Name))
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, f.Data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

const module = `
-- go.mod --
module example.com/m

go 1.25.0
-- a/a.go --
package a

import "example.com/m/b"

func A() { b.B() }
-- a/a_test.go --
package a

import "testing"

func TestA(t *testing.T) { A() }
-- b/b.go --
package b

import "time"

func B() {
	time.Sleep(1)
}
-- b/tagged.go --
//go:build special

package b

func Special() { B() }
-- c/c.go --
package c
`

const (
	inA     = "a/a.go:5:12: B sleeps, 1 below (fake/calls)\n"
	inATest = "a/a_test.go:5:28: A sleeps, 2 below (fake/calls)\n"
	inB     = "b/b.go:6:2: this sleeps (fake/sleep)\n"
	inBTags = "b/tagged.go:5:18: B sleeps, 1 below (fake/calls)\n"
)

func TestFindings(t *testing.T) {
	dir := unpack(t, module)
	for name, test := range map[string]struct {
		args []string
		code int
		want string
		last string // of stderr
	}{
		"whole":          {nil, 1, inA + inB, "2 findings in 2 files, 1 with a fix (-fix, -diff)"},
		"part":           {[]string{"./a"}, 1, inA, "1 finding in 1 file"},
		"clean":          {[]string{"./c"}, 0, "", ""},
		"tests":          {[]string{"-tests"}, 1, inA + inATest + inB, "3 findings in 3 files, 1 with a fix (-fix, -diff)"},
		"long tests":     {[]string{"-budgetlint.tests"}, 1, inA + inATest + inB, "3 findings in 3 files, 1 with a fix (-fix, -diff)"},
		"tags":           {[]string{"-tags", "special", "./b"}, 1, inB + inBTags, "2 findings in 2 files, 1 with a fix (-fix, -diff)"},
		"flag behind":    {[]string{"./b", "-tags=special"}, 1, inB + inBTags, "2 findings in 2 files, 1 with a fix (-fix, -diff)"},
		"end of flags":   {[]string{"-tests=false", "--", "./a"}, 1, inA, "1 finding in 1 file"},
		"only this pass": {[]string{"-fake", "./a"}, 1, inA, "1 finding in 1 file"},
		"only another":   {[]string{"-other", "./a"}, 0, "", ""},
		"not this pass":  {[]string{"-fake=false", "./a"}, 0, "", ""},
		"not another":    {[]string{"-other=false", "./a"}, 1, inA, "1 finding in 1 file"},
		"all passes":     {[]string{"-budgetlint", "-other", "./a"}, 1, inA, "1 finding in 1 file"},
		"all but one":    {[]string{"-budgetlint", "-fake=false", "./a"}, 0, "", ""},
		"flag of a pass": {[]string{"-other.number=3", "-scope=x", "-strict", "-runtime", "-calls=example.com/m/b.B kind=http", "./a"}, 1, inA, "1 finding in 1 file"},
	} {
		t.Run(name, func(t *testing.T) {
			got := tool(t, dir, test.args...)
			want := result{test.code, filepath.FromSlash(test.want), ""}
			if test.last != "" {
				want.stderr = "budgetlint: " + test.last + "\n"
			}
			if got != want {
				t.Errorf("got %+v, want %+v", got, want)
			}
		})
	}
}

func TestChangeDirectory(t *testing.T) {
	dir := unpack(t, module)
	if got := tool(t, filepath.Dir(dir), "-C", dir, "./b"); got.code != 1 || got.stdout != filepath.Join(filepath.Base(dir), filepath.FromSlash(inB)) {
		t.Errorf("from above: got %+v, want the finding in b, seen from there", got)
	}
	if got := tool(t, t.TempDir(), "-C", filepath.Join(dir, "b"), "."); got.code != 1 || got.stdout != filepath.Join(dir, filepath.FromSlash(inB)) {
		t.Errorf("from elsewhere: got %+v, want the finding in b with its whole path", got)
	}
}

func TestBadInput(t *testing.T) {
	dir := unpack(t, module)
	for name, test := range map[string]struct {
		dir  string
		args []string
		want string
	}{
		"no module":          {t.TempDir(), nil, `no go\.mod in .* or above it: run budgetlint inside a module, or name one with -C`},
		"no package":         {dir, []string{"./x"}, `\./x cannot be loaded: .*directory not found; name packages, or folders with Go files`},
		"nothing below":      {dir, []string{"./x/...", "./a"}, `\./x/\.\.\. matches no packages: name packages, or folders with Go files`},
		"no directory":       {dir, []string{"-C", "x"}, `cannot read directory x: no such file or directory`},
		"unknown flag":       {dir, []string{"-x"}, `unknown flag or pass -x: the passes are fake, other; budgetlint help lists the flags`},
		"unknown pass":       {dir, []string{"-fakes=false"}, `unknown flag or pass -fakes: the passes are fake, other; .*`},
		"unknown pass flag":  {dir, []string{"-other.x=1"}, `pass other has no flag x: it has -other\.number`},
		"no pass flags":      {dir, []string{"-fake.x=1"}, `pass fake has no flag x, nor any other`},
		"no number":          {dir, []string{"-other.number=x"}, `invalid value "x" for flag -other\.number: parse error`},
		"no bool":            {dir, []string{"-fake=x"}, `invalid boolean value "x" for -fake: want true or false`},
		"no value":           {dir, []string{"-tags"}, `flag needs an argument: -tags`},
		"no call":            {dir, []string{"-calls=x"}, `-calls: call "x" names no function: .*`},
		"unknown format":     {dir, []string{"-format=x"}, `unknown format "x": use -format text, json, sarif or github`},
		"fix and diff":       {dir, []string{"-fix", "-diff"}, `-fix changes files and -diff only shows how: use one of them`},
		"diff as JSON":       {dir, []string{"-diff", "-format=json"}, `-diff prints a diff: leave out -format json, .*`},
		"diff for GitHub":    {dir, []string{"-diff", "-format=github"}, `-diff prints a diff: leave out -format github`},
		"two baselines":      {dir, []string{"-baseline=x", "-write-baseline=x"}, `-baseline reads a baseline and -write-baseline writes one, .*`},
		"record and fix":     {dir, []string{"-write-baseline=x", "-fix"}, `-write-baseline records what there is: use -fix or -diff first, .*`},
		"record as JSON":     {dir, []string{"-write-baseline=x", "-format=json"}, `-write-baseline prints no findings: leave out -format json`},
		"record files":       {dir, []string{"-write-baseline=x", "a/a.go"}, `-write-baseline records whole packages: name packages instead of files`},
		"no baseline":        {dir, []string{"-baseline=x"}, `there is no baseline x: budgetlint -write-baseline x makes it`},
		"no pass left":       {dir, []string{"-fake=false", "-other=false"}, `no pass is left to run: switch fewer of them off`},
		"unknown rule":       {dir, []string{"explain", "fake/x"}, `pass fake has no category "x": it has sleep, calls`},
		"rule of no pass":    {dir, []string{"explain", "x/sleep"}, `unknown pass "x": the passes are fake`},
		"two rules":          {dir, []string{"explain", "a", "b"}, `explain takes one rule, such as budgetlint explain fake/sleep`},
		"files and packages": {dir, []string{"a/a.go", "./b"}, `name files or packages, not both`},
	} {
		t.Run(name, func(t *testing.T) {
			got := tool(t, test.dir, test.args...)
			if got.code != 2 || got.stdout != "" || !regexp.MustCompile(`^budgetlint: `+test.want+`\n$`).MatchString(got.stderr) {
				t.Errorf("got %+v, want exit code 2 and the line %q", got, test.want)
			}
		})
	}
}

func TestUnreadableDirectory(t *testing.T) {
	dir := unpack(t, module)
	sub := filepath.Join(dir, "b")
	if err := os.Chmod(sub, 0); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.Chmod(sub, 0o755) })
	if _, err := os.ReadDir(sub); err == nil {
		t.Skip("this user reads every directory")
	}
	for _, args := range [][]string{{"./b"}, {"-C", "b"}} {
		got := tool(t, dir, args...)
		if got.code != 2 || strings.Count(got.stderr, "\n") != 1 || !strings.Contains(got.stderr, "permission denied") {
			t.Errorf("%q: got %+v, want exit code 2 and a line that says permission denied", args, got)
		}
	}
}

func TestBrokenBesideGood(t *testing.T) {
	dir := unpack(t, module+"-- d/d.go --\npackage d\n\nfunc D() { x }\n-- e/e.go --\npackage e\n\nfunc Boom() {}\n\nfunc E() { Boom() }\n")
	got := tool(t, dir, "./b", "./d", "./e", "./x")
	want := `^budgetlint: package \./x cannot be loaded\n` +
		`\t.*directory not found\n` +
		`budgetlint: package example.com/m/d does not compile\n` +
		`\td/d\.go:3:12: undefined: x\n` +
		`budgetlint: package example.com/m/e was not analysed wholly, please report this\n` +
		`\tpass fake panicked: boom \(.*fake\.go:\d+\)\n` +
		`budgetlint: 1 finding in 1 file, 1 with a fix \(-fix, -diff\); 3 packages not checked wholly\n$`
	if got.code != 2 || got.stdout != filepath.FromSlash(inB) || !regexp.MustCompile(want).MatchString(filepath.ToSlash(got.stderr)) {
		t.Errorf("got %+v, want exit code 2, the finding in b and the errors %s", got, want)
	}
}

func TestManyProblems(t *testing.T) {
	dir := unpack(t, module+"-- d/d.go --\npackage d\n\nfunc D() { a; b; c; d; e; f; g }\n")
	got := tool(t, dir, "./d")
	if got.code != 2 || !strings.Contains(got.stderr, "undefined: e\n\tand 2 more\n") || strings.Contains(got.stderr, "undefined: f") {
		t.Errorf("got %+v, want exit code 2 and five of the seven errors", got)
	}
}

func TestJSON(t *testing.T) {
	dir := unpack(t, module+"-- d/d.go --\npackage d\n\nfunc D() { x }\n")
	decode := func(t *testing.T, got result) (out jsonResult, keys map[string]any) {
		t.Helper()
		d := json.NewDecoder(strings.NewReader(got.stdout))
		d.DisallowUnknownFields()
		if err := d.Decode(&out); err != nil {
			t.Fatalf("%v in\n%s", err, got.stdout)
		}
		if d.More() {
			t.Errorf("more than one value in\n%s", got.stdout)
		}
		if err := json.Unmarshal([]byte(got.stdout), &keys); err != nil {
			t.Fatal(err)
		}
		return out, keys
	}
	t.Run("findings and errors", func(t *testing.T) {
		got := tool(t, dir, "-format=json")
		if got.code != 2 {
			t.Errorf("exit code %d, want 2", got.code)
		}
		out, _ := decode(t, got)
		file := filepath.Join("b", "b.go")
		src, err := os.ReadFile(filepath.Join(dir, file))
		if err != nil {
			t.Fatal(err)
		}
		at := bytes.Index(src, []byte("time.Sleep"))
		want := jsonResult{
			Findings: []jsonFinding{
				{
					Pass: "fake", Category: "calls", Level: "strict", File: filepath.Join("a", "a.go"), Line: 5, Column: 12, EndLine: 5, EndColumn: 17,
					Message: "B sleeps, 1 below (fake/calls)", URL: "https://example.com/fake#calls",
					Package: "example.com/m/a", Declaration: "A",
				},
				{
					Pass: "fake", Category: "sleep", Level: "default", File: file, Line: 6, Column: 2, EndLine: 6, EndColumn: 15,
					Message: "this sleeps (fake/sleep)", URL: "https://example.com/fake#sleep",
					Package: "example.com/m/b", Declaration: "B",
					Fixes: []jsonFix{
						{Message: "do not sleep", Edits: []jsonEdit{{file, at, at + 13, ""}}},
						{Message: "sleep half", Edits: []jsonEdit{{file, at + 12, at + 12, " / 2"}}},
					},
				},
			},
			Errors: []jsonError{{Package: "example.com/m/d", Position: filepath.Join("d", "d.go") + ":3:12", Message: "undefined: x"}},
		}
		for i := range want.Findings {
			f := &want.Findings[i]
			f.Fingerprint = baseline.Key{Package: f.Package, Decl: f.Declaration, Rule: f.Pass + "/" + f.Category, What: []string{"b.B", "time.Sleep"}[i]}.Fingerprint(0)
		}
		a, _ := json.Marshal(out)
		b, _ := json.Marshal(want)
		if !bytes.Equal(a, b) {
			t.Errorf("got\n%s\nwant\n%s", a, b)
		}
	})
	t.Run("clean", func(t *testing.T) {
		got := tool(t, dir, "-format=json", "./c")
		_, keys := decode(t, got)
		if list, ok := keys["findings"].([]any); got.code != 0 || !ok || len(list) != 0 {
			t.Errorf("exit code %d, findings %v, want 0 and an empty list", got.code, keys["findings"])
		}
		if list, ok := keys["errors"].([]any); !ok || len(list) != 0 {
			t.Errorf("errors are %v, want an empty list", keys["errors"])
		}
	})
	t.Run("cannot run", func(t *testing.T) {
		got := tool(t, dir, "-format=json", "./x")
		out, _ := decode(t, got)
		if got.code != 2 || len(out.Errors) != 1 || got.stderr != "budgetlint: "+out.Errors[0].Message+"\n" {
			t.Errorf("got %+v, want exit code 2 and the error in both places", got)
		}
	})
}

func TestStableOrder(t *testing.T) {
	dir := unpack(t, module)
	first := tool(t, dir, "-format=json", "-tests", "-tags=special")
	if n := strings.Count(first.stdout, `"message": "A sleeps`); n != 1 {
		t.Fatalf("the finding in the test file comes %d times in\n%s", n, first.stdout)
	}
	for range 3 {
		if again := tool(t, dir, "-format=json", "-tests", "-tags=special"); again != first {
			t.Errorf("got %+v after %+v", again, first)
		}
	}
}

func TestDefaultPattern(t *testing.T) {
	dir := unpack(t, module)
	if got := tool(t, filepath.Join(dir, "b")); got.stdout != strings.TrimPrefix(inB, "b/") {
		t.Errorf("in a module: got %+v, want what is below the directory", got)
	}
	for _, m := range []string{"one", "two"} {
		if err := os.CopyFS(filepath.Join(dir, "w", m), os.DirFS(filepath.Join(dir, "b"))); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, "w", m, "go.mod"), []byte("module example.com/"+m+"\n\ngo 1.25.0\n"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(dir, "w", "go.work"), []byte("go 1.25.0\n\nuse (\n\t./one\n\t./two\n)\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	want := "one/b.go:6:2: this sleeps (fake/sleep)\ntwo/b.go:6:2: this sleeps (fake/sleep)\n"
	if got := tool(t, filepath.Join(dir, "w")); got.stdout != filepath.FromSlash(want) {
		t.Errorf("in a workspace: got %+v, want both modules", got)
	}
}

func TestFix(t *testing.T) {
	dir := unpack(t, module)
	before, err := os.ReadFile(filepath.Join(dir, "b", "b.go"))
	if err != nil {
		t.Fatal(err)
	}
	const after = "package b\n\nfunc B() {\n\n}\n"

	got := tool(t, dir, "-diff")
	const diff = "--- a/b/b.go\n+++ b/b/b.go\n@@ -1,7 +1,5 @@\n package b\n \n-import \"time\"\n-\n func B() {\n-\ttime.Sleep(1)\n+\n }\n"
	if got.code != 1 || got.stdout != diff || got.stderr != "budgetlint: 1 fix shown; 2 findings in 2 files\n" {
		t.Errorf("-diff: got %+v, want exit code 1 and\n%s", got, diff)
	}
	if now, err := os.ReadFile(filepath.Join(dir, "b", "b.go")); err != nil || !bytes.Equal(now, before) {
		t.Errorf("-diff changed the file to %q (%v)", now, err)
	}

	// Part of the findings can be fixed: those left decide on the exit code.
	if got := tool(t, dir, "-fix", "./a", "./b"); got.code != 0 || got.stdout != "" || got.stderr != "budgetlint: 1 fix applied\n" {
		t.Errorf("-fix: got %+v, want exit code 0: what called it does not sleep any more", got)
	}
	if now, err := os.ReadFile(filepath.Join(dir, "b", "b.go")); err != nil || string(now) != after {
		t.Errorf("-fix made the file %q (%v), want %q", now, err, after)
	}
	if got := tool(t, dir); got.code != 0 {
		t.Errorf("after -fix: got %+v", got)
	}
}

func TestFixLeavesFindings(t *testing.T) {
	dir := unpack(t, module)
	got := tool(t, dir, "-fix", "./a")
	if got.code != 1 || got.stdout != filepath.FromSlash(inA) || got.stderr != "budgetlint: 0 fixes applied; 1 finding in 1 file remain\n" {
		t.Errorf("got %+v, want the finding without a fix, and exit code 1", got)
	}
}

func TestExplain(t *testing.T) {
	dir := t.TempDir()
	if got := tool(t, dir, "explain"); got.code != 0 || !regexp.MustCompile(`^fake/sleep +default +a call of time\.Sleep\nfake/calls +strict +a call of what sleeps\n$`).MatchString(got.stdout) {
		t.Errorf("explain: got %+v", got)
	}
	for _, args := range [][]string{{"explain", "fake/calls"}, {"help", "fake/calls"}} {
		if got := tool(t, dir, args...); got.code != 0 || !strings.HasPrefix(got.stdout, "# fake/calls\n") {
			t.Errorf("%q: got %+v", args, got)
		}
	}
	if got := tool(t, dir, "explain", "fake"); got.code != 0 || !strings.HasPrefix(got.stdout, "# fake\n") {
		t.Errorf("explain fake: got %+v", got)
	}
}

func TestHelp(t *testing.T) {
	for _, arg := range []string{"help", "-h", "-help", "--help"} {
		got := tool(t, t.TempDir(), arg)
		if got.code != 0 || got.stderr != "" {
			t.Errorf("%s: got %+v", arg, got)
		}
		for _, want := range []string{"  -format text ", "  -strict ", "  -calls call ", "  -C dir ", "  -other.number number ", "  -fake ", "find what sleeps\n"} {
			if !strings.Contains(got.stdout, want) {
				t.Errorf("%s: no %q in\n%s", arg, want, got.stdout)
			}
		}
	}
}

func TestVersion(t *testing.T) {
	if got := tool(t, t.TempDir(), "version"); got.code != 0 || !regexp.MustCompile(`^budgetlint \S+ go\S+\n$`).MatchString(got.stdout) {
		t.Errorf("got %+v", got)
	}
}

// vet runs the tool under go vet and returns its findings in the form and
// order of the command line.
func vet(t *testing.T, dir, bin string, env []string, args ...string) (int, string) {
	t.Helper()
	// The scope keeps what the go command remembers of another run away: it
	// does not know whether a package was named or only imported.
	got := start(t, dir, env, "go", append([]string{"vet", "-vettool=" + bin, "-budgetlint.scope=" + t.Name()}, args...)...)
	var lines []string
	for _, l := range strings.SplitAfter(got.stderr, "\n") {
		if l != "" && !strings.HasPrefix(l, "#") {
			lines = append(lines, strings.TrimPrefix(l, "./"))
		}
	}
	slices.Sort(lines)
	return got.code, strings.Join(lines, "")
}

func TestVetTool(t *testing.T) {
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	dir := unpack(t, module)
	for name, args := range map[string][]string{
		"whole":         {"./..."},
		"part":          {"./a"},
		"all passes":    {"-budgetlint=true", "-other", "./..."},
		"another pass":  {"-other", "./..."},
		"tests as well": {"-budgetlint.tests", "./..."},
	} {
		t.Run(name, func(t *testing.T) {
			want := tool(t, dir, args...)
			code, got := vet(t, dir, exe, []string{asTool + "=1"}, args...)
			if got != want.stdout || code != want.code {
				t.Errorf("go vet exits with %d and prints\n%s\nthe command line %d and\n%s", code, got, want.code, want.stdout)
			}
		})
	}
}

// The command with the real passes, as it is built for users.
func TestBuilt(t *testing.T) {
	bin := filepath.Join(t.TempDir(), "budgetlint")
	if out, err := exec.Command("go", "build", "-buildvcs=false", "-o", bin, ".").CombinedOutput(); err != nil {
		t.Fatalf("go build: %v\n%s", err, out)
	}
	dir := unpack(t, `
-- go.mod --
module example.com/m

go 1.25.0
-- bad/bad.go --
package bad

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
-- caller/caller.go --
package caller

import (
	"context"

	"example.com/m/bad"
)

func Call(ctx context.Context, s *bad.Store) error { return s.Save(ctx) }
-- good/good.go --
package good
-- broken/broken.go --
package broken

var x = y
`)
	finding := regexp.MustCompile(`(?m)^bad/bad\.go:12:17: .* \(freshtimeout/reset\)$`)
	whole := start(t, dir, nil, bin, "./bad", "./caller", "./good")
	if whole.code != 1 || !finding.MatchString(filepath.ToSlash(whole.stdout)) {
		t.Errorf("got %+v, want exit code 1 and a match of %s", whole, finding)
	}
	if got := start(t, dir, nil, bin, "./good"); got != (result{}) {
		t.Errorf("good: got %+v, want nothing", got)
	}
	if got := start(t, dir, nil, bin); got.code != 2 || got.stdout != whole.stdout || !strings.Contains(got.stderr, "package example.com/m/broken does not compile\n") {
		t.Errorf("with a broken package: got %+v, want exit code 2 and\n%s", got, whole.stdout)
	}
	if code, got := vet(t, dir, bin, nil, "./bad", "./caller", "./good"); code != 1 || got != whole.stdout {
		t.Errorf("go vet exits with %d and prints\n%s\nwant\n%s", code, got, whole.stdout)
	}
	var out jsonResult
	if got := start(t, dir, nil, bin, "-format=json", "./bad"); json.Unmarshal([]byte(got.stdout), &out) != nil || len(out.Findings) == 0 {
		t.Errorf("as JSON: got %+v", got)
	}
	for _, f := range out.Findings {
		if f.URL == "" || f.EndColumn == 0 || f.Level != "default" {
			t.Errorf("finding lacks something: %+v", f)
		}
	}
	if got := start(t, dir, nil, bin, "explain", "freshtimeout/reset"); got.code != 0 || !strings.HasPrefix(got.stdout, "# freshtimeout/reset\n") {
		t.Errorf("explain: got %+v", got)
	}
}
