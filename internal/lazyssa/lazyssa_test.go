package lazyssa

import (
	"context"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"
	"golang.org/x/tools/txtar"

	"github.com/budgetlint/budgetlint/internal/driver"
)

// relevant holds for what has to do with package context: its functions, and
// what is of type context.Context.
func relevant(obj types.Object) bool {
	if fn, ok := obj.(*types.Func); ok {
		return fn.Pkg() != nil && fn.Pkg().Path() == "context"
	}
	n, ok := types.Unalias(obj.Type()).(*types.Named)
	return ok && n.Obj().Pkg() != nil && n.Obj().Pkg().Path() == "context"
}

// build builds the package in src, the text of one file or a txtar archive of
// several.
func build(t *testing.T, src string) (out *Package) {
	t.Helper()
	run(t, src, func(pass *analysis.Pass) { out = Build(pass, pass.Files, relevant) })
	return out
}

// run calls f with the package in src, which need not type-check.
func run(t *testing.T, src string, f func(*analysis.Pass)) {
	t.Helper()
	dir := t.TempDir()
	ar := txtar.Parse([]byte(src))
	if len(ar.Files) == 0 {
		ar.Files = []txtar.File{{Name: "p.go", Data: []byte("package p\n" + src)}}
	}
	ar.Files = append(ar.Files, txtar.File{Name: "go.mod", Data: []byte("module example.com/p\n\ngo 1.25.0\n")})
	for _, file := range ar.Files {
		if err := os.WriteFile(filepath.Join(dir, file.Name), file.Data, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	ran := false
	res, err := driver.Run(context.Background(), driver.Options{
		Dir: dir, Patterns: []string{"."}, Tests: true, Env: append(os.Environ(), "GOWORK=off"),
		Analyzers: []*analysis.Analyzer{{
			Name: "probe", Doc: "probe", RunDespiteErrors: true,
			Run: func(pass *analysis.Pass) (any, error) {
				ran = true
				f(pass)
				return nil, nil
			},
		}},
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range res.Errors {
		if e.Internal {
			t.Fatal(e.Problems)
		}
	}
	if !ran {
		t.Fatal(res.Errors)
	}
}

// names are the functions that were built, in order, without the package. The
// package initialiser, which comes first, is named if it does anything.
func names(p *Package) string {
	var out []string
	for i, fn := range p.Funcs {
		if i == 0 && fn.Name() == "init" && len(fn.Blocks[0].Instrs) == 1 {
			continue
		}
		out = append(out, fn.RelString(p.Package.Pkg))
	}
	return strings.Join(out, " ")
}

func check(t *testing.T, what, got, want string) {
	t.Helper()
	if got != want {
		t.Errorf("%s: got %q, want %q", what, got, want)
	}
}

// TestKept asks which bodies are built.
func TestKept(t *testing.T) {
	for _, test := range []struct{ name, src, want string }{
		{"nothing relevant", `
			func f(run func()) { run() }`,
			""},
		{"a relevant function", `
			import "context"
			func f() { _ = context.Background() }
			func g() { println() }`,
			"f"},
		{"a relevant type in the signature", `
			import "context"
			func f(ctx context.Context) {}
			func g(string) {}`,
			"f"},
		{"a variable whose type is relevant", `
			import "net/http"
			func f(r *http.Request) { ctx := r.Context(); _ = ctx }
			func g(r *http.Request) { _ = r.Method }`,
			"f"},
		{"callers, and theirs", `
			import "context"
			func c() { b() }
			func b() { a() }
			func a() { _ = context.Background() }
			func d() { println() }`,
			"c b a"},
		{"a method's callers", `
			import "context"
			type T struct{}
			func (T) m() { _ = context.Background() }
			func f(t T) { t.m() }
			func g(T) {}`,
			"(T).m f"},
		{"a function that is handed on", `
			import "context"
			func f() { _ = context.Background() }
			func g() any { return f }
			func h() any { return nil }`,
			"f g"},
		{"what is called is not kept for it", `
			import "context"
			func f() { _ = context.Background(); g() }
			func g() { println() }`,
			"f"},
		{"functions that take a function", `
			import "context"
			type F func() error
			func f() { _ = context.Background() }
			func a(func()) {}
			func b(F) {}
			func c(...func()) {}
			func d([]F) {}
			func e(chan func()) {}`,
			"f a b c d"},
		{"closures", `
			import "context"
			func f() {
				func() { _ = context.Background() }()
				func() { println() }()
			}`,
			"f f$1 f$2"},
		{"an initialiser", `
			import "context"
			var ctx = context.Background()
			var n = len("n")
			func f() int { return n }`,
			"init"},
		{"a closure in an initialiser", `
			import "context"
			func z() { f(nil) }
			var f = func(ctx context.Context) { _ = func() { _ = ctx } }
			var g = func() {}`,
			"init init$1 init$1$1"},
		{"an initialiser that calls a kept function", `
			import "context"
			var a, b = f()
			var c = g()
			func f() (context.Context, int) { return nil, 0 }
			func g() int { return 1 }`,
			"init f"},
		{"init functions", `
			import "context"
			func init() { println() }
			func init() { _ = context.Background() }
			func f(context.Context) {}`,
			"init init#1 f"},
		{"blank functions", `
			import "context"
			func _() { println() }
			func _() { _ = context.Background() }
			func f(context.Context) {}`,
			"_ f"},
		{"declarations without a body", `
			-- p.go --
			package p
			import "context"
			func f(ctx context.Context)
			func g() { f(context.TODO()) }
			-- p.s --
			`,
			"g"},
		{"generics", `
			import "context"
			type T[E any] struct{}
			func (T[E]) m(ctx context.Context) { f[E](ctx) }
			func (T[E]) n() {}
			func f[E any](ctx context.Context) {}
			func g() { f[int](nil); T[string]{}.m(nil) }
			func h[E any]() {}`,
			"(T[E]).m f g"},
	} {
		t.Run(test.name, func(t *testing.T) {
			p := build(t, dedent(test.src))
			if p.Failure != nil {
				t.Fatal(p.Failure)
			}
			check(t, "functions", names(p), test.want)
			if (p.Package == nil) != (test.want == "") {
				t.Errorf("Package = %v", p.Package)
			}
		})
	}
}

// dedent takes the tabs off that stand before an archive's markers.
func dedent(src string) string {
	return strings.ReplaceAll(src, "\t\t\t-- ", "-- ")
}

func TestFilesOnly(t *testing.T) {
	const src = `
-- p.go --
package p

import "context"

func f(ctx context.Context) {}
-- p_test.go --
package p

import "context"

var ctx = context.Background()

func g() { f(ctx) }
func init() { f(ctx) }
`
	var all, some *Package
	run(t, src, func(pass *analysis.Pass) {
		if len(pass.Files) != 2 {
			return // the package without its tests
		}
		all = Build(pass, pass.Files, relevant)
		some = Build(pass, slices.DeleteFunc(slices.Clone(pass.Files), func(f *ast.File) bool {
			return strings.HasSuffix(pass.Fset.File(f.FileStart).Name(), "_test.go")
		}), relevant)
	})
	check(t, "all files", names(all), "init f g init#1")
	check(t, "without tests", names(some), "f")
}

// TestWorth keeps what the test of a declaration asks for: a function alone, or
// with those that use it.
func TestWorth(t *testing.T) {
	var out *Package
	run(t, `
func alone()      { println() }
func ofAlone()    { alone() }
func helper()     { println() }
func ofHelper()   { helper() }
func furtherUp()  { ofHelper() }
func usesBoth()   { alone(); helper() }
func ofUsesBoth() { usesBoth() }
func nothing()    {}
`, func(pass *analysis.Pass) {
		out = Build(pass, pass.Files, relevant, func(d *ast.FuncDecl) Worth {
			switch d.Name.Name {
			case "alone", "usesBoth":
				return Itself
			case "helper":
				return Users
			}
			return Nothing
		})
	})
	check(t, "worth", names(out), "alone helper ofHelper furtherUp usesBoth ofUsesBoth")
}

func TestFilesAreNotChanged(t *testing.T) {
	run(t, `
import "context"

func init() { println() }
func f(context.Context) {}
func g() { println() }
`, func(pass *analysis.Pass) {
		order := len(pass.TypesInfo.InitOrder)
		Build(pass, pass.Files, relevant)
		if n := len(pass.Files[0].Decls); n != 4 {
			t.Errorf("%d declarations are left of 4", n)
		}
		for _, d := range pass.Files[0].Decls {
			if d, ok := d.(*ast.FuncDecl); ok && d.Body == nil {
				t.Errorf("%s has lost its body", d.Name.Name)
			}
		}
		if got := len(pass.TypesInfo.InitOrder); got != order {
			t.Errorf("InitOrder has %d entries, had %d", got, order)
		}
	})
}

// callees are the names of what the functions call, in order.
func callees(p *Package) []string {
	var out []string
	for _, fn := range p.Funcs {
		for _, b := range fn.Blocks {
			for _, i := range b.Instrs {
				c, ok := i.(ssa.CallInstruction)
				if !ok {
					continue
				}
				switch v := c.Common().Value.(type) {
				case *ssa.Function:
					out = append(out, v.String())
				case *ssa.Builtin:
				default:
					if c.Common().IsInvoke() {
						out = append(out, c.Common().Method.FullName())
					}
				}
			}
		}
	}
	return out
}

// TestOthers asks for the functions and variables of other packages.
func TestOthers(t *testing.T) {
	p := build(t, `
import (
	"context"
	"net/http"
	"os"
	"text/template"
)

func f(ctx context.Context) {
	r, _ := http.NewRequest("GET", "", nil)
	r = r.WithContext(ctx)
	http.DefaultClient.Do(r)
	_ = ctx.Err()
	_ = http.MethodGet
}

type client struct{ *http.Client }

func g(ctx context.Context, c client) {
	c.Do(nil)
	do := c.Get
	_, _ = do("")
	_ = (*http.Client).Head
}

func dropped() {
	os.Getpid()
	template.Must(nil, nil)
}
`)
	if p.Failure != nil {
		t.Fatal(p.Failure)
	}
	check(t, "functions", names(p), "f g")
	check(t, "callees", strings.Join(callees(p), " "),
		"net/http.NewRequest (*net/http.Request).WithContext (*net/http.Client).Do (context.Context).Err (*net/http.Client).Do")

	// Only what a kept body names is created, nothing of os or text/template,
	// and of context no function is named at all.
	var created []string
	for _, pkg := range p.Package.Prog.AllPackages() {
		members := slices.Sorted(maps.Keys(pkg.Members))
		created = append(created, fmt.Sprintf("%s: %s", pkg.Pkg.Path(), strings.Join(members, " ")))
	}
	slices.Sort(created)
	check(t, "packages", strings.Join(created, "; "), "example.com/p: client dropped f g init; net/http: DefaultClient NewRequest init")

	g := p.Package.Prog.ImportedPackage("net/http").Var("DefaultClient")
	if obj, ok := g.Object().(*types.Var); !ok || obj.Pkg().Path() != "net/http" || g.Type().String() != "**net/http.Client" {
		t.Errorf("http.DefaultClient is %v of type %v", g.Object(), g.Type())
	}
}

func TestNoFiles(t *testing.T) {
	pass := &analysis.Pass{
		Fset: token.NewFileSet(), Pkg: types.NewPackage("example.com/p", "p"),
		TypesInfo: &types.Info{},
	}
	if p := Build(pass, nil, func(types.Object) bool { return true }); p.Package != nil || p.Funcs != nil || p.Failure != nil {
		t.Errorf("got %+v", p)
	}
}

// TestIllTyped builds packages that do not type-check. Drivers do not run the
// analyzers on them, so all that counts is that nothing panics.
func TestIllTyped(t *testing.T) {
	for _, src := range []string{
		"import \"context\"\n\nfunc f(ctx context.Context) { g(ctx); ctx.Undefined(); var x int = \"\"; _ = x }",
		"import \"context\"\n\nvar x undefined = context.Background()\n\nfunc f(ctx context.Context) { _ = x }",
		"import \"context\"\n\nfunc f(ctx context.Context) { return 1 }\n\nfunc f() {}",
		"import \"context\"\n\ntype T struct{ T }\n\nfunc (t T) m(ctx context.Context) { t.m(1, 2) }",
		"import (\n\t\"context\"\n\t\"example.com/missing\"\n)\n\nfunc f(ctx context.Context) { missing.F(ctx) }",
	} {
		run(t, src, func(pass *analysis.Pass) {
			if len(pass.TypeErrors) == 0 {
				t.Errorf("no error in %s", src)
			}
			p := Build(pass, pass.Files, relevant)
			if p.Failure != nil && (p.Package != nil || p.Funcs != nil || !strings.Contains(p.Failure.Error(), "example.com/p")) {
				t.Errorf("failed, and yet: %+v", p)
			}
		})
	}
}

// TestFailure asks what is left of a package that the SSA builder cannot build.
func TestFailure(t *testing.T) {
	run(t, "import \"context\"\n\nfunc f(ctx context.Context) { _ = ctx.Err() }", func(pass *analysis.Pass) {
		info := *pass.TypesInfo
		info.Selections = nil
		info.Types = nil
		broken := *pass
		broken.TypesInfo = &info
		p := Build(&broken, pass.Files, relevant)
		if p.Failure == nil || p.Package != nil || p.Funcs != nil {
			t.Fatalf("got %+v", p)
		}
		for _, want := range []string{"example.com/p", "lazyssa.go"} {
			if !strings.Contains(p.Failure.Error(), want) {
				t.Errorf("%q is not in %v", want, p.Failure)
			}
		}
	})
}

// TestNoReturn asks whether code goes on after a call.
func TestNoReturn(t *testing.T) {
	p := build(t, `
import (
	"context"
	"fmt"
	"log"
	"os"
	"runtime"
)

func exit(ctx context.Context)     { os.Exit(1); println() }
func goexit(ctx context.Context)   { runtime.Goexit(); println() }
func fatal(ctx context.Context)    { log.Fatal(); println() }
func fatalf(ctx context.Context)   { log.Fatalf(""); println() }
func panicln(ctx context.Context)  { log.Panicln(); println() }
func method(ctx context.Context)   { log.Default().Fatalln(); println() }
func getpid(ctx context.Context)   { os.Getpid(); println() }
func print(ctx context.Context)    { log.Print(); println() }
func gosched(ctx context.Context)  { runtime.Gosched(); println() }
func sprint(ctx context.Context)   { fmt.Sprint(); println() }
func deferred(ctx context.Context) { defer os.Exit(1); println() }
func own(ctx context.Context)      { Fatal(ctx); println() }

func Fatal(ctx context.Context) {}
`)
	ends := map[string]bool{"exit": true, "goexit": true, "fatal": true, "fatalf": true, "panicln": true, "method": true}
	for _, fn := range p.Funcs[1:] {
		returns := false
		for _, b := range fn.Blocks {
			_, ret := b.Instrs[len(b.Instrs)-1].(*ssa.Return)
			returns = returns || ret
		}
		if returns == ends[fn.Name()] {
			t.Errorf("%s: returns is %v", fn.Name(), returns)
		}
	}
	if len(p.Funcs) != 1+13 {
		t.Errorf("%d functions", len(p.Funcs))
	}
}

// TestLiterals wants the fields of a literal stored where the literal goes, which
// not all versions of the builder do.
func TestLiterals(t *testing.T) {
	out := build(t, `
import "context"

type inner struct{ n int }
type opts struct {
	in  inner
	ctx context.Context
}

func use(*opts) {}

func variable(ctx context.Context) {
	o := opts{in: inner{n: 1}, ctx: ctx}
	o.in.n = 2
	use(&o)
}

var global = opts{ctx: context.Background()}
`)
	stores := map[string]int{} // whole literals that are copied
	fields := map[string]int{}
	for _, fn := range out.Funcs {
		for _, b := range fn.Blocks {
			for _, i := range b.Instrs {
				store, ok := i.(*ssa.Store)
				if !ok {
					continue
				}
				if fa, ok := store.Addr.(*ssa.FieldAddr); ok {
					fields[fn.Name()]++
					if a, ok := fa.X.(*ssa.Alloc); ok && a.Comment == "complit" {
						t.Errorf("%s: %v is stored to a variable of the literal alone", fn.Name(), store)
					}
					if refs := fa.X.Referrers(); refs != nil && !slices.Contains(*refs, ssa.Instruction(fa)) {
						t.Errorf("%s: %v is not among the uses of %v", fn.Name(), fa, fa.X)
					}
				} else if _, ok := store.Val.(*ssa.UnOp); ok {
					stores[fn.Name()]++
				}
			}
		}
		if _, err := fn.WriteTo(io.Discard); err != nil {
			t.Error(err)
		}
	}
	if len(stores) > 0 || fields["variable"] != 3 || fields["init"] != 1 {
		t.Errorf("copies %v, fields %v", stores, fields)
	}
}
