// Package lazyssa builds SSA form of only the functions that matter. It knows
// nothing of what matters: its caller says which objects do.
//
// Three things make SSA form dear, and none is the building itself: bodies
// that nobody asks about, package initialisers, and above all creating an
// ssa.Package for each dependency, which decodes all of its export data. So
// here only bodies that mention something relevant are kept, only the
// initialisers that do, and a dependency gets an ssa.Package that holds just
// the functions and variables that those bodies name (methods are made by ssa
// on demand).
package lazyssa

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"runtime/debug"
	"slices"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"
)

// A Package is the SSA form of the relevant functions of one package.
type Package struct {
	// Package is nil where nothing is relevant, or where building failed.
	Package *ssa.Package
	// Funcs are the functions with a body, the anonymous ones included, in
	// the order of their positions; the package initialiser is first.
	Funcs []*ssa.Function
	// Failure is the panic of the SSA builder, if there was one, with its
	// stack. All functions of the package are unknown then.
	Failure error
}

// Build builds the functions in those files of the package in which relevant holds for some
// object that they mention, and, to a fixpoint, those that mention such a
// function of the package. Functions with a parameter of a func type are kept,
// too: what becomes of a closure that they are handed is a question of its
// own.
//
// Functions for which one of the tests of their whole declaration holds are
// kept as well.
func Build(pass *analysis.Pass, files []*ast.File, relevant func(types.Object) bool, also ...func(*ast.FuncDecl) Worth) *Package {
	k := &keeper{pass: pass, files: files, relevant: relevant, also: also, memo: map[types.Object]bool{}}
	k.scan()
	if !k.any {
		return &Package{}
	}
	out := k.build()
	if out.Failure != nil && k.dropBroken() {
		out = k.build()
	}
	return out
}

// Worth says how much of a program a body makes worth building.
type Worth uint8

const (
	// Nothing: the body is built only for another reason.
	Nothing Worth = iota
	// Itself: the body is built.
	Itself
	// Users: the body is built, and those that use its function.
	Users
)

// dropBroken drops the bodies that mention what has no type, which ssa may not
// be able to build, and reports whether there were any.
func (k *keeper) dropBroken() bool {
	found := false
	for _, b := range k.bodies {
		if b.keep && b.broken {
			b.keep, found = false, true
		}
	}
	return found
}

// A body is a piece of code that is kept or dropped as a whole.
type body struct {
	node     ast.Node    // *ast.FuncDecl, or the *types.Initializer's Rhs
	fn       *types.Func // nil for an initialiser
	uses     []*types.Func
	broken   bool           // it mentions what has no type, because an import is broken: ssa may not be able to build it
	external []types.Object // package-level functions and variables of other packages
	keep     bool
	alone    bool // kept, but not for the sake of those that use it
}

type keeper struct {
	pass     *analysis.Pass
	files    []*ast.File
	relevant func(types.Object) bool
	also     []func(*ast.FuncDecl) Worth
	memo     map[types.Object]bool
	bodies   []*body
	byFunc   map[*types.Func]*body
	any      bool
}

func (k *keeper) scan() {
	k.byFunc = map[*types.Func]*body{}
	for _, f := range k.files {
		for _, d := range f.Decls {
			if d, ok := d.(*ast.FuncDecl); ok && d.Body != nil {
				b := k.look(d)
				b.fn, _ = k.pass.TypesInfo.Defs[d.Name].(*types.Func)
				if b.fn != nil {
					k.byFunc[b.fn] = b
				}
				for _, worth := range k.also {
					if b.keep {
						break
					}
					if w := worth(d); w != Nothing {
						b.keep, b.alone, k.any = true, w == Itself, true
					}
				}
			}
		}
	}
	for _, init := range k.pass.TypesInfo.InitOrder {
		if !k.among(init.Rhs.Pos()) {
			continue
		}
		b := k.look(init.Rhs)
		for _, v := range init.Lhs {
			if k.isRelevant(v) {
				b.keep, k.any = true, true
			}
		}
	}
	k.fixpoint()
}

// among reports whether pos is in one of the files.
func (k *keeper) among(pos token.Pos) bool {
	for _, f := range k.files {
		if f.FileStart <= pos && pos < f.FileEnd {
			return true
		}
	}
	return false
}

// look collects what a body mentions.
func (k *keeper) look(n ast.Node) *body {
	b := &body{node: n}
	pkg := k.pass.Pkg
	seen := map[types.Object]bool{}
	ast.Inspect(n, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		if !ok {
			return true
		}
		obj := k.pass.TypesInfo.Uses[id]
		if obj == nil {
			// A definition matters for its type: var ctx, s := f().
			def, ok := k.pass.TypesInfo.Defs[id]
			if def == nil {
				b.broken = b.broken || !ok && id.Name != "_"
				return true
			}
			obj = def
		}
		switch obj.(type) {
		case *types.PkgName, *types.Label, *types.Builtin: // have no type anyway
		default:
			b.broken = b.broken || broken(obj.Type())
		}
		if seen[obj] {
			return true
		}
		seen[obj] = true
		if !b.keep && k.isRelevant(obj) {
			b.keep, k.any = true, true
		}
		if fn, ok := obj.(*types.Func); ok && fn.Pkg() == pkg {
			b.uses = append(b.uses, fn.Origin())
		}
		if obj.Pkg() != nil && obj.Pkg() != pkg && obj.Parent() == obj.Pkg().Scope() {
			switch obj.(type) {
			case *types.Func, *types.Var:
				b.external = append(b.external, obj)
			}
		}
		return true
	})
	k.bodies = append(k.bodies, b)
	return b
}

// broken reports whether a type, or a parameter or result of a function, is
// invalid.
func broken(t types.Type) bool {
	if sig, ok := t.(*types.Signature); ok {
		for v := range sig.Params().Variables() {
			if broken(v.Type()) {
				return true
			}
		}
		for v := range sig.Results().Variables() {
			if broken(v.Type()) {
				return true
			}
		}
	}
	if p, ok := t.(*types.Pointer); ok {
		t = p.Elem()
	}
	return t == types.Typ[types.Invalid]
}

func (k *keeper) isRelevant(obj types.Object) bool {
	r, ok := k.memo[obj]
	if !ok {
		r = k.relevant(obj)
		k.memo[obj] = r
	}
	return r
}

// fixpoint keeps whatever mentions a kept function of the package.
func (k *keeper) fixpoint() {
	users := map[*types.Func][]*body{}
	for _, b := range k.bodies {
		for _, fn := range b.uses {
			users[fn] = append(users[fn], b)
		}
	}
	var work []*body
	for _, b := range k.bodies {
		if b.keep {
			work = append(work, b)
		}
	}
	for len(work) > 0 {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		if b.fn == nil || b.alone {
			continue
		}
		for _, u := range users[b.fn] {
			if !u.keep || u.alone {
				u.keep, u.alone = true, false
				work = append(work, u)
			}
		}
	}
	for _, b := range k.bodies {
		if !b.keep && b.fn != nil && takesFunc(b.fn.Signature()) {
			b.keep = true
		}
	}
}

func takesFunc(sig *types.Signature) bool {
	for v := range sig.Params().Variables() {
		t := v.Type().Underlying()
		if s, ok := t.(*types.Slice); ok {
			t = s.Elem().Underlying()
		}
		if _, ok := t.(*types.Signature); ok {
			return true
		}
	}
	return false
}

func (k *keeper) build() (out *Package) {
	defer func() {
		if r := recover(); r != nil {
			out = &Package{Failure: fmt.Errorf("building SSA form of %s: %v\n%s", k.pass.Pkg.Path(), r, debug.Stack())}
		}
	}()
	prog := ssa.NewProgram(k.pass.Fset, ssa.BareInits)
	prog.SetNoReturn(noReturn)
	k.declareExternals(prog)

	info := *k.pass.TypesInfo
	info.InitOrder = nil
	kept := map[ast.Node]bool{}
	for _, b := range k.bodies {
		kept[b.node] = b.keep
	}
	for _, init := range k.pass.TypesInfo.InitOrder {
		if kept[init.Rhs] {
			info.InitOrder = append(info.InitOrder, init)
		}
	}
	pkg := prog.CreatePackage(k.pass.Pkg, trim(k.files, kept), &info, false)
	pkg.Build()
	fns := functions(pkg, k.bodies)
	for _, fn := range fns {
		inPlace(fn)
	}
	return &Package{Package: pkg, Funcs: fns}
}

// trim returns shallow copies of the files in which only kept bodies stand.
func trim(files []*ast.File, kept map[ast.Node]bool) []*ast.File {
	out := make([]*ast.File, len(files))
	for i, f := range files {
		c := *f
		c.Decls = make([]ast.Decl, 0, len(f.Decls))
		for _, d := range f.Decls {
			if fd, ok := d.(*ast.FuncDecl); ok && fd.Body != nil && !kept[fd] {
				if fd.Recv == nil && (fd.Name.Name == "init" || fd.Name.Name == "_") {
					continue // nothing can name it
				}
				bodiless := *fd
				bodiless.Body = nil
				d = &bodiless
			}
			c.Decls = append(c.Decls, d)
		}
		out[i] = &c
	}
	return out
}

// declareExternals creates, for each other package that a kept body names a
// function or a variable of, a package with just those members.
func (k *keeper) declareExternals(prog *ssa.Program) {
	byPkg := map[*types.Package]map[types.Object]bool{}
	for _, b := range k.bodies {
		if !b.keep {
			continue
		}
		for _, obj := range b.external {
			m := byPkg[obj.Pkg()]
			if m == nil {
				m = map[types.Object]bool{}
				byPkg[obj.Pkg()] = m
			}
			m[obj] = true
		}
	}
	for pkg, objs := range byPkg {
		file := &ast.File{Name: ast.NewIdent(pkg.Name())}
		info := &types.Info{Defs: map[*ast.Ident]types.Object{}}
		for obj := range objs {
			id := ast.NewIdent(obj.Name())
			info.Defs[id] = obj
			switch obj.(type) {
			case *types.Func:
				file.Decls = append(file.Decls, &ast.FuncDecl{Name: id, Type: &ast.FuncType{}})
			case *types.Var:
				file.Decls = append(file.Decls, &ast.GenDecl{Tok: token.VAR, Specs: []ast.Spec{&ast.ValueSpec{Names: []*ast.Ident{id}}}})
			}
		}
		prog.CreatePackage(pkg, []*ast.File{file}, info, true)
	}
}

// functions returns the built functions of the package in order of position.
func functions(pkg *ssa.Package, bodies []*body) []*ssa.Function {
	var out []*ssa.Function
	var add func(fn *ssa.Function)
	add = func(fn *ssa.Function) {
		if fn == nil || len(fn.Blocks) == 0 {
			return
		}
		out = append(out, fn)
		for _, a := range fn.AnonFuncs {
			add(a)
		}
	}
	for _, b := range bodies {
		if b.keep && b.fn != nil {
			add(pkg.Prog.FuncValue(b.fn))
		}
	}
	slices.SortStableFunc(out, func(a, b *ssa.Function) int { return cmp.Compare(a.Pos(), b.Pos()) })
	var inits []*ssa.Function
	if init := pkg.Func("init"); init != nil && len(init.Blocks) > 0 {
		inits = append(inits, init)
		for _, a := range init.AnonFuncs {
			at := len(out)
			add(a)
			inits = append(inits, out[at:]...)
			out = out[:at]
		}
	}
	return append(inits, out...)
}

// noReturn names functions that end the program or the goroutine, so that the
// code after a call of one is not taken for a path.
func noReturn(fn *types.Func) bool {
	if fn.Pkg() == nil {
		return false
	}
	switch fn.Pkg().Path() {
	case "os":
		return fn.Name() == "Exit"
	case "runtime":
		return fn.Name() == "Goexit"
	case "log", "k8s.io/klog/v2", "k8s.io/klog", "github.com/sirupsen/logrus", "go.uber.org/zap", "github.com/golang/glog":
		switch fn.Name() {
		case "Fatal", "Fatalf", "Fatalln", "FatalDepth", "Fatalw", "Exit", "Exitf", "Panic", "Panicf", "Panicln":
			return true
		}
	}
	return false
}
