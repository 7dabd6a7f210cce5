// Package deadline is the one place that knows contexts: what is known of a
// context's deadline at a program point, which waits nothing bounds, and what
// of that crosses function and package borders. It does not know what is worth
// a report; the passes do.
//
// Every answer is a proof. What cannot be proven is Unknown, and a pass is
// silent on it.
package deadline

import (
	"cmp"
	"go/ast"
	"go/build"
	"go/constant"
	"go/token"
	"go/types"
	"math"
	"os"
	"path"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/budgetlint/budgetlint/internal/catalog"
	"github.com/budgetlint/budgetlint/internal/config"
	"github.com/budgetlint/budgetlint/internal/lazyssa"
)

// Analyzer computes what is known of the package; its result is an *Info. It
// reports nothing, and its facts are the only ones of the suite.
var Analyzer = &analysis.Analyzer{
	Name:       "budgetlintdeadline",
	Doc:        "budgetlintdeadline: what is known of the deadlines of contexts\n\nThe analyzer reports nothing; the passes of budgetlint ask its result.",
	URL:        "https://" + config.ModulePath + "/blob/main/docs/how-it-works.md",
	Requires:   []*analysis.Analyzer{config.Analyzer},
	Run:        run,
	ResultType: reflect.TypeFor[*Info](),
	FactTypes:  []analysis.Fact{new(BudgetlintSummary)},
}

// An Info answers questions about one package. An Info of a package that is
// not first-party, or in which nothing is relevant, has no functions: all its
// answers are empty. Answers are remembered, so it is not safe for concurrent
// use: drivers run the passes of a package at the same time, and each of them
// holds the Info while it asks, see Hold.
type Info struct {
	mu sync.Mutex

	// Funcs are the functions that matter, with a body, in order of position.
	Funcs []*ssa.Function
	// Failure is the panic of the SSA builder, if there was one.
	Failure error

	pass  *analysis.Pass
	cfg   *config.Config
	table *catalog.Table

	*index
	solver
	memoMode     map[*ssa.Function]use
	moding       map[*ssa.Function]bool
	memoSum      map[*ssa.Function]*BudgetlintSummary
	summing      map[*ssa.Function]bool
	memoRegions  map[*ssa.Function][]region
	memoEnds     map[*ssa.Function][]int
	memoParam    map[*ssa.Parameter]Mode
	memoBound    map[boundKey]catalog.Bound
	bounding     map[boundKey]bool
	waits        []*Wait
	waitAt       map[ssa.CallInstruction]*Wait
	exprs        map[token.Pos]*ast.CallExpr
	stubs        map[string]bool
	closureCalls map[*ssa.Function][]*ssa.Call
	memoLoops    map[*ssa.Function][]*loop
	memoPauses   map[*ssa.Function][]*Pause
	memoOutcome  map[*ssa.Call]*outcome
	memoRepeats  map[*ssa.Function][]*Repeat
	memoTries    map[*ssa.Function][]Tried
	memoWraps    map[*ssa.Function]bool
	repeats      []*Repeat
	sql, conn    *bool

	retrying      map[ssa.CallInstruction]*Retrying
	mutating      []ssa.CallInstruction
	mutatorsFound bool
	answered      bool
	answers       []*Answer
	displays      *bool
	memoGuards    map[*ssa.BasicBlock][][]guard
	memoCause     map[ssa.Value]causeOf
	memoComputes  map[*ssa.Function]bool
	memoSpeaks    map[*ssa.Function]bool
	memoSays      map[*ssa.Function][]Said
}

// Problem returns the panic of the SSA builder, if there was one: a driver that
// asks can tell the user that the package was not analysed wholly.
func (in *Info) Problem() error { return in.Failure }

// Hold keeps other passes from asking until the function that it returns is
// called.
func (in *Info) Hold() (release func()) {
	in.mu.Lock()
	return in.mu.Unlock
}

func run(pass *analysis.Pass) (any, error) {
	in := &Info{pass: pass, table: catalog.Default(), index: &index{}, solver: solver{nodes: map[question]*node{}, low: math.MaxInt}}
	in.cfg, _ = pass.ResultOf[config.Analyzer].(*config.Config)
	if !firstParty(pass, in.cfg) {
		return in, nil
	}
	if len(in.cfg.Calls) > 0 {
		var extra []catalog.Call
		for _, s := range in.cfg.Calls {
			c, err := catalog.ParseCall(s)
			if err != nil {
				return nil, err
			}
			extra = append(extra, c)
		}
		in.table = catalog.NewTable(extra)
	}
	files := pass.Files
	if !in.cfg.Tests {
		files = slices.DeleteFunc(slices.Clone(files), func(f *ast.File) bool { return in.testFile(f.FileStart) })
	}
	built := lazyssa.Build(pass, files, in.relevant(), in.makesText)
	in.Funcs, in.Failure = built.Funcs, built.Failure
	if len(in.Funcs) == 0 {
		return in, nil
	}
	in.memoMode, in.moding = map[*ssa.Function]use{}, map[*ssa.Function]bool{}
	in.memoSum, in.summing = map[*ssa.Function]*BudgetlintSummary{}, map[*ssa.Function]bool{}
	in.memoRegions = map[*ssa.Function][]region{}
	in.memoLoops, in.memoPauses = map[*ssa.Function][]*loop{}, map[*ssa.Function][]*Pause{}
	in.memoTries, in.memoWraps = map[*ssa.Function][]Tried{}, map[*ssa.Function]bool{}
	in.memoOutcome, in.memoRepeats = map[*ssa.Call]*outcome{}, map[*ssa.Function][]*Repeat{}
	in.memoEnds, in.memoParam = map[*ssa.Function][]int{}, map[*ssa.Parameter]Mode{}
	in.memoBound, in.bounding = map[boundKey]catalog.Bound{}, map[boundKey]bool{}
	in.memoGuards, in.memoCause, in.memoComputes = map[*ssa.BasicBlock][][]guard{}, map[ssa.Value]causeOf{}, map[*ssa.Function]bool{}
	in.memoSpeaks, in.memoSays = map[*ssa.Function]bool{}, map[*ssa.Function][]Said{}
	in.index = newIndex(in)
	in.findWaits()
	in.exportFacts()
	return in, nil
}

// firstParty reports whether the package is code of the people who lint it:
// only such code is analysed, and only it has facts.
func firstParty(pass *analysis.Pass, cfg *config.Config) bool {
	path := pass.Pkg.Path()
	for _, p := range cfg.Deps {
		if path == p || strings.HasPrefix(path, strings.TrimSuffix(p, "/")+"/") {
			return true
		}
	}
	if len(pass.Files) == 0 {
		return false
	}
	if m := pass.Module; m != nil && m.Path != "" {
		return m.Version == "" || m.Replace != nil && m.Replace.Version == ""
	}
	// Without module information (a GOPATH, Bazel) all but the standard
	// library counts.
	first, _, _ := strings.Cut(path, "/")
	if strings.Contains(first, ".") {
		return true
	}
	return !slices.ContainsFunc(pass.Files, func(f *ast.File) bool {
		return standard(path, config.Filename(pass.Fset, f.FileStart))
	})
}

// standard reports whether a file of a package belongs to the standard library:
// of this Go, or of another one, as an editor's gopls was often built with
// another Go than the one that the code is checked with.
func standard(path, file string) bool {
	if goroot := build.Default.GOROOT; goroot != "" && strings.HasPrefix(file, filepath.Join(goroot, "src")+string(filepath.Separator)) {
		return true
	}
	src, ok := strings.CutSuffix(filepath.ToSlash(filepath.Dir(file)), "/src/"+path)
	if !ok {
		return false
	}
	_, err := os.Stat(filepath.Join(filepath.FromSlash(src), "src", "unsafe", "unsafe.go"))
	return err == nil
}

// relevant returns the test for objects that make a function worth building.
func (in *Info) relevant() func(types.Object) bool {
	pkgs := map[*types.Package]bool{}
	mentions := func(p *types.Package) bool {
		if p == nil {
			return false
		}
		r, ok := pkgs[p]
		if !ok {
			r = in.table.Mentions(p.Path())
			pkgs[p] = r
		}
		return r
	}
	named := func(t types.Type) bool {
		if p, ok := types.Unalias(t).(*types.Pointer); ok {
			t = p.Elem()
		}
		n, ok := types.Unalias(t).(*types.Named)
		return ok && (mentions(n.Obj().Pkg()) || n.Obj().Name() == "Context" && n.Obj().Pkg() != nil && n.Obj().Pkg().Path() == "context")
	}
	own := in.pass.Pkg
	return func(obj types.Object) bool {
		switch obj := obj.(type) {
		case *types.Func:
			if mentions(obj.Pkg()) || in.table.Pauser(obj) != nil || catalog.FullName(obj) == "time.After" || catalog.FullName(obj) == "time.NewTimer" {
				return true
			}
			sig := obj.Signature()
			for v := range sig.Params().Variables() {
				if named(v.Type()) {
					return true
				}
			}
			for v := range sig.Results().Variables() {
				if named(v.Type()) {
					return true
				}
			}
			if obj.Pkg() != own {
				if sig.Variadic() && catalog.IsStub(sig) {
					return true
				}
				s := new(BudgetlintSummary)
				return in.pass.ImportObjectFact(obj.Origin(), s) && s.matters()
			}
		case *types.Var:
			if obj.Pkg() == own && !obj.IsField() && obj.Parent() == own.Scope() {
				switch catalog.TypeName(obj.Type()) {
				case "time.Duration", "time.Time":
					return true // a limit, perhaps
				}
			}
			return named(obj.Type()) || mentions(obj.Pkg()) && !obj.IsField()
		case *types.TypeName:
			return named(obj.Type())
		}
		return false
	}
}

// index is what one walk over all instructions finds.
type index struct {
	uses        map[*ssa.Function][]use            // how each function with a body is used
	closure     map[*ssa.Function]*ssa.MakeClosure // where an anonymous function that captures is made
	fieldStores map[*types.Var][]ssa.Value         // values stored to a field of a struct
	globals     map[*ssa.Global][]ssa.Value        // values stored to a variable of the package
	sets        map[*types.Var][]fieldSet          // stores to fields of clients, by the field or variable that holds the client
	calls       []ssa.CallInstruction              // all calls, in order
	limitsSQL   bool                               // a database configuration that bounds every statement is made, or only files are databases
}

// A fieldSet is a store to a field of a client (http.Client.Timeout).
type fieldSet struct {
	field string
	val   ssa.Value
}

func newIndex(in *Info) *index {
	x := &index{
		uses: map[*ssa.Function][]use{}, closure: map[*ssa.Function]*ssa.MakeClosure{},
		fieldStores: map[*types.Var][]ssa.Value{}, globals: map[*ssa.Global][]ssa.Value{},
		sets: map[*types.Var][]fieldSet{},
	}
	_, x.limitsSQL = embedded(in.pass.Pkg)
	var ops []*ssa.Value
	for _, fn := range in.Funcs {
		// What tests do with the code says nothing of how it runs: only what
		// a test file declares itself is judged by it.
		test := in.testFile(fn.Pos())
		foreign := func(pos token.Pos) bool { return test && !in.testFile(pos) }
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				switch i := instr.(type) {
				case *ssa.MakeClosure:
					if f, ok := i.Fn.(*ssa.Function); ok {
						if x.closure[f] == nil {
							x.closure[f] = i
						}
						x.uses[f] = append(x.uses[f], use{value: i, at: i})
						if target := unwrap(f); f.Synthetic != "" && target != nil && len(target.Blocks) > 0 && !foreign(target.Pos()) {
							x.uses[target] = append(x.uses[target], use{value: i, at: i})
						}
					}
					continue
				case *ssa.Store:
					switch a := i.Addr.(type) {
					case *ssa.FieldAddr:
						f := fieldOf(a)
						if foreign(f.Pos()) {
							break
						}
						x.fieldStores[f] = append(x.fieldStores[f], i.Val)
						if row := in.table.Client(catalog.TypeName(a.X.Type())); row != nil {
							if row.Type == catalog.SQLConfig && contains(row.Fields, f.Name()) && in.off(i.Val, row) == catalog.Bounded {
								x.limitsSQL = true
							}
						}
						if in.table.Client(catalog.TypeName(a.X.Type())) != nil || in.table.PolicyType(catalog.TypeName(a.X.Type())) != nil {
							if holder := holder(a.X); holder != nil {
								x.sets[holder] = append(x.sets[holder], fieldSet{f.Name(), i.Val})
							}
						}
					case *ssa.Global:
						if foreign(a.Pos()) {
							break
						}
						x.globals[a] = append(x.globals[a], i.Val)
					}
				}
				if c, ok := instr.(ssa.CallInstruction); ok {
					x.calls = append(x.calls, c)
					if f := c.Common().StaticCallee(); f != nil && len(origin(f).Blocks) > 0 && !foreign(f.Pos()) {
						if _, isClosure := c.Common().Value.(*ssa.MakeClosure); !isClosure {
							x.uses[origin(f)] = append(x.uses[origin(f)], use{call: c, at: c})
						}
					}
				}
				ops = instr.Operands(ops[:0])
				for n, op := range ops {
					if c, ok := (*op).(*ssa.Const); ok && setsSQL(c) {
						x.limitsSQL = true
					}
					f, ok := (*op).(*ssa.Function)
					if !ok {
						continue
					}
					if c, isCall := instr.(ssa.CallInstruction); isCall && n == 0 && c.Common().Value == f {
						continue
					}
					if target := unwrap(f); target != nil && len(target.Blocks) > 0 && !foreign(target.Pos()) {
						x.uses[target] = append(x.uses[target], use{value: f, at: instr})
					}
				}
			}
		}
	}
	slices.SortStableFunc(x.calls, func(a, b ssa.CallInstruction) int { return cmp.Compare(a.Pos(), b.Pos()) })
	return x
}

// setsSQL reports whether a constant is a piece of a database's connection
// string or settings that bounds every statement.
func setsSQL(c *ssa.Const) bool {
	if c.Value == nil || c.Value.Kind() != constant.String {
		return false
	}
	s := constant.StringVal(c.Value)
	for _, w := range catalog.SQLSettings {
		if strings.Contains(s, w) {
			return true
		}
	}
	return false
}

// origin is the generic function of an instance, and the function itself of
// any other.
func origin(f *ssa.Function) *ssa.Function {
	if o := f.Origin(); o != nil {
		return o
	}
	return f
}

// unwrap returns the declared function behind a method value or expression.
func unwrap(f *ssa.Function) *ssa.Function {
	if f.Synthetic == "" || f.Origin() != nil {
		return origin(f)
	}
	if obj, ok := f.Object().(*types.Func); ok {
		return f.Prog.FuncValue(obj)
	}
	return nil
}

// fieldOf returns the field that a points to.
func fieldOf(a *ssa.FieldAddr) *types.Var {
	return deref(a.X.Type()).Underlying().(*types.Struct).Field(a.Field)
}

func deref(t types.Type) types.Type {
	if p, ok := t.Underlying().(*types.Pointer); ok {
		return p.Elem()
	}
	return t
}

// holder returns the struct field or the package variable that holds the value
// that v is or was loaded from, nil if it is neither.
func holder(v ssa.Value) *types.Var {
	switch v := v.(type) {
	case *ssa.UnOp:
		if v.Op == token.MUL {
			return holder(v.X)
		}
	case *ssa.TypeAssert:
		return holder(v.X)
	case *ssa.Extract:
		if t, ok := v.Tuple.(*ssa.TypeAssert); ok {
			return holder(t.X)
		}
	case *ssa.FieldAddr:
		return fieldOf(v)
	case *ssa.Field:
		return v.X.Type().Underlying().(*types.Struct).Field(v.Field)
	case *ssa.Global:
		g, _ := v.Object().(*types.Var)
		return g
	}
	return nil
}

// Callee returns the function or method that a call names, nil for a call of a
// function value.
func Callee(c *ssa.CallCommon) *types.Func {
	if c.IsInvoke() {
		return c.Method.Origin()
	}
	f, ok := c.Value.(*ssa.Function)
	if !ok {
		return nil
	}
	if obj, ok := f.Object().(*types.Func); ok {
		return obj.Origin()
	}
	return nil
}

// body returns the function of this package that a call names, with its body;
// nil for any other.
func (in *Info) body(c *ssa.CallCommon) *ssa.Function {
	if c.IsInvoke() {
		return nil
	}
	switch v := c.Value.(type) {
	case *ssa.Function:
		if f := origin(v); len(f.Blocks) > 0 {
			return f
		}
	case *ssa.MakeClosure:
		if f, ok := v.Fn.(*ssa.Function); ok && len(f.Blocks) > 0 && f.Synthetic == "" {
			return f
		}
	default:
		// A closure in a local variable that is stored once.
		if f := in.closureIn(v); f != nil {
			return f
		}
	}
	return nil
}

// closureIn returns the one closure that v can hold, nil if it can hold
// several or another thing.
func (in *Info) closureIn(v ssa.Value) *ssa.Function {
	for range 4 {
		switch x := v.(type) {
		case *ssa.MakeClosure:
			f, _ := x.Fn.(*ssa.Function)
			if f != nil && f.Synthetic != "" {
				return nil
			}
			return f
		case *ssa.Function:
			if len(x.Blocks) > 0 {
				return x
			}
			return nil
		case *ssa.ChangeType:
			v = x.X
		case *ssa.UnOp:
			vals, ok := in.stored(x)
			if !ok || len(vals) != 1 {
				return nil
			}
			v = vals[0]
		default:
			return nil
		}
	}
	return nil
}

// Position is where pos is, as messages and facts say it: import path of the
// package, file and line, without a path of this machine.
func (in *Info) Position(pos token.Pos) string {
	p := in.pass.Fset.PositionFor(pos, false)
	return path.Join(in.pass.Pkg.Path(), filepath.Base(p.Filename)) + ":" + strconv.Itoa(p.Line)
}

// Line is the line of pos.
func (in *Info) Line(pos token.Pos) int { return in.pass.Fset.PositionFor(pos, false).Line }

// Expr returns the source of a call, nil if there is none (a call that the
// compiler makes).
func (in *Info) Expr(c ssa.CallInstruction) *ast.CallExpr {
	if in.exprs == nil {
		in.exprs = map[token.Pos]*ast.CallExpr{}
		for _, f := range in.pass.Files {
			ast.Inspect(f, func(n ast.Node) bool {
				if call, ok := n.(*ast.CallExpr); ok {
					in.exprs[call.Lparen] = call
				}
				return true
			})
		}
	}
	return in.exprs[c.Common().Pos()]
}

// At returns the place of a call that a finding stands at: the whole call, or
// from the method's name on where the call spreads over lines.
func (in *Info) At(c ssa.CallInstruction) (pos, end token.Pos) {
	call := in.Expr(c)
	if call == nil {
		return c.Pos(), c.Pos()
	}
	if sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr); ok && in.Line(call.Pos()) != in.Line(sel.Sel.Pos()) {
		return sel.Sel.Pos(), call.End()
	}
	return call.Pos(), call.End()
}

// testFile reports whether pos is in a _test.go file.
func (in *Info) testFile(pos token.Pos) bool {
	return strings.HasSuffix(config.Filename(in.pass.Fset, pos), "_test.go")
}

// Test reports whether pos is in a test, or in a helper of tests, and such
// findings are not asked for: with the flag tests, a test file is code like any
// other, and its context is t.Context().
func (in *Info) Test(pos token.Pos) bool {
	return in.InTest(pos) && !(in.cfg.Tests && in.testFile(pos))
}

// Whole reports whether a call stands in main itself: what it starts may be the
// whole of the program, whose life has no deadline.
func (in *Info) Whole(c ssa.CallInstruction) bool {
	fn := c.Parent()
	return in.pass.Pkg.Name() == "main" && fn.Name() == "main" && fn.Parent() == nil && fn.Signature.Recv() == nil
}

// InTest reports whether pos is in a test, or in a helper of tests.
func (in *Info) InTest(pos token.Pos) bool {
	return in.cfg.Test(config.Filename(in.pass.Fset, pos))
}
