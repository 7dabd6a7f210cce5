// Package drivertest checks analyzers against the comments of test modules, as
// analysistest does, on the driver of the command line: libraries come from
// export data, so a test module can use real ones. It knows nothing of what
// the analyzers look for.
package drivertest

import (
	"cmp"
	"context"
	"flag"
	"fmt"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"go/types"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"text/scanner"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/packages"
	"golang.org/x/tools/txtar"

	"github.com/budgetlint/budgetlint/internal/driver"
)

// Run runs the analyzers on the packages that the patterns name in dir, test
// files included, and reports to t every finding that no comment expects,
// every expectation that nothing meets, and every error in a package:
//
//	call() // want "regexp" `another`
//	call() // want +2 "regexp, two lines below"
//
// A regular expression matches anywhere in the message, which ends in
// (pass/category). Facts pass through their encoding on the way. Patterns are
// "./..." if there are none. The module is that of dir, in a workspace only if
// the go.work lies beside its go.mod.
func Run(t testing.TB, dir string, analyzers []*analysis.Analyzer, patterns ...string) *driver.Result {
	t.Helper()
	if len(patterns) == 0 {
		patterns = []string{"./..."}
	}
	res, err := driver.Run(context.Background(), driver.Options{
		Dir: dir, Patterns: patterns, Tests: true, Env: append(os.Environ(), "GOWORK="+workspace(dir)),
		Analyzers: analyzers, CheckFacts: true,
	})
	if err != nil {
		t.Fatalf("%s %s: %v", dir, strings.Join(patterns, " "), err)
	}
	for _, e := range res.Errors {
		for _, p := range e.Problems {
			t.Errorf("%s: %v", e.Package, p)
		}
	}
	for _, m := range compare(res) {
		t.Error(m)
	}
	return res
}

// RunWithFixes is Run and then checks fixes against FILE.golden beside each
// file that a fix changes. It is either the file after the first fix of every
// finding, or a txtar archive with a section for each message of a fix that
// holds the file after all fixes with this message. Both are formatted before
// they are compared. Each fix by itself has to leave code that compiles, and so
// do the first fixes of all findings together.
func RunWithFixes(t testing.TB, dir string, analyzers []*analysis.Analyzer, patterns ...string) *driver.Result {
	t.Helper()
	res := Run(t, dir, analyzers, patterns...)
	changed := map[string]bool{}
	for _, f := range res.Findings {
		for _, fix := range f.Fixes {
			for _, e := range fix.Edits {
				changed[e.File] = true
			}
		}
	}
	for _, file := range res.Files {
		name := file + ".golden"
		data, err := os.ReadFile(name)
		switch {
		case err != nil && changed[file]:
			t.Errorf("no golden file for the fixes: %v", err)
		case err != nil:
		case !changed[file]:
			t.Errorf("%s: no fix changes the file", name)
		default:
			if ar := txtar.Parse(data); len(ar.Files) == 0 {
				golden(t, name, file, driver.First(res.Findings), data)
			} else {
				sections(t, name, file, res.Findings, ar)
			}
		}
	}
	opts := driver.Options{Dir: dir, Patterns: patterns, Tests: true, Env: append(os.Environ(), "GOWORK="+workspace(dir))}
	together(t, opts, res.Findings)
	alone(t, opts, res)
	return res
}

// together compiles the first fix of every finding.
func together(t testing.TB, opts driver.Options, findings []driver.Finding) {
	t.Helper()
	fixed, _, err := driver.Repair(context.Background(), opts, &driver.Result{Findings: findings})
	if err != nil {
		t.Error(err)
	} else if fixed.Skipped > 0 {
		t.Errorf("of the first fixes together %d are left out: they overlap, or do not compile", fixed.Skipped)
	}
}

// alone compiles every fix by itself.
func alone(t testing.TB, opts driver.Options, res *driver.Result) {
	t.Helper()
	var fixes []driver.Fix
	var after []map[string][]byte
	imports := map[string]bool{} // all must be known by one call
	note := func(name string, src any) {
		file, err := parser.ParseFile(token.NewFileSet(), name, src, parser.ImportsOnly)
		if err != nil {
			t.Error(err)
			return
		}
		for _, s := range file.Imports {
			if path, err := strconv.Unquote(s.Path.Value); err == nil {
				imports[path] = true
			}
		}
	}
	for _, f := range res.Files {
		note(f, nil)
	}
	for _, f := range res.Findings {
		for _, fix := range f.Fixes {
			made, err := spliced(fix)
			if err != nil {
				t.Errorf("a fix by itself (%s): %v", fix.Message, err)
				continue
			}
			fixes, after = append(fixes, fix), append(after, made)
			for name, src := range made {
				note(name, src)
			}
		}
	}
	if len(fixes) == 0 {
		return
	}
	pkgs, err := packages.Load(&packages.Config{Mode: packages.LoadTypes, Dir: opts.Dir, Env: opts.Env},
		append(slices.Sorted(maps.Keys(imports)), opts.Patterns...)...)
	if err != nil {
		t.Error(err)
		return
	}
	all := loaded{"unsafe": types.Unsafe}
	for _, p := range pkgs {
		all[p.PkgPath] = p.Types
	}
	for i, fix := range fixes {
		for _, p := range pkgs {
			if slices.ContainsFunc(p.CompiledGoFiles, func(f string) bool { return after[i][f] != nil }) {
				if err := all.check(p, after[i]); err != nil {
					t.Errorf("a fix by itself (%s) leaves: %v", fix.Message, err)
				}
			}
		}
	}
}

// spliced makes the edits of a fix and nothing else, as editors do: no import is
// removed without an edit.
func spliced(fix driver.Fix) (map[string][]byte, error) {
	out := map[string][]byte{}
	edits := slices.Clone(fix.Edits)
	slices.SortStableFunc(edits, func(a, b driver.Edit) int {
		return cmp.Or(cmp.Compare(a.Start, b.Start), cmp.Compare(a.End, b.End))
	})
	for _, e := range slices.Backward(edits) {
		src := out[e.File]
		if src == nil {
			var err error
			if src, err = os.ReadFile(e.File); err != nil {
				return nil, err
			}
		}
		out[e.File] = slices.Concat(src[:e.Start], []byte(e.New), src[e.End:])
	}
	return out, nil
}

// loaded are packages by import path.
type loaded map[string]*types.Package

// Import implements types.Importer.
func (l loaded) Import(path string) (*types.Package, error) {
	if p := l[path]; p != nil {
		return p, nil
	}
	return nil, fmt.Errorf("%s is not loaded", path)
}

// check type-checks a package, some of whose files are replaced.
func (l loaded) check(p *packages.Package, replaced map[string][]byte) error {
	fset := token.NewFileSet()
	var files []*ast.File
	for _, name := range p.CompiledGoFiles {
		var src any
		if text := replaced[name]; text != nil {
			src = text
		}
		f, err := parser.ParseFile(fset, name, src, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		files = append(files, f)
	}
	_, err := (&types.Config{Importer: l}).Check(p.PkgPath, fset, files, nil)
	return err
}

func sections(t testing.TB, name, file string, findings []driver.Finding, ar *txtar.Archive) {
	t.Helper()
	byMessage := map[string][]driver.Fix{}
	for _, f := range findings {
		for _, fix := range f.Fixes {
			if slices.ContainsFunc(fix.Edits, func(e driver.Edit) bool { return e.File == file }) {
				byMessage[fix.Message] = append(byMessage[fix.Message], fix)
			}
		}
	}
	for _, s := range ar.Files {
		fixes := byMessage[s.Name]
		if fixes == nil {
			t.Errorf("%s: no fix has the message %q", name, s.Name)
			continue
		}
		delete(byMessage, s.Name)
		golden(t, name+" -- "+s.Name+" --", file, fixes, s.Data)
	}
	for m := range byMessage {
		t.Errorf("%s: no section for the fix %q", name, m)
	}
}

func golden(t testing.TB, name, file string, fixes []driver.Fix, want []byte) {
	t.Helper()
	fixed, err := driver.Apply(fixes)
	if err != nil {
		t.Errorf("%s: %v", name, err)
		return
	}
	if fixed.Skipped > 0 {
		t.Errorf("%s: %d fixes overlap others", name, fixed.Skipped)
	}
	got := fixed.After[file]
	if want, err = format.Source(want); err != nil {
		t.Errorf("%s: %v", name, err)
		return
	}
	if d := driver.Diff(name, file+" fixed", want, got); d != "" {
		t.Errorf("fixes differ from the golden file:\n%s", d)
	}
}

// SetFlag sets a flag of a and restores it when the test ends. Tests that set
// flags must not run in parallel with others that read them.
func SetFlag(t testing.TB, a *analysis.Analyzer, name, value string) {
	t.Helper()
	f := a.Flags.Lookup(name)
	if f == nil {
		t.Fatalf("analyzer %s has no flag -%s", a.Name, name)
		return // for readers that do not know Fatalf
	}
	restore := save(f.Value)
	if err := f.Value.Set(value); err != nil {
		restore()
		t.Fatalf("-%s.%s=%s: %v", a.Name, name, value, err)
	}
	t.Cleanup(restore)
}

// save returns a function that gives v its present value back. Setting it
// again will not do: a repeatable flag only ever grows.
func save(v flag.Value) func() {
	if p := reflect.ValueOf(v); p.Kind() == reflect.Pointer && !p.IsNil() {
		old := reflect.New(p.Elem().Type()).Elem()
		old.Set(p.Elem())
		return func() { p.Elem().Set(old) }
	}
	old := v.String()
	return func() { _ = v.Set(old) }
}

// workspace returns the value of GOWORK for tests in dir.
func workspace(dir string) string {
	abs, err := filepath.Abs(dir)
	if err != nil {
		return "off"
	}
	for d := abs; ; d = filepath.Dir(d) {
		if _, err := os.Stat(filepath.Join(d, "go.work")); err == nil {
			return filepath.Join(d, "go.work")
		}
		if _, err := os.Stat(filepath.Join(d, "go.mod")); err == nil || d == filepath.Dir(d) {
			return "off"
		}
	}
}

type place struct {
	file string
	line int
}

// compare matches findings and comments and returns what does not fit.
func compare(res *driver.Result) (complaints []string) {
	want := map[place][]*regexp.Regexp{}
	for _, file := range res.Files {
		bad, err := expectations(file, want)
		if err != nil {
			complaints = append(complaints, err.Error())
		}
		complaints = append(complaints, bad...)
	}
	for _, f := range res.Findings {
		at := place{f.File, f.Line}
		i := slices.IndexFunc(want[at], func(rx *regexp.Regexp) bool { return rx.MatchString(f.Message) })
		switch {
		case i >= 0:
			want[at] = slices.Delete(want[at], i, i+1)
		case len(want[at]) > 0:
			complaints = append(complaints, fmt.Sprintf("%s:%d:%d: finding %q does not match %s", f.File, f.Line, f.Column, f.Message, quote(want[at])))
		default:
			complaints = append(complaints, fmt.Sprintf("%s:%d:%d: unexpected finding: %s", f.File, f.Line, f.Column, f.Message))
		}
	}
	var unmet []string
	for at, rxs := range want {
		if len(rxs) > 0 {
			unmet = append(unmet, fmt.Sprintf("%s:%d: no finding matches %s", at.file, at.line, quote(rxs)))
		}
	}
	slices.Sort(unmet)
	return append(complaints, unmet...)
}

func quote(rxs []*regexp.Regexp) string {
	var out []string
	for _, rx := range rxs {
		out = append(out, fmt.Sprintf("%#q", rx))
	}
	return strings.Join(out, " or ")
}

// expectations adds those of the comments in file to want.
func expectations(file string, want map[place][]*regexp.Regexp) (complaints []string, err error) {
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, file, nil, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	for _, g := range f.Comments {
		for _, c := range g.List {
			text := strings.TrimSuffix(strings.TrimPrefix(strings.TrimPrefix(c.Text, "//"), "/*"), "*/")
			// "//nolint:x // want ..." expects something, too.
			if _, rest, ok := strings.Cut(text, "// want"); ok {
				text = "want" + rest
			}
			rest, ok := strings.CutPrefix(strings.TrimSpace(text), "want")
			if !ok || rest == "" || !strings.ContainsAny(rest[:1], " \t\"`+") {
				continue
			}
			at := fset.Position(c.Pos())
			delta, rxs, err := parse(rest)
			if err != nil {
				complaints = append(complaints, fmt.Sprintf("%v: in a want comment: %v", at, err))
				continue
			}
			p := place{at.Filename, at.Line + delta}
			want[p] = append(want[p], rxs...)
		}
	}
	return complaints, nil
}

// parse parses what follows want, in the grammar of analysistest without
// facts.
func parse(text string) (delta int, rxs []*regexp.Regexp, err error) {
	var bad string
	sc := new(scanner.Scanner).Init(strings.NewReader(text))
	sc.Error = func(_ *scanner.Scanner, msg string) { bad = msg }
	sc.Mode = scanner.ScanIdents | scanner.ScanStrings | scanner.ScanRawStrings | scanner.ScanInts
	for {
		switch tok := sc.Scan(); tok {
		case '+':
			if tok = sc.Scan(); tok != scanner.Int {
				return 0, nil, fmt.Errorf("got +%s, want a number", scanner.TokenString(tok))
			}
			if delta, err = strconv.Atoi(sc.TokenText()); err != nil {
				return 0, nil, err
			}
		case scanner.String, scanner.RawString:
			s, err := strconv.Unquote(sc.TokenText())
			if err != nil {
				return 0, nil, fmt.Errorf("%s: %v", sc.TokenText(), err)
			}
			rx, err := regexp.Compile(s)
			if err != nil {
				return 0, nil, err
			}
			rxs = append(rxs, rx)
		case scanner.EOF:
			switch {
			case bad != "":
				return 0, nil, fmt.Errorf("%s", bad)
			case len(rxs) == 0:
				return 0, nil, fmt.Errorf("no regular expression")
			}
			return delta, rxs, nil
		default:
			return 0, nil, fmt.Errorf("unexpected %s", scanner.TokenString(tok))
		}
	}
}
