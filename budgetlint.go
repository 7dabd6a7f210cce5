// Package budgetlint is the suite of analyzers that find lost deadlines, for
// drivers to link. It knows no driver.
package budgetlint

import (
	"golang.org/x/tools/go/analysis"

	"github.com/budgetlint/budgetlint/internal/report"
	"github.com/budgetlint/budgetlint/passes/budgetignore"
	"github.com/budgetlint/budgetlint/passes/budgetlint"
	"github.com/budgetlint/budgetlint/passes/errstringfallback"
	"github.com/budgetlint/budgetlint/passes/freshtimeout"
	"github.com/budgetlint/budgetlint/passes/nodeadline"
	"github.com/budgetlint/budgetlint/passes/retrynobudget"
)

// Analyzers returns the analyzers of the suite, in a new slice: first the one
// that carries the flags which all passes share, then the passes. The analyzers
// themselves are the same on each call, and so are their flags.
func Analyzers() []*analysis.Analyzer {
	return []*analysis.Analyzer{
		budgetlint.Analyzer,
		freshtimeout.Analyzer,
		nodeadline.Analyzer,
		retrynobudget.Analyzer,
		errstringfallback.Analyzer,
		budgetignore.Analyzer,
	}
}

// Rules returns the rules of each pass, in the order of Analyzers.
func Rules() []*report.Set {
	return []*report.Set{
		&freshtimeout.Rules,
		&nodeadline.Rules,
		&retrynobudget.Rules,
		&errstringfallback.Rules,
		&budgetignore.Rules,
	}
}
