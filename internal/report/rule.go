package report

import (
	"fmt"
	"slices"

	"github.com/budgetlint/budgetlint/internal/config"
)

// A Level says how sure a category is.
type Level int

const (
	// Default categories are proven: reported unless switched off.
	Default Level = iota
	// Strict categories are advice: reported with -budgetlint.strict.
	Strict
)

func (l Level) String() string {
	if l == Strict {
		return "strict"
	}
	return "default"
}

// A Rule is one category of a pass and the one source of its page, of what
// `budgetlint explain` prints and of the analyzer's Doc. Texts are Markdown.
type Rule struct {
	Category string // "reset"
	Level    Level
	Title    string // one sentence, lower case, no full stop: "a fresh timeout where the caller's deadline is in reach"
	What     string // what is reported, and where
	Why      string // why it hurts, with numbers
	Wrong    string // Go code that is reported
	Message  string // the message that Wrong gets, without the trailing (pass/category)
	Right    string // Go code that is not
	Silent   string // when the rule is silent
	Fix      string // what a suggested fix does, and when there is none; "" if there never is one
}

// A Set is the rules of one pass.
type Set struct {
	Pass  string
	Title string // what the pass does, one sentence: the first line of its Doc
	Text  string // what the pass as a whole looks for
	Rules []Rule
}

// Rule returns the rule of the named category; it panics if there is none,
// since a pass names only its own.
func (s *Set) Rule(category string) *Rule {
	for i := range s.Rules {
		if s.Rules[i].Category == category {
			return &s.Rules[i]
		}
	}
	panic(fmt.Sprintf("report: pass %s has no category %q", s.Pass, category))
}

// Has reports whether the pass has the category.
func (s *Set) Has(category string) bool {
	return slices.ContainsFunc(s.Rules, func(r Rule) bool { return r.Category == category })
}

// URL returns the page of the pass; a category is an anchor on it.
func (s *Set) URL() string {
	return "https://" + config.ModulePath + "/blob/main/docs/" + s.Pass + ".md"
}
