package fix

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/budgetlint/budgetlint/internal/catalog"
	"github.com/budgetlint/budgetlint/internal/deadline"
)

// A way is source that yields a context, with the edits that make it do so: those
// that give a parameter a name.
type way struct {
	text  string
	edits []analysis.TextEdit
}

// reach returns the caller's context as source at pos; ok is false if no name
// leads to it there.
func (m *Maker) reach(r deadline.Reach, pos token.Pos) (c way, ok bool) {
	if r.Param == nil {
		return way{}, false
	}
	if r.Expr == "" {
		return m.name(r.Param, pos)
	}
	obj, _ := r.Param.Object().(*types.Var)
	if obj == nil || m.lookup(obj.Name(), pos) != obj || !m.steady(obj, pos) {
		return way{}, false
	}
	return way{text: r.Expr}, true
}

// hand returns the context that a loop could ask as source at pos; known is
// where its expression stands.
func (m *Maker) hand(h deadline.Hand, known, pos token.Pos) (c way, ok bool) {
	if h.Reach.Param != nil && h.Reach.Expr == "" {
		return m.name(h.Reach.Param, pos)
	}
	root := rootOf(h.Expr)
	if root == "" {
		return way{}, false
	}
	obj, _ := m.lookup(root, pos).(*types.Var)
	if obj == nil || !m.steady(obj, pos) {
		return way{}, false
	}
	switch {
	case h.Reach.Param != nil && obj == h.Reach.Param.Object():
	case h.Value != nil && h.Value.Pos() == obj.Pos(): // captured
	case m.lookup(root, known) == obj:
	default:
		return way{}, false
	}
	// One that is made anew each turn ends with its turn.
	for _, n := range m.path(pos, pos) {
		switch n.(type) {
		case *ast.ForStmt, *ast.RangeStmt:
			if n.Pos() <= obj.Pos() && obj.Pos() < n.End() {
				return way{}, false
			}
		case *ast.FuncLit:
			return way{text: h.Expr}, true
		}
	}
	return way{text: h.Expr}, true
}

// rootOf returns the name that an expression begins with, "" if it is more than
// names, fields and calls without arguments.
func rootOf(expr string) string {
	e, err := parser.ParseExpr(expr)
	if err != nil {
		return ""
	}
	for {
		switch x := e.(type) {
		case *ast.Ident:
			return x.Name
		case *ast.SelectorExpr:
			e = x.X
		case *ast.CallExpr:
			if len(x.Args) > 0 {
				return ""
			}
			e = x.Fun
		default:
			return ""
		}
	}
}

// name gives a blank or unnamed parameter a name, where nothing in its function
// has that name.
func (m *Maker) name(p *ssa.Parameter, pos token.Pos) (c way, ok bool) {
	name, suffix := "ctx", ""
	switch {
	case catalog.IsContext(p.Type()):
	case catalog.TypeName(p.Type()) == "net/http.Request":
		name, suffix = "r", ".Context()"
	default:
		return way{}, false
	}
	fn, typ := m.declares(p.Object(), pos)
	if fn == nil || m.named(fn, name) {
		return way{}, false
	}
	c.text = name + suffix
	for _, f := range typ.Params.List {
		for _, id := range f.Names {
			if id.Pos() == p.Object().Pos() {
				c.edits = append(c.edits, replace(id, name))
				return c, true
			}
		}
		if len(f.Names) > 0 {
			continue
		}
		n := "_ "
		if f.Type.Pos() == p.Object().Pos() {
			n, ok = name+" ", true
		}
		c.edits = append(c.edits, insert(f.Type.Pos(), n))
	}
	return c, ok
}

// declares returns the function around pos that has the parameter.
func (m *Maker) declares(param types.Object, pos token.Pos) (fn ast.Node, typ *ast.FuncType) {
	for _, n := range m.path(pos, pos) {
		switch n := n.(type) {
		case *ast.FuncDecl:
			fn, typ = n, n.Type
		case *ast.FuncLit:
			fn, typ = n, n.Type
		default:
			continue
		}
		if typ.Params.Pos() <= param.Pos() && param.Pos() < typ.Params.End() {
			return fn, typ
		}
	}
	return nil, nil
}

// named reports whether anything in a function but fields and methods has the
// name.
func (m *Maker) named(fn ast.Node, name string) bool {
	found := false
	ast.Inspect(fn, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok && id.Name == name {
			switch obj := m.pass.TypesInfo.ObjectOf(id).(type) {
			case *types.Var:
				found = found || !obj.IsField()
			case *types.Func:
				found = found || obj.Signature().Recv() == nil
			default:
				found = true
			}
		}
		return !found
	})
	return found
}

// steady reports whether a variable holds at pos what it was given first, or
// something that is derived from it and has not ended by then: whatever is
// assigned to it on the way there keeps the deadline.
func (m *Maker) steady(v *types.Var, pos token.Pos) bool {
	path := m.path(pos, pos)
	var outer ast.Node // the outermost function that can assign to it
	for _, n := range path {
		switch n.(type) {
		case *ast.FuncDecl, *ast.FuncLit:
			outer = n
		}
	}
	if outer == nil {
		return false
	}
	good := true
	var stack []ast.Node
	ast.Inspect(outer, func(n ast.Node) bool {
		if n == nil {
			stack = stack[:len(stack)-1]
			return true
		}
		stack = append(stack, n)
		switch n := n.(type) {
		case *ast.UnaryExpr:
			if id, ok := ast.Unparen(n.X).(*ast.Ident); ok && n.Op == token.AND && m.pass.TypesInfo.Uses[id] == v {
				good = false
			}
		case *ast.RangeStmt:
			for _, e := range []ast.Expr{n.Key, n.Value} {
				if id, ok := e.(*ast.Ident); ok && m.pass.TypesInfo.Uses[id] == v {
					good = false
				}
			}
		case *ast.AssignStmt:
			for _, l := range n.Lhs {
				if id, ok := ast.Unparen(l).(*ast.Ident); ok && m.pass.TypesInfo.Uses[id] == v && !m.keeps(v, n, stack, path, pos) {
					good = false
				}
			}
		}
		return true
	})
	return good
}

// keeps reports whether an assignment to a context leaves it the caller's at
// pos; stack holds the nodes around the assignment, path those around pos.
func (m *Maker) keeps(v *types.Var, a *ast.AssignStmt, stack, path []ast.Node, pos token.Pos) bool {
	looped, closure := m.between(v, a, path)
	if pos < a.End() {
		return !looped && !closure
	}
	// Have: an assignment on the way, perhaps.
	for _, n := range stack {
		if i, ok := n.(*ast.IfStmt); ok && m.isNil(i.Cond, v) {
			return true
		}
	}
	if len(a.Rhs) != 1 {
		return false
	}
	call, ok := ast.Unparen(a.Rhs[0]).(*ast.CallExpr)
	if !ok || !m.handed(call, v) {
		return false
	}
	fn := m.callee(call)
	switch {
	case len(a.Lhs) == 1:
		return fn == nil || fn.Name() != "WithoutCancel"
	case fn == nil || fn.Pkg() == nil:
		return false
	case fn.Pkg().Path() == "golang.org/x/sync/errgroup":
		return closure // it ends with the group's Wait
	}
	for _, l := range a.Lhs {
		id, ok := l.(*ast.Ident)
		if !ok || id.Name == "_" {
			continue
		}
		if obj := m.pass.TypesInfo.ObjectOf(id); obj != nil && isCancel(obj.Type()) && !m.onlyDeferred(obj, stack[0]) {
			return false
		}
	}
	return true
}

// between reports whether a loop that holds an assignment to a variable, too, or
// a closure stands around the place that path leads to, inside of what declares
// the variable.
func (m *Maker) between(v *types.Var, a *ast.AssignStmt, path []ast.Node) (looped, closure bool) {
	for _, n := range path {
		declares := n.Pos() <= v.Pos() && v.Pos() < n.End()
		switch n.(type) {
		case *ast.FuncLit:
			if declares {
				return looped, closure
			}
			closure = true
		case *ast.ForStmt, *ast.RangeStmt:
			if declares {
				return looped, closure
			}
			looped = looped || n.Pos() <= a.Pos() && a.Pos() < n.End()
		}
	}
	return looped, closure
}

// isNil reports whether a condition is v == nil.
func (m *Maker) isNil(cond ast.Expr, v *types.Var) bool {
	b, ok := cond.(*ast.BinaryExpr)
	if !ok || b.Op != token.EQL {
		return false
	}
	id, ok := b.X.(*ast.Ident)
	return ok && m.pass.TypesInfo.Uses[id] == v && m.pass.TypesInfo.Types[b.Y].IsNil()
}

// handed reports whether a variable is an argument of a call.
func (m *Maker) handed(call *ast.CallExpr, v *types.Var) bool {
	for _, a := range call.Args {
		if id, ok := ast.Unparen(a).(*ast.Ident); ok && m.pass.TypesInfo.Uses[id] == v {
			return true
		}
	}
	return false
}

// callee returns the function that a call names, nil if it names none.
func (m *Maker) callee(call *ast.CallExpr) *types.Func {
	switch f := ast.Unparen(call.Fun).(type) {
	case *ast.Ident:
		fn, _ := m.pass.TypesInfo.Uses[f].(*types.Func)
		return fn
	case *ast.SelectorExpr:
		fn, _ := m.pass.TypesInfo.Uses[f.Sel].(*types.Func)
		return fn
	}
	return nil
}

// isCancel reports whether t is a function that ends a context.
func isCancel(t types.Type) bool {
	name := catalog.TypeName(t)
	return strings.HasPrefix(name, "context.Cancel")
}

// onlyDeferred reports whether a function value is called in defer statements
// only.
func (m *Maker) onlyDeferred(obj types.Object, fn ast.Node) bool {
	good := true
	ast.Inspect(fn, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.DeferStmt:
			id, ok := n.Call.Fun.(*ast.Ident)
			if ok && m.pass.TypesInfo.Uses[id] == obj {
				return false
			}
		case *ast.AssignStmt: // assigned once more
			for _, r := range n.Rhs {
				ast.Inspect(r, func(n ast.Node) bool {
					if id, ok := n.(*ast.Ident); ok && m.pass.TypesInfo.Uses[id] == obj {
						good = false
					}
					return true
				})
			}
			return true
		case *ast.CallExpr:
			if id, ok := n.Fun.(*ast.Ident); ok && m.pass.TypesInfo.Uses[id] == obj {
				good = false
			}
			return true
		}
		return true
	})
	return good
}

// Swap puts the caller's context in the place of the empty one, made by root,
// that call is handed or derives from. The empty context is replaced where it is
// made, if all that comes of it is awaited; else in the call alone. All passes
// that report the call make the same edits.
func (m *Maker) Swap(root *ssa.Call, call ssa.CallInstruction, r deadline.Reach) []analysis.TextEdit {
	if root == nil || deadline.Undoes(call.Parent()) {
		return nil
	}
	switch catalog.FullName(deadline.Callee(root.Common())) {
	case "context.Background", "context.TODO":
	default:
		return nil
	}
	made, at := m.in.Expr(root), m.in.Expr(call)
	if made == nil || at == nil || m.file(made.Pos()) == nil || m.file(made.Pos()) != m.file(at.Pos()) {
		return nil
	}
	if m.awaited(root) {
		within := at.Pos() <= made.Pos() && made.End() <= at.End()
		if v := m.variable(made); !within && (v == nil || !catalog.IsContext(v.Type()) && !m.onlyIn(v, at)) {
			return nil
		}
		return m.put(made, r)
	}
	// Something else is done with the empty context.
	v := m.variable(made)
	if v == nil || !catalog.IsContext(v.Type()) || !m.awaitedBelow(call) {
		return nil
	}
	for _, a := range at.Args {
		if id, ok := ast.Unparen(a).(*ast.Ident); ok && m.pass.TypesInfo.Uses[id] == v && m.direct(made) {
			return m.put(a, r)
		}
	}
	return nil
}

// put replaces an expression by the caller's context.
func (m *Maker) put(e ast.Expr, r deadline.Reach) []analysis.TextEdit {
	c, ok := m.reach(r, e.Pos())
	if !ok {
		return nil
	}
	return append(c.edits, replace(e, c.text))
}

// awaited reports whether each call that a context comes to is one that the
// caller waits for, and nothing keeps it.
func (m *Maker) awaited(ctx ssa.Value) bool {
	flow := m.in.Flow(ctx)
	if flow.Kept {
		return false
	}
	for _, f := range flow.Calls {
		if fn := deadline.Callee(f.Call.Common()); fn != nil && deadline.Quiet(fn) {
			continue
		}
		if _, ok := f.Call.(*ssa.Call); !ok || m.in.Place(f.Call).Mode != deadline.Awaited {
			return false
		}
	}
	return true
}

// awaitedBelow is awaited for the contexts, and what carries one, that a call
// returns.
func (m *Maker) awaitedBelow(call ssa.CallInstruction) bool {
	c, ok := call.(*ssa.Call)
	if !ok || m.in.Place(call).Mode != deadline.Awaited {
		return false
	}
	if _, ok := c.Type().(*types.Tuple); !ok {
		return m.awaited(c)
	}
	for _, r := range *c.Referrers() {
		if e, ok := r.(*ssa.Extract); ok && e.Index == 0 && !m.awaited(e) {
			return false
		}
	}
	return true
}

// variable returns the local variable that is declared with what an expression
// is a part of, and never assigned again; nil if there is none.
func (m *Maker) variable(e ast.Expr) *types.Var {
	for _, n := range m.path(e.Pos(), e.End()) {
		var id ast.Expr
		switch n := n.(type) {
		case *ast.AssignStmt:
			if len(n.Rhs) != 1 || n.Tok != token.DEFINE {
				return nil
			}
			id = n.Lhs[0]
		case *ast.ValueSpec:
			if len(n.Values) != 1 {
				return nil
			}
			id = n.Names[0]
		case ast.Stmt, *ast.FuncLit, *ast.FuncDecl:
			return nil
		default:
			continue
		}
		name, ok := id.(*ast.Ident)
		if !ok {
			return nil
		}
		v, _ := m.pass.TypesInfo.Defs[name].(*types.Var)
		if v == nil || !m.once(v, name.Pos()) {
			return nil
		}
		return v
	}
	return nil
}

// onlyIn reports whether a local variable is used in a call alone.
func (m *Maker) onlyIn(v *types.Var, call *ast.CallExpr) bool {
	fn, _, _ := m.function(v.Pos())
	if fn == nil {
		return false
	}
	good := true
	ast.Inspect(fn, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok && m.pass.TypesInfo.Uses[id] == v && (id.Pos() < call.Pos() || call.End() < id.End()) {
			good = false
		}
		return good
	})
	return good
}

// once reports whether nothing assigns to a variable but its declaration.
func (m *Maker) once(v *types.Var, pos token.Pos) bool {
	fn, _, _ := m.function(pos)
	if fn == nil {
		return false
	}
	good := true
	ast.Inspect(fn, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			for _, l := range n.Lhs {
				if id, ok := l.(*ast.Ident); ok && m.pass.TypesInfo.Uses[id] == v {
					good = false
				}
			}
		case *ast.UnaryExpr:
			if id, ok := n.X.(*ast.Ident); ok && n.Op == token.AND && m.pass.TypesInfo.Uses[id] == v {
				good = false
			}
		}
		return good
	})
	return good
}

// direct reports whether an expression is the whole of what a variable is
// declared with.
func (m *Maker) direct(e ast.Expr) bool {
	path := m.path(e.Pos(), e.End())
	for i, n := range path {
		if n == ast.Node(e) && i+1 < len(path) {
			switch path[i+1].(type) {
			case *ast.AssignStmt, *ast.ValueSpec:
				return true
			}
		}
	}
	return false
}
