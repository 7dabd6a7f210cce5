package deadline

import (
	"golang.org/x/tools/go/ssa"

	"github.com/budgetlint/budgetlint/internal/catalog"
)

// A Step is a loop of steps, the turns of an agent or the stages of a plan, that
// never asks how much time is left before the next one.
type Step struct {
	Call *ssa.Call // of the step
	Hand Hand      // the budget
	Turn bool      // the next step works with what the last one returned
}

// Steps returns the loops of steps in the package, in order: each makes a call
// to somebody else in every turn, leaves the loop when it fails and goes on when
// it succeeds.
func (in *Info) Steps() []Step {
	if in.index == nil {
		return nil
	}
	repeated := map[*ssa.Call]bool{}
	for _, r := range in.Repeats() {
		repeated[r.Call] = true
	}
	var out []Step
	for _, fn := range in.Funcs {
		var said []*loop
		ls := in.loops(fn)
		for n := len(ls) - 1; n >= 0; n-- { // the outer before the inner
			l := ls[n]
			if inside(l, said) {
				continue
			}
			if s, ok := in.stepOf(l, fn, repeated); ok {
				said = append(said, l)
				out = append(out, s)
			}
		}
	}
	return out
}

func inside(l *loop, outer []*loop) bool {
	for _, o := range outer {
		if o.holds(l.head) {
			return true
		}
	}
	return false
}

func (in *Info) stepOf(l *loop, fn *ssa.Function, repeated map[*ssa.Call]bool) (Step, bool) {
	var step Step
	plans := false
	l.each(fn, func(i ssa.Instruction) bool {
		c, ok := i.(*ssa.Call)
		if !ok {
			return true
		}
		r := &Repeat{Call: c, loop: l}
		if contextMethod(c, "Deadline") != nil || in.plansBy(c) {
			plans = true
			return false
		}
		if step.Call != nil || repeated[c] || !fallible(c) || in.event(i, l) {
			return true
		}
		h := in.handedTo(c)
		if !h.counts(fn) || h.Known.Kind != Caller && h.Known.Kind != Bounded {
			return true
		}
		turn, stage := in.turn(c, l), in.stage(c, l)
		if !turn && !stage {
			return true
		}
		for _, t := range in.outcomeOf(c).tests(l) {
			if t.failed && !l.holds(t.fail.to) && l.holds(t.ok.to) && l.reaches(t.ok, c, func(i ssa.Instruction) bool { return in.event(i, l) && !stage }) {
				step = Step{Call: c, Hand: in.hand(r), Turn: turn}
			}
		}
		return true
	})
	return step, step.Call != nil && !plans
}

// plansBy reports whether a call asks a context how much it has left.
func (in *Info) plansBy(c *ssa.Call) bool {
	if fn := Callee(c.Common()); fn != nil && fn.Pkg() != nil && fn.Pkg().Name() == "budget" {
		return true
	}
	return in.plansIn(c)
}

// turn reports whether a call asks a model, with what the turns before it have
// gathered.
func (in *Info) turn(c *ssa.Call, l *loop) bool {
	return catalog.Model(Callee(c.Common())) && in.varies(c, l, c, true)
}

// stage reports whether a call runs the next one of a list of steps: a function
// or a value with a method from a slice, each of which does its own thing.
func (in *Info) stage(c *ssa.Call, l *loop) bool {
	v := &variation{in: in, loop: l, again: c, seen: map[ssa.Value]int{}}
	common := c.Common()
	switch {
	case common.IsInvoke():
		return v.of(common.Value) && catalog.Stage(common.Method)
	case common.StaticCallee() == nil:
		return v.of(common.Value)
	}
	return false
}
