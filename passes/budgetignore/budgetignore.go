package budgetignore

import (
	"fmt"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/budgetlint/budgetlint/internal/config"
	"github.com/budgetlint/budgetlint/internal/report"
	"github.com/budgetlint/budgetlint/passes/errstringfallback"
	"github.com/budgetlint/budgetlint/passes/freshtimeout"
	"github.com/budgetlint/budgetlint/passes/nodeadline"
	"github.com/budgetlint/budgetlint/passes/retrynobudget"
)

// Analyzer reports directives that silence nothing. It runs after the passes that
// directives are for.
var Analyzer = &analysis.Analyzer{
	Name: Rules.Pass,
	Doc:  report.Doc(&Rules),
	URL:  Rules.URL(),
	Requires: []*analysis.Analyzer{
		config.Analyzer, report.DirectivesAnalyzer,
		freshtimeout.Analyzer, nodeadline.Analyzer, retrynobudget.Analyzer, errstringfallback.Analyzer,
	},
	Run: run,
}

// sets are the rules of the passes, by name.
var sets = map[string]*report.Set{
	freshtimeout.Rules.Pass:      &freshtimeout.Rules,
	nodeadline.Rules.Pass:        &nodeadline.Rules,
	retrynobudget.Rules.Pass:     &retrynobudget.Rules,
	errstringfallback.Rules.Pass: &errstringfallback.Rules,
}

func run(pass *analysis.Pass) (any, error) {
	r := report.New(pass, &Rules)
	for _, d := range pass.ResultOf[report.DirectivesAnalyzer].(*report.Directives).All() {
		var noReason, unused, unknown []string
		for _, t := range d.Targets {
			name, category, named := strings.Cut(t, "/")
			set := sets[name]
			if set == nil && t != report.Everything {
				continue // another tool's
			}
			switch known := set == nil || !named || set.Has(category); {
			case !d.Reason:
				noReason = append(noReason, t)
			case !known:
				unknown = append(unknown, t)
			case !d.Used(t) && (set == nil || !named || (r.Strict() || set.Rule(category).Level == report.Default)):
				unused = append(unused, t)
			}
		}
		if len(noReason) > 0 {
			r.Report("reason", d.Comment, fmt.Sprintf("the directive for %s gives no reason and silences nothing: say why the finding is wrong here, after the name, or take the directive out", list(noReason)))
		}
		if len(unknown) > 0 {
			name, _, _ := strings.Cut(unknown[0], "/")
			r.Report("unused", d.Comment, fmt.Sprintf("the directive for %s matches no finding: %s has no such category, budgetlint explain %s lists them", list(unknown), name, name))
		}
		if len(unused) > 0 {
			r.Report("unused", d.Comment, fmt.Sprintf("the directive for %s matches no finding: take it out", list(unused)))
		}
	}
	return nil, nil
}

func list(names []string) string { return strings.Join(names, " and ") }
