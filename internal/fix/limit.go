package fix

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/analysis"

	"github.com/budgetlint/budgetlint/internal/catalog"
	"github.com/budgetlint/budgetlint/internal/config"
	"github.com/budgetlint/budgetlint/internal/deadline"
)

// Within uses budget.Within where context.WithTimeout puts a cap.
func (m *Maker) Within(l *deadline.Limit) []analysis.SuggestedFix {
	call := m.in.Expr(l.Call)
	if call == nil || catalog.FullName(l.Fn) != "context.WithTimeout" {
		return nil
	}
	prefix, edits, ok := m.Import(config.RuntimePath, "Within", call.Pos())
	if !ok {
		return nil
	}
	return m.One("Use budget.Within", append(edits, replace(call.Fun, prefix+"Within"))...)
}

// Sever derives a limit from what an ended context carries, without its end.
func (m *Maker) Sever(l *deadline.Limit) []analysis.SuggestedFix {
	arg := m.in.ContextArg(l)
	if arg == nil || !m.since(arg.Pos(), "go1.21") {
		return nil
	}
	prefix, edits, ok := m.Import("context", "WithoutCancel", arg.Pos())
	if !ok {
		return nil
	}
	return m.One("Derive it from context.WithoutCancel", append(edits, insert(arg.Pos(), prefix+"WithoutCancel("), insert(arg.End(), ")"))...)
}

// HandOn gives a derived context that is dropped the name of its parent, where
// one call behind it, and nothing else, uses the parent.
func (m *Maker) HandOn(l *deadline.Limit) []analysis.SuggestedFix {
	call, arg := m.in.Expr(l.Call), m.in.ContextArg(l)
	id, ok := arg.(*ast.Ident)
	if call == nil || !ok || l.Polls {
		return nil
	}
	parent, _ := m.pass.TypesInfo.Uses[id].(*types.Var)
	assign, list := m.declared(call)
	if parent == nil || assign == nil || parent.Parent() == m.pass.Pkg.Scope() {
		return nil
	}
	blank, ok1 := assign.Lhs[0].(*ast.Ident)
	cancel, ok2 := assign.Lhs[1].(*ast.Ident)
	if !ok1 || !ok2 || blank.Name != "_" || m.pass.TypesInfo.Defs[cancel] == nil {
		return nil
	}
	stop := m.pass.TypesInfo.Defs[cancel]
	// Have: _, cancel := context.WithTimeout(parent, d)
	var uses []*ast.Ident
	for _, s := range list {
		if s.Pos() < assign.End() {
			continue
		}
		ast.Inspect(s, func(n ast.Node) bool {
			if id, ok := n.(*ast.Ident); ok && m.pass.TypesInfo.Uses[id] == parent {
				uses = append(uses, id)
			}
			return true
		})
	}
	if len(uses) != 1 || !m.passed(uses[0]) {
		return nil
	}
	for _, s := range list {
		if s.Pos() >= assign.End() && !m.onlyDeferred(stop, s) {
			return nil
		}
	}
	if m.in.Place(l.Call).Mode != deadline.Awaited {
		return nil
	}
	for _, n := range m.path(assign.Pos(), assign.Pos()) {
		switch n.(type) {
		case *ast.ForStmt, *ast.RangeStmt:
			return nil // each turn would derive from the last, or defer once more
		case *ast.FuncLit, *ast.FuncDecl:
			if m.capturedBefore(n, parent, assign.Pos()) {
				return nil // a closure would see the derived context, too
			}
			return m.One("Hand on the derived context", replace(blank, parent.Name()))
		}
	}
	return nil
}

// capturedBefore reports whether a closure in a function, before pos, uses a
// variable.
func (m *Maker) capturedBefore(fn ast.Node, v types.Object, pos token.Pos) bool {
	found := false
	ast.Inspect(fn, func(n ast.Node) bool {
		if lit, ok := n.(*ast.FuncLit); ok && n != fn && lit.End() <= pos && m.uses(lit, v) {
			found = true
		}
		return !found
	})
	return found
}

// declared returns the statement that declares two variables with a call, and
// the list that it stands in.
func (m *Maker) declared(call *ast.CallExpr) (*ast.AssignStmt, []ast.Stmt) {
	path := m.path(call.Pos(), call.End())
	for i, n := range path {
		if n != ast.Node(call) || i+2 >= len(path) {
			continue
		}
		a, ok := path[i+1].(*ast.AssignStmt)
		if !ok || a.Tok != token.DEFINE || len(a.Lhs) != 2 || len(a.Rhs) != 1 {
			return nil, nil
		}
		return a, statements(path[i+2])
	}
	return nil, nil
}

// passed reports whether a name is an argument of a call that is neither
// deferred nor started.
func (m *Maker) passed(id *ast.Ident) bool {
	path := m.path(id.Pos(), id.End())
	for i, n := range path {
		if n != ast.Node(id) || i+2 >= len(path) {
			continue
		}
		call, ok := path[i+1].(*ast.CallExpr)
		if !ok || call.Fun == ast.Expr(id) {
			return false
		}
		for _, n := range path[i+2:] {
			switch n.(type) {
			case *ast.GoStmt, *ast.DeferStmt, *ast.FuncLit:
				return false
			case *ast.FuncDecl:
				return true
			}
		}
	}
	return false
}
