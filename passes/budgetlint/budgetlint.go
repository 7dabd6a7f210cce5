// Package budgetlint exports the analyzer that carries the flags shared by all
// passes; it reports nothing itself.
package budgetlint

import (
	"golang.org/x/tools/go/analysis"

	"github.com/budgetlint/budgetlint/internal/config"
)

// Analyzer carries the shared flags (-budgetlint.strict and so on). Every pass
// requires it; drivers list it so that its flags can be set.
var Analyzer *analysis.Analyzer = config.Analyzer
