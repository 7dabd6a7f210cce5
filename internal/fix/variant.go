package fix

import (
	"go/ast"
	"go/types"
	"strconv"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/budgetlint/budgetlint/internal/catalog"
	"github.com/budgetlint/budgetlint/internal/deadline"
)

// Give gives a wait the caller's context: it is put in the place of an empty one,
// or the variant of the call, or of the one that makes its request, is used that
// takes a context.
func (m *Maker) Give(w *deadline.Wait, r deadline.Reach) []analysis.SuggestedFix {
	if edits := m.Swap(w.Context.Root, w.Call, r); edits != nil {
		return m.One("Use the caller's context", edits...)
	}
	call := m.in.Expr(w.Call)
	if call == nil || deadline.Undoes(w.Call.Parent()) {
		return nil
	}
	if w.Value == nil || w.Carried {
		if fixes := m.variant(w, call, r); fixes != nil {
			return fixes
		}
	}
	if w.Carried {
		return m.Carry(w.Context, r)
	}
	return nil
}

// Carry lets the call that made an empty carrier (http.NewRequest, exec.Command)
// take the caller's context.
func (m *Maker) Carry(k deadline.Knowledge, r deadline.Reach) []analysis.SuggestedFix {
	if k.Root == nil {
		return nil
	}
	made, fn := m.in.Expr(k.Root), deadline.Callee(k.Root.Common())
	if made == nil || fn == nil || fn.Pkg() == nil || m.in.Place(k.Root).Mode != deadline.Awaited || !m.awaitedBelow(k.Root) {
		return nil
	}
	for _, name := range []string{fn.Name() + "WithContext", fn.Name() + "Context", fn.Name() + "Tx"} {
		if to := m.sibling(made, fn, name); to != nil {
			return m.move(made, fn, to, r)
		}
	}
	return nil
}

// sibling returns the function of the name beside fn: a method of the value that
// a call of fn is on, or a function of the same package.
func (m *Maker) sibling(call *ast.CallExpr, fn *types.Func, name string) *types.Func {
	if fn.Signature().Recv() == nil {
		to, _ := fn.Pkg().Scope().Lookup(name).(*types.Func)
		return to
	}
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if !ok {
		return nil
	}
	t := m.pass.TypesInfo.TypeOf(sel.X)
	if t == nil {
		return nil
	}
	obj, _, _ := types.LookupFieldOrMethod(t, true, m.pass.Pkg, name)
	to, _ := obj.(*types.Func)
	return to
}

// variant uses the variant that the catalogue names.
func (m *Maker) variant(w *deadline.Wait, call *ast.CallExpr, r deadline.Reach) []analysis.SuggestedFix {
	v := strings.ReplaceAll(w.Row.Variant, "%s", w.Fn.Name())
	switch {
	case v == "":
		return nil
	case v == "http.NewRequestWithContext and Do" && w.Fn.Pkg().Path() == "net/http":
		return m.request(w.Fn, call, r)
	case v == "(*net.Dialer).DialContext" && catalog.FullName(w.Fn) == "net.Dial":
		return m.qualified(call, "(&", "Dialer{}).DialContext", r)
	case strings.HasPrefix(v, "net.DefaultResolver."):
		resolver := w.Fn.Pkg().Scope().Lookup("DefaultResolver")
		if resolver == nil {
			return nil
		}
		obj, _, _ := types.LookupFieldOrMethod(resolver.Type(), true, w.Fn.Pkg(), w.Fn.Name())
		if to, ok := obj.(*types.Func); ok {
			if _, ok := fits(w.Fn, to); ok {
				return m.qualified(call, "", "DefaultResolver."+w.Fn.Name(), r)
			}
		}
		return nil
	case v == "WithContext before "+w.Fn.Name():
		return m.before(call, "WithContext", r)
	case v == w.Fn.Name()+" after SetContext":
		return m.before(call, "SetContext", r)
	case strings.HasSuffix(v, "Options).WithContext"):
		return m.option(w, call, r)
	case !strings.ContainsAny(v, " .("):
		if to := m.sibling(call, w.Fn, v); to != nil {
			return m.move(call, w.Fn, to, r)
		}
	default:
		pkg, name, _ := strings.Cut(v, ".")
		if to, ok := w.Fn.Pkg().Scope().Lookup(name).(*types.Func); ok && pkg == w.Fn.Pkg().Name() {
			return m.move(call, w.Fn, to, r)
		}
	}
	return nil
}

// fits reports whether a function takes a context and then what another one
// takes, and returns the same. The rest is what it takes besides, which may all
// be nil.
func fits(fn, to *types.Func) (rest int, ok bool) {
	p, q := fn.Signature().Params(), to.Signature().Params()
	if q.Len() == 0 || !catalog.IsContext(q.At(0).Type()) {
		return 0, false
	}
	return follows(fn, to, p, q, 1)
}

// follows reports whether the parameters q of to, from the n-th on, are those of
// fn.
func follows(fn, to *types.Func, p, q *types.Tuple, n int) (rest int, ok bool) {
	if q.Len()-n < p.Len() || !types.Identical(fn.Signature().Results(), to.Signature().Results()) {
		return 0, false
	}
	for i := range p.Len() {
		if !types.Identical(p.At(i).Type(), q.At(i+n).Type()) {
			return 0, false
		}
	}
	rest = q.Len() - n - p.Len()
	if rest > 0 && (fn.Signature().Variadic() || to.Signature().Variadic()) || rest == 0 && fn.Signature().Variadic() != to.Signature().Variadic() {
		return 0, false
	}
	for i := p.Len() + n; i < q.Len(); i++ {
		if _, ok := q.At(i).Type().Underlying().(*types.Pointer); !ok {
			return 0, false
		}
	}
	return rest, true
}

// move makes a call of fn one of the function to, with the context.
func (m *Maker) move(call *ast.CallExpr, fn, to *types.Func, r deadline.Reach) []analysis.SuggestedFix {
	name := m.calledName(call)
	c, ok := m.reach(r, call.Pos())
	if !ok || name == nil {
		return nil
	}
	message := "Use " + to.Name()
	if fn.Signature().Recv() != nil && to.Signature().Recv() == nil {
		return m.One(message, m.toFunction(call, fn, to, c)...)
	}
	rest, ok := fits(fn, to)
	if !ok || rest > 0 && !m.universal("nil", call.Pos()) {
		return nil
	}
	text := c.text + strings.Repeat(", nil", rest)
	edits := append(c.edits, replace(name, to.Name()))
	if len(call.Args) == 0 {
		return m.One(message, append(edits, insert(call.Rparen, text))...)
	}
	if rest > 0 {
		return nil
	}
	return m.One(message, append(edits, m.first(call, text))...)
}

// first puts an argument before the others of a call, on a line of its own if they
// stand on such.
func (m *Maker) first(call *ast.CallExpr, text string) analysis.TextEdit {
	at := call.Args[0].Pos()
	if m.line(call.Lparen) < m.line(at) && (len(call.Args) == 1 || m.line(at) < m.line(call.Args[1].Pos())) {
		return insert(at, text+",\n"+m.indent(at))
	}
	return insert(at, text+", ")
}

// toFunction makes a call of a method one of a function of its package that
// takes the receiver and a context first, in either order.
func (m *Maker) toFunction(call *ast.CallExpr, fn, to *types.Func, c way) []analysis.TextEdit {
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	q := to.Signature().Params()
	if !ok || q.Len() < 2 {
		return nil
	}
	recv := 0
	if catalog.IsContext(q.At(0).Type()) {
		recv = 1
	}
	if !catalog.IsContext(q.At(1-recv).Type()) || !types.AssignableTo(m.pass.TypesInfo.TypeOf(sel.X), q.At(recv).Type()) {
		return nil
	}
	if rest, ok := follows(fn, to, fn.Signature().Params(), q, 2); !ok || rest > 0 {
		return nil
	}
	prefix, imports, ok := m.Import(to.Pkg().Path(), to.Name(), call.Pos())
	if !ok || len(imports) > 0 {
		return nil
	}
	head, tail := prefix+to.Name()+"(", ", "+c.text
	if recv == 1 {
		head, tail = head+c.text+", ", ""
	}
	if len(call.Args) > 0 {
		tail += ", "
	}
	return append(c.edits, insert(call.Pos(), head), analysis.TextEdit{Pos: sel.X.End(), End: call.Lparen + 1, NewText: []byte(tail)})
}

// calledName returns the name of the function that a call names.
func (m *Maker) calledName(call *ast.CallExpr) *ast.Ident {
	switch f := ast.Unparen(call.Fun).(type) {
	case *ast.Ident:
		return f
	case *ast.SelectorExpr:
		return f.Sel
	}
	return nil
}

// qualified puts head before and tail behind the name of the package in a call
// of a package's function, and the context before its arguments.
func (m *Maker) qualified(call *ast.CallExpr, head, tail string, r deadline.Reach) []analysis.SuggestedFix {
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if !ok || len(call.Args) == 0 {
		return nil
	}
	c, ok := m.reach(r, call.Pos())
	if !ok {
		return nil
	}
	edits := append(c.edits, replace(sel.Sel, tail), m.first(call, c.text))
	if head != "" {
		edits = append(edits, insert(sel.Pos(), head))
	}
	return m.One("Use "+strings.TrimPrefix(tail, "Dialer{})."), edits...)
}

// before calls a method with the context first, on the receiver of a call or of
// the chain that it ends.
func (m *Maker) before(call *ast.CallExpr, method string, r deadline.Reach) []analysis.SuggestedFix {
	c, ok := m.reach(r, call.Pos())
	if !ok {
		return nil
	}
	return m.beforeWith(call, method, c)
}

func (m *Maker) beforeWith(call *ast.CallExpr, method string, c way) []analysis.SuggestedFix {
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if !ok {
		return nil
	}
	t := m.pass.TypesInfo.TypeOf(sel.X)
	obj, _, _ := types.LookupFieldOrMethod(t, true, m.pass.Pkg, method)
	fn, ok := obj.(*types.Func)
	if !ok {
		return nil
	}
	sig := m.signature(fn, t)
	if sig.Params().Len() != 1 || !catalog.IsContext(sig.Params().At(0).Type()) || sig.Results().Len() != 1 || !types.Identical(sig.Results().At(0).Type(), t) {
		return nil
	}
	// Where a chain of calls on such a value begins.
	root := sel.X
	for {
		call, ok := root.(*ast.CallExpr)
		if !ok {
			break
		}
		sel, ok := call.Fun.(*ast.SelectorExpr)
		if !ok || !types.Identical(m.pass.TypesInfo.TypeOf(sel.X), t) {
			break
		}
		root = sel.X
	}
	return m.One("Call "+method+" first", append(c.edits, insert(root.End(), "."+method+"("+c.text+")"))...)
}

// signature is that of a method as the type t, perhaps generic, has it.
func (m *Maker) signature(fn *types.Func, t types.Type) *types.Signature {
	if s := types.NewMethodSet(t).Lookup(fn.Pkg(), fn.Name()); s != nil {
		if sig, ok := s.Type().(*types.Signature); ok {
			return sig
		}
	}
	return fn.Signature()
}

// option puts the context into the options that a call takes, which may be nil.
func (m *Maker) option(w *deadline.Wait, call *ast.CallExpr, r deadline.Reach) []analysis.SuggestedFix {
	c, ok := m.reach(r, call.Pos())
	params := w.Fn.Signature().Params()
	if !ok || params.Len() != len(call.Args) {
		return nil
	}
	for i := range params.Len() {
		if catalog.TypeName(params.At(i).Type()) != w.Row.Carrier {
			continue
		}
		arg := ast.Unparen(call.Args[i])
		with := ".WithContext(" + c.text + ")"
		switch {
		case m.pass.TypesInfo.Types[arg].IsNil():
			prefix, imports, ok := m.Import(w.Fn.Pkg().Path(), "", call.Pos())
			if !ok || len(imports) > 0 {
				return nil
			}
			name := w.Row.Carrier[strings.LastIndex(w.Row.Carrier, ".")+1:]
			return m.One("Give it options with the context", append(c.edits, replace(call.Args[i], "(&"+prefix+name+"{})"+with))...)
		case isLiteral(arg):
			return m.One("Give it options with the context", append(c.edits, insert(arg.Pos(), "("), insert(arg.End(), ")"+with))...)
		case isIdent(arg):
			return m.One("Give it options with the context", append(c.edits, insert(arg.End(), with))...)
		}
		return nil
	}
	return nil
}

func isLiteral(e ast.Expr) bool {
	u, ok := e.(*ast.UnaryExpr)
	if !ok {
		return false
	}
	_, ok = u.X.(*ast.CompositeLit)
	return ok
}

func isIdent(e ast.Expr) bool {
	_, ok := e.(*ast.Ident)
	return ok
}

// request makes of http.Get and its like a request with the context, which is
// then sent: where the error is checked right behind, the check is made twice.
func (m *Maker) request(fn *types.Func, call *ast.CallExpr, r deadline.Reach) []analysis.SuggestedFix {
	var method, body, header string
	switch {
	case fn.Name() == "Get" && len(call.Args) == 1:
		method, body = "MethodGet", "nil"
	case fn.Name() == "Head" && len(call.Args) == 1:
		method, body = "MethodHead", "nil"
	case fn.Name() == "Post" && len(call.Args) == 3:
		method, body = "MethodPost", m.text(call.Args[2])
		header = ".Header.Set(\"Content-Type\", " + m.text(call.Args[1]) + ")\n"
	default:
		return nil
	}
	assign, check, list := m.checked(call)
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if assign == nil || !ok || !m.universal("nil", call.Pos()) {
		return nil
	}
	c, ok := m.reach(r, call.Pos())
	prefix, imports, okay := m.Import("net/http", "NewRequestWithContext", call.Pos())
	scope, _, _ := m.function(call.Pos())
	if !ok || !okay || scope == nil {
		return nil
	}
	req := m.requestName(scope, assign, list)
	t := m.indent(assign.Pos())
	again, ok := m.source(check)
	if !ok {
		return nil
	}
	client := prefix + "DefaultClient"
	if fn.Signature().Recv() != nil {
		client = m.text(sel.X)
	}
	if header != "" {
		header = req + header + t
	}
	text := req + ", " + m.text(assign.Lhs[1]) + " := " + prefix + "NewRequestWithContext(" + c.text + ", " + prefix + method + ", " + m.text(call.Args[0]) + ", " + body + ")\n" +
		t + again + "\n" + t + header
	edits := append(append(c.edits, imports...), insert(assign.Pos(), text), replace(call, client+".Do("+req+")"))
	return m.One("Send a request with the context", edits...)
}

// requestName returns a name for the request that a statement sends, one that
// nothing in its function has: the requests of a list of statements have one
// each, as if all were written.
func (m *Maker) requestName(fn ast.Node, send ast.Stmt, list []ast.Stmt) string {
	before := 0
	for _, s := range list {
		if s == send {
			break
		}
		if a, ok := s.(*ast.AssignStmt); ok && len(a.Rhs) == 1 {
			if call, ok := a.Rhs[0].(*ast.CallExpr); ok && requests[catalog.FullName(m.callee(call))] {
				if other, _, _ := m.checked(call); other != nil {
					before++
				}
			}
		}
	}
	for i := 1; ; i++ {
		name := "req"
		if i > 1 {
			name += strconv.Itoa(i)
		}
		if m.named(fn, name) {
			continue
		}
		if before == 0 {
			return name
		}
		before--
	}
}

// requests are the functions that make a request and send it.
var requests = map[string]bool{
	"net/http.Get": true, "net/http.Head": true, "net/http.Post": true,
	"(*net/http.Client).Get": true, "(*net/http.Client).Head": true, "(*net/http.Client).Post": true,
}

// checked returns the statement that declares the results of a call, the one
// right behind it that leaves on an error and does not look at the first result,
// and the list of both; nil if they are not of this form.
func (m *Maker) checked(call *ast.CallExpr) (*ast.AssignStmt, *ast.IfStmt, []ast.Stmt) {
	path := m.path(call.Pos(), call.End())
	for i, n := range path {
		if n != ast.Node(call) || i+2 >= len(path) {
			continue
		}
		a, ok := path[i+1].(*ast.AssignStmt)
		if !ok || len(a.Lhs) != 2 || len(a.Rhs) != 1 {
			return nil, nil, nil
		}
		resp, ok1 := a.Lhs[0].(*ast.Ident)
		err, ok2 := a.Lhs[1].(*ast.Ident)
		if !ok1 || !ok2 || m.pass.TypesInfo.Defs[resp] == nil || err.Name == "_" {
			return nil, nil, nil
		}
		list := statements(path[i+2])
		for j, s := range list {
			if s != ast.Stmt(a) || j+1 >= len(list) {
				continue
			}
			check, ok := list[j+1].(*ast.IfStmt)
			if !ok || check.Init != nil || check.Else != nil || !m.compares(check.Cond, "!=", m.pass.TypesInfo.ObjectOf(err)) || !leaves(check.Body) || m.uses(check, m.pass.TypesInfo.Defs[resp]) {
				return nil, nil, nil
			}
			return a, check, list
		}
	}
	return nil, nil, nil
}

// compares reports whether a condition compares a variable with nil.
func (m *Maker) compares(cond ast.Expr, op string, v types.Object) bool {
	b, ok := ast.Unparen(cond).(*ast.BinaryExpr)
	if !ok || b.Op.String() != op {
		return false
	}
	id, ok := b.X.(*ast.Ident)
	return ok && v != nil && m.pass.TypesInfo.Uses[id] == v && m.pass.TypesInfo.Types[b.Y].IsNil()
}

// leaves reports whether the last statement of a block goes elsewhere.
func leaves(b *ast.BlockStmt) bool {
	if len(b.List) == 0 {
		return false
	}
	switch b.List[len(b.List)-1].(type) {
	case *ast.ReturnStmt, *ast.BranchStmt:
		return true
	}
	return false
}

// uses reports whether a node mentions an object.
func (m *Maker) uses(n ast.Node, obj types.Object) bool {
	found := false
	ast.Inspect(n, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok && m.pass.TypesInfo.Uses[id] == obj {
			found = true
		}
		return !found
	})
	return found
}

// Tell tells a retrier about the context in reach, or about the one of the name
// that its function captures.
func (m *Maker) Tell(r *deadline.Retrying, reach deadline.Reach, captured string) []analysis.SuggestedFix {
	call := m.in.Expr(r.Call)
	if call == nil {
		return nil
	}
	if r.Told == deadline.ToldContext {
		if reach.Param == nil {
			return nil
		}
		return m.One("Use the caller's context", m.Swap(r.Context.Root, r.Call, reach)...)
	}
	c, ok := m.reach(reach, call.Pos())
	if reach.Param == nil {
		v, isVar := m.lookup(captured, call.Pos()).(*types.Var)
		c, ok = way{text: captured}, isVar && catalog.IsContext(v.Type()) && m.steady(v, call.Pos())
	}
	if !ok || r.Fn.Pkg() == nil {
		return nil
	}
	switch tell := r.Row.Tell; {
	case strings.HasPrefix(tell, "add retry.Context("):
		option, ok := r.Fn.Pkg().Scope().Lookup("Context").(*types.Func)
		prefix, imports, okay := m.Import(r.Fn.Pkg().Path(), "Context", call.Pos())
		if !ok || !okay || len(imports) > 0 || call.Ellipsis.IsValid() || len(call.Args) == 0 || option.Signature().Params().Len() != 1 || !catalog.IsContext(option.Signature().Params().At(0).Type()) {
			return nil
		}
		last := call.Args[len(call.Args)-1]
		return m.One("Add "+prefix+"Context", append(c.edits, insert(last.End(), ", "+prefix+"Context("+c.text+")"))...)
	case strings.HasPrefix(tell, "run it with WithContext("):
		return m.beforeWith(call, "WithContext", c)
	case strings.HasPrefix(tell, "wrap its policy in backoff.WithContext("):
		wrap, ok := r.Fn.Pkg().Scope().Lookup("WithContext").(*types.Func)
		prefix, imports, okay := m.Import(r.Fn.Pkg().Path(), "WithContext", call.Pos())
		n := r.Row.Policy - 1
		if !ok || !okay || len(imports) > 0 || n < 0 || n >= len(call.Args) {
			return nil
		}
		sig := wrap.Signature()
		if sig.Params().Len() != 2 || !catalog.IsContext(sig.Params().At(1).Type()) || sig.Results().Len() != 1 ||
			!types.AssignableTo(sig.Results().At(0).Type(), r.Fn.Signature().Params().At(n).Type()) {
			return nil
		}
		arg := call.Args[n]
		return m.One("Wrap the policy in "+prefix+"WithContext", append(c.edits, insert(arg.Pos(), prefix+"WithContext("), insert(arg.End(), ", "+c.text+")"))...)
	}
	return nil
}
