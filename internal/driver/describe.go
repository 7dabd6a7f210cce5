package driver

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ast/astutil"
)

// describe names the declaration around a range, and what the range is. The
// names do not change with what else is in the file, with how the code is
// formatted, or with what local variables and imports are called.
func (s *syntax) describe(pkg *types.Package, pos, end token.Pos) (decl, what string) {
	if !end.IsValid() {
		end = pos
	}
	for _, f := range s.files {
		if f.FileStart <= pos && pos <= f.FileEnd {
			path, _ := astutil.PathEnclosingInterval(f, pos, end)
			if len(path) == 0 {
				break
			}
			if !inComment(f, pos) {
				return word(declName(path)), word(namer{s.info, pkg}.name(path[0]))
			}
			// The comment before a declaration is about it.
			for _, d := range f.Decls {
				if doc := docOf(d); len(path) == 1 && doc != nil && doc.Pos() <= pos && pos < doc.End() {
					path = []ast.Node{d, f}
					if g, ok := d.(*ast.GenDecl); ok && len(g.Specs) == 1 {
						path = []ast.Node{g.Specs[0], g, f}
					}
				}
			}
			return word(declName(path)), "comment"
		}
	}
	return "-", "-"
}

func inComment(f *ast.File, pos token.Pos) bool {
	return slices.ContainsFunc(f.Comments, func(g *ast.CommentGroup) bool { return g.Pos() <= pos && pos < g.End() })
}

func docOf(d ast.Decl) *ast.CommentGroup {
	switch d := d.(type) {
	case *ast.FuncDecl:
		return d.Doc
	case *ast.GenDecl:
		return d.Doc
	}
	return nil
}

// word returns text as a word that is not empty.
func word(text string) string {
	if text = strings.Join(strings.Fields(text), ""); text == "" {
		return "-"
	}
	return text
}

// declName names the innermost declaration at the level of the package.
func declName(path []ast.Node) string {
	if len(path) < 2 {
		return ""
	}
	switch d := path[len(path)-2].(type) {
	case *ast.FuncDecl:
		if d.Recv != nil && len(d.Recv.List) > 0 {
			return typeName(d.Recv.List[0].Type) + "." + d.Name.Name
		}
		return d.Name.Name
	case *ast.GenDecl:
		if len(path) < 3 {
			return d.Tok.String()
		}
		switch spec := path[len(path)-3].(type) {
		case *ast.ValueSpec:
			return spec.Names[0].Name
		case *ast.TypeSpec:
			return spec.Name.Name
		}
		return d.Tok.String()
	}
	return ""
}

// typeName names the type of a receiver.
func typeName(e ast.Expr) string {
	switch e := ast.Unparen(e).(type) {
	case *ast.StarExpr:
		return typeName(e.X)
	case *ast.IndexExpr:
		return typeName(e.X)
	case *ast.IndexListExpr:
		return typeName(e.X)
	case *ast.Ident:
		return e.Name
	}
	return ""
}

// A namer names code of a package.
type namer struct {
	info *types.Info
	pkg  *types.Package
}

// name names a piece of code: a call and what is called by the name of that, a
// statement by its keyword, an operation by its operator.
func (m namer) name(n ast.Node) string {
	switch n := n.(type) {
	case *ast.CallExpr:
		return m.name(n.Fun)
	case *ast.ParenExpr:
		return m.name(n.X)
	case *ast.IndexExpr:
		return m.name(n.X)
	case *ast.IndexListExpr:
		return m.name(n.X)
	case *ast.StarExpr:
		return m.name(n.X)
	case *ast.ExprStmt:
		return m.name(n.X)
	case *ast.UnaryExpr:
		if n.Op == token.ARROW {
			return "<-" + m.name(n.X)
		}
		return m.name(n.X)
	case *ast.BinaryExpr:
		return n.Op.String()
	case *ast.Ident:
		return m.object(n.Name, m.info.ObjectOf(n))
	case *ast.SelectorExpr:
		return m.object(n.Sel.Name, m.info.ObjectOf(n.Sel))
	case *ast.KeyValueExpr:
		return m.name(n.Key)
	case *ast.CompositeLit:
		return m.ofType(m.info.TypeOf(n)) + "{}"
	case *ast.FuncLit:
		return "func"
	case *ast.BasicLit:
		return strings.ToLower(n.Kind.String())
	case *ast.ReturnStmt:
		return "return"
	case *ast.AssignStmt:
		return n.Tok.String()
	case *ast.GoStmt:
		return "go"
	case *ast.DeferStmt:
		return "defer"
	case *ast.BranchStmt:
		return n.Tok.String()
	}
	// *ast.ForStmt is "for", *ast.SelectStmt is "select".
	kind := strings.TrimPrefix(fmt.Sprintf("%T", n), "*ast.")
	for _, suffix := range []string{"Stmt", "Expr", "Clause", "Type", "Decl", "Spec"} {
		kind = strings.TrimSuffix(kind, suffix)
	}
	return strings.ToLower(kind)
}

// object qualifies the name of an object: by the type of a method, or by the
// package if the object belongs to one as a whole. A local variable goes by its
// type.
func (m namer) object(name string, obj types.Object) string {
	switch obj := obj.(type) {
	case *types.Func:
		if recv := obj.Signature().Recv(); recv != nil {
			if t := m.ofType(recv.Type()); t != "" {
				return t + "." + name
			}
			return name
		}
	case *types.Var:
		switch {
		case obj.IsField():
			return "." + name
		case obj.Pkg() != nil && obj.Parent() != obj.Pkg().Scope():
			if t := m.ofType(obj.Type()); t != "" {
				return t
			}
			if _, ok := obj.Type().Underlying().(*types.Signature); ok {
				return "func"
			}
		}
	}
	if obj != nil && obj.Pkg() != nil && obj.Parent() == obj.Pkg().Scope() {
		return m.qualify(obj.Pkg(), name)
	}
	return name
}

// ofType names a type, or what a pointer or a list is made of, with its package.
func (m namer) ofType(t types.Type) string {
	switch t := types.Unalias(t).(type) {
	case *types.Pointer:
		return m.ofType(t.Elem())
	case *types.Slice:
		return m.ofType(t.Elem())
	case *types.Array:
		return m.ofType(t.Elem())
	case *types.Named:
		obj := t.Obj()
		return m.qualify(obj.Pkg(), obj.Name())
	case *types.TypeParam:
		return t.Obj().Name()
	case *types.Basic:
		return t.Name()
	}
	return ""
}

// qualify puts the name of a package, unless it is the one at hand, before that
// of an object. The name stays when a major version or a host changes.
func (m namer) qualify(pkg *types.Package, name string) string {
	if pkg == nil || pkg == m.pkg {
		return name
	}
	return pkg.Name() + "." + name
}
