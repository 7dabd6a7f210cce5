// Package retrynobudget reports retries that do not know how much time is left.
// It does not know what a library repeats, and how often: it asks package
// deadline.
package retrynobudget

import "github.com/budgetlint/budgetlint/internal/report"

// Rules are the categories of the pass.
var Rules = report.Set{
	Pass:  "retrynobudget",
	Title: "find retries that do not know how much time is left",
	Text: "A retry is paid from the caller's time: its pauses and its attempts. One that does not ask what is left goes on when nobody waits for its " +
		"result any more.",
	Rules: []report.Rule{libraryRule},
}
