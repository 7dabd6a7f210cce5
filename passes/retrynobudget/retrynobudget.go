package retrynobudget

import (
	"fmt"
	"go/token"
	"time"

	"golang.org/x/tools/go/analysis"

	"github.com/budgetlint/budgetlint/internal/config"
	"github.com/budgetlint/budgetlint/internal/deadline"
	"github.com/budgetlint/budgetlint/internal/fix"
	"github.com/budgetlint/budgetlint/internal/report"
)

// Analyzer reports retries that do not know how much time is left.
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
	for _, r := range c.Repeats() {
		if !c.Skip(r.Call.Pos()) && !c.Test(r.Call.Pos()) && !c.Winding(r) {
			c.repeat(r)
		}
	}
	for _, r := range c.StartsOver() {
		if !c.Skip(r.At) && !c.Test(r.At) {
			c.Report("unchecked", report.Span(r.At, r.End), fmt.Sprintf("the loop starts over because %s has ended (line %d), with the same context: each further turn ends at once; return instead", r.Expr, c.Line(r.Done)))
		}
	}
	c.library()
	for _, h := range c.Helpers() {
		c.helper(h)
	}
	for _, n := range c.Nests() {
		c.nested(n)
	}
	for _, x := range c.Comparisons() {
		c.classifier(x)
	}
	if c.Enabled("steps") {
		for _, s := range c.Steps() {
			c.step(s)
		}
	}
	return nil, nil
}

// reach describes the caller's context with its place: "ctx (parameter, line
// 12)".
func (c *checker) reach(r deadline.Reach) string {
	return fmt.Sprintf("%s (%s, line %d)", r.Describe(), r.What(), c.Line(r.Param.Pos()))
}

func (c *checker) skips(pos token.Pos) bool { return c.Skip(pos) || c.Test(pos) }

func (c *checker) repeat(r *deadline.Repeat) {
	said := false
	for _, p := range r.Pauses {
		said = c.long(r, p) || c.blind(r, p) || said
		c.unfit(r, p)
	}
	if !said && !c.shared(r) {
		c.unchecked(r)
	}
	c.wall(r)
}

// blind: a pause that no context can end.
func (c *checker) blind(r *deadline.Repeat, p deadline.Between) bool {
	if p.Ends != nil || r.Hand.Expr == "" || c.OwnEnd(r, p.At) {
		return false
	}
	if asked := r.AskedAt(c.Info, p); asked {
		switch {
		case p.Kind == deadline.Reopen && p.Most > 0 && p.Most <= time.Second:
			return false
		case p.Most > 0 && p.Most < time.Second && !c.Strict():
			return true // advice
		}
	}
	pos, end := c.Span(p.At)
	c.Report("blind", report.Span(pos, end), fmt.Sprintf("%s between %s cannot be ended by %s: wait for a timer and %s in one select",
		pauseName(p), between(c.Info, r, p.Kind), c.hand(r), method(r.Hand, "Done")), c.fix.Race(r, p)...)
	return true
}

func pauseName(p deadline.Between) string {
	switch {
	case p.Known > 0:
		return fmt.Sprintf("%s (%v)", p.Name, p.Known)
	case p.Most > 0:
		return fmt.Sprintf("%s (up to %v)", p.Name, p.Most)
	}
	return p.Name
}

// between names what a pause stands between.
func between(in *deadline.Info, r *deadline.Repeat, kind deadline.RepeatKind) string {
	name := in.CallName(r.Call)
	switch kind {
	case deadline.Poll:
		return "two polls of " + name
	case deadline.Round:
		return "two rounds of this loop"
	case deadline.Reopen:
		return "the end of a stream and the next " + name
	}
	return "two tries of " + name
}

// hand names the context that could be asked, and where it is from.
func (c *checker) hand(r *deadline.Repeat) string {
	if p := r.Hand.Reach.Param; p != nil && r.Hand.Known.Kind == deadline.Caller {
		return fmt.Sprintf("%s (%s, line %d)", r.Hand.Expr, r.Hand.Reach.What(), c.Line(p.Pos()))
	}
	return r.Hand.Expr
}

// method is the call of a method of the context, as a message says it.
func method(h deadline.Hand, name string) string {
	if h.Reach.Param != nil && h.Reach.Expr == "" {
		return "its " + name + "()"
	}
	return h.Expr + "." + name + "()"
}

// long: a pause that is longer than what is left.
func (c *checker) long(r *deadline.Repeat, p deadline.Between) bool {
	limit := r.Hand.Known.Limit
	if p.Known == 0 || limit == 0 || p.Known < limit {
		return false
	}
	pos, end := c.Span(p.At)
	c.Report("long", report.Span(pos, end), fmt.Sprintf("%s is no shorter than the %v that %s has in all (line %d): there is never a second try of %s; pause for less, or return the error at once",
		pauseName(p), limit, r.Hand.Expr, c.Line(r.Hand.Known.LimitAt), c.CallName(r.Call)))
	return true
}

// shared: one limit for all tries, and the loop goes on after it has passed.
func (c *checker) shared(r *deadline.Repeat) bool {
	l := r.Shared
	if l == nil {
		return false
	}
	pos, end := c.At(l.Call)
	if r.Shrinks {
		c.Report("shared", report.Span(pos, end), fmt.Sprintf("%s derives from the context of the try before: all tries of %s share the limit of the first; derive each from the context that the loop was given, in a variable of its own",
			l.Name(), c.CallName(r.Call)))
		return true
	}
	if !r.Anyway || r.Kind != deadline.Retry || c.OwnEnd(r, r.Call) {
		return false
	}
	c.Report("shared", report.Span(pos, end), fmt.Sprintf("all tries of %s (line %d) share this limit%s, and the loop goes on after it has passed: give each try a limit of its own, or leave the loop once %s.Err() is not nil",
		c.CallName(r.Call), c.Line(r.Call.Pos()), length(l.Const), r.Hand.Expr), c.fix.Ask(r)...)
	return true
}

func length(d time.Duration) string {
	if d == 0 {
		return ""
	}
	return fmt.Sprintf(" of %v", d)
}

// unchecked: the next attempt, although the caller's context may have ended.
func (c *checker) unchecked(r *deadline.Repeat) {
	if !r.Anyway || r.Kind != deadline.Retry || r.Hand.Expr == "" || !c.Takes(r) || c.OwnEnd(r, r.Call) {
		return
	}
	why := "whatever the error is"
	if r.At.IsValid() {
		why = fmt.Sprintf("for an expired deadline, too (line %d)", c.Line(r.At))
	}
	pos, end := c.At(r.Call)
	c.Report("unchecked", report.Span(pos, end), fmt.Sprintf("%s is tried again%s %s, and the loop never asks %s: once it has ended each further try fails at once; leave the loop when %s is not nil",
		c.CallName(r.Call), times(r.Attempts), why, c.hand(r), method(r.Hand, "Err")), c.fix.Ask(r)...)
}

func times(n int) string {
	if n < 2 {
		return ""
	}
	return fmt.Sprintf(" (%d tries)", n)
}

// unfit: a pause that ends with the context, in a loop that never asks whether
// the pause and one whole try still fit.
func (c *checker) unfit(r *deadline.Repeat, p deadline.Between) {
	if !c.Enabled("unfit") || p.Ends == nil || r.Kind != deadline.Retry || r.Plans(c.Info) || !c.Takes(r) || c.OwnEnd(r, p.At) {
		return
	}
	pos, end := c.Span(p.At)
	c.Report("unfit", report.Span(pos, end), fmt.Sprintf("%s ends with %s, but nothing asks whether it and one whole try of %s%s still fit into what is left: compare them with the deadline first and return the last error at once",
		pauseName(p), r.Hand.Expr, c.CallName(r.Call), tryLength(r)), c.fix.Gate(r, p)...)
}

func tryLength(r *deadline.Repeat) string {
	if r.Try == nil || r.Try.Const == 0 {
		return ""
	}
	return fmt.Sprintf(" (%v)", r.Try.Const)
}

// wall: a try that took all of its own time is made again with the same.
func (c *checker) wall(r *deadline.Repeat) {
	l := r.Try
	if l == nil || !c.Enabled("wall") || !r.Whatever || r.Kind != deadline.Retry || c.FromDeadline(l.Dur) {
		return
	}
	pos, end := c.At(r.Call)
	cost := "a call that needs longer fails each time"
	if n, d := r.Attempts, l.Const; n > 1 && d > 0 {
		cost = fmt.Sprintf("%d attempts of %v on a call that needs longer fail after %v instead of %v", n, d, time.Duration(n)*d, d)
	} else if d > 0 {
		cost = fmt.Sprintf("a call that needs longer than %v fails each time", d)
	}
	c.Report("wall", report.Span(pos, end), fmt.Sprintf("%s is tried again with the same limit (line %d) after it has used it up: %s; do not repeat a try that ran into its own limit, or give it what is left",
		c.CallName(r.Call), c.Line(l.Call.Pos()), cost))
}

// helper: a function of the program that tries again, pauses, and takes no
// context, called where one is in reach.
func (c *checker) helper(h deadline.Helper) {
	if !h.Blind || h.Pause.Most > 0 && h.Pause.Most < time.Second || c.skips(h.Call.Pos()) {
		return
	}
	place := c.Place(h.Call)
	if place.Mode != deadline.Awaited || place.Reach.Param == nil {
		return
	}
	pos, end := c.At(h.Call)
	c.Report("blind", report.Span(pos, end), fmt.Sprintf("%s tries %s again and pauses in between (%s), and takes no context: %s cannot end it; hand it the context, and race the pause against its Done()",
		h.Name, h.Op, h.Retries.At, c.reach(place.Reach)))
}

// nested: a retry around something that retries.
func (c *checker) nested(n deadline.Nest) {
	if c.skips(n.Call.Pos()) {
		return
	}
	pos, end := c.At(n.Call)
	c.Report("nested", report.Span(pos, end), fmt.Sprintf("%s is tried %d times, and tries %s %d times itself (%s): %d x %d = %d attempts; try again in one layer only",
		n.OuterName, n.Outer, n.InnerCall, n.Inner, n.InnerAt, n.Outer, n.Inner, n.Outer*n.Inner))
}

// classifier: == on an error that is wrapped decides a retry.
func (c *checker) classifier(x deadline.Comparison) {
	if c.skips(x.Op) {
		return
	}
	op := "=="
	if x.Not {
		op = "!="
	}
	c.Report("classifier", report.Span(x.Op, x.Op+2), fmt.Sprintf("the error of %s (line %d) wraps that of the context and is never equal to %s: this %s decides the retry wrongly; use errors.Is",
		x.Call, c.Line(x.At), x.With, op), c.fix.Is(x.Op)...)
}

// step: a loop of steps that never asks what is left.
func (c *checker) step(s deadline.Step) {
	if c.skips(s.Call.Pos()) {
		return
	}
	pos, end := c.At(s.Call)
	what := "stage"
	if s.Turn {
		what = "turn"
	}
	c.Report("steps", report.Span(pos, end), fmt.Sprintf("each %s runs %s, and nothing asks what %s has left before the next one: if that is less than a %s usually needs, answer with what there is and say what is missing",
		what, c.CallName(s.Call), s.Hand.Expr, what))
}
