package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/budgetlint/budgetlint/internal/report"
)

// explain prints the page of a rule, those of a pass, or a line for each rule.
func explain(args []string, stdout, stderr io.Writer, rules []*report.Set) int {
	switch {
	case len(args) == 0:
		for _, s := range rules {
			for _, r := range s.Rules {
				fmt.Fprintf(stdout, "%-28s %-8s %s\n", s.Pass+"/"+r.Category, r.Level, r.Title)
			}
		}
		return clean
	case len(args) > 1:
		fmt.Fprintln(stderr, "budgetlint: explain takes one rule, such as budgetlint explain "+example(rules))
		return failed
	}
	pass, category, one := strings.Cut(args[0], "/")
	for _, s := range rules {
		if s.Pass != pass {
			continue
		}
		if !one {
			fmt.Fprint(stdout, report.Index(s))
			return clean
		}
		var names []string
		for i := range s.Rules {
			if s.Rules[i].Category == category {
				fmt.Fprint(stdout, report.Page(s, &s.Rules[i]))
				return clean
			}
			names = append(names, s.Rules[i].Category)
		}
		fmt.Fprintf(stderr, "budgetlint: pass %s has no category %q: it has %s\n", pass, category, strings.Join(names, ", "))
		return failed
	}
	var names []string
	for _, s := range rules {
		names = append(names, s.Pass)
	}
	fmt.Fprintf(stderr, "budgetlint: unknown pass %q: the passes are %s\n", pass, strings.Join(names, ", "))
	return failed
}

func example(rules []*report.Set) string {
	for _, s := range rules {
		for _, r := range s.Rules {
			return s.Pass + "/" + r.Category
		}
	}
	return "PASS/category"
}
