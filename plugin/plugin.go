// Package plugin makes the suite a linter of golangci-lint, by its module plugin
// system. Import it for its effect: it registers the linter budgetlint. It
// knows no more of golangci-lint than that.
//
// The settings are the flags of the suite, see docs/golangci.md.
package plugin

import (
	"github.com/golangci/plugin-module-register/register"
	"golang.org/x/tools/go/analysis"

	"github.com/budgetlint/budgetlint"
)

func init() { register.Plugin(linterName, New) }

type linter struct{ analyzers []*analysis.Analyzer }

// New returns the linter for the settings, nil or a map by name. Each linter has
// settings of its own: those of one do not change another, nor the analyzers
// that package budgetlint returns.
func New(conf any) (register.LinterPlugin, error) {
	s, err := parse(conf, budgetlint.Analyzers())
	if err != nil {
		return nil, err
	}
	return &linter{copies(s.shared, s.passes)}, nil
}

// BuildAnalyzers returns the passes that the settings leave on.
func (l *linter) BuildAnalyzers() ([]*analysis.Analyzer, error) { return l.analyzers, nil }

// GetLoadMode asks for types.
func (l *linter) GetLoadMode() string { return register.LoadModeTypesInfo }
