package plugin

import (
	"go/token"
	"maps"

	"golang.org/x/tools/go/analysis"

	"github.com/budgetlint/budgetlint/internal/config"
)

// linterName is what the linter is called in a configuration.
const linterName = "budgetlint"

// copies returns copies of the passes that look at the flags of shared where the
// originals look at those of config.Analyzer. What does not depend on flags
// stays as it is, and is run once for all linters.
//
// The passes are named for the linter: golangci-lint puts another name before
// the message, which says at its end what reports it.
func copies(shared *analysis.Analyzer, passes []*analysis.Analyzer) []*analysis.Analyzer {
	made := map[*analysis.Analyzer]*analysis.Analyzer{config.Analyzer: shared}
	var of func(*analysis.Analyzer) *analysis.Analyzer
	of = func(a *analysis.Analyzer) *analysis.Analyzer {
		if c := made[a]; c != nil {
			return c
		}
		made[a] = a
		originals := map[*analysis.Analyzer]*analysis.Analyzer{}
		requires := make([]*analysis.Analyzer, len(a.Requires))
		for i, r := range a.Requires {
			requires[i] = of(r)
			if requires[i] != r {
				originals[requires[i]] = r
			}
		}
		if len(originals) == 0 {
			return a
		}
		c := *a
		c.Requires = requires
		c.Run = func(pass *analysis.Pass) (any, error) {
			p := *pass
			p.Analyzer = a
			p.ResultOf = maps.Clone(pass.ResultOf)
			for c, original := range originals {
				p.ResultOf[original] = pass.ResultOf[c]
			}
			p.Report = func(d analysis.Diagnostic) {
				d.SuggestedFixes = one(pass.Fset, d)
				pass.Report(d)
			}
			return a.Run(&p)
		}
		made[a] = &c
		return &c
	}
	var out []*analysis.Analyzer
	for _, a := range passes {
		c := of(a)
		if c != a {
			c.Name = linterName
		}
		out = append(out, c)
	}
	return out
}

// one returns the first fix, the one that is meant to be applied unseen: with
// --fix golangci-lint applies all that there are, alternatives or not. And of
// a fix it leaves out what is in other files than the finding, so there must
// not be any.
func one(fset *token.FileSet, d analysis.Diagnostic) []analysis.SuggestedFix {
	if len(d.SuggestedFixes) == 0 {
		return nil
	}
	file := fset.File(d.Pos)
	for _, e := range d.SuggestedFixes[0].TextEdits {
		if fset.File(e.Pos) != file {
			return nil
		}
	}
	return d.SuggestedFixes[:1:1]
}
