package nodeadline

import (
	"fmt"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/budgetlint/budgetlint/internal/catalog"
	"github.com/budgetlint/budgetlint/internal/config"
	"github.com/budgetlint/budgetlint/internal/deadline"
	"github.com/budgetlint/budgetlint/internal/fix"
	"github.com/budgetlint/budgetlint/internal/report"
)

// Analyzer reports waits that nothing ends.
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
	for _, w := range c.Waits() {
		if !c.Skip(w.Call.Pos()) && !c.Test(w.Call.Pos()) && !c.Chained(w) {
			c.wait(w)
		}
	}
	type origin struct {
		root *ssa.Call
		name string
	}
	seen := map[origin]bool{}
	for _, v := range c.Vias() {
		// One empty context that is handed to one function is one mistake.
		key := origin{v.Context.Root, v.Name}
		if c.Skip(v.Call.Pos()) || c.Test(v.Call.Pos()) || key.root != nil && seen[key] {
			continue
		}
		seen[key] = true
		c.via(v)
	}
	for _, m := range c.Makings() {
		if !c.Skip(m.Call.Pos()) && !c.Test(m.Call.Pos()) {
			c.maker(m)
		}
	}
	for _, s := range c.Servers() {
		if !c.Skip(s.Pos) && !c.Test(s.Pos) {
			c.Report("server", report.Span(s.Pos, s.End), s.Message())
		}
	}
	return nil, nil
}

// wait: a call of the catalogue that nothing bounds, or that ignores the
// context in reach.
func (c *checker) wait(w *deadline.Wait) {
	pos, end := c.At(w.Call)
	at := report.Span(pos, end)
	takes := w.Value != nil
	switch {
	case takes && w.Context.Kind == deadline.Caller:
		c.request(w, at)
		return
	case takes && w.Context.Kind != deadline.None:
		return // bounded, or not proven to be empty
	}
	bound := w.Bound()
	if bound == catalog.Bounded {
		return
	}
	place := c.Place(w.Call)
	if _, ok := w.Call.(*ssa.Defer); ok || place.Why == "defer" {
		return
	}
	kind := string(w.Row.Kind)
	if w.Row.Kind == catalog.Server {
		if !takes || bound != catalog.Unbounded || c.Forced(w) {
			return
		}
		c.Report("server", at, fmt.Sprintf("nothing bounds %s: its context is %s, and it waits until the last client is gone; pass a context with a deadline", w.Name(), w.Context.RootName()))
		return
	}
	if c.ignores(w) && place.Mode == deadline.Awaited && place.Reach.Param != nil {
		c.Report("dropped", at, c.droppedMessage(w, place.Reach), c.fix.Give(w, place.Reach)...)
		return
	}
	if bound != catalog.Unbounded || w.Row.AtMaker {
		return
	}
	c.Report(kind, at, c.kindMessage(w), c.swap(w.Context, w.Call, place)...)
}

// maker: a client is made without what would bound its calls.
func (c *checker) maker(m deadline.Making) {
	pos, end := c.At(m.Call)
	c.Report(string(m.Row.Kind), report.Span(pos, end), fmt.Sprintf("nothing bounds what is done with the connection of %s: it was given no %s; add it", m.Name(), m.Row.Lacks))
}

// ignores reports whether a call takes no context where it could: it is the
// variant without one, or its request was never given one.
func (c *checker) ignores(w *deadline.Wait) bool {
	if w.Value == nil {
		return w.Row.Variant != ""
	}
	return w.Carried
}

func (c *checker) droppedMessage(w *deadline.Wait, r deadline.Reach) string {
	use := "give it a context derived from " + r.Describe()
	if v := w.Row.Variant; v != "" {
		use = "use " + strings.ReplaceAll(v, "%s", w.Fn.Name())
		switch named, phrase := strings.Contains(v, "%s"), strings.Contains(v, " "); {
		case named && phrase: // "SetTimeout before %s" takes no context itself
		case named && r.Expr != "":
			use += "(" + r.Expr + ", ...)"
		default:
			use += " with it"
		}
	} else if w.Carried && w.Row.Carrier == "net/http.Request" {
		use = "make the request with http.NewRequestWithContext(" + r.Describe() + ", ...)"
		if r.Expr == "" {
			use = "name the parameter and make the request with http.NewRequestWithContext"
		}
	}
	return fmt.Sprintf("%s ignores %s and nothing else bounds it: %s", w.Name(), c.reach(r), use)
}

func (c *checker) reach(r deadline.Reach) string {
	return fmt.Sprintf("%s (%s, line %d)", r.Describe(), r.What(), c.Line(r.Param.Pos()))
}

// kindMessage says why nothing bounds a call, and the way out.
func (c *checker) kindMessage(w *deadline.Wait) string {
	why := "it takes no context"
	if w.Value != nil {
		why = "its context is " + w.Context.RootName()
		if w.Carried && !strings.HasPrefix(w.Context.RootName(), "context.") {
			why = "it was never given a context"
		}
	}
	if w.Row.Forever > 0 {
		why += " and 0 means to wait for ever"
	} else if self := lacks[w.Row.Kind]; self != "" {
		why += " and " + self
	}
	use := "pass a context with a deadline"
	if w.Row.Variant != "" && (w.Value == nil || w.Carried) {
		use = "use " + strings.ReplaceAll(w.Row.Variant, "%s", w.Fn.Name()) + " with a context that has a deadline"
	} else if w.Carried || w.Value == nil {
		use = "give it a context with a deadline, or its client a limit"
	}
	return fmt.Sprintf("nothing bounds %s: %s; %s", w.Name(), why, use)
}

// lacks says what the kind's clients do not do by themselves.
var lacks = map[catalog.Kind]string{
	catalog.GRPC:  "a gRPC client sets no deadline by itself",
	catalog.HTTP:  "its client has no Timeout",
	catalog.SQL:   "a database handle sets no limit by itself",
	catalog.Net:   "a dialer sets no limit by itself",
	catalog.Redis: "its client has no read timeout",
	catalog.K8s:   "a Kubernetes client sets no limit by itself",
	catalog.Mongo: "its client has no Timeout",
	catalog.Kafka: "its client tries without end",
	catalog.Exec:  "only its context ends a command",
}

// via: a function that waits on the context that it is handed here.
func (c *checker) via(v deadline.Via) {
	if v.Wait.Bound == catalog.Bounded {
		return
	}
	pos, end := c.At(v.Call)
	at := report.Span(pos, end)
	if v.Context.Kind == deadline.Caller {
		if v.Wait.Bound == catalog.Unbounded {
			c.requestTo(v.Name, v.Context, at)
		}
		return
	}
	if v.Context.Kind != deadline.None || v.Context.Cancelable || v.Wait.Kind == catalog.Server || c.Whole(v.Call) {
		return
	}
	place := c.Place(v.Call)
	if _, ok := v.Call.(*ssa.Defer); ok || place.Why == "defer" {
		return
	}
	if v.Carried && place.Mode == deadline.Awaited && place.Reach.Param != nil {
		c.Report("dropped", at, fmt.Sprintf("%s ignores %s and nothing else bounds it: it sends a request that was never given a context (%s); make the request with one derived from %s", v.Name, c.reach(place.Reach), v.Wait.At, place.Reach.Describe()), c.carry(v, place)...)
		return
	}
	if v.Wait.Bound != catalog.Unbounded {
		return
	}
	c.Report(string(v.Wait.Kind), at, fmt.Sprintf("nothing bounds %s: it waits for %s (%s) on its context, which is %s here; pass a context with a deadline", v.Name, v.Wait.Call, v.Wait.At, v.Context.RootName()), c.swap(v.Context, v.Call, place)...)
}

// carry lets what made the request of a call take the caller's context.
func (c *checker) carry(v deadline.Via, place deadline.Place) []analysis.SuggestedFix {
	if fixes := c.swap(v.Context, v.Call, place); fixes != nil {
		return fixes
	}
	return c.fix.Carry(v.Context, place.Reach)
}

// swap puts the caller's context in the place of an empty one, where the caller
// waits and its context is in reach.
func (c *checker) swap(k deadline.Knowledge, call ssa.CallInstruction, place deadline.Place) []analysis.SuggestedFix {
	if place.Mode != deadline.Awaited || place.Reach.Param == nil {
		return nil
	}
	return c.fix.One("Use the caller's context", c.fix.Swap(k.Root, call, place.Reach)...)
}

// request: a handler hands its request's context on with no limit set.
func (c *checker) request(w *deadline.Wait, at analysis.Range) {
	if w.Bound() == catalog.Unbounded {
		c.requestTo(w.Name(), w.Context, at)
	}
}

func (c *checker) requestTo(name string, k deadline.Knowledge, at analysis.Range) {
	if !c.Enabled("request") || !c.FromHandler(k.Source) {
		return
	}
	c.Report("request", at, fmt.Sprintf("%s gets %s.Context() (request, line %d), on which net/http sets no deadline: set the request's total with context.WithTimeout", name, k.Source.Name(), c.Line(k.Source.Pos())))
}
