package drivertest_test

import (
	"flag"
	"fmt"
	"go/ast"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"

	"github.com/budgetlint/budgetlint/internal/driver/drivertest"
)

// letter reports every function whose name starts with the letter of its flag,
// and offers to rename it.
func letter() *analysis.Analyzer {
	a := &analysis.Analyzer{Name: "letter", Doc: "letter: reports functions by their first letter"}
	which := a.Flags.String("which", "f", "the letter")
	var seen list
	a.Flags.Var(&seen, "seen", "repeatable")
	a.Run = func(pass *analysis.Pass) (any, error) {
		for _, f := range pass.Files {
			for _, d := range f.Decls {
				fn, ok := d.(*ast.FuncDecl)
				if !ok || !strings.HasPrefix(fn.Name.Name, *which) {
					continue
				}
				rename := func(to string) analysis.SuggestedFix {
					return analysis.SuggestedFix{Message: "name it " + to, TextEdits: []analysis.TextEdit{{Pos: fn.Name.Pos(), End: fn.Name.End(), NewText: []byte(to)}}}
				}
				pass.Report(analysis.Diagnostic{
					Pos: fn.Name.Pos(), Message: fmt.Sprintf("function %s (letter/%s)", fn.Name.Name, *which),
					SuggestedFixes: []analysis.SuggestedFix{rename("g" + fn.Name.Name), rename("h" + fn.Name.Name)},
				})
			}
		}
		return nil, nil
	}
	return a
}

type list []string

func (l *list) String() string     { return strings.Join(*l, ",") }
func (l *list) Set(s string) error { *l = append(*l, s); return nil }

var _ flag.Value = new(list)

// recorder stands in for a test that may fail.
type recorder struct {
	testing.TB
	errors   []string
	cleanups []func()
}

func (r *recorder) Helper()           {}
func (r *recorder) Error(args ...any) { r.errors = append(r.errors, fmt.Sprint(args...)) }
func (r *recorder) Errorf(f string, args ...any) {
	r.errors = append(r.errors, fmt.Sprintf(f, args...))
}
func (r *recorder) Cleanup(f func()) { r.cleanups = append(r.cleanups, f) }

func module(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	files["go.mod"] = "module example.com/m\n\ngo 1.25.0\n"
	for name, text := range files {
		name = filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func TestRun(t *testing.T) {
	for name, test := range map[string]struct {
		src      string
		complain []string // regular expressions, one a complaint
	}{
		"met":            {src: "func f() {} // want `function f`\n"},
		"end":            {src: "func f() {} // want `function f .*\\(letter/f\\)$`\n"},
		"quoted":         {src: "func f() {} // want \"function f\"\n"},
		"below":          {src: "// want +1 `function f`\nfunc f() {}\n"},
		"behind another": {src: "func f() {} //nolint:x // want `function f`\n"},
		"two":            {src: "func f() {}; func ff() {} // want `f ` `ff `\n"},
		"word":           {src: "// wanted: nothing\nfunc g() {}\n"},
		"unexpected":     {src: "func f() {}\n", complain: []string{`m\.go:3:6: unexpected finding: function f`}},
		"unmet":          {src: "func g() {} // want `function g`\n", complain: []string{"m\\.go:3: no finding matches `function g`"}},
		"mismatch":       {src: "func f() {} // want `method f`\n", complain: []string{"does not match `method f`", "m\\.go:3: no finding matches `method f`"}},
		"one of two":     {src: "func f() {}; func ff() {} // want `f`\n", complain: []string{"unexpected finding: function ff"}},
		"not a regexp":   {src: "func g() {} // want `(`\n", complain: []string{`in a want comment: .*missing closing`}},
		"empty":          {src: "func g() {} // want `\n", complain: []string{`in a want comment`}},
		"no compile":     {src: "func g() { x }\n", complain: []string{`undefined: x`}},
	} {
		t.Run(name, func(t *testing.T) {
			dir := module(t, map[string]string{"m.go": "package m\n\n" + test.src})
			r := &recorder{TB: t}
			drivertest.Run(r, dir, []*analysis.Analyzer{letter()})
			check(t, r.errors, test.complain)
		})
	}
}

func TestRunReadsTestFiles(t *testing.T) {
	dir := module(t, map[string]string{"m.go": "package m\n", "m_test.go": "package m\n\nfunc f() {}\n", "x_test.go": "package m_test\n\nfunc ff() {}\n"})
	r := &recorder{TB: t}
	drivertest.Run(r, dir, []*analysis.Analyzer{letter()})
	check(t, r.errors, []string{`m_test\.go:3:6: unexpected`, `x_test\.go:3:6: unexpected`})
}

func TestRunWithFixes(t *testing.T) {
	const src = "package m\n\nfunc f() {} // want `f`\n"
	first := strings.Replace(src, " f()", " gf()", 1)
	second := strings.Replace(src, " f()", " hf()", 1)
	for name, test := range map[string]struct {
		golden   string
		complain []string
	}{
		"first":           {golden: first},
		"differs":         {golden: second, complain: []string{`(?s)-func hf.*\+func gf`}},
		"sections":        {golden: "-- name it gf --\n" + first + "-- name it hf --\n" + second},
		"section differs": {golden: "-- name it gf --\n" + second + "-- name it hf --\n" + second, complain: []string{`name it gf`}},
		"section missing": {golden: "-- name it gf --\n" + first, complain: []string{`no section for the fix "name it hf"`}},
		"section unknown": {golden: "-- name it gf --\n" + first + "-- name it hf --\n" + second + "-- x --\n", complain: []string{`no fix has the message "x"`}},
		"missing":         {complain: []string{`no golden file`}},
	} {
		t.Run(name, func(t *testing.T) {
			files := map[string]string{"m.go": src}
			if test.golden != "" {
				files["m.go.golden"] = test.golden
			}
			r := &recorder{TB: t}
			drivertest.RunWithFixes(r, module(t, files), []*analysis.Analyzer{letter()})
			check(t, r.errors, test.complain)
		})
	}
	t.Run("does not compile", func(t *testing.T) {
		const used = "\nvar _ = f\n"
		r := &recorder{TB: t}
		drivertest.RunWithFixes(r, module(t, map[string]string{"m.go": src + used, "m.go.golden": first + used}), []*analysis.Analyzer{letter()})
		check(t, r.errors, []string{`1 are left out`, `by itself \(name it gf\) leaves: .*undefined: f`, `by itself \(name it hf\) leaves: .*undefined: f`})
	})
	t.Run("no fix", func(t *testing.T) {
		r := &recorder{TB: t}
		drivertest.RunWithFixes(r, module(t, map[string]string{"m.go": "package m\n", "m.go.golden": "package m\n"}), []*analysis.Analyzer{letter()})
		check(t, r.errors, []string{"no fix changes the file"})
	})
}

func TestSetFlag(t *testing.T) {
	a := letter()
	r := &recorder{TB: t}
	drivertest.SetFlag(r, a, "which", "g")
	drivertest.SetFlag(r, a, "seen", "x")
	if got := a.Flags.Lookup("which").Value.String() + a.Flags.Lookup("seen").Value.String(); got != "gx" {
		t.Errorf("after SetFlag the flags are %q, want gx", got)
	}
	drivertest.Run(r, module(t, map[string]string{"m.go": "package m\n\nfunc f() {}\n\nfunc g() {} // want `letter/g`\n"}), []*analysis.Analyzer{a})
	check(t, r.errors, nil)
	for _, f := range r.cleanups {
		f()
	}
	if got := a.Flags.Lookup("which").Value.String() + a.Flags.Lookup("seen").Value.String(); got != "f" {
		t.Errorf("after the test the flags are %q, want f", got)
	}
}

func check(t *testing.T, got, want []string) {
	t.Helper()
	for i, g := range got {
		if i >= len(want) || !regexp.MustCompile(want[i]).MatchString(g) {
			t.Errorf("complaint %d is %q, want a match of %q", i, g, want)
		}
	}
	if len(got) < len(want) {
		t.Errorf("complaints are %q, want matches of %q", got, want)
	}
}
