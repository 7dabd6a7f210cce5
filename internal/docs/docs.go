// Package docs makes the pages of the rules, docs/PASS.md and docs/rules, from
// the rules themselves. It knows no rule.
package docs

import (
	"github.com/budgetlint/budgetlint/internal/report"
	"github.com/budgetlint/budgetlint/passes/freshtimeout"
	"github.com/budgetlint/budgetlint/passes/nodeadline"
)

//go:generate go run ./gen ../../docs

// Sets returns the rules of all passes.
func Sets() []*report.Set {
	return []*report.Set{&freshtimeout.Rules, &nodeadline.Rules}
}

// Pages returns the text of each page by its path below docs.
func Pages() map[string]string {
	pages := map[string]string{}
	for _, s := range Sets() {
		pages[s.Pass+".md"] = report.Index(s)
		for i := range s.Rules {
			r := &s.Rules[i]
			pages["rules/"+s.Pass+"-"+r.Category+".md"] = report.Page(s, r)
		}
	}
	return pages
}
