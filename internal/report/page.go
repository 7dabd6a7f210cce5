package report

import (
	"fmt"
	"strings"
)

// Page returns the Markdown page of one category: what is reported and why, an
// example of it and its message, the way out, what a fix does, when the rule is
// silent, and how to silence one finding.
func Page(s *Set, r *Rule) string {
	var b strings.Builder
	name := s.Pass + "/" + r.Category
	fmt.Fprintf(&b, "# %s\n\n%s. Level: %s.\n\n%s\n\n", name, upper(r.Title), r.level(), r.What)
	fmt.Fprintf(&b, "## Why\n\n%s\n\n", r.Why)
	fmt.Fprintf(&b, "## Reported\n\n%s\n%s\n", fence(r.Wrong), s.quote(r))
	fmt.Fprintf(&b, "## Not reported\n\n%s\n", fence(r.Right))
	if r.Fix != "" {
		fmt.Fprintf(&b, "## Fix\n\n%s\n\n", r.Fix)
	}
	fmt.Fprintf(&b, "## Silent\n\n%s\n\nAnd wherever [%s](../%s.md) as a whole is.\n\n", r.Silent, s.Pass, s.Pass)
	fmt.Fprintf(&b, "## To silence one finding\n\n%s\n", fence(fmt.Sprintf("//lint:ignore %s the reason, which is required", name)))
	fmt.Fprintf(&b, "on the line before, or at the end of the line; [suppress.md](../suppress.md) has the other forms.\n")
	return b.String()
}

// Index returns the Markdown page of the pass, with one section a category.
// The section's anchor is the category's name: diagnostics link to it.
func Index(s *Set) string {
	var b strings.Builder
	fmt.Fprintf(&b, "# %s\n\n%s.\n\n%s\n\n", s.Pass, upper(s.Title), s.Text)
	b.WriteString("| category | level | reports |\n|---|---|---|\n")
	for i := range s.Rules {
		r := &s.Rules[i]
		fmt.Fprintf(&b, "| [%s](#%s) | %s | %s |\n", r.Category, r.Category, r.Level, r.Title)
	}
	for i := range s.Rules {
		r := &s.Rules[i]
		fmt.Fprintf(&b, "\n## %s\n\n%s. Level: %s.\n\n%s\n\n%s\n\n%s\n", r.Category, upper(r.Title), r.level(), r.What, r.Why, s.quote(r))
		fmt.Fprintf(&b, "[Code that is reported, code that is not, and when the rule is silent](rules/%s-%s.md)\n", s.Pass, r.Category)
	}
	return b.String()
}

// Doc returns the analyzer's Doc in plain text: a line that says what the pass
// does, when it is silent, its categories, and the first one's example.
func Doc(s *Set) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s\n\n%s\n\nCategories:\n\n", s.Pass, s.Title, wrap(plain(s.Text), 79))
	for i := range s.Rules {
		r := &s.Rules[i]
		title := plain(r.Title)
		if r.Level == Strict {
			title += " (strict)"
		}
		fmt.Fprintf(&b, "\t%-10s %s\n", r.Category, title)
	}
	if len(s.Rules) > 0 {
		r := &s.Rules[0]
		fmt.Fprintf(&b, "\nThis code\n\n%s\nis reported:\n\n%s", indent(r.Wrong), indent(wrap(s.message(r), 71)))
	}
	return strings.TrimSuffix(b.String(), "\n")
}

func (r *Rule) level() string {
	if r.Level == Strict {
		return "strict, which is advice: reported with `-budgetlint.strict`"
	}
	return r.Level.String()
}

func (s *Set) message(r *Rule) string {
	return fmt.Sprintf("%s (%s/%s)", r.Message, s.Pass, r.Category)
}

// quote is the message as a Markdown quotation.
func (s *Set) quote(r *Rule) string { return "> " + s.message(r) + "\n" }

func fence(code string) string {
	return "```go\n" + strings.Trim(code, "\n") + "\n```\n"
}

// plain drops the Markdown that means nothing on a terminal.
func plain(text string) string { return strings.ReplaceAll(text, "`", "") }

func upper(text string) string {
	if text == "" {
		return ""
	}
	return strings.ToUpper(text[:1]) + text[1:]
}

func indent(text string) string {
	var b strings.Builder
	for line := range strings.SplitSeq(strings.Trim(text, "\n"), "\n") {
		if line != "" {
			line = "\t" + line
		}
		b.WriteString(line + "\n")
	}
	return b.String()
}

// wrap breaks lines at width; those that continue a list item are indented.
func wrap(text string, width int) string {
	var b strings.Builder
	for i, line := range strings.Split(text, "\n") {
		if i > 0 {
			b.WriteByte('\n')
		}
		hang := ""
		if strings.HasPrefix(line, "- ") {
			hang = "  "
		}
		col := 0
		for j, word := range strings.Fields(line) {
			switch {
			case j == 0:
			case col+1+len(word) > width:
				b.WriteString("\n" + hang)
				col = len(hang)
			default:
				b.WriteByte(' ')
				col++
			}
			b.WriteString(word)
			col += len(word)
		}
	}
	return b.String()
}
