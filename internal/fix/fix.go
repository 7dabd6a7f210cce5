// Package fix writes the changes that answer findings. Each leaves code that
// compiles, has no import or variable without a use, and means by each name what
// it is meant to: where that is not certain there is no fix. It does not know
// what is worth a report.
package fix

import (
	"bytes"
	"cmp"
	"go/ast"
	"go/format"
	"go/token"
	"go/types"
	"go/version"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/astutil"

	"github.com/budgetlint/budgetlint/internal/config"
	"github.com/budgetlint/budgetlint/internal/deadline"
)

// KeepImports is set where what applies the fixes removes imports that have lost
// their last use, as go vet -fix does: it knows of all fixes, and one may need an
// import that another leaves without use.
var KeepImports bool

// A Maker makes the fixes of one package.
type Maker struct {
	pass *analysis.Pass
	in   *deadline.Info
	cfg  *config.Config
}

// New returns a Maker for the package of pass, of which in knows the contexts.
func New(pass *analysis.Pass, in *deadline.Info) *Maker {
	cfg, _ := pass.ResultOf[config.Analyzer].(*config.Config)
	return &Maker{pass, in, cfg}
}

// One is the list of one fix; it is empty if there are no edits, or if a comment
// would be lost. An import that only what the edits replace has used is removed as
// well.
func (m *Maker) One(message string, edits ...analysis.TextEdit) []analysis.SuggestedFix {
	if len(edits) == 0 || m.losesComment(edits) {
		return nil
	}
	edits = append(edits, m.unused(edits)...)
	slices.SortStableFunc(edits, func(a, b analysis.TextEdit) int {
		return cmp.Or(cmp.Compare(a.Pos, b.Pos), cmp.Compare(a.End, b.End))
	})
	return []analysis.SuggestedFix{{Message: message, TextEdits: edits}}
}

// losesComment reports whether a comment stands in what the edits replace, and
// not in what they put there.
func (m *Maker) losesComment(edits []analysis.TextEdit) bool {
	f := m.file(edits[0].Pos)
	return f != nil && slices.ContainsFunc(f.Comments, func(c *ast.CommentGroup) bool {
		return slices.ContainsFunc(edits, func(e analysis.TextEdit) bool {
			if c.End() <= e.Pos || e.End <= c.Pos() {
				return false
			}
			text, _ := m.source(c)
			return !bytes.Contains(e.NewText, []byte(text))
		})
	})
}

// insert is an edit that puts text at a position.
func insert(pos token.Pos, text string) analysis.TextEdit {
	return analysis.TextEdit{Pos: pos, End: pos, NewText: []byte(text)}
}

// replace is an edit that puts text in the place of a node.
func replace(n ast.Node, text string) analysis.TextEdit {
	return analysis.TextEdit{Pos: n.Pos(), End: n.End(), NewText: []byte(text)}
}

// file returns the file that holds pos, nil if none does.
func (m *Maker) file(pos token.Pos) *ast.File {
	for _, f := range m.pass.Files {
		if f.FileStart <= pos && pos < f.FileEnd {
			return f
		}
	}
	return nil
}

// path returns the nodes around the source from pos to end, the innermost
// first.
func (m *Maker) path(pos, end token.Pos) []ast.Node {
	f := m.file(pos)
	if f == nil {
		return nil
	}
	path, _ := astutil.PathEnclosingInterval(f, pos, end)
	return path
}

// function returns the innermost function around pos: a declaration or a
// literal, nil if there is none.
func (m *Maker) function(pos token.Pos) (fn ast.Node, typ *ast.FuncType, body *ast.BlockStmt) {
	for _, n := range m.path(pos, pos) {
		switch n := n.(type) {
		case *ast.FuncDecl:
			return n, n.Type, n.Body
		case *ast.FuncLit:
			if n.Body.Pos() <= pos && pos < n.Body.End() {
				return n, n.Type, n.Body
			}
		}
	}
	return nil, nil, nil
}

// lookup returns what a name means at pos.
func (m *Maker) lookup(name string, pos token.Pos) types.Object {
	scope := m.pass.Pkg.Scope().Innermost(pos)
	if scope == nil {
		return nil
	}
	_, obj := scope.LookupParent(name, pos)
	return obj
}

// universal reports whether a name means at pos what the language means by it.
func (m *Maker) universal(name string, pos token.Pos) bool {
	obj := m.lookup(name, pos)
	return obj != nil && obj.Parent() == types.Universe
}

// text returns the source of a node, without its comments if the file cannot be
// read.
func (m *Maker) text(n ast.Node) string {
	if s, ok := m.source(n); ok {
		return s
	}
	var b bytes.Buffer
	if err := format.Node(&b, m.pass.Fset, n); err != nil {
		return ""
	}
	return b.String()
}

// source returns the source of a node as it stands in its file; ok is false if
// the file cannot be read.
func (m *Maker) source(n ast.Node) (text string, ok bool) { return m.span(n.Pos(), n.End()) }

// span is source from pos up to end.
func (m *Maker) span(pos, end token.Pos) (text string, ok bool) {
	f := m.pass.Fset.File(pos)
	if f == nil || m.pass.ReadFile == nil {
		return "", false
	}
	data, err := m.pass.ReadFile(f.Name())
	if err != nil || len(data) != f.Size() {
		return "", false
	}
	return string(data[f.Offset(pos):f.Offset(end)]), true
}

// line returns the line of its file that pos is in.
func (m *Maker) line(pos token.Pos) int { return m.pass.Fset.PositionFor(pos, false).Line }

// trailing returns where the comment ends that stands right behind end on its
// line; end itself if there is none.
func (m *Maker) trailing(end token.Pos) token.Pos {
	f := m.file(end)
	if f == nil {
		return end
	}
	for _, c := range f.Comments {
		if c.Pos() < end || m.line(c.Pos()) != m.line(end) {
			continue
		}
		if between, ok := m.span(end, c.Pos()); ok && strings.TrimSpace(between) == "" {
			return c.End()
		}
		break
	}
	return end
}

// lead returns where the comment begins that stands right above a statement; the
// statement's own beginning if there is none.
func (m *Maker) lead(stmt ast.Stmt) token.Pos {
	at := m.pass.Fset.PositionFor(stmt.Pos(), false)
	if f := m.file(stmt.Pos()); f != nil {
		for _, c := range f.Comments {
			if c.End() <= stmt.Pos() && m.line(c.End()) == at.Line-1 && m.pass.Fset.PositionFor(c.Pos(), false).Column == at.Column {
				return c.Pos()
			}
		}
	}
	return stmt.Pos()
}

// indent returns the white space before a statement that begins its line.
func (m *Maker) indent(pos token.Pos) string {
	return strings.Repeat("\t", max(m.pass.Fset.PositionFor(pos, false).Column-1, 0))
}

// sameAt reports whether the names in an expression mean at pos what they mean
// where they stand.
func (m *Maker) sameAt(e ast.Expr, pos token.Pos) bool {
	same := true
	ast.Inspect(e, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.SelectorExpr:
			same = same && m.sameAt(n.X, pos)
			return false
		case *ast.Ident:
			same = same && m.lookup(n.Name, pos) == m.pass.TypesInfo.Uses[n]
		}
		return same
	})
	return same
}

// since reports whether the file that holds pos is in the version of the
// language, or a later one.
func (m *Maker) since(pos token.Pos, v string) bool {
	f := m.file(pos)
	if f == nil {
		return false
	}
	has := m.pass.TypesInfo.FileVersions[f]
	return has == "" || version.Compare(has, v) >= 0
}

// Runtime reports whether a fix may import package budget: the package reaches
// it already, or the user says so.
func (m *Maker) Runtime() bool {
	return m.cfg.Runtime || reaches(m.pass.Pkg, map[*types.Package]bool{})
}

func reaches(p *types.Package, seen map[*types.Package]bool) bool {
	if p.Path() == config.RuntimePath {
		return true
	}
	if seen[p] {
		return false
	}
	seen[p] = true
	return slices.ContainsFunc(p.Imports(), func(q *types.Package) bool { return reaches(q, seen) })
}

// Import returns what to write before the named member of a package at pos, and
// the edits that add the import where the file has none. ok is false where the
// package's name means something else; for errors.Is another package of this name
// that has the function will do (github.com/pkg/errors).
func (m *Maker) Import(path, member string, pos token.Pos) (prefix string, edits []analysis.TextEdit, ok bool) {
	f := m.file(pos)
	if f == nil {
		return "", nil, false
	}
	for _, spec := range f.Imports {
		name := m.pass.TypesInfo.PkgNameOf(spec)
		if name != nil && name.Imported().Path() == path && name.Name() != "." && name.Name() != "_" {
			return name.Name() + ".", nil, m.lookup(name.Name(), pos) == name
		}
	}
	name := path[strings.LastIndex(path, "/")+1:]
	if other, isPkg := m.lookup(name, pos).(*types.PkgName); isPkg {
		return name + ".", nil, path == "errors" && alike(other.Imported(), member)
	}
	if m.lookup(name, pos) != nil || m.pass.Pkg.Scope().Lookup(name) != nil {
		return "", nil, false
	}
	return name + ".", m.importEdits(f, path), true
}

// alike reports whether a package has a function Is that asks what that of
// package errors does.
func alike(p *types.Package, member string) bool {
	fn, ok := p.Scope().Lookup(member).(*types.Func)
	if !ok || member != "Is" {
		return false
	}
	params, results := fn.Signature().Params(), fn.Signature().Results()
	return params.Len() == 2 && isError(params.At(0).Type()) && isError(params.At(1).Type()) &&
		results.Len() == 1 && types.Identical(results.At(0).Type(), types.Typ[types.Bool])
}

// importEdits add an import where it belongs: sorted, with those of the standard
// library or with the others. Fixes that add the same import to a file make the
// same edits. Where imports have lines of their own, so has what is added: it
// shares no byte with what removes the lines beside it.
func (m *Maker) importEdits(f *ast.File, path string) []analysis.TextEdit {
	quoted := strconv.Quote(path)
	var decl *ast.GenDecl
	for _, d := range f.Decls {
		if d, ok := d.(*ast.GenDecl); ok && d.Tok == token.IMPORT && len(d.Specs) > 0 && !isC(d) {
			if decl = d; d.Lparen.IsValid() {
				break
			}
		}
	}
	if decl == nil {
		if line := m.lineBehind(f.Name.End()); line.IsValid() && (len(f.Decls) == 0 || line <= f.Decls[0].Pos()) {
			return []analysis.TextEdit{insert(line, "\nimport "+quoted+"\n")}
		}
		return []analysis.TextEdit{insert(f.Name.End(), "\n\nimport "+quoted)}
	}
	if !decl.Lparen.IsValid() {
		if _, end, ok := m.lines(f, decl, decl.Doc, decl.Specs[0].(*ast.ImportSpec).Comment); ok {
			return []analysis.TextEdit{insert(end, "import "+quoted+"\n")}
		}
		return []analysis.TextEdit{insert(decl.End(), "\nimport "+quoted)}
	}
	std := isStd(path)
	var last, next *ast.ImportSpec
	for _, s := range decl.Specs {
		s := s.(*ast.ImportSpec)
		p, err := strconv.Unquote(s.Path.Value)
		if err != nil || isStd(p) != std {
			continue
		}
		if p > path && last == nil {
			next = s
			break
		}
		if last == nil || p < path {
			last = s
		}
	}
	first, end := decl.Specs[0].(*ast.ImportSpec), decl.Specs[len(decl.Specs)-1].(*ast.ImportSpec)
	switch {
	case next != nil:
		if line, _, ok := m.specLines(f, next); ok {
			return []analysis.TextEdit{insert(line, "\t"+quoted+"\n")}
		}
	case last != nil:
		if _, line, ok := m.specLines(f, last); ok {
			return []analysis.TextEdit{insert(line, "\t"+quoted+"\n")}
		}
	case std:
		// Two edits, so that several imports share the empty line.
		if line, _, ok := m.specLines(f, first); ok && m.lineBehind(decl.Lparen) == line {
			return []analysis.TextEdit{insert(line-1, "\n\t"+quoted), insert(line, "\n")}
		}
	default:
		if _, line, ok := m.specLines(f, end); ok {
			return []analysis.TextEdit{insert(line, "\n\t"+quoted+"\n")}
		}
	}
	return []analysis.TextEdit{insert(decl.Lparen+1, "\n\t"+quoted+"\n\t")}
}

// specLines are the lines of an import in parentheses, with its comments.
func (m *Maker) specLines(f *ast.File, s *ast.ImportSpec) (start, end token.Pos, ok bool) {
	return m.lines(f, s, s.Doc, s.Comment)
}

// lines returns the start of the first line of a node and of the one behind its
// last; ok is false if there is anything else on them, or nothing behind them.
func (m *Maker) lines(f *ast.File, n ast.Node, doc, comment *ast.CommentGroup) (start, end token.Pos, ok bool) {
	start, end = n.Pos(), n.End()
	if doc != nil {
		start = doc.Pos()
	}
	if comment != nil {
		end = comment.End()
	}
	file := m.pass.Fset.File(start)
	if file == nil {
		return 0, 0, false
	}
	from, to := start, end
	start = file.LineStart(file.PositionFor(start, false).Line)
	if end = m.lineBehind(end); !end.IsValid() {
		return 0, 0, false
	}
	within := func(a, b token.Pos) bool { return start < b && a < end && (a < from || to < b) }
	ok = !within(f.Name.Pos(), f.Name.End())
	for _, d := range f.Decls {
		g, isGen := d.(*ast.GenDecl)
		if !isGen || g.Tok != token.IMPORT || !g.Lparen.IsValid() {
			ok = ok && !within(d.Pos(), d.End())
			continue
		}
		ok = ok && !within(g.Pos(), g.Lparen+1) && !within(g.Rparen, g.End())
		for _, s := range g.Specs {
			ok = ok && !within(s.Pos(), s.End())
		}
	}
	for _, c := range f.Comments {
		ok = ok && !within(c.Pos(), c.End())
	}
	return start, end, ok
}

// lineBehind returns the start of the line behind the one that holds pos.
func (m *Maker) lineBehind(pos token.Pos) token.Pos {
	file := m.pass.Fset.File(pos)
	if file == nil {
		return token.NoPos
	}
	line := file.PositionFor(pos, false).Line
	if line >= file.LineCount() {
		return token.NoPos
	}
	return file.LineStart(line + 1)
}

func isC(d *ast.GenDecl) bool {
	s, ok := d.Specs[0].(*ast.ImportSpec)
	return ok && s.Path.Value == `"C"`
}

func isStd(path string) bool {
	first, _, _ := strings.Cut(path, "/")
	return !strings.Contains(first, ".")
}

func specEnd(s *ast.ImportSpec) token.Pos {
	if s.Comment != nil {
		return s.Comment.End()
	}
	return s.End()
}

// unused returns the edits that remove imports which only the replaced source
// has used.
func (m *Maker) unused(edits []analysis.TextEdit) []analysis.TextEdit {
	f := m.file(edits[0].Pos)
	if f == nil || KeepImports {
		return nil
	}
	gone := map[*types.PkgName]bool{} // whether all uses seen are replaced
	ast.Inspect(f, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		if !ok {
			return true
		}
		if name, ok := m.pass.TypesInfo.Uses[id].(*types.PkgName); ok {
			within := slices.ContainsFunc(edits, func(e analysis.TextEdit) bool { return e.Pos <= id.Pos() && id.End() <= e.End })
			if all, seen := gone[name]; !seen || all {
				gone[name] = within
			}
		}
		return true
	})
	var out []analysis.TextEdit
	for _, d := range f.Decls {
		d, ok := d.(*ast.GenDecl)
		if !ok || d.Tok != token.IMPORT {
			continue
		}
		for i, s := range d.Specs {
			s := s.(*ast.ImportSpec)
			name := m.pass.TypesInfo.PkgNameOf(s)
			if name == nil || !gone[name] || slices.ContainsFunc(edits, func(e analysis.TextEdit) bool { return mentions(string(e.NewText), name.Name()+".") }) {
				continue
			}
			pos, end, whole := m.specLines(f, s)
			if len(d.Specs) == 1 {
				comment := s.Comment
				if d.Lparen.IsValid() {
					comment = nil
				}
				pos, end, whole = m.lines(f, d, d.Doc, comment)
			}
			switch {
			case whole:
			case len(d.Specs) == 1:
				pos, end = d.Pos(), d.End()
			case i > 0:
				pos, end = specEnd(d.Specs[i-1].(*ast.ImportSpec)), specEnd(s)
			default:
				pos, end = s.Pos(), d.Specs[1].Pos()
				if doc := d.Specs[1].(*ast.ImportSpec).Doc; doc != nil {
					end = doc.Pos()
				}
			}
			out = append(out, analysis.TextEdit{Pos: pos, End: end})
		}
	}
	return out
}

// mentions reports whether name, which ends in a point, begins a word of text.
func mentions(text, name string) bool {
	for {
		i := strings.Index(text, name)
		if i < 0 {
			return false
		}
		if i == 0 || !strings.ContainsRune("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.", rune(text[i-1])) {
			return true
		}
		text = text[i+len(name):]
	}
}
