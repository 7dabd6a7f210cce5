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
func directives(pass *analysis.Pass) []*directive {
	var out []*directive
	for _, f := range pass.Files {
		tf := pass.Fset.File(f.FileStart)
		if tf == nil {
			continue
		}
		var here []*directive
		for _, g := range f.Comments {
			for _, c := range g.List {
				targets, ok := parseDirective(c.Text)
				if !ok || len(targets) == 0 {
					continue
				}
				line := tf.Line(c.Pos())
				// The directive stands at the end of the line, or on the line
				// before (lint:ignore and nolint alike, as staticcheck and
				// golangci-lint read them).
				here = append(here, &directive{tf, line, line + 1, targets})
			}
		}
		if len(here) > 0 {
			extend(tf, f, here)
			out = append(out, here...)
		}
	}
	return out
}

// extend makes a directive on or before the first line of a declaration or
// statement cover that declaration or statement.
func extend(tf *token.File, f *ast.File, ds []*directive) {
	ast.Inspect(f, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncDecl, *ast.GenDecl, ast.Stmt:
			if _, block := n.(*ast.BlockStmt); block {
				return true
			}
			first, last := tf.Line(n.Pos()), tf.Line(n.End())
			for _, d := range ds {
				if (d.first == first || d.first == first-1) && d.last < last {
					d.last = last
				}
			}
		}
		return true
	})
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
