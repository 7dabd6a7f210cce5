// Package report turns what a pass has found into diagnostics: it knows
// categories and levels, what is suppressed, and which files nobody wants
// reports in. It knows nothing of contexts.
package report

import (
	"fmt"
	"go/token"

	"golang.org/x/tools/go/analysis"

	"github.com/budgetlint/budgetlint/internal/config"
)

// A Reporter reports for one pass over one package. It is not safe for
// concurrent use.
type Reporter struct {
	pass       *analysis.Pass
	cfg        *config.Config
	set        *Set
	directives *Directives
	seen       map[finding]bool
}

type finding struct {
	category string
	pos      token.Pos
}

// New returns a Reporter for pass, whose rules are set. The pass has to require
// config.Analyzer and DirectivesAnalyzer.
func New(pass *analysis.Pass, set *Set) *Reporter {
	cfg, _ := pass.ResultOf[config.Analyzer].(*config.Config)
	d, _ := pass.ResultOf[DirectivesAnalyzer].(*Directives)
	return &Reporter{pass: pass, cfg: cfg, set: set, directives: d, seen: map[finding]bool{}}
}

// Enabled reports whether findings of the category are wanted at all, so that
// a pass need not look for what nobody reads.
func (r *Reporter) Enabled(category string) bool {
	return r.set.Rule(category).Level == Default || r.cfg.Strict
}

// Strict reports whether advice is wanted.
func (r *Reporter) Strict() bool { return r.cfg.Strict }

// Skip reports whether findings at pos are not wanted: the file is generated,
// or a test while tests are not reported.
func (r *Reporter) Skip(pos token.Pos) bool {
	return r.cfg.Skip(config.Filename(r.pass.Fset, pos))
}

// Report reports a finding of the category at rng, once for each place. The
// message is one sentence; its end is the identity, (pass/category). The first
// fix is the one that a driver applies on request, the others are offered. What
// is a test, or helps tests, is left to its author.
func (r *Reporter) Report(category string, rng analysis.Range, message string, fixes ...analysis.SuggestedFix) {
	key := finding{category, rng.Pos()}
	if !r.Enabled(category) || r.Skip(rng.Pos()) || r.seen[key] {
		return
	}
	r.seen[key] = true
	if r.suppressed(category, rng.Pos()) {
		return
	}
	if r.cfg.Test(config.Filename(r.pass.Fset, rng.Pos())) {
		fixes = nil
	}
	r.pass.Report(analysis.Diagnostic{
		Pos:            rng.Pos(),
		End:            rng.End(),
		Category:       category,
		Message:        fmt.Sprintf("%s (%s/%s)", message, r.set.Pass, category),
		URL:            r.set.URL() + "#" + category,
		SuggestedFixes: fixes,
	})
}

type span struct{ pos, end token.Pos }

func (s span) Pos() token.Pos { return s.pos }
func (s span) End() token.Pos { return s.end }

// Span is the range from pos to end.
func Span(pos, end token.Pos) analysis.Range { return span{pos, end} }
