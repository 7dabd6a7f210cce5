package fix

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/analysis"

	"github.com/budgetlint/budgetlint/internal/catalog"
	"github.com/budgetlint/budgetlint/internal/deadline"
)

// Text returns the error instead of its text. Where a function of a library has
// made the result, the one that marks a failure comes first.
func (m *Maker) Text(a *deadline.Answer) []analysis.SuggestedFix {
	ret := m.returnAt(a.Pos)
	if ret == nil || a.Via != "" {
		return nil
	}
	if a.Maker != nil {
		fixes := m.mark(ret, a.Maker)
		if fixes != nil && !a.Aborts && a.Sentence == "" && a.Made == "" {
			fixes = append(fixes, m.returnError(ret, m.theError(ret))...)
		}
		return fixes
	}
	if len(ret.Results) != 2 || a.Aborts || a.Sentence != "" || a.Made != "" {
		return nil
	}
	text := ast.Unparen(ret.Results[0])
	call, ok := text.(*ast.CallExpr)
	if !ok || catalog.FullName(m.callee(call)) != "fmt.Sprintf" {
		return m.returnError(ret, m.errorIn(text))
	}
	// Have: return fmt.Sprintf(...), nil
	zeros, last := m.zeros(ret)
	if zeros == "" {
		return nil
	}
	return m.One("Return an error", insert(text.Pos(), zeros), replace(m.calledName(call), "Errorf"), analysis.TextEdit{Pos: text.End(), End: last.End()})
}

// Field marks a result that holds the text of an error as that of a failure, or
// returns the error instead.
func (m *Maker) Field(a *deadline.Answer) []analysis.SuggestedFix {
	if a.Via != "" || a.Made != "" {
		return nil
	}
	var fixes []analysis.SuggestedFix
	if a.Flag != "" {
		fixes = m.flag(a)
	}
	if ret := m.returnAround(a.Pos); ret != nil && !a.Aborts && a.Sentence == "" {
		fixes = append(fixes, m.returnError(ret, m.theError(ret))...)
	}
	return fixes
}

// Empty returns the error of an expired deadline instead of nothing.
func (m *Maker) Empty(a *deadline.Answer) []analysis.SuggestedFix {
	ret := m.returnAt(a.Pos)
	if ret == nil || len(ret.Results) == 0 {
		return nil
	}
	last := ret.Results[len(ret.Results)-1]
	err := m.asked(ret)
	if !m.pass.TypesInfo.Types[last].IsNil() || err == "" {
		return nil
	}
	return m.One("Return the error", replace(last, err))
}

// returnError replaces the results of a return, of which the last is nil, by
// zero values and the error.
func (m *Maker) returnError(ret *ast.ReturnStmt, err string) []analysis.SuggestedFix {
	zeros, last := m.zeros(ret)
	if zeros == "" || err == "" {
		return nil
	}
	return m.One("Return the error", analysis.TextEdit{Pos: ret.Results[0].Pos(), End: last.End(), NewText: []byte(zeros + err)})
}

// zeros returns the zero values, each followed by a comma, that a return of an
// error has before it, and the last result of ret, which is nil; "" if ret is
// not of this form.
func (m *Maker) zeros(ret *ast.ReturnStmt) (zeros string, last ast.Expr) {
	_, typ, _ := m.function(ret.Pos())
	if typ == nil || typ.Results.NumFields() < 2 || len(ret.Results) != typ.Results.NumFields() {
		return "", nil
	}
	last = ret.Results[len(ret.Results)-1]
	stmt, ok := m.returns(typ, ret.Pos(), "")
	if !ok || !m.pass.TypesInfo.Types[last].IsNil() {
		return "", nil
	}
	return stmt[len("return "):], last
}

// mark calls the library's function that marks the result as that of a failure.
func (m *Maker) mark(ret *ast.ReturnStmt, maker *catalog.TextMaker) []analysis.SuggestedFix {
	var name *ast.Ident
	ast.Inspect(ret, func(n ast.Node) bool {
		if s, ok := n.(*ast.SelectorExpr); ok {
			if fn, ok := m.pass.TypesInfo.Uses[s.Sel].(*types.Func); ok && fn.FullName() == maker.Func {
				name = s.Sel
			}
		}
		return name == nil
	})
	if name == nil || maker.Swap == "" {
		return nil
	}
	return m.One("Mark the result as that of a failure", replace(name, maker.Swap))
}

// flag sets the field that marks a failure beside the text: in the literal that
// holds it, or behind the assignment.
func (m *Maker) flag(a *deadline.Answer) []analysis.SuggestedFix {
	const message = "Mark the result as that of a failure"
	for _, n := range m.path(a.Pos, a.Pos) {
		switch n := n.(type) {
		case *ast.CompositeLit:
			value := m.flagValue(m.pass.TypesInfo.TypeOf(n), a.Flag, n)
			if value == "" || len(n.Elts) == 0 {
				continue
			}
			for _, e := range n.Elts {
				kv, ok := e.(*ast.KeyValueExpr)
				if !ok {
					return nil
				}
				if id, ok := kv.Key.(*ast.Ident); !ok || id.Name == a.Flag {
					return nil
				}
			}
			last := n.Elts[len(n.Elts)-1].End()
			field := a.Flag + ": " + value
			if comma, _ := m.span(last, last+1); comma == "," && m.line(last) < m.line(n.Rbrace) {
				// A line of its own, like the others.
				return m.One(message, insert(m.trailing(last+1), "\n"+m.indent(n.Rbrace)+"\t"+field+","))
			}
			return m.One(message, insert(last, ", "+field))
		case *ast.ReturnStmt:
			// The literal is in it.
			if lit := literalIn(n); lit != nil && !(lit.Pos() <= a.Pos && a.Pos < lit.End()) {
				b := *a
				b.Pos = lit.Lbrace
				return m.flag(&b)
			}
			return nil
		case *ast.AssignStmt:
			if len(n.Lhs) != 1 || len(n.Rhs) != 1 {
				return nil
			}
			sel, ok := n.Lhs[0].(*ast.SelectorExpr)
			if !ok {
				return nil
			}
			value := m.flagValue(m.pass.TypesInfo.TypeOf(sel.X), a.Flag, n.Rhs[0])
			path := m.path(n.Pos(), n.End())
			if value == "" || len(path) < 2 || statements(path[1]) == nil || !m.pure(sel.X) {
				return nil
			}
			return m.One(message, insert(n.Pos(), m.text(sel.X)+"."+a.Flag+" = "+value+"\n"+m.indent(n.Pos())))
		case ast.Stmt:
			return nil
		}
	}
	return nil
}

// literalIn returns the first literal of a struct in a return, nil if there is
// none.
func literalIn(ret *ast.ReturnStmt) *ast.CompositeLit {
	for _, r := range ret.Results {
		e := ast.Unparen(r)
		if u, ok := e.(*ast.UnaryExpr); ok && u.Op == token.AND {
			e = u.X
		}
		if lit, ok := e.(*ast.CompositeLit); ok {
			return lit
		}
	}
	return nil
}

// flagValue is what the field of a result is set to because of a failure: true,
// or the error in n; "" if the type has no such field.
func (m *Maker) flagValue(t types.Type, field string, n ast.Node) string {
	if t == nil {
		return ""
	}
	obj, _, _ := types.LookupFieldOrMethod(t, true, m.pass.Pkg, field)
	f, ok := obj.(*types.Var)
	if !ok || !f.IsField() {
		return ""
	}
	if b, ok := f.Type().Underlying().(*types.Basic); ok && b.Kind() == types.Bool && m.universal("true", n.Pos()) {
		return "true"
	}
	if isError(f.Type()) {
		return m.theError(n)
	}
	return ""
}

func isError(t types.Type) bool {
	return types.Identical(t, types.Universe.Lookup("error").Type())
}

// theError returns the name of the one variable of type error in a node, "" if
// there are several, or none.
func (m *Maker) theError(n ast.Node) string {
	var found []types.Object
	ast.Inspect(n, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			if v, ok := m.pass.TypesInfo.Uses[id].(*types.Var); ok && !v.IsField() && isError(v.Type()) && !slices.Contains(found, types.Object(v)) && v.Parent() != v.Pkg().Scope() {
				found = append(found, v)
			}
		}
		return true
	})
	if len(found) != 1 {
		return ""
	}
	return found[0].Name()
}

// asked returns the error that the condition around a return asks about, or the
// Err of the context that has ended there; "" if neither is certain.
func (m *Maker) asked(ret *ast.ReturnStmt) string {
	for _, n := range m.path(ret.Pos(), ret.Pos()) {
		var conds []ast.Node
		switch n := n.(type) {
		case *ast.FuncLit, *ast.FuncDecl:
			return ""
		case *ast.IfStmt:
			if ret.Pos() < n.Body.Pos() || n.Body.End() <= ret.Pos() {
				return ""
			}
			conds = append(conds, n.Cond)
		case *ast.CaseClause:
			for _, e := range n.List {
				conds = append(conds, e)
			}
		case *ast.SwitchStmt:
			if n.Tag != nil {
				conds = append(conds, n.Tag)
			}
		case *ast.CommClause:
			if n.Comm != nil {
				conds = append(conds, n.Comm)
			}
		}
		for _, c := range conds {
			err := m.theError(c)
			if err == "" {
				err = m.ended(c)
			}
			if root := rootOf(err); root != "" && m.lookup(root, ret.Pos()) == m.lookup(root, c.End()) {
				return err
			}
		}
	}
	return ""
}

// ended returns the Err of the context whose Err or Done a node calls.
func (m *Maker) ended(n ast.Node) (err string) {
	ast.Inspect(n, func(n ast.Node) bool {
		if call, ok := n.(*ast.CallExpr); ok {
			if sel, ok := call.Fun.(*ast.SelectorExpr); ok && (sel.Sel.Name == "Err" || sel.Sel.Name == "Done") && catalog.IsContext(m.pass.TypesInfo.TypeOf(sel.X)) {
				err = m.text(sel.X) + ".Err()"
			}
		}
		return err == ""
	})
	return err
}

// returnAt returns the return statement that begins at pos, nil if none does.
func (m *Maker) returnAt(pos token.Pos) *ast.ReturnStmt {
	if r := m.returnAround(pos); r != nil && r.Pos() == pos {
		return r
	}
	return nil
}

// returnAround returns the return statement around pos, nil if there is none.
func (m *Maker) returnAround(pos token.Pos) *ast.ReturnStmt {
	for _, n := range m.path(pos, pos) {
		switch n := n.(type) {
		case *ast.ReturnStmt:
			return n
		case ast.Stmt, *ast.FuncLit:
			return nil
		}
	}
	return nil
}

// errorIn returns the name of the error in a text that is made of constants and
// its Error alone, "" if the text holds anything else.
func (m *Maker) errorIn(e ast.Expr) string {
	switch e := ast.Unparen(e).(type) {
	case *ast.BinaryExpr:
		x, y := m.errorIn(e.X), m.errorIn(e.Y)
		_, literal := ast.Unparen(e.X).(*ast.BasicLit)
		if _, ok := ast.Unparen(e.Y).(*ast.BasicLit); ok && x != "" {
			return x
		}
		if literal {
			return y
		}
	case *ast.CallExpr:
		if sel, ok := e.Fun.(*ast.SelectorExpr); ok && sel.Sel.Name == "Error" && len(e.Args) == 0 {
			if id, ok := sel.X.(*ast.Ident); ok {
				return id.Name
			}
		}
	}
	return ""
}
