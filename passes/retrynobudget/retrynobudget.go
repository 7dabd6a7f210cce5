package retrynobudget

import (
	"fmt"

	"golang.org/x/tools/go/analysis"

	"github.com/budgetlint/budgetlint/internal/config"
	"github.com/budgetlint/budgetlint/internal/deadline"
	"github.com/budgetlint/budgetlint/internal/report"
)

// Analyzer reports retries that do not know how much time is left.
var Analyzer = &analysis.Analyzer{
	Name:     Rules.Pass,
	Doc:      report.Doc(&Rules),
	URL:      Rules.URL(),
	Requires: []*analysis.Analyzer{config.Analyzer, deadline.Analyzer},
	Run:      run,
}

type checker struct {
	*deadline.Info
	*report.Reporter
}

func run(pass *analysis.Pass) (any, error) {
	c := &checker{pass.ResultOf[deadline.Analyzer].(*deadline.Info), report.New(pass, &Rules)}
	if len(c.Funcs) == 0 {
		return nil, nil
	}
	defer c.Hold()()
	c.library()
	return nil, nil
}

// reach describes the caller's context with its place: "ctx (parameter, line
// 12)".
func (c *checker) reach(r deadline.Reach) string {
	return fmt.Sprintf("%s (%s, line %d)", r.Describe(), r.What(), c.Line(r.Param.Pos()))
}
