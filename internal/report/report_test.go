package report_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"

	"github.com/budgetlint/budgetlint/internal/config"
	"github.com/budgetlint/budgetlint/internal/report"
)

// The rules of a pass that reports each call of seen and of quiet, which are
// named for what the tests expect of them, as "now", and each call of advice as
// "later".
var rules = report.Set{
	Pass:  "tiny",
	Title: "find calls",
	Text:  "It looks for `seen` and `quiet`.\n\n- It is silent elsewhere.",
	Rules: []report.Rule{
		{
			Category: "now", Title: "a call", What: "Calls.", Why: "They take 3s.", Wrong: "seen()", Message: "seen waits", Right: "idle()",
			Silent: "- Where nothing is called.", Fix: "The call goes.",
		},
		{Category: "later", Level: report.Strict, Title: "advice", What: "Advice.", Why: "It helps.", Wrong: "advice()", Message: "advice waits", Right: "idle()", Silent: "- Never."},
	},
}

// lint runs the tiny pass over one file.
func lint(t *testing.T, name, src string) []analysis.Diagnostic {
	t.Helper()
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, name, src, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	var found []analysis.Diagnostic
	pass := &analysis.Pass{
		Fset: fset, Files: []*ast.File{file},
		Report: func(d analysis.Diagnostic) { found = append(found, d) },
	}
	cfg, err := config.Analyzer.Run(pass)
	if err != nil {
		t.Fatal(err)
	}
	pass.ResultOf = map[*analysis.Analyzer]any{config.Analyzer: cfg}
	directives, err := report.DirectivesAnalyzer.Run(pass)
	if err != nil {
		t.Fatal(err)
	}
	pass.ResultOf[report.DirectivesAnalyzer] = directives
	r := report.New(pass, &rules)
	ast.Inspect(file, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok {
			return true
		}
		switch name, _ := call.Fun.(*ast.Ident); {
		case name == nil: // a function literal
		case name.Name == "seen" || name.Name == "quiet":
			r.Report("now", call, name.Name+" waits")
		case name.Name == "advice":
			r.Report("later", call, "advice waits")
		}
		return true
	})
	return found
}

func messages(found []analysis.Diagnostic) (out []string) {
	for _, d := range found {
		out = append(out, d.Message)
	}
	return out
}

// flag turns a shared flag to what it is not, for the length of a test.
func flag(t *testing.T, name string) {
	t.Helper()
	f := config.Analyzer.Flags.Lookup(name)
	other := map[string]string{"false": "true", "true": "false"}[f.DefValue]
	if err := f.Value.Set(other); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = f.Value.Set(f.DefValue) })
}

func TestDirectives(t *testing.T) {
	for _, test := range []struct{ name, src string }{
		{"lint:ignore alone covers the next line and no more", `
func f() {
	//lint:ignore tiny the peer answers at once
	quiet()
	seen()
}`},
		{"lint:ignore at the end of a line covers that line and no more", `
func f() {
	seen()
	quiet() //lint:ignore tiny the peer answers at once
	seen()
}`},
		{"nolint alone covers the next line and no more", `
func f() {
	seen()
	//nolint:tiny // the peer answers at once
	quiet()
	seen()
}`},
		{"nolint at the end of a line covers that line and no more", `
func f() {
	quiet() //nolint:tiny // the peer answers at once
	seen()
}`},
		{"nolint after the last brace is not about what follows", `
func f() {
	if true {
		seen()
	} //nolint:tiny // the peer answers at once
	seen()
}`},
		{"nolint after an argument is not about the next one", `
func f() {
	g(
		quiet(), //nolint:tiny // the peer answers at once
		seen(),
	)
}`},
		{"a space before nolint", `
func f() {
	quiet() // nolint:tiny // the peer answers at once
}`},
		{"no reason", `
func f() {
	//lint:ignore tiny
	seen()
	//lint:ignore tiny/now
	seen()
	//nolint:tiny
	seen()
	//nolint:tiny //
	seen()
	//nolint:tiny the peer answers at once
	seen()
}`},
		{"no name", `
func f() {
	//nolint // the peer answers at once
	seen()
	//lint:ignore
	seen()
}`},
		{"one category", `
func f() {
	quiet() //lint:ignore tiny/now the peer answers at once
	seen()  //lint:ignore tiny/later the peer answers at once
}`},
		{"another pass", `
func f() {
	seen() //lint:ignore SA1000 the peer answers at once
	seen() //nolint:tinyer // the peer answers at once
}`},
		{"several names", `
func f() {
	quiet() //lint:ignore SA1000,tiny/now the peer answers at once
	quiet() //nolint:errcheck, tiny // the peer answers at once
}`},
		{"the whole suite", `
func f() {
	quiet() //lint:ignore budgetlint the peer answers at once
	quiet() //nolint:budgetlint // the peer answers at once
}`},
		{"several directives, one below the other", `
func f() {
	//nolint:errcheck // it never fails
	//lint:ignore tiny the peer answers at once
	// and a comment after them
	quiet()
	seen()
}`},
		{"an empty line between", `
func f() {
	//lint:ignore tiny the peer answers at once

	seen()
}`},
		{"before a function", `
// f is documented.
//
//nolint:tiny // the peer answers at once
func f() {
	quiet()
	if true {
		quiet()
	}
}

func g() { seen() }`},
		{"lint:ignore before a function", `
//lint:ignore tiny the peer answers at once
func f() {
	quiet()
}

func g() { seen() }`},
		{"at the end of a function's first line", `
func f() { //nolint:tiny // the peer answers at once
	quiet()
}

func g() { seen() }`},
		{"before a group of variables", `
//nolint:tiny // the peer answers at once
var (
	a = quiet()
	b = quiet()
)

var c = seen()`},
		{"before one variable of a group", `
var (
	//nolint:tiny // the peer answers at once
	a = g(
		quiet(),
	)
	b = seen()
)`},
		{"before a statement of several lines", `
func f() {
	//lint:ignore tiny the peer answers at once
	g(
		quiet(),
	)
	seen()
}`},
		{"a statement with a block is covered to where the block begins", `
func f() {
	//lint:ignore tiny the peer answers at once
	if err := g(
		quiet(),
	); err != nil {
		seen()
	}
	switch {
	case quiet(): //nolint:tiny // the peer answers at once
		seen()
	}
	go func() { //nolint:tiny // the peer answers at once
		seen()
	}()
}`},
		{"not a comment of its own", `
func f() {
	seen() /* nolint:tiny // the peer answers at once */
	// as in //nolint:tiny // the peer answers at once
	seen()
}`},
	} {
		t.Run(test.name, func(t *testing.T) {
			var want []string
			for range strings.Count(test.src, "seen()") {
				want = append(want, "seen waits (tiny/now)")
			}
			if got := messages(lint(t, "a.go", "package p\n"+test.src)); !slices.Equal(got, want) {
				t.Errorf("got %q, want %q", got, want)
			}
		})
	}
}

// TestNolintLeftAlone: with -budgetlint.nolint=false another tool sees to nolint
// directives, reason or not.
func TestNolintLeftAlone(t *testing.T) {
	flag(t, "nolint")
	const src = `package p

func f() {
	seen() //nolint:tiny // the peer answers at once
	seen() //nolint:budgetlint
	//lint:ignore tiny the peer answers at once
	quiet()
}`
	if got, want := messages(lint(t, "a.go", src)), []string{"seen waits (tiny/now)", "seen waits (tiny/now)"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestLevels(t *testing.T) {
	const src = "package p\n\nfunc f() { seen(); advice() }"
	if got, want := messages(lint(t, "a.go", src)), []string{"seen waits (tiny/now)"}; !slices.Equal(got, want) {
		t.Errorf("default: got %q, want %q", got, want)
	}
	flag(t, "strict")
	if got, want := messages(lint(t, "a.go", src)), []string{"seen waits (tiny/now)", "advice waits (tiny/later)"}; !slices.Equal(got, want) {
		t.Errorf("strict: got %q, want %q", got, want)
	}
}

func TestSkippedFiles(t *testing.T) {
	const body = "package p\n\nfunc f() { seen() }"
	for _, test := range []struct {
		name, file, src string
		seen, withTests bool
	}{
		{"plain", "a.go", body, true, true},
		{"test", "a_test.go", body, false, true},
		{"generated", "a.pb.go", "// Code generated by protoc. DO NOT EDIT.\n\n" + body, false, false},
		{"generated test", "a_test.go", "// Code generated by gen. DO NOT EDIT.\n\n" + body, false, false},
		{"not Go", "a.cgo", body, false, false},
		{"line directive into a test", "a.go", "package p\n\n//line x_test.go:1\nfunc f() { seen() }", true, true},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got := len(lint(t, test.file, test.src)) > 0; got != test.seen {
				t.Errorf("reported: %v, want %v", got, test.seen)
			}
			flag(t, "tests")
			if got := len(lint(t, test.file, test.src)) > 0; got != test.withTests {
				t.Errorf("with -tests reported: %v, want %v", got, test.withTests)
			}
		})
	}
}

func TestDiagnostic(t *testing.T) {
	const src = "package p\n\nfunc f() { seen() }"
	found := lint(t, "a.go", src)
	if len(found) != 1 {
		t.Fatalf("got %d diagnostics, want 1", len(found))
	}
	d := found[0]
	if want := len("seen()"); int(d.End-d.Pos) != want {
		t.Errorf("it is %d long, want %d", d.End-d.Pos, want)
	}
	if d.Category != "now" {
		t.Errorf("Category = %q", d.Category)
	}
	if want := "https://github.com/budgetlint/budgetlint/blob/main/docs/tiny.md#now"; d.URL != want {
		t.Errorf("URL = %q, want %q", d.URL, want)
	}
	if len(d.Related) > 0 {
		t.Errorf("Related = %v: some drivers make findings of it", d.Related)
	}
}

// TestOnce reports one place twice, as a pass does that reaches it on two ways.
func TestOnce(t *testing.T) {
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "a.go", "package p\n\nvar a, b = 1, 2", 0)
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	pass := &analysis.Pass{
		Fset: fset, Files: []*ast.File{file}, Report: func(analysis.Diagnostic) { n++ },
		ResultOf: map[*analysis.Analyzer]any{config.Analyzer: &config.Config{Strict: true}},
	}
	r := report.New(pass, &rules)
	spec := file.Decls[0].(*ast.GenDecl).Specs[0].(*ast.ValueSpec)
	for range 2 {
		r.Report("now", spec.Values[0], "it waits")
	}
	if n != 1 {
		t.Errorf("one place was reported %d times", n)
	}
	r.Report("later", spec.Values[0], "it waits")
	r.Report("now", spec.Values[1], "it waits")
	if n != 3 {
		t.Errorf("another category and another place: %d reports in all, want 3", n)
	}
}

func TestUnknownCategory(t *testing.T) {
	defer func() {
		if want := `report: pass tiny has no category "never"`; fmt.Sprint(recover()) != want {
			t.Errorf("want panic %q", want)
		}
	}()
	rules.Rule("never")
}
