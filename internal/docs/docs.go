// Package docs makes the pages of the rules, docs/PASS.md and docs/rules, from
// the rules themselves. It knows no rule.
package docs

import (
	"github.com/budgetlint/budgetlint"
	"github.com/budgetlint/budgetlint/internal/report"
)

//go:generate go run ./gen ../../docs

// Pages returns the text of each page by its path below docs.
func Pages() map[string]string {
	pages := map[string]string{}
	for _, s := range budgetlint.Rules() {
		pages[s.Pass+".md"] = report.Index(s)
		for i := range s.Rules {
			r := &s.Rules[i]
			pages["rules/"+s.Pass+"-"+r.Category+".md"] = report.Page(s, r)
		}
	}
	return pages
}
