package fix

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"
)

// leave returns the statement that leaves the retry loop around at once the
// context has ended; err is the source of the error to return. ok is false where
// nothing does that without changing what the function means.
func (m *Maker) leave(at token.Pos, err string) (stmt string, ok bool) {
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
