package fix

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/budgetlint/budgetlint/internal/catalog"
	"github.com/budgetlint/budgetlint/internal/config"
	"github.com/budgetlint/budgetlint/internal/deadline"
)

// Race lets the context end a pause that stands alone as a statement: time.Sleep
// or a receive from a timer. With package budget at hand its Sleep comes first,
// otherwise a select statement does.
func (m *Maker) Race(r *deadline.Repeat, p deadline.Between) []analysis.SuggestedFix {
	stmt, call := m.pauseStmt(p.At)
	if stmt == nil || m.late(p.At) {
		return nil
	}
	ctx, ok := m.hand(r.Hand, r.Call.Pos(), stmt.Pos())
	if !ok {
		return nil
	}
	fixes := slices.Concat(m.selects(stmt, call, ctx), m.sleeps(stmt, call, ctx))
	if m.Runtime() {
		slices.Reverse(fixes)
	}
	return fixes
}

// late reports whether an instruction runs after the end: deferred, or where a
// context is known to have ended.
func (m *Maker) late(at ssa.Instruction) bool {
	why := m.in.Place(at).Why
	return why == "defer" || why == "ended"
}

// pauseStmt returns the statement that a pause is, with the call of time.Sleep
// or time.After in it, if there is one; nil if it is part of another.
func (m *Maker) pauseStmt(at ssa.Instruction) (stmt *ast.ExprStmt, call *ast.CallExpr) {
	pos, end := m.in.Span(at)
	for _, n := range m.path(pos, end) {
		if s, ok := n.(*ast.ExprStmt); ok && s.Pos() == pos {
			stmt = s
			break
		}
	}
	if stmt == nil {
		return nil, nil
	}
	switch x := ast.Unparen(stmt.X).(type) {
	case *ast.CallExpr:
		if catalog.FullName(m.callee(x)) == "time.Sleep" {
			return stmt, x
		}
	case *ast.UnaryExpr:
		if x.Op == token.ARROW {
			if c, ok := ast.Unparen(x.X).(*ast.CallExpr); ok && catalog.FullName(m.callee(c)) == "time.After" {
				return stmt, c
			}
			return stmt, nil
		}
	}
	return nil, nil
}

// selects waits for the timer and the context in one select.
func (m *Maker) selects(stmt *ast.ExprStmt, call *ast.CallExpr, ctx way) []analysis.SuggestedFix {
	leave, ok := m.leave(stmt.Pos(), ctx.text, ctx.text+".Err()")
	if !ok {
		return nil
	}
	t := m.indent(stmt.Pos())
	edits := ctx.edits
	if sleep, ok := stmt.X.(*ast.CallExpr); ok {
		prefix, imports, ok := m.Import("time", "After", stmt.Pos())
		if !ok {
			return nil
		}
		edits = append(edits, imports...)
		edits = append(edits, analysis.TextEdit{Pos: stmt.Pos(), End: sleep.Lparen, NewText: []byte("select {\n" + t + "case <-" + prefix + "After")})
	} else {
		edits = append(edits, insert(stmt.Pos(), "select {\n"+t+"case "))
	}
	rest := "\n" + t + "case <-" + ctx.text + ".Done():\n"
	if leave == "break" { // which would leave the select
		rest += t + "}\n" + t + "if " + ctx.text + ".Err() != nil {\n"
	}
	return m.One("Wait for a timer and the context in one select", append(edits, m.around(stmt, ":", rest+t+"\t"+leave+"\n"+t+"}")...)...)
}

// sleeps pauses with package budget.
func (m *Maker) sleeps(stmt *ast.ExprStmt, call *ast.CallExpr, ctx way) []analysis.SuggestedFix {
	if call == nil || len(call.Args) != 1 {
		return nil
	}
	const last = "?"
	leave, ok := m.leave(stmt.Pos(), ctx.text, last)
	if !ok {
		return nil
	}
	prefix, imports, ok := m.Import(config.RuntimePath, "Sleep", stmt.Pos())
	if !ok {
		return nil
	}
	t := m.indent(stmt.Pos())
	head, tail := "if ", ") != nil {"
	if rest, ok := strings.CutSuffix(leave, last); ok {
		leave, head, tail = rest+"err", "if err := ", "); err != nil {"
	}
	d := call.Args[0]
	edits := append(slices.Concat(ctx.edits, imports), analysis.TextEdit{Pos: stmt.Pos(), End: d.Pos(), NewText: []byte(head + prefix + "Sleep(" + ctx.text + ", ")})
	rest := m.around(stmt, tail, "\n"+t+"\t"+leave+"\n"+t+"}")
	rest[0].Pos = d.End()
	return m.One("Pause with budget.Sleep", append(edits, rest...)...)
}

// around puts the rest of a line and further lines behind a statement, so that a
// comment behind it stays on its line.
func (m *Maker) around(stmt ast.Stmt, line, more string) []analysis.TextEdit {
	if end := m.trailing(stmt.End()); end != stmt.End() {
		return []analysis.TextEdit{insert(stmt.End(), line), insert(end, more)}
	}
	return []analysis.TextEdit{insert(stmt.End(), line+more)}
}

// Gate asks before a select statement that pauses whether the pause and one
// whole try still fit, and returns the last error if they do not.
func (m *Maker) Gate(r *deadline.Repeat, p deadline.Between) []analysis.SuggestedFix {
	sel, after := m.pauseSelect(p.At)
	if sel == nil || m.late(p.At) {
		return nil
	}
	d := after.Args[0]
	last := m.lastError(r.Call, sel.Pos())
	ctx, ok := m.hand(r.Hand, r.Call.Pos(), sel.Pos())
	if !ok || last == "" || !m.pure(d) {
		return nil
	}
	need := m.text(d)
	if r.Try != nil {
		if e := m.in.LimitArg(r.Try); e != nil && r.Try.Const > 0 && m.pure(e) && m.sameAt(e, sel.Pos()) {
			if _, sum := e.(*ast.BinaryExpr); sum {
				need += " + (" + m.text(e) + ")"
			} else {
				need += " + " + m.text(e)
			}
		}
	}
	_, typ, _ := m.function(sel.Pos())
	if typ.Results.NumFields() == 0 {
		return nil
	}
	leave, ok := m.returns(typ, sel.Pos(), last)
	if !ok {
		return nil
	}
	t := m.indent(sel.Pos())
	body := " {\n" + t + "\t" + leave + "\n" + t + "}\n" + t
	var fixes []analysis.SuggestedFix
	if prefix, edits, ok := m.Import(config.RuntimePath, "Affords", sel.Pos()); ok {
		edits = append(slices.Concat(ctx.edits, edits), insert(m.lead(sel), "if !"+prefix+"Affords("+ctx.text+", "+need+")"+body))
		fixes = m.One("Ask budget.Affords before the pause", edits...)
	}
	if prefix, edits, ok := m.Import("time", "Until", sel.Pos()); ok {
		edits = append(slices.Concat(ctx.edits, edits), insert(m.lead(sel), "if end, ok := "+ctx.text+".Deadline(); ok && "+prefix+"Until(end) < "+need+body))
		fixes = append(fixes, m.One("Compare the pause with the deadline", edits...)...)
	}
	if !m.Runtime() {
		slices.Reverse(fixes)
	}
	return fixes
}

// pauseSelect returns the select statement that a pause is, and the call of
// time.After in it.
func (m *Maker) pauseSelect(at ssa.Instruction) (sel *ast.SelectStmt, after *ast.CallExpr) {
	pos, end := m.in.Span(at)
	for _, n := range m.path(pos, end) {
		if s, ok := n.(*ast.SelectStmt); ok {
			sel = s
			break
		}
	}
	if sel == nil {
		return nil, nil
	}
	for _, c := range sel.Body.List {
		if c, ok := c.(*ast.CommClause); ok && c.Comm != nil {
			if e, ok := c.Comm.(*ast.ExprStmt); ok {
				if u, ok := e.X.(*ast.UnaryExpr); ok && u.Op == token.ARROW {
					if call, ok := u.X.(*ast.CallExpr); ok && catalog.FullName(m.callee(call)) == "time.After" {
						after = call
					}
				}
			}
		}
	}
	if after == nil {
		return nil, nil
	}
	return sel, after
}

// lastError returns the variable that the error of a call is assigned to, if its
// name means the same at pos; "" if there is none.
func (m *Maker) lastError(c *ssa.Call, pos token.Pos) string {
	call := m.in.Expr(c)
	if call == nil {
		return ""
	}
	for _, n := range m.path(call.Pos(), call.End()) {
		switch n := n.(type) {
		case *ast.AssignStmt:
			id, ok := n.Lhs[len(n.Lhs)-1].(*ast.Ident)
			if !ok || len(n.Rhs) != 1 || ast.Unparen(n.Rhs[0]) != ast.Expr(call) || id.Name == "_" {
				return ""
			}
			obj := m.pass.TypesInfo.ObjectOf(id)
			if obj == nil || m.lookup(id.Name, pos) != obj || !m.failed(obj, call.Pos(), pos) {
				return ""
			}
			return id.Name
		case ast.Stmt:
			return ""
		}
	}
	return ""
}

// failed reports whether an error is known not to be nil at pos: it is asked in
// a condition around pos, or in one before it, behind the call, that leads
// elsewhere.
func (m *Maker) failed(err types.Object, call, pos token.Pos) bool {
	path := m.path(pos, pos)
	for i, n := range path {
		switch n := n.(type) {
		case *ast.IfStmt:
			if n.Body.Pos() <= pos && pos < n.Body.End() && m.compares(n.Cond, "!=", err) {
				return true
			}
		case *ast.FuncLit, *ast.FuncDecl:
			return false
		}
		for _, s := range statements(n) {
			if i > 0 && s == path[i-1] {
				break
			}
			if c, ok := s.(*ast.IfStmt); ok && call < c.Cond.End() && m.compares(c.Cond, "==", err) && leaves(c.Body) {
				return true
			}
		}
	}
	return false
}

// pure reports whether an expression may be written twice: it calls nothing.
func (m *Maker) pure(e ast.Expr) bool {
	pure := true
	ast.Inspect(e, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			if !m.pass.TypesInfo.Types[n.Fun].IsType() {
				pure = false
			}
		case *ast.FuncLit:
			pure = false
		case *ast.UnaryExpr:
			pure = pure && n.Op != token.ARROW
		}
		return pure
	})
	return pure
}

// Is compares an error with errors.Is instead of the operator at op.
func (m *Maker) Is(op token.Pos) []analysis.SuggestedFix {
	var b *ast.BinaryExpr
	for _, n := range m.path(op, op) {
		if x, ok := n.(*ast.BinaryExpr); ok && x.OpPos == op {
			b = x
		}
	}
	if b == nil {
		return nil
	}
	prefix, edits, ok := m.Import("errors", "Is", op)
	if !ok {
		return nil
	}
	head := prefix + "Is("
	if b.Op == token.NEQ {
		head = "!" + head
	}
	if m.contextError(b.X) {
		edits = append(edits, replace(b, head+m.text(b.Y)+", "+m.text(b.X)+")"))
	} else {
		edits = append(edits, insert(b.X.Pos(), head), analysis.TextEdit{Pos: b.X.End(), End: b.Y.Pos(), NewText: []byte(", ")}, insert(b.Y.End(), ")"))
	}
	return m.One("Use errors.Is", edits...)
}

// contextError reports whether an expression is the error of an ended context.
func (m *Maker) contextError(e ast.Expr) bool {
	sel, ok := ast.Unparen(e).(*ast.SelectorExpr)
	if !ok {
		return false
	}
	obj := m.pass.TypesInfo.Uses[sel.Sel]
	return obj != nil && obj.Pkg() != nil && obj.Pkg().Path() == "context"
}
