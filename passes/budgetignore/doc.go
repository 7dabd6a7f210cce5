// Package budgetignore reports directives that silence nothing. It knows no pass
// but by its rules.
package budgetignore

import "github.com/budgetlint/budgetlint/internal/report"

// Rules are the categories of the pass.
var Rules = report.Set{
	Pass:  "budgetignore",
	Title: "find directives that silence nothing",
	Text: "A directive that silences a finding of this suite has to say why, and should go when there is nothing left to silence: else the next mistake at that place is silenced, too. " +
		"The forms are in [suppress.md](suppress.md).\n\n" +
		"It is silent:\n\n" +
		"- about names of other tools in a directive, which may stand beside those of this suite;\n" +
		"- in generated files, and in tests unless they are reported;\n" +
		"- where the category is advice and `-budgetlint.strict` is off: whether it would match is not known then.",
	Rules: []report.Rule{
		{
			Category: "reason",
			Title:    "a directive without a reason",
			What:     "`//lint:ignore` or `//nolint` with the name of a pass of this suite, or `budgetlint`, and no reason. It silences nothing. Reported at the comment.",
			Why:      "Whoever reads it next year cannot tell whether it is still right: the finding was true, or the tool was wrong, or somebody was in a hurry.",
			Wrong: `func audit(ctx context.Context, url string) (*http.Response, error) {
	//lint:ignore nodeadline
	return get(ctx, url)
}

func get(ctx context.Context, url string) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, "GET", url, nil)
	if err != nil {
		return nil, err
	}
	return http.DefaultClient.Do(req)
}`,
			Message: "the directive for nodeadline gives no reason and silences nothing: say why the finding is wrong here, after the name, or take the directive out",
			Right: `func audit(url string) (*http.Response, error) {
	//lint:ignore nodeadline the address is that of this machine
	return http.Get(url)
}`,
			Silent: "- It names only passes of other tools.",
		},
		{
			Category: "unused",
			Title:    "a directive that matches no finding",
			What:     "A name in a directive for which no finding of this suite was silenced at its place though the pass ran, or a category that there is not. Reported at the comment.",
			Why:      "The code was mended, or the rule became more exact. What is left silences the next finding at that place, which nobody has looked at.",
			Wrong: `func audit(ctx context.Context, url string) (*http.Response, error) {
	//lint:ignore nodeadline/http the address is that of this machine
	req, err := http.NewRequestWithContext(ctx, "GET", url, nil)
	if err != nil {
		return nil, err
	}
	return http.DefaultClient.Do(req)
}`,
			Message: "the directive for nodeadline/http matches no finding: take it out",
			Right: `func audit(url string) (*http.Response, error) {
	//lint:ignore nodeadline/http the address is that of this machine
	return http.Get(url)
}`,
			Silent: "- The category is advice and not asked for.\n- It matches a finding of another pass that it names, as far as that name is concerned.",
		},
	},
}
