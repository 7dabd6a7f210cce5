package deadline

import (
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// A Restart is a loop that starts over because a context has ended, with that
// same context.
type Restart struct {
	At   token.Pos // the last thing that is done before
	End  token.Pos
	Done token.Pos // where the end is known
	Expr string    // the context
}

// StartsOver returns the loops of the package that start over because a context
// has ended.
func (in *Info) StartsOver() []Restart {
	if in.index == nil {
		return nil
	}
	var out []Restart
	for _, fn := range in.Funcs {
		ls := in.loops(fn)
		if len(ls) == 0 {
			continue
		}
		rs := in.regions(fn)
		for _, l := range ls {
			for _, from := range l.head.Preds {
				if !l.holds(from) {
					continue
				}
				last := from.Instrs[len(from.Instrs)-1]
				for _, r := range rs {
					if r.why == ended && r.block != nil && l.holds(r.block) && r.holds(last) && in.loopOf(last) == l && in.stays(r.ctx, l) && in.worksOn(l) && l.search([]*ssa.BasicBlock{l.head}, firstOf(r.block), in.asksByCall) {
						if pos, end := in.lastCall(r.block, from); pos.IsValid() {
							out = append(out, Restart{At: pos, End: end, Done: r.pos, Expr: in.exprOf(r.ctx)})
						}
					}
				}
			}
		}
	}
	return out
}

// stays reports whether a context that has ended is the one of the next turn,
// too: it was made before the loop, or derives from that of the turn before.
func (in *Info) stays(ctx ssa.Value, l *loop) bool {
	x := in.canonical(ctx)
	i, ok := x.(ssa.Instruction)
	if !ok {
		_, param := x.(*ssa.Parameter)
		return param
	}
	if !l.has(i) {
		return i.Parent() == l.head.Parent() && !isGlobal(x)
	}
	e, ok := x.(*ssa.Extract)
	if !ok {
		return false
	}
	c, ok := e.Tuple.(*ssa.Call)
	if !ok || len(c.Common().Args) == 0 {
		return false
	}
	phi, ok := c.Common().Args[0].(*ssa.Phi)
	return ok && phi.Block() == l.head && slices.Contains(phi.Edges, ssa.Value(e))
}

// firstOf is the first instruction of a block.
func firstOf(b *ssa.BasicBlock) ssa.Instruction { return b.Instrs[0] }

// worksOn reports whether the loop does work that can fail.
func (in *Info) worksOn(l *loop) bool {
	found := false
	l.each(l.head.Parent(), func(i ssa.Instruction) bool {
		if c, ok := i.(*ssa.Call); ok && !in.asksAt(c) && fallible(c) && !predicate(c) && !Quiet(Callee(c.Common())) {
			found = true
		}
		return !found
	})
	return found
}

// lastCall returns the last call that is made between two blocks, the second of
// which the first dominates.
func (in *Info) lastCall(from, to *ssa.BasicBlock) (pos, end token.Pos) {
	for b := to; b != nil && from.Dominates(b); b = b.Idom() {
		for i := len(b.Instrs) - 1; i >= 0; i-- {
			if c, ok := b.Instrs[i].(ssa.CallInstruction); ok && in.Expr(c) != nil {
				return in.At(c)
			}
		}
	}
	return token.NoPos, token.NoPos
}

// exprOf is the name of the variable that a context is kept in, as far as it is
// known.
func (in *Info) exprOf(v ssa.Value) string {
	switch x := in.canonical(v).(type) {
	case *ssa.Parameter:
		return x.Name()
	case *ssa.FreeVar:
		return x.Name()
	case *ssa.Phi:
		return x.Comment
	case *ssa.UnOp:
		switch a := x.X.(type) {
		case *ssa.FieldAddr:
			return fieldOf(a).Name()
		case *ssa.Alloc:
			return a.Comment
		}
	}
	return "the context"
}
