// Package fake is a pass for tests of the driver and the command: small, with
// facts and fixes. It knows nothing of contexts.
package fake

import (
	"fmt"
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/analysis"

	"github.com/budgetlint/budgetlint/internal/config"
)

// Sleeps is the fact about a function that it sleeps, by way of others or not.
type Sleeps struct{ Depth int }

// AFact marks a fact.
func (*Sleeps) AFact() {}

// Analyzer reports calls of time.Sleep (category sleep, with two fixes: the
// call goes away, or its time halves) and of functions that sleep (category
// calls). A call of a function named Boom makes it panic.
var Analyzer = &analysis.Analyzer{
	Name:      "fake",
	Doc:       "fake: reports what sleeps",
	URL:       "https://example.com/fake",
	Run:       run,
	Requires:  []*analysis.Analyzer{config.Analyzer},
	FactTypes: []analysis.Fact{new(Sleeps)},
}

func run(pass *analysis.Pass) (any, error) {
	cfg := pass.ResultOf[config.Analyzer].(*config.Config)
	for _, f := range pass.Files {
		for _, d := range f.Decls {
			fn, ok := d.(*ast.FuncDecl)
			if !ok || fn.Body == nil {
				continue
			}
			self, _ := pass.TypesInfo.Defs[fn.Name].(*types.Func)
			ast.Inspect(fn.Body, func(n ast.Node) bool {
				stmt, ok := n.(*ast.ExprStmt)
				if !ok {
					return true
				}
				call, ok := stmt.X.(*ast.CallExpr)
				if !ok {
					return true
				}
				callee := callee(pass.TypesInfo, call)
				if callee == nil {
					return true
				}
				if callee.Name() == "Boom" {
					panic("boom")
				}
				depth, message, category := 0, "", ""
				var fact Sleeps
				switch {
				case callee.FullName() == "time.Sleep":
					depth, message, category = 1, "this sleeps", "sleep"
				case pass.ImportObjectFact(callee, &fact):
					depth, category = fact.Depth+1, "calls"
					message = fmt.Sprintf("%s sleeps, %d below", callee.Name(), fact.Depth)
				default:
					return true
				}
				if self != nil {
					pass.ExportObjectFact(self, &Sleeps{depth})
				}
				if cfg.Skip(config.Filename(pass.Fset, call.Pos())) {
					return true
				}
				diagnostic := analysis.Diagnostic{
					Pos: call.Pos(), End: call.End(), Category: category,
					Message: fmt.Sprintf("%s (fake/%s)", message, category),
				}
				if category == "sleep" {
					diagnostic.SuggestedFixes = []analysis.SuggestedFix{
						{Message: "do not sleep", TextEdits: []analysis.TextEdit{{Pos: stmt.Pos(), End: stmt.End()}}},
						{Message: "sleep half", TextEdits: []analysis.TextEdit{{Pos: call.Rparen, End: call.Rparen, NewText: []byte(" / 2")}}},
					}
				}
				pass.Report(diagnostic)
				return true
			})
		}
	}
	return nil, nil
}

func callee(info *types.Info, call *ast.CallExpr) *types.Func {
	var id *ast.Ident
	switch fun := ast.Unparen(call.Fun).(type) {
	case *ast.Ident:
		id = fun
	case *ast.SelectorExpr:
		id = fun.Sel
	default:
		return nil
	}
	fn, _ := info.Uses[id].(*types.Func)
	return fn
}
