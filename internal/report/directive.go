package report

import (
	"go/ast"
	"go/token"
	"reflect"
	"strings"
	"sync"

	"golang.org/x/tools/go/analysis"

	"github.com/budgetlint/budgetlint/internal/config"
)

// Everything is the name that stands for all passes in a directive.
const Everything = "budgetlint"

// DirectivesAnalyzer finds the directives of a package, once for all passes. Its
// result is a *Directives.
var DirectivesAnalyzer = &analysis.Analyzer{
	Name:             "budgetlintdirectives",
	Doc:              "find the directives that silence findings of budgetlint",
	RunDespiteErrors: true,
	Requires:         []*analysis.Analyzer{config.Analyzer},
	ResultType:       reflect.TypeFor[*Directives](),
	Run: func(pass *analysis.Pass) (any, error) {
		return &Directives{list: directives(pass, pass.ResultOf[config.Analyzer].(*config.Config).Nolint)}, nil
	},
}

// Directives are those of a package. Passes may ask concurrently.
type Directives struct {
	mu   sync.Mutex
	list []*Directive
}

// All returns the directives in the order of the files, those without a reason
// included.
func (d *Directives) All() []*Directive { return d.list }

// A Directive is a comment that keeps findings quiet: on the lines first to last
// of its file, for the passes that it names.
type Directive struct {
	Comment *ast.Comment
	// Targets are the names in it: "freshtimeout", "freshtimeout/reset",
	// "budgetlint", and those of other tools.
	Targets []string
	// Reason: it gives one. Without one it silences nothing, as a reader could
	// not tell why it is there.
	Reason bool

	file        *token.File
	first, last int
	used        map[string]bool // targets that have silenced a finding
}

// Used reports whether a name in the directive has silenced a finding. It is for
// an analyzer that runs after all passes.
func (d *Directive) Used(target string) bool { return d.used[target] }

// silences reports whether a directive names a category of a pass for a place.
// One for everything does not mean what is said of itself.
func (d *Directives) silences(pass, category string, file *token.File, pos token.Pos) bool {
	if d == nil {
		return false
	}
	line := file.Line(pos)
	d.mu.Lock()
	defer d.mu.Unlock()
	silenced := false
	for _, x := range d.list {
		if !x.Reason || x.file != file || line < x.first || line > x.last {
			continue
		}
		for _, t := range x.Targets {
			if t == Everything && pos != x.Comment.Pos() || t == pass || t == pass+"/"+category {
				if x.used == nil {
					x.used = map[string]bool{}
				}
				x.used[t] = true
				silenced = true
			}
		}
	}
	return silenced
}

// directives returns those of the package; nolint ones only where they are
// heeded.
//
// At the end of a line of code a directive is about that line; alone on a line,
// about the line after its comment. If a declaration or a statement begins on
// that line, the directive covers the whole of the declaration, or the
// statement without the blocks in it.
func directives(pass *analysis.Pass, nolint bool) []*Directive {
	var out []*Directive
	for _, f := range pass.Files {
		tf := pass.Fset.File(f.FileStart)
		if tf == nil {
			continue
		}
		var code map[int]bool
		about := map[int][]*Directive{}
		for _, g := range f.Comments {
			for _, c := range g.List {
				targets, reason := parseDirective(c.Text, nolint)
				if len(targets) == 0 {
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
				d := &Directive{Comment: c, Targets: targets, Reason: reason, file: tf, first: first, last: last}
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
func extend(tf *token.File, f *ast.File, about map[int][]*Directive) {
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

// parseDirective returns the names in a comment that is a directive, and whether
// it gives a reason:
//
//	//lint:ignore PASS[/category][,...] reason
//	//nolint:PASS[,...] // reason
func parseDirective(text string, nolint bool) (targets []string, reason bool) {
	var names, why string
	if rest, is := strings.CutPrefix(text, "//lint:ignore "); is {
		names, why, _ = strings.Cut(strings.TrimSpace(rest), " ")
	} else if rest, is := strings.CutPrefix(strings.TrimPrefix(strings.TrimPrefix(text, "//"), " "), "nolint:"); is && nolint {
		names, why, _ = strings.Cut(rest, "//")
	}
	for n := range strings.SplitSeq(names, ",") {
		if n = strings.TrimSpace(n); n != "" {
			targets = append(targets, n)
		}
	}
	return targets, strings.TrimSpace(why) != ""
}

func (r *Reporter) suppressed(category string, pos token.Pos) bool {
	file := r.pass.Fset.File(pos)
	return file != nil && r.directives.silences(r.set.Pass, category, file, pos)
}
