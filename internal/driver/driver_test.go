package driver_test

import (
	"archive/zip"
	"context"
	"errors"
	"fmt"
	"go/ast"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/txtar"

	"github.com/budgetlint/budgetlint/internal/config"
	"github.com/budgetlint/budgetlint/internal/driver"
	"github.com/budgetlint/budgetlint/internal/driver/drivertest"
	"github.com/budgetlint/budgetlint/internal/driver/fake"
)

// unpack writes the files of a txtar archive to a new directory.
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

// alone keeps the go command from the workspace that these tests may run in.
func alone() []string { return append(os.Environ(), "GOWORK=", "GOFLAGS=") }

func run(t *testing.T, opts driver.Options) *driver.Result {
	t.Helper()
	if opts.Env == nil {
		opts.Env = alone()
	}
	if opts.Analyzers == nil {
		opts.Analyzers = []*analysis.Analyzer{fake.Analyzer}
	}
	opts.CheckFacts = true
	res, err := driver.Run(context.Background(), opts)
	if err != nil {
		t.Fatal(err)
	}
	return res
}

// brief returns the findings as "file:line message", files relative to dir.
func brief(dir string, res *driver.Result) []string {
	out := []string{}
	for _, f := range res.Findings {
		rel, err := filepath.Rel(dir, f.File)
		if err != nil {
			rel = f.File
		}
		out = append(out, fmt.Sprintf("%s:%d %s", filepath.ToSlash(rel), f.Line, f.Message))
	}
	return out
}

func expect(t *testing.T, dir string, res *driver.Result, want ...string) {
	t.Helper()
	if got := brief(dir, res); !slices.Equal(got, want) {
		t.Errorf("findings:\n\t%s\nwant:\n\t%s", strings.Join(got, "\n\t"), strings.Join(want, "\n\t"))
	}
	for _, e := range res.Errors {
		t.Errorf("package %s: %v", e.Package, e.Problems)
	}
}

// chain is a module in which c sleeps, b calls c and a calls b.
const chain = `
-- go.mod --
module example.com/m

go 1.25.0
-- a/a.go --
package a

import "example.com/m/b"

func A() { b.B() }
-- b/b.go --
package b

import "example.com/m/c"

func B() { c.C() }
-- c/c.go --
package c

import "time"

func C() { time.Sleep(1) }
`

func TestFactsFlow(t *testing.T) {
	dir := unpack(t, chain)
	expect(t, dir, run(t, driver.Options{Dir: dir}),
		"a/a.go:5 B sleeps, 2 below (fake/calls)",
		"b/b.go:5 C sleeps, 1 below (fake/calls)",
		"c/c.go:5 this sleeps (fake/sleep)")
}

func TestPartLikeWhole(t *testing.T) {
	dir := unpack(t, chain)
	expect(t, dir, run(t, driver.Options{Dir: dir, Patterns: []string{"./a"}}), "a/a.go:5 B sleeps, 2 below (fake/calls)")
	expect(t, dir, run(t, driver.Options{Dir: filepath.Join(dir, "a")}), "a/a.go:5 B sleeps, 2 below (fake/calls)")
	expect(t, dir, run(t, driver.Options{Dir: dir, Patterns: []string{"example.com/m/a", "./c"}}),
		"a/a.go:5 B sleeps, 2 below (fake/calls)",
		"c/c.go:5 this sleeps (fake/sleep)")
}

func TestFilePattern(t *testing.T) {
	dir := unpack(t, chain+"-- a/other.go --\npackage a\n\nimport \"example.com/m/c\"\n\nfunc other() { c.C() }\n")
	expect(t, dir, run(t, driver.Options{Dir: dir, Patterns: []string{"a/a.go", "c/c.go"}}),
		"a/a.go:5 B sleeps, 2 below (fake/calls)",
		"c/c.go:5 this sleeps (fake/sleep)")
}

func TestFinding(t *testing.T) {
	dir := unpack(t, chain)
	res := run(t, driver.Options{Dir: dir, Patterns: []string{"./c"}})
	if len(res.Findings) != 1 {
		t.Fatalf("findings are %v, want one", res.Findings)
	}
	got := res.Findings[0]
	file := filepath.Join(dir, "c", "c.go")
	src := "package c\n\nimport \"time\"\n\nfunc C() { time.Sleep(1) }\n"
	start, end := strings.Index(src, "time.Sleep"), strings.Index(src, " }")
	want := driver.Finding{
		Pass: "fake", Category: "sleep", Message: "this sleeps (fake/sleep)", URL: "https://example.com/fake#sleep", Package: "example.com/m/c",
		Decl: "C", What: "time.Sleep", File: file, Line: 5, Column: 12, EndLine: 5, EndColumn: 25,
		Fixes: []driver.Fix{
			{Message: "do not sleep", Edits: []driver.Edit{{File: file, Start: start, End: end}}},
			{Message: "sleep half", Edits: []driver.Edit{{File: file, Start: end - 1, End: end - 1, New: " / 2"}}},
		},
	}
	if fmt.Sprintf("%+v", got) != fmt.Sprintf("%+v", want) {
		t.Errorf("finding is\n%+v, want\n%+v", got, want)
	}
}

func TestTestFiles(t *testing.T) {
	dir := unpack(t, chain+`
-- b/b_test.go --
package b

import "testing"

func TestB(t *testing.T) { B() }
-- b/x_test.go --
package b_test

import (
	"testing"

	"example.com/m/a"
	"example.com/m/b"
)

func TestX(t *testing.T) {
	a.A() // a is built anew for this test, since it imports b
	b.B()
}
`)
	whole := []string{
		"a/a.go:5 B sleeps, 2 below (fake/calls)",
		"b/b.go:5 C sleeps, 1 below (fake/calls)",
		"c/c.go:5 this sleeps (fake/sleep)",
	}
	t.Run("off", func(t *testing.T) { expect(t, dir, run(t, driver.Options{Dir: dir}), whole...) })
	t.Run("loaded only", func(t *testing.T) { expect(t, dir, run(t, driver.Options{Dir: dir, Tests: true}), whole...) })
	drivertest.SetFlag(t, config.Analyzer, "tests", "true")
	tests := []string{
		"b/b_test.go:5 B sleeps, 2 below (fake/calls)",
		"b/x_test.go:11 A sleeps, 3 below (fake/calls)",
		"b/x_test.go:12 B sleeps, 2 below (fake/calls)",
	}
	t.Run("on", func(t *testing.T) {
		expect(t, dir, run(t, driver.Options{Dir: dir, Tests: true}), slices.Concat(whole[:2], tests, whole[2:])...)
	})
	t.Run("part", func(t *testing.T) {
		expect(t, dir, run(t, driver.Options{Dir: dir, Tests: true, Patterns: []string{"./b"}}), slices.Concat(whole[1:2], tests)...)
	})
}

// A test file that does not compile takes no findings from the package.
func TestBrokenTestFile(t *testing.T) {
	dir := unpack(t, chain+"-- c/c_test.go --\npackage c\n\nvar x undefined\n")
	res := run(t, driver.Options{Dir: dir, Patterns: []string{"./c"}, Tests: true})
	if got := brief(dir, res); !slices.Equal(got, []string{"c/c.go:5 this sleeps (fake/sleep)"}) {
		t.Errorf("findings are %q", got)
	}
	wantErrors(t, res, `^example.com/m/c: .*c_test\.go:3:7: undefined: undefined$`)
}

func TestTags(t *testing.T) {
	dir := unpack(t, chain+"-- c/tagged.go --\n//go:build special\n\npackage c\n\nfunc D() { C() }\n")
	if got := len(run(t, driver.Options{Dir: dir}).Findings); got != 3 {
		t.Errorf("%d findings without the tag, want 3", got)
	}
	if got := len(run(t, driver.Options{Dir: dir, Tags: "other,special"}).Findings); got != 4 {
		t.Errorf("%d findings with the tag, want 4", got)
	}
}

func TestNestedModuleIsNotEntered(t *testing.T) {
	dir := unpack(t, chain+"-- n/go.mod --\nmodule example.com/n\n-- n/n.go --\npackage n\n\nimport \"time\"\n\nfunc N() { time.Sleep(1) }\n")
	if got := len(run(t, driver.Options{Dir: dir}).Findings); got != 3 {
		t.Errorf("%d findings, want the 3 of the outer module", got)
	}
}

const workspace = `
-- go.work --
go 1.25.0

use (
	./one
	./two
)
-- one/go.mod --
module example.com/one

go 1.25.0
-- one/one.go --
package one

import "example.com/two"

func One() { two.Two() }
-- two/go.mod --
module example.com/two

go 1.25.0
-- two/two.go --
package two

import "time"

func Two() { time.Sleep(1) }
`

func TestWorkspace(t *testing.T) {
	dir := unpack(t, workspace)
	one, two := "one/one.go:5 Two sleeps, 1 below (fake/calls)", "two/two.go:5 this sleeps (fake/sleep)"
	t.Run("default", func(t *testing.T) { expect(t, dir, run(t, driver.Options{Dir: dir}), one, two) })
	t.Run("default in a module", func(t *testing.T) {
		expect(t, dir, run(t, driver.Options{Dir: filepath.Join(dir, "two")}), one, two)
	})
	t.Run("part", func(t *testing.T) {
		expect(t, dir, run(t, driver.Options{Dir: filepath.Join(dir, "one"), Patterns: []string{"./..."}}), one)
	})
}

func TestReplacedByFolder(t *testing.T) {
	dir := unpack(t, `
-- m/go.mod --
module example.com/m

go 1.25.0

require example.com/r v1.0.0

replace example.com/r => ../r
-- m/m.go --
package m

import "example.com/r"

func M() { r.R() }
-- r/go.mod --
module example.com/r

go 1.25.0
-- r/r.go --
package r

import "time"

func R() { time.Sleep(1) }
`)
	expect(t, dir, run(t, driver.Options{Dir: filepath.Join(dir, "m")}), "m/m.go:5 R sleeps, 1 below (fake/calls)")
}

// proxy serves modules from files and returns an environment that uses it.
func proxy(t *testing.T, modules map[string]string) []string {
	t.Helper()
	root := t.TempDir()
	for mod, archive := range modules {
		path, version, _ := strings.Cut(mod, "@")
		dir := filepath.Join(root, filepath.FromSlash(path), "@v")
		if err := os.MkdirAll(dir, 0o755); err != nil {
			t.Fatal(err)
		}
		files := txtar.Parse([]byte(archive)).Files
		z, err := os.Create(filepath.Join(dir, version+".zip"))
		if err != nil {
			t.Fatal(err)
		}
		zw := zip.NewWriter(z)
		for _, f := range files {
			w, err := zw.Create(mod + "/" + f.Name)
			if err == nil {
				_, err = w.Write(f.Data)
			}
			if err != nil {
				t.Fatal(err)
			}
			if f.Name == "go.mod" {
				write(t, filepath.Join(dir, version+".mod"), string(f.Data))
			}
		}
		if err := errors.Join(zw.Close(), z.Close()); err != nil {
			t.Fatal(err)
		}
		write(t, filepath.Join(dir, version+".info"), fmt.Sprintf(`{"Version":%q}`, version))
		write(t, filepath.Join(dir, "list"), version+"\n")
	}
	return append(os.Environ(), "GOWORK=", "GOFLAGS=-mod=mod -modcacherw", "GOPROXY=file://"+filepath.ToSlash(root),
		"GOSUMDB=off", "GONOSUMDB=*", "GONOPROXY=none", "GOPRIVATE=", "GOMODCACHE="+t.TempDir())
}

func write(t *testing.T, name, text string) {
	t.Helper()
	if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

func TestThirdParty(t *testing.T) {
	env := proxy(t, map[string]string{"example.com/third@v1.0.0": `
-- go.mod --
module example.com/third

go 1.25.0
-- sub/sub.go --
package sub

import "time"

func Sub() { time.Sleep(1) }
`})
	dir := unpack(t, `
-- go.mod --
module example.com/m

go 1.25.0

require example.com/third v1.0.0
-- m.go --
package m

import "example.com/third/sub"

func M() { sub.Sub() }
`)
	t.Run("has no facts", func(t *testing.T) { expect(t, dir, run(t, driver.Options{Dir: dir, Env: env})) })
	for _, deps := range []string{"example.com/third", "example.com/third/", "example.com", "example.com/third/sub"} {
		t.Run("counts as first-party by "+deps, func(t *testing.T) {
			expect(t, dir, run(t, driver.Options{Dir: dir, Env: env, Deps: []string{"x.example", deps}}), "m.go:5 Sub sleeps, 1 below (fake/calls)")
		})
	}
	t.Run("another prefix", func(t *testing.T) {
		expect(t, dir, run(t, driver.Options{Dir: dir, Env: env, Deps: []string{"example.com/thi"}}))
	})
	t.Run("named by a pattern", func(t *testing.T) {
		if got := len(run(t, driver.Options{Dir: dir, Env: env, Patterns: []string{"example.com/third/..."}}).Findings); got != 1 {
			t.Errorf("%d findings, want 1", got)
		}
	})
}

// A third-party package between two first-party ones must see the same types
// as they do.
func TestThirdPartyBetween(t *testing.T) {
	env := proxy(t, map[string]string{
		"example.com/third@v1.0.0": `
-- go.mod --
module example.com/third

go 1.25.0

require example.com/low v1.0.0
-- third.go --
package third

import "example.com/low"

func New() *low.Low { return &low.Low{} }
`,
		"example.com/low@v1.0.0": "-- go.mod --\nmodule example.com/low\n\ngo 1.25.0\n-- low.go --\npackage low\n",
	})
	dir := unpack(t, `
-- go.work --
go 1.25.0

use (
	./top
	./low
)
-- top/go.mod --
module example.com/top

go 1.25.0

require (
	example.com/low v1.0.0
	example.com/third v1.0.0
)
-- top/top.go --
package top

import (
	"example.com/low"
	"example.com/third"
)

func Top() {
	var l *low.Low = third.New()
	l.Wait()
	third.New().Wait()
}
-- low/go.mod --
module example.com/low

go 1.25.0
-- low/low.go --
package low

import "time"

type Low struct{}

func (*Low) Wait() { time.Sleep(1) }
`)
	env = append(env, "GOFLAGS=-modcacherw")
	expect(t, dir, run(t, driver.Options{Dir: dir, Env: env}),
		"low/low.go:7 this sleeps (fake/sleep)",
		"top/top.go:10 Wait sleeps, 1 below (fake/calls)",
		"top/top.go:11 Wait sleeps, 1 below (fake/calls)")
}

func TestBrokenPackage(t *testing.T) {
	dir := unpack(t, chain+`
-- d/d.go --
package d

import (
	"time"

	"example.com/m/c"
)

func Fine() { time.Sleep(1); c.C() }

func Broken() { x }
-- e/e.go --
package e

import (
	"time"

	"example.com/m/d"
)

func E() { time.Sleep(1); d.Fine() }
-- f/f.go --
package f

func F() {
-- g/g.go --
package g

import "example.com/m/missing"

func G() { missing.G() }
-- h/h1.go --
package h
-- h/h2.go --
package hh
`)
	res := run(t, driver.Options{Dir: dir})
	want := []string{
		"a/a.go:5 B sleeps, 2 below (fake/calls)",
		"b/b.go:5 C sleeps, 1 below (fake/calls)",
		"c/c.go:5 this sleeps (fake/sleep)",
		"e/e.go:9 this sleeps (fake/sleep)",
	}
	if got := brief(dir, res); !slices.Equal(got, want) {
		t.Errorf("findings are %q, want %q", got, want)
	}
	wantErrors(t, res,
		`^example.com/m/d: .*d\.go:11:17: undefined: x$`,
		`^example.com/m/f: .*f\.go:3:12: expected .+, found 'EOF'$`,
		`^example.com/m/g: .*g\.go:3:8: could not import example.com/m/missing \(.+\)$`,
		`^example.com/m/h: .*h2\.go:1:1: package hh; expected package h$`)
}

// wantErrors wants an error a package, whose first problem matches.
func wantErrors(t *testing.T, res *driver.Result, want ...string) {
	t.Helper()
	for i, e := range res.Errors {
		got := e.Package + ": " + e.Problems[0].String()
		if i >= len(want) || !regexp.MustCompile(want[i]).MatchString(got) {
			t.Errorf("error %d is %q, want a match of %q", i, got, want)
		}
	}
	if len(res.Errors) < len(want) {
		t.Errorf("%d errors, want %d", len(res.Errors), len(want))
	}
}

func TestPanic(t *testing.T) {
	dir := unpack(t, chain+"-- d/d.go --\npackage d\n\nfunc Boom() {}\n\nfunc D() { Boom() }\n")
	res := run(t, driver.Options{Dir: dir})
	if got := len(res.Findings); got != 3 {
		t.Errorf("%d findings, want the 3 of the other packages", got)
	}
	wantErrors(t, res, `^example.com/m/d: pass fake panicked: boom \(.*fake\.go:\d+\)$`)
	if len(res.Errors) == 1 && !res.Errors[0].Internal {
		t.Error("the error counts as one of the package")
	}
}

// partial is a result that went on without a part that failed.
type partial struct{}

func (*partial) Problem() error { return errors.New("a part failed") }

func TestProblemOfAResult(t *testing.T) {
	dir := unpack(t, chain)
	a := &analysis.Analyzer{
		Name: "partial", Doc: "has a result in spite of a problem",
		Run: func(*analysis.Pass) (any, error) { return &partial{}, nil }, ResultType: reflect.TypeFor[*partial](),
	}
	res := run(t, driver.Options{Dir: dir, Patterns: []string{"./a"}, Analyzers: []*analysis.Analyzer{a}})
	wantErrors(t, res, `^example.com/m/a: pass partial: a part failed$`)
	if len(res.Errors) == 1 && !res.Errors[0].Internal {
		t.Error("the error counts as one of the package")
	}
}

func TestCgo(t *testing.T) {
	if out, err := exec.Command("go", "env", "CGO_ENABLED").Output(); err != nil || strings.TrimSpace(string(out)) != "1" {
		t.Skip("no cgo")
	}
	if _, err := exec.LookPath("gcc"); err != nil {
		t.Skip("no gcc")
	}
	dir := unpack(t, chain+`
-- d/d.go --
package d

// int one(void) { return 1; }
import "C"

func One() int { return int(C.one()) }
-- d/plain.go --
package d

import "example.com/m/c"

func D() { c.C() }
`)
	expect(t, dir, run(t, driver.Options{Dir: dir, Patterns: []string{"./d"}}), "d/plain.go:5 C sleeps, 1 below (fake/calls)")
}

func TestInput(t *testing.T) {
	dir := unpack(t, chain)
	empty := t.TempDir()
	for name, test := range map[string]struct {
		opts driver.Options
		want string
	}{
		"no module":    {driver.Options{Dir: empty}, `^no go\.mod in `},
		"no directory": {driver.Options{Dir: filepath.Join(dir, "x")}, `^cannot read directory .*x: no such file`},
		"a file":       {driver.Options{Dir: filepath.Join(dir, "go.mod")}, `go\.mod is not a directory$`},
		"no folder":    {driver.Options{Dir: dir, Patterns: []string{"./x"}}, `^\./x cannot be loaded: .*directory not found; name packages`},
		"nothing":      {driver.Options{Dir: dir, Patterns: []string{"./a", "./x/..."}}, `^\./x/\.\.\. matches no packages`},
		"no package":   {driver.Options{Dir: dir, Patterns: []string{"example.com/m/x"}}, `^example\.com/m/x cannot be loaded: `},
		"no path":      {driver.Options{Dir: dir, Patterns: []string{"example.com/m/x/..."}}, `^example\.com/m/x/\.\.\. matches no packages`},
		"no file":      {driver.Options{Dir: dir, Patterns: []string{"x.go"}}, `^cannot read file x\.go$`},
		"mixed":        {driver.Options{Dir: dir, Patterns: []string{"./a", "a/a.go"}}, `^name files or packages, not both$`},
		"no go files":  {driver.Options{Dir: dir, Patterns: []string{"."}}, `^\. cannot be loaded: no Go files`},
	} {
		t.Run(name, func(t *testing.T) {
			test.opts.Env = alone()
			_, err := driver.Run(context.Background(), test.opts)
			var input *driver.InputError
			if !errors.As(err, &input) || !regexp.MustCompile(test.want).MatchString(err.Error()) || strings.Contains(err.Error(), "\n") {
				t.Errorf("error is %T %v, want an InputError of one line that matches %s", err, err, test.want)
			}
		})
	}
}

func TestOneMissingAmongOthers(t *testing.T) {
	dir := unpack(t, chain)
	res := run(t, driver.Options{Dir: dir, Patterns: []string{"./c", "./x"}})
	if len(res.Findings) != 1 {
		t.Errorf("findings are %q, want that of ./c", brief(dir, res))
	}
	if len(res.Errors) != 1 || !res.Errors[0].Missing {
		t.Errorf("errors are %v, want one that says missing", res.Errors)
	}
}

func TestCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	opts := driver.Options{Dir: unpack(t, chain), Env: alone(), Analyzers: []*analysis.Analyzer{fake.Analyzer}}
	opts.Progress = func(string) { cancel() }
	if _, err := driver.Run(ctx, opts); !errors.Is(err, context.Canceled) {
		t.Errorf("error is %v, want context.Canceled", err)
	}
}

type unsteady struct{ M map[int]int }

func (*unsteady) AFact() {}

type uncodable struct{ C chan int }

func (*uncodable) AFact() {}

func TestCheckFacts(t *testing.T) {
	many := &unsteady{map[int]int{}}
	for i := range 100 {
		many.M[i] = i
	}
	for name, test := range map[string]struct {
		fact analysis.Fact
		want string
	}{
		"unsteady":  {many, `differs from time to time`},
		"uncodable": {&uncodable{make(chan int)}, `cannot be encoded`},
	} {
		t.Run(name, func(t *testing.T) {
			a := &analysis.Analyzer{Name: "facts", Doc: "facts", FactTypes: []analysis.Fact{test.fact}, Run: func(pass *analysis.Pass) (any, error) {
				pass.ExportPackageFact(test.fact)
				return nil, nil
			}}
			res := run(t, driver.Options{Dir: unpack(t, chain), Patterns: []string{"./c"}, Analyzers: []*analysis.Analyzer{a}})
			wantErrors(t, res, test.want)
		})
	}
}

func TestPackageFacts(t *testing.T) {
	var got []string
	a := &analysis.Analyzer{Name: "facts", Doc: "facts", FactTypes: []analysis.Fact{new(fake.Sleeps)}}
	a.Run = func(pass *analysis.Pass) (any, error) {
		var below fake.Sleeps
		for _, imp := range pass.Pkg.Imports() {
			pass.ImportPackageFact(imp, &below)
		}
		pass.ExportPackageFact(&fake.Sleeps{Depth: below.Depth + 1})
		if pass.Pkg.Name() == "a" {
			got = append(got, fmt.Sprint(below.Depth, len(pass.AllPackageFacts()), len(pass.AllObjectFacts())))
		}
		return nil, nil
	}
	run(t, driver.Options{Dir: unpack(t, chain), Patterns: []string{"./a"}, Analyzers: []*analysis.Analyzer{a}})
	if !slices.Equal(got, []string{"2 1 0"}) {
		t.Errorf("depth and number of facts are %q, want 2 1 0", got)
	}
}

func TestBadFix(t *testing.T) {
	edit := func(pos, end int, f *ast.File) analysis.TextEdit {
		return analysis.TextEdit{Pos: f.FileStart + token.Pos(pos), End: f.FileStart + token.Pos(end)}
	}
	for name, edits := range map[string]func(f *ast.File) []analysis.TextEdit{
		"overlap": func(f *ast.File) []analysis.TextEdit { return []analysis.TextEdit{edit(0, 5, f), edit(3, 8, f)} },
		"outside": func(f *ast.File) []analysis.TextEdit { return []analysis.TextEdit{edit(0, 1<<20, f)} },
		"reverse": func(f *ast.File) []analysis.TextEdit { return []analysis.TextEdit{edit(5, 2, f)} },
	} {
		t.Run(name, func(t *testing.T) {
			a := &analysis.Analyzer{Name: "bad", Doc: "bad", Run: func(pass *analysis.Pass) (any, error) {
				f := pass.Files[0]
				pass.Report(analysis.Diagnostic{Pos: f.Pos(), Message: "m", SuggestedFixes: []analysis.SuggestedFix{{Message: "fix", TextEdits: edits(f)}}})
				return nil, nil
			}}
			res := run(t, driver.Options{Dir: unpack(t, chain), Patterns: []string{"./c"}, Analyzers: []*analysis.Analyzer{a}})
			wantErrors(t, res, `^example.com/m/c: pass bad failed: fix "fix" has `)
		})
	}
}
