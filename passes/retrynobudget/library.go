package retrynobudget

import (
	"fmt"
	"strings"
	"time"

	"golang.org/x/tools/go/ssa"

	"github.com/budgetlint/budgetlint/internal/catalog"
	"github.com/budgetlint/budgetlint/internal/deadline"
	"github.com/budgetlint/budgetlint/internal/report"
)

// short is the sum of pauses that nobody need break off.
const short = time.Second

// library: a retry library that knows no context although one is in reach, or
// has no end.
func (c *checker) library() {
	for _, r := range c.Retriers() {
		if c.Skip(r.Call.Pos()) || c.Test(r.Call.Pos()) || r.MayEnd || r.Paused && r.Pauses < short || r.FailsNext && r.Pause < short {
			continue
		}
		if r.Told == deadline.ToldUnknown || r.Told == deadline.ToldContext && !c.empty(r.Context) {
			continue
		}
		place := c.Place(r.Call)
		if _, ok := r.Call.(*ssa.Call); !ok || place.Mode != deadline.Awaited || deadline.Undoes(r.Call.Parent()) {
			continue
		}
		// Have: the caller waits for a retrier that no context ends.
		pos, end := c.At(r.Call)
		at := report.Span(pos, end)
		if place.Reach.Param != nil {
			c.Report("library", at, goesOn(r, place.Reach.Describe(), c.reach(place.Reach), place.Reach.Expr), c.fix.Tell(r, place.Reach, "")...)
		} else if name, line := c.Captured(r); name != "" {
			c.Report("library", at, goesOn(r, name, fmt.Sprintf("%s (captured, line %d)", name, line), name), c.fix.Tell(r, deadline.Reach{}, name)...)
		} else if r.Endless() && !r.FailsNext && !c.Starts(r.Call) {
			c.Report("library", at, endless(r))
		}
	}
}

// empty reports whether a retrier's context is one that nobody ends, and that
// was not cut off on purpose.
func (c *checker) empty(k deadline.Knowledge) bool {
	return k.Kind == deadline.None && !k.Cancelable && !k.Severed
}

// goesOn says that a retrier does not end with the context: name is how to call
// it, what describes it, expr is the source text that yields it.
func goesOn(r *deadline.Retrying, name, what, expr string) string {
	tell := "name the parameter and " + strings.ReplaceAll(r.Row.Tell, "%s", "it")
	if expr != "" {
		tell = strings.ReplaceAll(r.Row.Tell, "%s", expr)
	}
	why := "is not told about " + name
	if r.Told == deadline.ToldContext {
		why = "its context is " + r.Context.RootName()
	}
	if e := effort(r); e != "" && !r.FailsNext {
		why = e + " and " + why
	}
	if !strings.HasPrefix(why, "its ") {
		why = "it " + why
	}
	if r.FailsNext {
		return fmt.Sprintf("%s pauses on for up to %v after %s has ended: %s; %s", r.Name(), r.Pause, what, why, tell)
	}
	return fmt.Sprintf("%s goes on after %s has ended: %s; %s", r.Name(), what, why, tell)
}

// effort says how much a retrier tries, "" if it is not known.
func effort(r *deadline.Retrying) string {
	switch {
	case r.Attempts > 0 && r.Longest > 0:
		return fmt.Sprintf("makes up to %d attempts in up to %v", r.Attempts, r.Longest)
	case r.Attempts > 0:
		return fmt.Sprintf("makes up to %d attempts", r.Attempts)
	case r.Longest > 0:
		return fmt.Sprintf("tries for up to %v", r.Longest)
	case r.Endless():
		return "tries until it succeeds"
	}
	return ""
}

func endless(r *deadline.Retrying) string {
	context := "no context"
	if r.Told == deadline.ToldContext {
		context = "its context, " + r.Context.RootName() + ", does not end"
	} else {
		context += " ends it"
	}
	verb := "tries until it succeeds"
	if r.Row.On == catalog.OnNotDone {
		verb = "polls until it is done"
	}
	return fmt.Sprintf("%s has no end: it %s, and %s; limit its attempts or its time, or give it a context that ends", r.Name(), verb, context)
}
