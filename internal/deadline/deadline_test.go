package deadline

import (
	"fmt"
	"go/build"
	"go/token"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/budgetlint/budgetlint/internal/config"
)

// source returns a function that returns the text between two positions.
func source(t *testing.T, in *Info) func(pos, end token.Pos) string {
	t.Helper()
	return func(pos, end token.Pos) string {
		for _, f := range in.pass.Files {
			if f.FileStart <= pos && pos <= f.FileEnd {
				return texts[in.pass.Fset.File(pos).Name()][pos-f.FileStart : end-f.FileStart]
			}
		}
		t.Fatalf("no file has %d", pos)
		return ""
	}
}

func TestPosition(t *testing.T) {
	in := analyse(t, `
func f(ctx context.Context) {
	use(ctx) //= example.com/p/p.go:3
/*line /abs/other.go:7*/	use(ctx) //= example.com/p/p.go:4
}`)
	verify(t, in, func(c ssa.CallInstruction) string { return in.Position(c.Pos()) })
}

// TestAt asks where a finding at a call stands.
func TestAt(t *testing.T) {
	in := analyse(t, `
type T struct{}

func (t T) a(context.Context) T { return t }

func f(ctx context.Context, t T) {
	use(ctx) //= "use(ctx)"
	t.a(ctx) //= "t.a(ctx)"
	t.
		a(ctx) //= "a(ctx)"
	(use)(ctx) //= "(use)(ctx)"
	defer use(ctx) //= "use(ctx)"
	go func() {}() //= "func() {}()"
	t.a(ctx).a(ctx) //= "t.a(ctx)"; "t.a(ctx).a(ctx)"
}`)
	src := source(t, in)
	verify(t, in, func(c ssa.CallInstruction) string {
		pos, end := in.At(c)
		return fmt.Sprintf("%q", src(pos, end))
	})
}

// TestSame asks whether two arguments are one thing.
func TestSame(t *testing.T) {
	in := analyse(t, `
type T struct{ a, b context.Context; t *T }

func both(a, b context.Context) {}

func f(ctx, other context.Context, t, u *T, r *http.Request, s *http.Request) {
	both(ctx, ctx) //= same
	both(ctx, other)
	both(t.a, t.a) //= same
	both(t.a, t.b)
	both(t.a, u.a)
	both(t.t.a, t.t.a) //= same
	both(r.Context(), r.Context()) //= same
	both(r.Context(), s.Context())
	alias := ctx
	both(alias, ctx) //= same
	both(context.Background(), context.Background())
	func() { both(ctx, alias) }() //= same
}`)
	verify(t, in, func(c ssa.CallInstruction) string {
		if fn := Callee(c.Common()); fn != nil && fn.Name() == "both" && in.Same(c.Common().Args[0], c.Common().Args[1]) {
			return "same"
		}
		return ""
	})
}

// TestOrder asks how the calls of use in a function follow on each other.
func TestOrder(t *testing.T) {
	in := analyse(t, `
func straight() { use(nil); use(nil) }
func branch(c bool) {
	if c {
		use(nil)
	}
	use(nil)
}
func either(c bool) {
	if c {
		use(nil)
	} else {
		use(nil)
	}
}
func loop(n int) {
	for range n {
		use(nil)
		use(nil)
	}
}`)
	calls := map[string][]ssa.Instruction{}
	for _, c := range in.Calls() {
		if fn := Callee(c.Common()); fn != nil {
			calls[c.Parent().Name()] = append(calls[c.Parent().Name()], c)
		}
	}
	for name, want := range map[string]string{
		"straight": "true false, true false",
		"branch":   "true false, false false",
		"either":   "false false, false false",
		"loop":     "true true, true false",
	} {
		a, b := calls[name][0], calls[name][1]
		got := fmt.Sprintf("%v %v, %v %v", After(a, b), After(b, a), Dominates(a, b), Dominates(b, a))
		if got != want {
			t.Errorf("%s: got %s, want %s", name, got, want)
		}
	}
	if a, b := calls["straight"][0], calls["branch"][0]; After(a, b) || Dominates(a, b) {
		t.Error("calls in two functions follow on each other")
	}
}

func TestTest(t *testing.T) {
	in := analyse(t, `
-- example.com/p/p.go --
package p

func f() { use(nil) }
-- example.com/p/helper.go --
package p

var _ testing.TB

func g() { use(nil) }
`)
	for _, c := range in.Calls() {
		if got, want := in.Test(c.Pos()), c.Parent().Name() == "g"; got != want {
			t.Errorf("in %s: Test is %v", c.Parent().Name(), got)
		}
	}
	if len(in.Calls()) != 2 {
		t.Errorf("%d calls", len(in.Calls()))
	}
}

// TestFirstParty asks which packages are analysed at all.
func TestFirstParty(t *testing.T) {
	local := &analysis.Module{Path: "example.com/other/v2", Version: "v2.0.0", Replace: &analysis.Module{Path: "../other"}}
	fork := &analysis.Module{Path: "example.com/other", Version: "v1.0.0", Replace: &analysis.Module{Path: "example.com/fork", Version: "v1.0.1"}}
	for _, test := range []struct {
		path string
		mod  *analysis.Module
		deps []string
		want bool
	}{
		{"example.com/p", &analysis.Module{Path: "example.com/p"}, nil, true},
		{"example.com/p", &analysis.Module{Path: "example.com/p", Version: "v1.2.3"}, nil, false},
		{"example.com/other/v2", local, nil, true},
		{"example.com/other", fork, nil, false},
		{"example.com/p", nil, nil, true},
		{"example.com/p", &analysis.Module{}, nil, true},
		{"p", nil, nil, true}, // no element with a dot, but not below GOROOT
		{"example.com/p", fork, []string{"example.com/p"}, true},
		{"example.com/p/q", fork, []string{"example.com/p"}, true},
		{"example.com/p/q", fork, []string{"example.com/p/"}, true},
		{"example.com/pq", fork, []string{"example.com/p"}, false},
		{"example.com/p", fork, []string{"example.com/a", "example.com"}, true},
	} {
		p := newProgram(t)
		pass, _ := p.check(test.path, map[string]string{"p.go": "package p; import \"context\"; func f(context.Context) {}"})
		pass.Module = test.mod
		if got := firstParty(pass, &config.Config{Deps: test.deps}); got != test.want {
			t.Errorf("%s in %+v with deps %v: got %v", test.path, test.mod, test.deps, got)
		}
	}
}

// TestStandard: the standard library is known in any Go, and a GOPATH is none.
func TestStandard(t *testing.T) {
	another, gopath := t.TempDir(), t.TempDir()
	if err := os.MkdirAll(filepath.Join(another, "src", "unsafe"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(another, "src", "unsafe", "unsafe.go"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		path, file string
		want       bool
	}{
		{"fmt", filepath.Join(build.Default.GOROOT, "src", "fmt", "print.go"), true},
		{"fmt", filepath.Join(another, "src", "fmt", "print.go"), true},
		{"net/http", filepath.Join(another, "src", "net", "http", "h2.go"), true},
		{"vendor/golang.org/x/net/idna", filepath.Join(another, "src", "vendor", "golang.org", "x", "net", "idna", "idna.go"), true},
		{"net/http", filepath.Join(another, "src", "http", "h2.go"), false},
		{"shop/store", filepath.Join(gopath, "src", "shop", "store", "store.go"), false},
		{"shop", "shop.go", false},
		{"shop", "", false},
	} {
		if got := standard(test.path, test.file); got != test.want {
			t.Errorf("%s in %s: got %v", test.path, test.file, got)
		}
	}
}

// TestTolerance runs the engine on what drivers may hand it.
func TestTolerance(t *testing.T) {
	const src = "package p; import (\"context\"; \"net/http\")\nfunc f(ctx context.Context, r *http.Request) { http.DefaultClient.Do(r.WithContext(ctx)) }"
	t.Run("no files", func(t *testing.T) {
		p := newProgram(t)
		pass, _ := p.check("example.com/p", nil)
		empty(t, p.analyse(pass))
	})
	t.Run("no files, no module, and asked for", func(t *testing.T) {
		p := newProgram(t)
		pass, _ := p.check("example.com/p", nil)
		pass.Module = nil
		cfg := &config.Config{Deps: []string{"example.com"}}
		pass.ResultOf = map[*analysis.Analyzer]any{config.Analyzer: cfg}
		in, err := Analyzer.Run(pass)
		if err != nil {
			t.Fatal(err)
		}
		empty(t, in.(*Info))
	})
	t.Run("no module, no ReadFile", func(t *testing.T) {
		p := newProgram(t)
		pass, _ := p.check("example.com/p", map[string]string{"p.go": src})
		pass.Module, pass.ReadFile = nil, nil
		if in := p.analyse(pass); len(in.Waits()) != 1 {
			t.Errorf("%d waits", len(in.Waits()))
		}
	})
	t.Run("nothing relevant", func(t *testing.T) {
		p := newProgram(t)
		pass, _ := p.check("example.com/p", map[string]string{"p.go": "package p; func f() {}"})
		empty(t, p.analyse(pass))
	})
	t.Run("ill-typed neighbour", func(t *testing.T) {
		p := newProgram(t)
		if _, errs := p.check("example.com/q", map[string]string{"q.go": "package q; import \"context\"\nfunc F(ctx context.Context, u undefined) (context.Context, undefined) { return 1 }\nvar V undefined\ntype T struct { undefined; C context.Context }"}); len(errs) == 0 {
			t.Fatal("the neighbour is well-typed")
		}
		pass, _ := p.check("example.com/p", map[string]string{"p.go": "package p; import (\"context\"; \"net/http\"; \"example.com/q\")\nfunc f(ctx context.Context, t q.T) { c, _ := q.F(ctx, q.V); r, _ := http.NewRequestWithContext(c, \"\", \"\", nil); http.DefaultClient.Do(r); t.C.Err() }"})
		in := p.analyse(pass)
		if len(in.Waits()) != 1 {
			t.Errorf("%d waits", len(in.Waits()))
		}
		for _, c := range in.Calls() {
			for _, a := range c.Common().Args {
				in.Context(a)
				in.Flow(a)
			}
			in.Place(c)
		}
	})
	t.Run("ill-typed", func(t *testing.T) {
		p := newProgram(t)
		pass, errs := p.check("example.com/p", map[string]string{"p.go": src + "\nfunc g(ctx context.Context) undefined { f(ctx, missing); return ctx.Nothing(1)(2) }"})
		if len(errs) == 0 {
			t.Fatal("the package is well-typed")
		}
		pass.ResultOf = map[*analysis.Analyzer]any{config.Analyzer: &config.Config{}}
		result, err := Analyzer.Run(pass)
		if err != nil {
			t.Fatal(err)
		}
		if in := result.(*Info); in.Failure != nil {
			empty(t, in)
		}
	})
	t.Run("bad call", func(t *testing.T) {
		p := newProgram(t)
		pass, _ := p.check("example.com/p", map[string]string{"p.go": src})
		pass.ResultOf = map[*analysis.Analyzer]any{config.Analyzer: &config.Config{Calls: []string{"nonsense"}}}
		if _, err := Analyzer.Run(pass); err == nil || !strings.Contains(err.Error(), "nonsense") {
			t.Errorf("got %v", err)
		}
	})
	t.Run("added call", func(t *testing.T) {
		p := newProgram(t)
		pass, _ := p.check("example.com/p", map[string]string{"p.go": "package p; func Fetch() {}; func f() { Fetch() }"})
		pass.ResultOf = map[*analysis.Analyzer]any{config.Analyzer: &config.Config{Calls: []string{"example.com/p.Fetch kind=other"}}}
		result, err := Analyzer.Run(pass)
		if err != nil {
			t.Fatal(err)
		}
		if ws := result.(*Info).Waits(); len(ws) != 1 || ws[0].Name() != "p.Fetch" {
			t.Errorf("got %v", ws)
		}
	})
}

// empty asks an Info that has no functions, or whose functions are unknown.
func empty(t *testing.T, in *Info) {
	t.Helper()
	if n := len(in.Funcs) + len(in.Waits()) + len(in.Calls()); n != 0 {
		t.Errorf("%d answers", n)
	}
}

// TestContextLike asks which types are contexts.
func TestContextLike(t *testing.T) {
	in := analyse(t, `
type own struct{ context.Context }
type deadliner interface{ Deadline() time.Time }
type fn func()

func (fn) Done() {}

var a context.Context
var b own
var c *own
var d *gin.Context
var e deadliner
var g fn
var h *http.Request
var i interface{ context.Context; Extra() }

func f(ctx context.Context) {}`)
	want := map[string]bool{"a": true, "b": true, "c": true, "d": true, "i": true}
	for name := range strings.SplitSeq("a b c d e g h i", " ") {
		typ := in.pass.Pkg.Scope().Lookup(name).Type()
		if got := isContextLike(typ); got != want[name] {
			t.Errorf("%s of type %v: got %v", name, typ, got)
		}
	}
}
