package freshtimeout

import (
	"fmt"
	"go/token"
	"strings"
	"time"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/budgetlint/budgetlint/internal/catalog"
	"github.com/budgetlint/budgetlint/internal/config"
	"github.com/budgetlint/budgetlint/internal/deadline"
	"github.com/budgetlint/budgetlint/internal/fix"
	"github.com/budgetlint/budgetlint/internal/report"
)

// Analyzer reports timeouts that lose the caller's deadline.
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
	fix   *fix.Maker
	pass  *analysis.Pass
	spent map[ssa.CallInstruction]bool // calls with a finding: one says enough
	dead  []ssa.Value                  // contexts whose derivation is reported as ended
}

func run(pass *analysis.Pass) (any, error) {
	c := &checker{
		Info:     pass.ResultOf[deadline.Analyzer].(*deadline.Info),
		Reporter: report.New(pass, &Rules),
		pass:     pass,
		spent:    map[ssa.CallInstruction]bool{},
	}
	c.fix = fix.New(pass, c.Info)
	if len(c.Funcs) == 0 {
		return nil, nil
	}
	defer c.Hold()()
	var limits []*deadline.Limit
	for _, l := range c.Limits() {
		if !c.Skip(l.Call.Pos()) {
			limits = append(limits, l)
		}
	}
	for _, l := range limits {
		c.unused(l)
		c.ended(l)
		c.larger(l)
		c.cap(l)
	}
	c.detached(limits)
	c.resets(limits)
	c.sums(limits)
	c.wholes(limits)
	c.endedWaits()
	c.helpers()
	return nil, nil
}

// report reports at a call, once for each.
func (c *checker) report(category string, call ssa.CallInstruction, message string, fixes ...analysis.SuggestedFix) {
	if c.spent[call] || !c.Enabled(category) {
		return
	}
	c.spent[call] = true
	pos, end := c.At(call)
	c.Report(category, report.Span(pos, end), message, fixes...)
}

// unused: the derived context goes nowhere.
func (c *checker) unused(l *deadline.Limit) {
	if l.Ctx != nil || l.Polls || l.Factory || c.Test(l.Call.Pos()) {
		return
	}
	if call, ok := l.Call.(*ssa.Call); !ok || call.Referrers() == nil || len(*call.Referrers()) == 0 {
		return // not even the cancel function is taken: a value passed on whole
	}
	c.report("unused", l.Call, fmt.Sprintf("%s bounds nothing: its context is dropped; hand on the derived context", c.theLimit(l)), c.fix.HandOn(l)...)
}

// theLimit names a limit: "the limit of 3s".
func (c *checker) theLimit(l *deadline.Limit) string {
	if l.Const > 0 {
		return "the limit of " + l.Const.String()
	}
	return "this limit"
}

// ended: the parent is dead before the timeout starts.
func (c *checker) ended(l *deadline.Limit) {
	if l.ParentValue == nil || c.InTest(l.Call.Pos()) {
		return
	}
	pos, ok := c.Ended(l.ParentValue, l.Call)
	if !ok {
		return
	}
	if l.Ctx != nil {
		c.dead = append(c.dead, l.Ctx)
	}
	c.report("ended", l.Call, fmt.Sprintf("%s never starts: the context it is derived from has ended on this path (line %d); derive it from context.WithoutCancel of that context", c.theLimit(l), c.Line(pos)), c.fix.Sever(l)...)
}

// endedWaits: a wait is handed a context that has ended.
func (c *checker) endedWaits() {
	for _, w := range c.Waits() {
		if w.Value == nil || w.Carried || c.Skip(w.Call.Pos()) || c.InTest(w.Call.Pos()) || c.isDead(w.Value) {
			continue
		}
		if pos, ok := c.Ended(w.Value, w.Call); ok {
			c.report("ended", w.Call, fmt.Sprintf("%s gives up at once: its context has ended on this path (line %d); use a context derived from context.WithoutCancel, with a limit", w.Name(), c.Line(pos)))
		}
	}
	for _, v := range c.Vias() {
		if c.Skip(v.Call.Pos()) || c.InTest(v.Call.Pos()) || c.isDead(v.Value) {
			continue
		}
		if pos, ok := c.Ended(v.Value, v.Call); ok {
			c.report("ended", v.Call, fmt.Sprintf("%s gives up at once: it waits for %s (%s), and its context has ended on this path (line %d); use a context derived from context.WithoutCancel, with a limit", v.Name, v.Wait.Call, v.Wait.At, c.Line(pos)))
		}
	}
}

// isDead reports whether the context comes from a derivation that is reported
// itself.
func (c *checker) isDead(v ssa.Value) bool {
	for _, d := range c.dead {
		if c.Same(v, d) {
			return true
		}
	}
	return false
}

// larger: a constant limit that the one around it always beats.
func (c *checker) larger(l *deadline.Limit) {
	if _, ok := l.Dur.(*ssa.Const); !ok && l.Dur != nil && l.Dur == l.Parent.Dur && !l.Polls {
		c.report("larger", l.Call, "this limit can never fire: the context around it was given the same duration before; use what is left or a smaller limit")
		return
	}
	around := l.Parent.Limit
	if around == 0 || l.Const < around {
		return
	}
	c.report("larger", l.Call, fmt.Sprintf("the limit of %v can never fire: the context around it ends after %v (line %d); use what is left or a smaller limit", l.Const, around, c.Line(l.Parent.LimitAt)))
}

// A reset is a limit that starts anew although the caller's deadline is in
// reach.
type reset struct {
	*deadline.Limit
	place deadline.Place
}

// resets: a limit below an empty context, in code that the caller waits for.
func (c *checker) resets(limits []*deadline.Limit) {
	byFunc := map[*ssa.Function][]reset{}
	var order []*ssa.Function
	for _, l := range limits {
		if l.Parent.Kind != deadline.None || !l.Parent.Fresh || l.Parent.Severed || c.Test(l.Call.Pos()) || c.FromDeadline(l.Dur) || c.EndedElsewhere(l) {
			continue
		}
		place := c.Place(l.Call)
		if place.Mode != deadline.Awaited || place.Reach.Param == nil || deadline.Undoes(l.Call.Parent()) {
			continue
		}
		if !c.waitedOn(l) {
			continue
		}
		fn := l.Call.Parent()
		if byFunc[fn] == nil {
			order = append(order, fn)
		}
		byFunc[fn] = append(byFunc[fn], reset{l, place})
	}
	for _, fn := range order {
		for i, r := range byFunc[fn] {
			c.report("reset", r.Call, c.resetMessage(r)+total(byFunc[fn][i:], i), c.deriveFix(r)...)
		}
	}
}

func (c *checker) resetMessage(r reset) string {
	what := r.Name() + " starts a fresh limit"
	if r.Const > 0 {
		what = fmt.Sprintf("%s starts a fresh %v", r.Name(), r.Const)
	}
	from := " from " + r.Parent.RootName()
	if r.ParentValue == nil {
		from = ""
	}
	hand := "derive it from " + r.place.Reach.Describe()
	switch {
	case r.Factory:
		hand = "hand it " + r.place.Reach.Describe() + " to derive from"
	case r.place.Reach.Expr == "":
		hand = "name the parameter and derive from it"
	}
	return fmt.Sprintf("%s%s although %s carries the caller's deadline: %s", what, from, c.reach(r.place.Reach), hand)
}

// reach describes the caller's context with its place: "ctx (parameter, line
// 12)".
func (c *checker) reach(r deadline.Reach) string {
	return fmt.Sprintf("%s (%s, line %d)", r.Describe(), r.What(), c.Line(r.Param.Pos()))
}

// total is the sum of the limits on one path, for the message of the first:
// "3 x 30s = 1m30s". rs starts with that one.
func total(rs []reset, i int) string {
	if i > 0 {
		return ""
	}
	path := []reset{rs[0]}
	var sum time.Duration
	if sum = rs[0].Const; sum == 0 {
		return ""
	}
	equal := true
	for _, r := range rs[1:] {
		last := path[len(path)-1]
		if r.Const == 0 || !deadline.After(last.Call, r.Call) {
			continue
		}
		path = append(path, r)
		sum += r.Const
		equal = equal && r.Const == rs[0].Const
	}
	if len(path) < 2 {
		return ""
	}
	expr := fmt.Sprintf("%d x %v", len(path), rs[0].Const)
	if !equal {
		parts := make([]string, len(path))
		for i, r := range path {
			parts[i] = r.Const.String()
		}
		expr = strings.Join(parts, " + ")
	}
	return fmt.Sprintf("; with the %d after it this path may wait %s = %v", len(path)-1, expr, sum)
}

// waitedOn reports whether some call waits below the limit while the caller
// does: not one that only logs, stores the context, or releases something.
func (c *checker) waitedOn(l *deadline.Limit) bool {
	if l.Polls {
		return true
	}
	flow := c.Flow(l.Ctx)
	for _, at := range flow.Awaits {
		if !flow.Kept && (at.Parent() == l.Call.Parent() || c.Place(at).Mode == deadline.Awaited) {
			return true
		}
	}
	for _, f := range flow.Calls {
		if _, ok := f.Call.(*ssa.Call); !ok {
			continue // go, defer
		}
		fn := deadline.Callee(f.Call.Common())
		if fn != nil && (deadline.Quiet(fn) || deadline.Releases(fn.Name()) || flow.Kept && strings.HasPrefix(fn.Name(), "New") || strings.HasPrefix(fn.Name(), "With")) || c.Idle(f) {
			continue
		}
		if f.Call.Parent() != l.Call.Parent() && c.Place(f.Call).Mode != deadline.Awaited {
			continue
		}
		return true
	}
	return false
}

// sums: limits one after another, or one each turn of a loop, below a known
// limit that they together exceed.
func (c *checker) sums(limits []*deadline.Limit) {
	type around struct {
		at token.Pos
		fn *ssa.Function
	}
	spent := map[around]time.Duration{}
	last := map[around]*deadline.Limit{}
	for _, l := range limits {
		if l.Parent.Kind != deadline.Bounded || l.Parent.Limit == 0 || l.Const == 0 || l.Const >= l.Parent.Limit {
			continue
		}
		key := around{at: l.Parent.LimitAt, fn: l.Call.Parent()}
		if prev := last[key]; prev != nil {
			if !deadline.Dominates(prev.Call, l.Call) || !c.usedBefore(prev, l) {
				continue
			}
		}
		before := spent[key]
		spent[key] += l.Const
		last[key] = l
		if spent[key] > l.Parent.Limit && before > 0 {
			c.report("sum", l.Call, fmt.Sprintf("this limit of %v may have only %v: the %v before it come out of the same %v (line %d); make the limits add up or use what is left", l.Const, l.Parent.Limit-before, before, l.Parent.Limit, c.Line(l.Parent.LimitAt)))
			continue
		}
		if 2*l.Const > l.Parent.Limit && c.EachTurn(l) {
			c.report("sum", l.Call, fmt.Sprintf("this limit of %v starts anew each turn of the loop, and the second turn may have only %v of the %v around it (line %d); divide what is left among the turns to come", l.Const, l.Parent.Limit-l.Const, l.Parent.Limit, c.Line(l.Parent.LimitAt)))
		}
	}
}

// usedBefore reports whether something waits below the limit prev before the
// limit l is made: they do not run at the same time.
func (c *checker) usedBefore(prev, l *deadline.Limit) bool {
	for _, f := range c.Flow(prev.Ctx).Calls {
		if call, ok := f.Call.(*ssa.Call); ok && deadline.Dominates(call, l.Call) {
			return true
		}
	}
	return false
}

// wholes: a Duration parameter that is the limit of the whole, handed on whole
// more than once.
func (c *checker) wholes(limits []*deadline.Limit) {
	first := map[*ssa.Parameter]*deadline.Limit{}
	for _, l := range limits {
		p, ok := l.Dur.(*ssa.Parameter)
		if !ok || !c.isWhole(p) || c.Test(l.Call.Pos()) || !l.Polls && !c.waitedOn(l) {
			continue
		}
		prev := first[p]
		if prev == nil {
			first[p] = l
			continue
		}
		if !deadline.Dominates(prev.Call, l.Call) || l.Parent.Dur == l.Dur {
			continue
		}
		c.report("sum", l.Call, fmt.Sprintf("this may wait the whole %s (parameter, line %d) once more: line %d has spent up to as much; put the limit on one context and derive both from it", p.Name(), c.Line(p.Pos()), c.Line(prev.Call.Pos())))
	}
}

// isWhole reports whether a Duration parameter is named for the limit of the
// whole call, not for that of a part.
func (c *checker) isWhole(p *ssa.Parameter) bool {
	switch p.Name() {
	case "timeout", "total", "totalTimeout", "overall", "overallTimeout", "budget", "maxWait", "waitTimeout":
		return true
	}
	return false
}

// helpers: a function that makes its own root and waits, called where the
// caller's context is in reach.
func (c *checker) helpers() {
	for _, call := range c.Calls() {
		fn := deadline.Callee(call.Common())
		if fn == nil || c.Skip(call.Pos()) || c.Test(call.Pos()) || deadline.Releases(fn.Name()) {
			continue
		}
		if _, ok := call.(*ssa.Call); !ok {
			continue
		}
		s := c.SummaryOf(call.Common())
		if s == nil || len(s.Roots) == 0 {
			continue
		}
		place := c.Place(call)
		if place.Mode != deadline.Awaited || place.Reach.Param == nil || deadline.Undoes(call.Parent()) {
			continue
		}
		root := s.Roots[0]
		upTo := ""
		if root.Limit > 0 {
			upTo = fmt.Sprintf(" up to %v", root.Limit)
		}
		c.report("helper", call, fmt.Sprintf("%s waits%s on a context of its own (%s), which %s cannot end: give %s a context and hand it %s", fn.Name(), upTo, root.At, c.reach(place.Reach), fn.Name(), place.Reach.Describe()))
	}
}

// detached: WithoutCancel where the caller waits and nothing has failed.
func (c *checker) detached(limits []*deadline.Limit) {
	if !c.Enabled("detached") {
		return
	}
	limited := map[*ssa.Call]bool{}
	for _, l := range limits {
		if l.Parent.Kind != deadline.None || !l.Parent.Severed {
			continue
		}
		limited[l.Parent.Root] = true
		if !c.FromDeadline(l.Dur) && c.waitedOn(l) {
			c.cutOff(l.Call, l.Const)
		}
	}
	for _, call := range c.Calls() {
		root, ok := call.(*ssa.Call)
		if !ok || limited[root] || c.Skip(call.Pos()) || catalog.FullName(deadline.Callee(call.Common())) != "context.WithoutCancel" {
			continue
		}
		if c.waitedOn(&deadline.Limit{Call: root, Ctx: root}) {
			c.cutOff(root, 0)
		}
	}
}

// cutOff reports a call that cuts a wait off from the caller who waits for it.
func (c *checker) cutOff(call ssa.CallInstruction, d time.Duration) {
	place := c.Place(call)
	if place.Mode != deadline.Awaited || place.Reach.Param == nil || deadline.Undoes(call.Parent()) || c.Test(call.Pos()) {
		return
	}
	wait := "this wait"
	if d > 0 {
		wait = fmt.Sprintf("this wait of %v", d)
	}
	c.report("detached", call, fmt.Sprintf("%s is cut off from %s, whose caller waits for it: derive it from %s, or keep the caller's deadline with WithDeadline", wait, c.reach(place.Reach), place.Reach.Describe()))
}

// cap: a constant cap in a package that has the runtime at hand.
func (c *checker) cap(l *deadline.Limit) {
	if !c.Enabled("cap") || l.Polls || l.Factory || l.Name() != "WithTimeout" || l.Const == 0 || l.Parent.Source == nil || !c.imports(config.RuntimePath) {
		return
	}
	c.report("cap", l.Call, fmt.Sprintf("the cap of %v may last to the end of %s (parameter, line %d) and leave no time for the reply: use budget.Within, which keeps the reserve", l.Const, l.Parent.Source.Name(), c.Line(l.Parent.Source.Pos())), c.fix.Within(l)...)
}

func (c *checker) imports(path string) bool {
	for _, p := range c.pass.Pkg.Imports() {
		if p.Path() == path {
			return true
		}
	}
	return false
}

// deriveFix puts the caller's context in the place of the empty one.
func (c *checker) deriveFix(r reset) []analysis.SuggestedFix {
	if r.Factory {
		return nil
	}
	return c.fix.One("Derive the timeout from the caller's context", c.fix.Swap(r.Parent.Root, r.Call, r.place.Reach)...)
}
