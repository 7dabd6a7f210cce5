package report_test

import (
	"strings"
	"testing"

	"github.com/budgetlint/budgetlint/internal/report"
)

func TestPage(t *testing.T) {
	want := strings.ReplaceAll(`# tiny/now

A call. Level: default.

Calls.

## Why

They take 3s.

## Reported

'''go
seen()
'''

> seen waits (tiny/now)

## Not reported

'''go
idle()
'''

## Fix

The call goes.

## Silent

- Where nothing is called.

And wherever [tiny](../tiny.md) as a whole is.

## To silence one finding

'''go
//lint:ignore tiny/now the reason, which is required
'''

on the line before, or at the end of the line; [suppress.md](../suppress.md) has the other forms.
`, "'''", "```")
	if got := report.Page(&rules, rules.Rule("now")); got != want {
		t.Errorf("got:\n%s\nwant:\n%s", got, want)
	}
}

// TestPageWithoutFix fails when a rule that has no fix is given a section for it.
func TestPageWithoutFix(t *testing.T) {
	if got := report.Page(&rules, rules.Rule("later")); strings.Contains(got, "## Fix") {
		t.Errorf("got:\n%s", got)
	}
}

func TestIndex(t *testing.T) {
	got := report.Index(&rules)
	for _, want := range []string{
		"# tiny\n\nFind calls.\n\nIt looks for `seen`",
		"| [later](#later) | strict | advice |\n",
		"\n## now\n", // the anchor that diagnostics link to
		"\n## later\n\nAdvice. Level: strict, which is advice: reported with `-budgetlint.strict`.\n",
		"> advice waits (tiny/later)\n",
		"(rules/tiny-later.md)",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in:\n%s", want, got)
		}
	}
}

func TestDoc(t *testing.T) {
	want := `tiny: find calls

It looks for seen and quiet.

- It is silent elsewhere.

Categories:

	now        a call
	later      advice (strict)

This code

	seen()

is reported:

	seen waits (tiny/now)`
	if got := report.Doc(&rules); got != want {
		t.Errorf("got:\n%s\nwant:\n%s", got, want)
	}
}

func TestDocIsWrapped(t *testing.T) {
	s := report.Set{Pass: "tiny", Title: "find calls", Text: strings.Repeat("word ", 40) + "\n\n- " + strings.Repeat("item ", 40)}
	doc := report.Doc(&s)
	for line := range strings.SplitSeq(doc, "\n") {
		if len(line) > 79 {
			t.Errorf("line of %d columns: %q", len(line), line)
		}
	}
	if !strings.Contains(doc, "\n  item") {
		t.Errorf("the second line of an item does not hang:\n%s", doc)
	}
}
