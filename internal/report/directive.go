package report

import (
	"go/ast"
	"go/token"
	"strings"

	"golang.org/x/tools/go/analysis"
)

// A directive is a comment that keeps findings quiet: on the lines first to
// last of its file, for the passes named in targets.
type directive struct {
	file        *token.File
	first, last int
	targets     []string // "freshtimeout", "freshtimeout/reset", "budgetlint"
}

// directives returns those of the package that give a reason. A directive
// without one counts for nothing: a reader could not tell why it is there.
//
// At the end of a line of code a directive is about that line; alone on a line,
// about the line after its comment. If a declaration or a statement begins on
// that line, the directive covers the whole of the declaration, or the
// statement without the blocks in it.
func directives(pass *analysis.Pass) []*directive {
	var out []*directive
	for _, f := range pass.Files {
		tf := pass.Fset.File(f.FileStart)
		if tf == nil {
			continue
		}
		var code map[int]bool
		about := map[int][]*directive{}
		for _, g := range f.Comments {
			for _, c := range g.List {
				targets, ok := parseDirective(c.Text)
				if !ok {
					continue
				}
				if code == nil {
					code = codeLines(tf, f)
				}
				first := tf.Line(c.Pos())
				last := first
				if !code[first] {
					last = tf.Line(g.End()) + 1
				}
				d := &directive{tf, first, last, targets}
				about[last] = append(about[last], d)
				out = append(out, d)
			}
		}
		if len(about) > 0 {
			extend(tf, f, about)
		}
	}
	return out
}

// codeLines returns the lines of f that hold code.
func codeLines(tf *token.File, f *ast.File) map[int]bool {
	lines := map[int]bool{tf.Line(f.Package): true}
	ast.Inspect(f, func(n ast.Node) bool {
		switch n := n.(type) {
		case nil, *ast.File:
		case *ast.CommentGroup:
			return false
		default:
			if n.Pos().IsValid() && n.End() > n.Pos() {
				lines[tf.Line(n.Pos())] = true
				lines[tf.Line(n.End()-1)] = true
			}
		}
		return true
	})
	return lines
}

// extend makes the directives that are about the first line of a declaration or
// statement cover it; about holds them by that line.
func extend(tf *token.File, f *ast.File, about map[int][]*directive) {
	ast.Inspect(f, func(n ast.Node) bool {
		var end token.Pos
		switch n := n.(type) {
		case *ast.FuncDecl, *ast.GenDecl, *ast.ValueSpec, *ast.TypeSpec, *ast.DeclStmt:
			end = n.End()
		case *ast.BlockStmt:
			return true // a block belongs to what it is the body of
		case ast.Stmt:
			end = headEnd(n)
		default:
			return true
		}
		for _, d := range about[tf.Line(n.Pos())] {
			d.last = max(d.last, tf.Line(end))
		}
		return true
	})
}

// headEnd returns the end of a statement, or where the first block in it
// begins.
func headEnd(s ast.Stmt) token.Pos {
	end := s.End()
	ast.Inspect(s, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.BlockStmt:
			end = min(end, n.Lbrace)
		case *ast.CaseClause:
			end = min(end, n.Colon)
		case *ast.CommClause:
			end = min(end, n.Colon)
		}
		return true
	})
	return end
}

// parseDirective returns the passes that a comment silences, if it is a
// directive with a reason:
//
//	//lint:ignore PASS[/category][,...] reason
//	//nolint:PASS[,...] // reason
func parseDirective(text string) (targets []string, ok bool) {
	if rest, is := strings.CutPrefix(text, "//lint:ignore "); is {
		names, reason, _ := strings.Cut(strings.TrimSpace(rest), " ")
		if strings.TrimSpace(reason) == "" {
			return nil, false
		}
		return strings.Split(names, ","), true
	}
	if rest, is := strings.CutPrefix(strings.TrimPrefix(strings.TrimPrefix(text, "//"), " "), "nolint:"); is {
		names, reason, _ := strings.Cut(rest, "//")
		if strings.TrimSpace(reason) == "" {
			return nil, false
		}
		for _, n := range strings.Split(names, ",") {
			targets = append(targets, strings.TrimSpace(n))
		}
		return targets, true
	}
	return nil, false
}

func (r *Reporter) suppressed(category string, pos token.Pos) bool {
	file := r.pass.Fset.File(pos)
	if file == nil {
		return false
	}
	line := file.Line(pos)
	for _, d := range r.directives {
		if d.file != file || line < d.first || line > d.last {
			continue
		}
		for _, t := range d.targets {
			if t == "budgetlint" || t == r.set.Pass || t == r.set.Pass+"/"+category {
				return true
			}
		}
	}
	return false
}
