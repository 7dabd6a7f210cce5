package fix

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"github.com/budgetlint/budgetlint/internal/deadline"
)

// leave returns the statement that leaves the retry loop around at once the
// context of the source ctx has ended: the one with which the loop does so
// already, if it does, or else the return of an error, whose source is err. ok is
// false where nothing does that without changing what the function means.
func (m *Maker) leave(at token.Pos, ctx, err string) (stmt string, ok bool) {
	if body := m.askedIn(at, ctx); body != nil {
		for _, s := range body[:len(body)-1] {
			x, ok := s.(*ast.ExprStmt)
			if !ok {
				return "", false
			}
			if call, ok := x.X.(*ast.CallExpr); !ok || !deadline.Quiet(m.callee(call)) {
				return "", false // it tidies up
			}
		}
		if stmt, ok := m.again(body[len(body)-1], at, ctx, err); ok {
			return stmt, true
		}
	}
	fn, typ, _ := m.function(at)
	if typ == nil {
		return "", false
	}
	if typ.Results.NumFields() == 0 {
		if m.loopEnds(fn, at) {
			return "return", true
		}
		return "break", m.breaks(at)
	}
	if stmt, ok = m.returns(typ, at, err); ok {
		return stmt, true
	}
	return "break", m.breaks(at)
}

// askedIn returns what the innermost loop around at does once it has found by
// itself, elsewhere, that a context has ended, if it leaves then.
func (m *Maker) askedIn(at token.Pos, ctx string) []ast.Stmt {
	var loop *ast.BlockStmt
	for _, n := range m.path(at, at) {
		switch n := n.(type) {
		case *ast.ForStmt:
			loop = n.Body
		case *ast.RangeStmt:
			loop = n.Body
		case *ast.FuncLit, *ast.FuncDecl:
			return nil
		}
		if loop != nil {
			break
		}
	}
	if loop == nil {
		return nil
	}
	for _, s := range loop.List {
		var body []ast.Stmt
		switch s := s.(type) {
		case *ast.IfStmt:
			if s.Else == nil && m.asks(s, ctx) {
				body = s.Body.List
			}
		case *ast.SelectStmt:
			for _, c := range s.Body.List {
				if c, ok := c.(*ast.CommClause); ok && c.Comm != nil && m.text(c.Comm) == "<-"+ctx+".Done()" {
					body = c.Body
				}
			}
		}
		if len(body) == 0 {
			continue
		}
		switch last := body[len(body)-1].(type) {
		case *ast.ReturnStmt:
			return body
		case *ast.BranchStmt:
			if _, inIf := s.(*ast.IfStmt); last.Tok == token.BREAK && (inIf || last.Label != nil) {
				return body
			}
		}
	}
	return nil
}

// asks reports whether a statement asks if a context has ended.
func (m *Maker) asks(s *ast.IfStmt, ctx string) bool {
	if s.Init != nil {
		name := errOf(s)
		return name != "" && m.text(s.Init) == name+" := "+ctx+".Err()" && m.text(s.Cond) == name+" != nil"
	}
	if call, ok := s.Cond.(*ast.CallExpr); ok && len(call.Args) == 0 {
		// That of a context of the program's own.
		sel, ok := call.Fun.(*ast.SelectorExpr)
		return ok && m.text(sel.X) == ctx && slices.Contains([]string{"Canceled", "Cancelled", "IsCanceled", "IsCancelled", "IsDone", "Expired"}, sel.Sel.Name)
	}
	return m.text(s.Cond) == ctx+".Err() != nil"
}

// errOf returns the one variable that an if statement declares.
func errOf(s *ast.IfStmt) string {
	if a, ok := s.Init.(*ast.AssignStmt); ok && len(a.Lhs) == 1 {
		if id, ok := a.Lhs[0].(*ast.Ident); ok {
			return id.Name
		}
	}
	return ""
}

// again returns the source of a statement that leaves a loop as it is to stand at
// another place in the loop, with err for the error of the context. ok is false if
// it would mean something else there.
func (m *Maker) again(s ast.Stmt, at token.Pos, ctx, err string) (stmt string, ok bool) {
	switch s := s.(type) {
	case *ast.BranchStmt:
		if s.Label != nil {
			return "break " + s.Label.Name, true
		}
		for _, n := range m.path(at, at) {
			switch n.(type) {
			case *ast.ForStmt, *ast.RangeStmt:
				return "break", true
			case *ast.SwitchStmt, *ast.TypeSwitchStmt, *ast.SelectStmt:
				return "", false
			}
		}
	case *ast.ReturnStmt:
		_, typ, _ := m.function(at)
		if len(s.Results) == 0 {
			return "return", typ != nil && typ.Results.NumFields() == 0
		}
		var parts []string
		for i, r := range s.Results {
			text := m.text(r)
			if i == len(s.Results)-1 && (text == ctx+".Err()" || m.isErrOf(s, r, ctx)) {
				text = err
			} else if !m.sameAt(r, at) || strings.Contains(text, "\n") {
				return "", false
			}
			parts = append(parts, text)
		}
		return "return " + strings.Join(parts, ", "), true
	}
	return "", false
}

// isErrOf reports whether an expression of a return is the variable that the if
// statement around declares with the error of a context.
func (m *Maker) isErrOf(s *ast.ReturnStmt, e ast.Expr, ctx string) bool {
	id, ok := e.(*ast.Ident)
	if !ok {
		return false
	}
	for _, n := range m.path(s.Pos(), s.End()) {
		if i, ok := n.(*ast.IfStmt); ok {
			return i.Init != nil && m.asks(i, ctx) && errOf(i) == id.Name
		}
	}
	return false
}

// returns is the return of an error, and of zero values before it, from a
// function of the type.
func (m *Maker) returns(typ *ast.FuncType, at token.Pos, err string) (stmt string, ok bool) {
	var parts []string
	fields := typ.Results.List
	for i, f := range fields {
		n := max(len(f.Names), 1)
		if i == len(fields)-1 {
			if !types.Identical(m.pass.TypesInfo.TypeOf(f.Type), types.Universe.Lookup("error").Type()) {
				return "", false
			}
			n--
		}
		zero, ok := m.zero(f.Type, at)
		if !ok && n > 0 {
			return "", false
		}
		parts = append(parts, slices.Repeat([]string{zero}, n)...)
	}
	return "return " + strings.Join(append(parts, err), ", "), true
}

// zero returns the zero value of the type that an expression of a function's
// signature names, as source at pos.
func (m *Maker) zero(typ ast.Expr, pos token.Pos) (string, bool) {
	t := m.pass.TypesInfo.TypeOf(typ)
	if t == nil {
		return "", false
	}
	if _, ok := types.Unalias(t).(*types.TypeParam); ok {
		return "*new(" + m.text(typ) + ")", m.sameAt(typ, pos) && m.universal("new", pos)
	}
	switch u := t.Underlying().(type) {
	case *types.Basic:
		switch {
		case u.Info()&types.IsString != 0:
			return `""`, true
		case u.Info()&types.IsNumeric != 0:
			return "0", true
		case u.Info()&types.IsBoolean != 0:
			return "false", m.universal("false", pos)
		}
	case *types.Struct, *types.Array:
		text := m.text(typ)
		return text + "{}", m.sameAt(typ, pos) && !strings.Contains(text, "\n")
	}
	return "nil", m.universal("nil", pos)
}

// loopEnds reports whether the function does nothing after its outermost loop
// around at: to leave it is to leave the function.
func (m *Maker) loopEnds(fn ast.Node, at token.Pos) bool {
	path := m.path(at, at)
	loop := -1
	for i, n := range path {
		if n == fn {
			break
		}
		switch n.(type) {
		case *ast.ForStmt, *ast.RangeStmt:
			loop = i
		}
	}
	if loop < 0 {
		return false
	}
	for i := loop; path[i] != fn; i++ {
		if list := statements(path[i+1]); list != nil && list[len(list)-1] != path[i] {
			return false
		}
	}
	return true
}

// breaks reports whether break leaves the retry loop around at and goes on where
// the loop would have ended by itself.
func (m *Maker) breaks(at token.Pos) bool {
	for _, n := range m.path(at, at) {
		switch n := n.(type) {
		case *ast.ForStmt:
			return n.Cond != nil
		case *ast.RangeStmt:
			return true
		case *ast.SwitchStmt, *ast.TypeSwitchStmt, *ast.SelectStmt, *ast.FuncLit, *ast.FuncDecl:
			return false
		}
	}
	return false
}

// statements returns the list that a block or a clause is, nil for other nodes.
func statements(n ast.Node) []ast.Stmt {
	switch n := n.(type) {
	case *ast.BlockStmt:
		return n.List
	case *ast.CaseClause:
		return n.Body
	case *ast.CommClause:
		return n.Body
	}
	return nil
}
