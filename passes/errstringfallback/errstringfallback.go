package errstringfallback

import (
	"fmt"
	"go/types"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/budgetlint/budgetlint/internal/config"
	"github.com/budgetlint/budgetlint/internal/deadline"
	"github.com/budgetlint/budgetlint/internal/fix"
	"github.com/budgetlint/budgetlint/internal/report"
)

// Analyzer reports failures that look like answers.
var Analyzer = &analysis.Analyzer{
	Name:     Rules.Pass,
	Doc:      report.Doc(&Rules),
	URL:      Rules.URL(),
	Requires: []*analysis.Analyzer{config.Analyzer, report.DirectivesAnalyzer, deadline.Analyzer},
	Run:      run,
}

type checker struct {
	*deadline.Info
	*report.Reporter
	fix *fix.Maker
}

func run(pass *analysis.Pass) (any, error) {
	in := pass.ResultOf[deadline.Analyzer].(*deadline.Info)
	c := &checker{in, report.New(pass, &Rules), fix.New(pass, in)}
	if len(c.Funcs) == 0 {
		return nil, nil
	}
	defer c.Hold()()
	for _, a := range c.Answers() {
		if c.Skip(a.Pos) || c.Test(a.Pos) {
			continue
		}
		at := report.Span(a.Pos, a.End)
		switch a.Kind {
		case deadline.TextAnswer:
			c.Report("text", at, text(a), c.fix.Text(a)...)
		case deadline.FieldAnswer:
			c.Report("field", at, field(a), c.fix.Field(a)...)
		case deadline.EmptyAnswer:
			c.Report("empty", at, empty(a), c.fix.Empty(a)...)
		case deadline.ReplyAnswer:
			c.Report("leak", at, fmt.Sprintf("%s sends %s to the user, with the names, addresses and queries that are in it; log it and send a fixed text", a.What, subject(a)))
		}
	}
	return nil, nil
}

// text: the error's text is the result.
func text(a *deadline.Answer) string {
	return fmt.Sprintf("%s is %s, and a caller cannot tell this text from an answer; %s", subject(a), becomes(a), wayOut(a))
}

// becomes says as what the text is returned.
func becomes(a *deadline.Answer) string {
	switch {
	case a.Via != "":
		return "returned as the answer (" + a.Via + ")"
	case !fails(a.Results):
		return "returned as the answer"
	}
	return "returned as the answer with a nil error"
}

// field: the error's text is a part of a result.
func field(a *deadline.Answer) string {
	return fmt.Sprintf("%s becomes %s with no flag beside it, and a reader cannot tell this text from an answer; %s", subject(a), a.What, fieldOut(a))
}

func empty(a *deadline.Answer) string {
	what := "the expired deadline"
	if a.Call != "" {
		what += " of " + a.Call
	}
	return fmt.Sprintf("%s (line %d) is answered with nothing and a nil error, and a caller cannot tell that from an honest empty result; %s", what, a.Line, emptyOut(a))
}

// subject is what stands for an answer: the text of the error of a call, or a
// sentence that is said instead of it.
func subject(a *deadline.Answer) string {
	of := "a failed call"
	switch {
	case a.Made != "":
		of = fmt.Sprintf("%s, made at %s,", a.Call, a.Made)
	case a.Call != "":
		of = fmt.Sprintf("%s (line %d)", a.Call, a.Line)
	case a.Line > 0:
		of = fmt.Sprintf("the call in line %d", a.Line)
	}
	if a.Ended {
		return fmt.Sprintf("%q for an expired deadline (line %d)", short(a.Sentence), a.Line)
	}
	if a.Sentence != "" {
		return fmt.Sprintf("%q for any error of %s", short(a.Sentence), of)
	}
	return "the error text of " + of
}

// short is a text of at most 40 letters.
func short(s string) string {
	s = strings.Join(strings.Fields(s), " ")
	if r := []rune(s); len(r) > 40 {
		return string(r[:37]) + "..."
	}
	return s
}

// wayOut is how the function can say that it failed.
func wayOut(a *deadline.Answer) string {
	switch {
	case a.Instead != "":
		return "use " + a.Instead
	case a.Flag != "":
		return "set " + a.Flag + " beside it" + orReturn(a)
	case !fails(a.Results):
		return "return an error as well"
	case a.Aborts:
		return "return " + zeros(a.Results) + ", or, where that would end the agent's run, a result that is flagged as a failure"
	}
	return "return " + zeros(a.Results)
}

func fieldOut(a *deadline.Answer) string {
	switch {
	case a.Instead != "":
		return "use " + a.Instead
	case a.Flag != "":
		return "set " + a.Flag + " beside it" + orReturn(a)
	case fails(a.Results):
		return "return the error, or set a field beside it that says so"
	}
	return "set a field beside it that says so, or return an error as well"
}

func orReturn(a *deadline.Answer) string {
	if fails(a.Results) {
		return ", or return the error"
	}
	return ""
}

func emptyOut(a *deadline.Answer) string {
	if a.Call == "" {
		return "return ctx.Err() or what there is so far, marked as partial"
	}
	return "return the error"
}

// fails reports whether the last result is an error.
func fails(results *types.Tuple) bool {
	n := results.Len()
	return n > 0 && types.Implements(results.At(n-1).Type(), types.Universe.Lookup("error").Type().Underlying().(*types.Interface))
}

// zeros is what a return of the error looks like: "", err.
func zeros(results *types.Tuple) string {
	var parts []string
	for i := range results.Len() - 1 {
		parts = append(parts, zero(results.At(i).Type()))
	}
	return strings.Join(append(parts, "err"), ", ")
}

func zero(t types.Type) string {
	switch u := t.Underlying().(type) {
	case *types.Basic:
		switch {
		case u.Info()&types.IsString != 0:
			return `""`
		case u.Info()&types.IsNumeric != 0:
			return "0"
		case u.Info()&types.IsBoolean != 0:
			return "false"
		}
	case *types.Struct:
		if n, ok := types.Unalias(t).(*types.Named); ok {
			return n.Obj().Name() + "{}"
		}
		return "struct{}{}"
	}
	return "nil"
}
