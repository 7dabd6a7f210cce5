package deadline

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/budgetlint/budgetlint/internal/catalog"
)

// asksAt reports whether an instruction asks a context whether it has ended, or
// how long it has left.
func (in *Info) asksAt(i ssa.Instruction) bool {
	switch i := i.(type) {
	case *ssa.Select:
		for _, s := range i.States {
			if s.Dir == types.RecvOnly && in.doneOf(s.Chan) != nil {
				return true
			}
		}
	case *ssa.UnOp:
		return i.Op == token.ARROW && in.doneOf(i.X) != nil
	case *ssa.Call:
		return in.asksBy(i)
	}
	return false
}

func (in *Info) asksBy(c *ssa.Call) bool {
	for _, m := range [...]string{"Err", "Deadline"} {
		if contextMethod(c, m) != nil {
			return true
		}
	}
	fn := Callee(c.Common())
	if catalog.FullName(fn) == "context.Cause" {
		return true
	}
	if r := receiver(c.Common()); r != nil && isContextLike(r.Type()) && fn.Signature().Params().Len() == 0 && fn.Signature().Results().Len() == 1 && isBool(fn.Signature().Results().At(0).Type()) {
		return true // ctx.Canceled() of a context of the program's own
	}
	if p := in.callPause(c); p != nil {
		return p.Ends != nil
	}
	if row := in.table.Pauser(fn); row != nil && row.Told {
		return true
	}
	args, results := c.Common().Args, c.Common().Signature().Results()
	if len(args) == 0 || len(args) > 3 || results.Len() == 0 || in.waitAt[c] != nil {
		return false
	}
	hasContext, hasDuration := false, false
	for _, a := range args {
		switch t := a.Type(); {
		case isContextLike(t):
			hasContext = true
		case catalog.TypeName(t) == "time.Duration":
			hasDuration = true
		case isError(t):
		default:
			return false
		}
	}
	if !hasContext {
		return false
	}
	if f := in.body(c.Common()); f != nil {
		for _, b := range f.Blocks {
			for _, i := range b.Instrs {
				switch i := i.(type) {
				case *ssa.Call:
					if contextMethod(i, "Err") != nil || contextMethod(i, "Done") != nil || contextMethod(i, "Deadline") != nil || catalog.FullName(Callee(i.Common())) == "context.Cause" {
						return true
					}
				}
			}
		}
		return false
	}
	last := results.At(results.Len() - 1).Type()
	return fn != nil && (isBool(last) || isError(last) && hasDuration)
}

// heeds reports whether an instruction of a repeat's loop asks the context of the
// tries whether it has ended, and the loop does not go on if it has. A call that
// is handed the context and whose failure leads out of the loop asks it, too, and
// a channel that can only say that it is over stands for one.
func (in *Info) heeds(i ssa.Instruction, r *Repeat) bool {
	l := r.loop
	none := func(ssa.Instruction) bool { return false }
	switch i := i.(type) {
	case *ssa.Select:
		for n, s := range i.States {
			if s.Dir != types.RecvOnly {
				continue
			}
			ctx := in.doneOf(s.Chan)
			if ctx == nil && !isStop(s.Chan.Type()) || ctx != nil && !in.tells(ctx, r) {
				continue
			}
			for _, e := range in.stateEdges(i, n) {
				if l.reaches(e, r.Call, func(x ssa.Instruction) bool { return x != ssa.Instruction(i) && in.asksAt(x) }) {
					return false // a break that leaves only the select
				}
			}
			return true
		}
		return false
	case *ssa.Call:
		for _, m := range [...]string{"Err", "Deadline"} {
			if ctx := contextMethod(i, m); ctx != nil {
				return in.tells(ctx, r)
			}
		}
		if i == r.Call {
			return false
		}
		if in.asksBy(i) {
			return true
		}
		if !in.remote(i) || !fallible(i) {
			return false
		}
		for _, t := range in.outcomeOf(i).tests(l) {
			if t.failed && !l.reaches(t.fail, r.Call, none) {
				return true
			}
		}
	case *ssa.UnOp:
		return in.asksAt(i)
	}
	return false
}

// tells reports whether the end of a context says that the tries of a repeat have
// no time left: of several tries with one limit, only that limit's context does.
func (in *Info) tells(ctx ssa.Value, r *Repeat) bool {
	return r.Shared == nil || r.Shrinks || r.Shared.Ctx == nil || in.derives(ctx, r.Shared.Ctx)
}

// stateEdges returns the ways that are taken when a state of a select statement
// is the one that is ready.
func (in *Info) stateEdges(s *ssa.Select, n int) []edge {
	var out []edge
	if s.Referrers() == nil {
		return nil
	}
	for _, r := range *s.Referrers() {
		e, ok := r.(*ssa.Extract)
		if !ok || e.Index != 0 || e.Referrers() == nil {
			continue
		}
		for _, rr := range *e.Referrers() {
			b, ok := rr.(*ssa.BinOp)
			if !ok || b.Op != token.EQL {
				continue
			}
			c, ok := b.Y.(*ssa.Const)
			if !ok || c.Value == nil || int(c.Int64()) != n || b.Referrers() == nil {
				continue
			}
			for _, u := range *b.Referrers() {
				if i, ok := u.(*ssa.If); ok {
					out = append(out, edge{i.Block(), i.Block().Succs[0]})
				}
			}
		}
	}
	return out
}

// AskedAt reports whether a context is asked, or the kind of the error, on each
// way from a pause to the next one.
func (r *Repeat) AskedAt(in *Info, p Between) bool {
	kinds := map[ssa.Instruction]bool{}
	o := in.outcomeOf(r.Call)
	for _, t := range o.tests(r.loop) {
		if t.kind {
			if yes, no, _ := in.takesDeadline(t, o); !yes && !no {
				kinds[t.at] = true
			}
		}
	}
	return !r.loop.recurs(p.At, func(i ssa.Instruction) bool { return in.asksAt(i) || kinds[i] })
}

// Plans reports whether a repeat's loop asks how long a context has left.
func (r *Repeat) Plans(in *Info) bool {
	found := false
	r.loop.each(r.Call.Parent(), func(i ssa.Instruction) bool {
		c, ok := i.(*ssa.Call)
		if !ok {
			return true
		}
		if contextMethod(c, "Deadline") != nil {
			found = true
			return false
		}
		if fn := Callee(c.Common()); fn != nil && fn.Pkg() != nil && fn.Pkg().Name() == "budget" {
			found = true
			return false
		}
		for _, a := range c.Common().Args {
			if isContextLike(a.Type()) && in.plansIn(c) {
				found = true
				return false
			}
		}
		return true
	})
	return found
}

// plansIn reports whether a function of this package that a call names asks for
// a deadline.
func (in *Info) plansIn(c *ssa.Call) bool {
	f := in.body(c.Common())
	if f == nil {
		return false
	}
	for _, b := range f.Blocks {
		for _, i := range b.Instrs {
			if call, ok := i.(*ssa.Call); ok && contextMethod(call, "Deadline") != nil {
				return true
			}
		}
	}
	return false
}

// asked reports whether a context is asked on each way from a block to a call.
func (in *Info) asked(b *ssa.BasicBlock, l *loop, to ssa.Instruction, asks func(ssa.Instruction) bool) bool {
	return !l.search([]*ssa.BasicBlock{b}, to, asks)
}

// asksByCall reports whether a call asks a context, other than a wait for its
// end.
func (in *Info) asksByCall(i ssa.Instruction) bool {
	c, ok := i.(*ssa.Call)
	return ok && in.asksBy(c)
}
