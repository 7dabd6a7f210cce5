package driver_test

import (
	"fmt"
	"go/token"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"

	"github.com/budgetlint/budgetlint/internal/driver"
)

// TestDescribe reports what stands before a comment /*here*/, or between a
// comment /*from*/ and one /*to*/, and compares the names that it gets.
func TestDescribe(t *testing.T) {
	const head = "package p\n\nimport (\n\t\"context\"\n\t\"errors\"\n\tweb \"net/http\"\n\t\"time\"\n)\n\n" +
		"var _ = []any{context.Background, errors.New, web.Get, time.Sleep}\n\n" +
		"type Store[T any] struct{ client *web.Client; wait func() }\n\ntype Plain struct{ Summary string; client web.RoundTripper }\n\n" +
		"func (Plain) Get() {}\n\n"
	for name, test := range map[string]struct{ code, want string }{
		"call":                      {"func F() { /*from*/time.Sleep(1)/*to*/ }", "F time.Sleep"},
		"call of another name":      {"func F() { /*from*/web.Get(\"x\")/*to*/ }", "F http.Get"},
		"call on several lines":     {"func F() { /*from*/time.Sleep(\n\t1,\n)/*to*/ }", "F time.Sleep"},
		"what is called":            {"func F() { /*from*/time.Sleep/*to*/(1) }", "F time.Sleep"},
		"call of a method":          {"func F(s *Store[int]) { _, _ = /*from*/s.client.Get(\"x\")/*to*/ }", "F http.Client.Get"},
		"call of an own method":     {"func F(s Plain) { /*from*/s.Get()/*to*/ }", "F Plain.Get"},
		"call of an interface":      {"func F(s Plain) { _, _ = /*from*/s.client.RoundTrip(nil)/*to*/ }", "F http.RoundTripper.RoundTrip"},
		"call of an error's method": {"func F(err error) { _ = /*from*/err.Error()/*to*/ }", "F error.Error"},
		"call of a field":           {"func F(s Store[int]) { /*from*/s.wait()/*to*/ }", "F .wait"},
		"call of a variable":        {"func F() { wait := func() {}; /*from*/wait()/*to*/ }", "F func"},
		"call of a literal":         {"func F() { /*from*/func() {}()/*to*/ }", "F func"},
		"call of an instance":       {"func G[T any]() {}\n\nfunc F() { /*from*/G[int]()/*to*/ }", "F G"},
		"in a literal":              {"func F() { go func() { /*from*/time.Sleep(1)/*to*/ }() }", "F time.Sleep"},
		"in a method":               {"func (s *Plain) F() { /*from*/time.Sleep(1)/*to*/ }", "Plain.F time.Sleep"},
		"in a generic method":       {"func (s *Store[T]) F() { /*from*/time.Sleep(1)/*to*/ }", "Store.F time.Sleep"},
		"in a variable":             {"var (\n\ta = 1\n\tb = func() { /*from*/time.Sleep(1)/*to*/ }\n)", "b time.Sleep"},
		"in a type":                 {"type A struct { /*from*/B int/*to*/ }", "A field"},
		"outside of declarations":   {"/*from*/\n\n/*to*/", "- file"},
		"literal":                   {"func F() { _ = /*from*/&web.Server{}/*to*/ }", "F http.Server{}"},
		"literal of a list":         {"func F() { _ = /*from*/[]*web.Server{}/*to*/ }", "F http.Server{}"},
		"field in a literal":        {"func F() { _ = Plain{/*from*/Summary: \"x\"/*to*/} }", "F .Summary"},
		"field":                     {"func F(s Plain) { _ = /*from*/s.Summary/*to*/ }", "F .Summary"},
		"constant":                  {"func F() { _ = /*from*/\"x\"/*to*/ }", "F string"},
		"variable":                  {"func F(s *Plain) { _ = /*from*/s/*to*/ }", "F Plain"},
		"return":                    {"func F() (int, error) { /*from*/return 0, nil/*to*/ }", "F return"},
		"assignment":                {"func F(s Plain) { /*from*/s.Summary = \"x\"/*to*/ }", "F ="},
		"receive":                   {"func F() { /*from*/<-time.After(1)/*to*/ }", "F <-time.After"},
		"loop":                      {"func F() { /*from*/for { break }/*to*/ }", "F for"},
		"select":                    {"func F() { /*from*/select {}/*to*/ }", "F select"},
		"jump":                      {"func F() { for { /*from*/continue/*to*/ } }", "F continue"},
		"comment":                   {"func F() {\n\t//from\n\t//here\n}", "F comment"},
		"comment on a function":     {"//from\n//here\nfunc (Plain) F() {}", "Plain.F comment"},
		"comment on a variable":     {"//from\n//here\nvar a = 1", "a comment"},
		"comment on several":        {"//from\n//here\nvar (\n\ta = 1\n\tb = 1\n)", "var comment"},
		"comment on nothing":        {"//from\n//here\n\nfunc F() {}", "- comment"},
		"comparison":                {"func F(err error) { _ = err /*from*/==/*to*/ context.Canceled }", "F =="},
	} {
		t.Run(name, func(t *testing.T) {
			dir := unpack(t, "-- go.mod --\nmodule example.com/p/v2\n\ngo 1.25.0\n-- p.go --\n"+head+test.code+"\n")
			marks := &analysis.Analyzer{Name: "marks", Doc: "marks: reports what is marked", Run: func(pass *analysis.Pass) (any, error) {
				var from, to token.Pos
				for _, g := range pass.Files[0].Comments {
					for _, c := range g.List {
						switch c.Text {
						case "/*from*/":
							from = c.End()
						case "/*to*/":
							to = c.Pos()
						case "//here":
							from, to = c.Pos(), c.End()
						}
					}
				}
				at := analysis.Diagnostic{Pos: from, End: to, Message: "m"}
				at.Related = []analysis.RelatedInformation{{Pos: pass.Files[0].Name.Pos(), Message: "r"}}
				pass.Report(at)
				return nil, nil
			}}
			res := run(t, driver.Options{Dir: dir, Env: alone(), Analyzers: []*analysis.Analyzer{marks}})
			if len(res.Findings) != 1 || len(res.Errors) != 0 {
				t.Fatalf("findings are %v and errors %v, want one and none", res.Findings, res.Errors)
			}
			f := res.Findings[0]
			if got := f.Decl + " " + f.What; got != test.want {
				t.Errorf("described as %q, want %q", got, test.want)
			}
			if r := f.Related; len(r) != 1 || r[0].Message != "r" || r[0].File != f.File || r[0].Line != 1 || r[0].Column != 9 || r[0].EndColumn != 9 {
				t.Errorf("related is %+v, want r in line 1", r)
			}
		})
	}
}

// TestExtent is about what a result says that it speaks for.
func TestExtent(t *testing.T) {
	dir := unpack(t, chain+"-- d/d.go --\npackage d\n\nvar x = y\n-- e/e.go --\npackage e\n-- e/e_test.go --\npackage e\n\nvar x = y\n")
	for name, test := range map[string]struct {
		patterns []string
		tests    bool
		want     string
	}{
		"whole": {nil, false, "a b c e of ./..."},
		"tests": {nil, true, "a a_test b b_test c c_test of ./..."},
		"part":  {[]string{"./a", "./d"}, false, "a of ./a ./d"},
		"files": {[]string{"a/a.go"}, false, " of a/a.go"},
	} {
		t.Run(name, func(t *testing.T) {
			res := run(t, driver.Options{Dir: dir, Patterns: test.patterns, Tests: test.tests})
			got := strings.ReplaceAll(strings.Join(res.Whole, " "), "example.com/m/", "") + " of " + strings.Join(res.Patterns, " ")
			if got != test.want {
				t.Errorf("it speaks for %s, want %s", got, test.want)
			}
			if want := fmt.Sprint([]driver.Module{{Path: "example.com/m", Dir: dir}}); fmt.Sprint(res.Modules) != want {
				t.Errorf("modules are %v, want %s", res.Modules, want)
			}
		})
	}
}
