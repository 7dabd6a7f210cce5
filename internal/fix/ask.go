package fix

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/analysis"

	"github.com/budgetlint/budgetlint/internal/deadline"
)

// Ask leaves a retry loop behind a failed try if the context has ended.
func (m *Maker) Ask(r *deadline.Repeat) []analysis.SuggestedFix {
	call := m.in.Expr(r.Call)
	if call == nil || m.late(r.Call) {
		return nil
	}
	stmt, rest, err := m.try(call)
	if stmt == nil {
		return nil
	}
	check := m.checkOf(stmt, rest, err)
	if check == nil {
		return nil
	}
	at, in := check.Pos(), m.trailing(check.End()) // what is known there, and where to ask
	head, tail := "\n"+m.indent(at), ""
	if m.compares(check.Cond, "!=", err) {
		if len(check.Body.List) == 0 {
			return nil
		}
		at = check.Body.List[0].Pos()
		in, head, tail = m.lead(check.Body.List[0]), "", "\n"+m.indent(at)
	} else if check.Else != nil || !leaves(check.Body) {
		return nil
	}
	// Have: the try has failed.
	ctx, ok := m.hand(r.Hand, r.Call.Pos(), at)
	if !ok {
		return nil
	}
	last := ctx.text + ".Err()"
	if m.lookup(err.Name(), at) == err {
		last = err.Name()
	}
	leave, ok := m.leave(at, ctx.text, last)
	if !ok {
		return nil
	}
	t := m.indent(at)
	ask := "if " + ctx.text + ".Err() != nil {\n" + t + "\t" + leave + "\n" + t + "}"
	return m.One("Leave the loop once the context has ended", append(ctx.edits, insert(in, head+ask+tail))...)
}

// try returns the statement of a list that makes a call and keeps its error in
// a variable, what follows it in the list, and that variable.
func (m *Maker) try(call *ast.CallExpr) (stmt ast.Stmt, rest []ast.Stmt, err types.Object) {
	path := m.path(call.Pos(), call.End())
	for i, n := range path {
		if a, ok := n.(*ast.AssignStmt); ok && err == nil {
			id, ok := a.Lhs[len(a.Lhs)-1].(*ast.Ident)
			if !ok || len(a.Rhs) != 1 || ast.Unparen(a.Rhs[0]) != ast.Expr(call) {
				return nil, nil, nil
			}
			err = m.pass.TypesInfo.ObjectOf(id)
		}
		s, ok := n.(ast.Stmt)
		if !ok || err == nil || i+1 >= len(path) {
			continue
		}
		list := statements(path[i+1])
		for j := range list {
			if list[j] == s {
				return s, list[j+1:], err
			}
		}
	}
	return nil, nil, nil
}

// checkOf returns the statement that asks for the error of a try: the one that
// makes it, or one behind it, with nothing but calls between them.
func (m *Maker) checkOf(try ast.Stmt, rest []ast.Stmt, err types.Object) *ast.IfStmt {
	for i, s := range append([]ast.Stmt{try}, rest...) {
		switch s := s.(type) {
		case *ast.IfStmt:
			if (i == 0) == (s.Init != nil) && (m.compares(s.Cond, "==", err) || m.compares(s.Cond, "!=", err)) {
				return s
			}
			return nil
		case *ast.AssignStmt:
			if i > 0 {
				return nil
			}
		case *ast.ExprStmt:
		default:
			return nil
		}
	}
	return nil
}
