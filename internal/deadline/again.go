package deadline

import (
	"go/constant"
	"go/token"

	"golang.org/x/tools/go/ssa"

	"github.com/budgetlint/budgetlint/internal/catalog"
)

// anyway reports whether some way leads from a failure of the repeated call
// back to it though its context may have ended.
func (in *Info) anyway(r *Repeat, asks func(ssa.Instruction) bool) (bool, token.Pos) {
	l := r.loop
	o := in.outcomeOf(r.Call)
	ts := o.tests(l)
	blocked, allowed := map[edge]bool{}, token.NoPos
	for _, t := range ts {
		if !t.kind {
			continue
		}
		yes, no, pos := in.takesDeadline(t, o)
		if !yes {
			blocked[t.ok] = true
		} else if pos.IsValid() {
			allowed = pos
		}
		if !no {
			blocked[t.fail] = true
		}
	}
	for _, t := range ts {
		// Not what the turn before has left behind.
		if !t.failed || !l.holds(t.fail.to) || !dominates(r.Call, t.at) {
			continue
		}
		if in.waysBack(l, t.fail, r.Call, asks, blocked) {
			return true, allowed
		}
	}
	return false, token.NoPos
}

func (in *Info) waysBack(l *loop, from edge, to ssa.Instruction, asks func(ssa.Instruction) bool, blocked map[edge]bool) bool {
	return l.walk([]*ssa.BasicBlock{from.to}, to, asks, func(b *ssa.BasicBlock) []*ssa.BasicBlock {
		var out []*ssa.BasicBlock
		for _, s := range in.ways(b, l, to, asks) {
			if !blocked[edge{b, s}] {
				out = append(out, s)
			}
		}
		return out
	})
}

// ways returns the blocks that may follow one on the way back to a call, without
// any of which it cannot be told that it is made again whatever happened: a
// condition that leads out of the loop and is none that counts, or asks for the
// call's error, decides it in a way that is not known. One that counts and that
// decides whether the context is asked leaves out the question only after the
// last try.
func (in *Info) ways(b *ssa.BasicBlock, l *loop, to ssa.Instruction, asks func(ssa.Instruction) bool) []*ssa.BasicBlock {
	i, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If)
	if !ok {
		return b.Succs
	}
	op, compares := condition(i).(*ssa.BinOp)
	if compares && isNumber(op.X.Type()) {
		if _, counts := in.counter(op, l); counts {
			for n, s := range b.Succs {
				if l.holds(s) && l.holds(b.Succs[1-n]) && in.asked(s, l, to, asks) && !in.asked(b.Succs[1-n], l, to, asks) {
					return b.Succs[n : n+1]
				}
			}
			return b.Succs
		}
	}
	if l.holds(b.Succs[0]) && l.holds(b.Succs[1]) {
		return b.Succs
	}
	if compares && (in.errOf(op.X) != nil || in.errOf(op.Y) != nil || in.selected(op.X, op.Y) != nil) {
		return b.Succs // what asks says of it
	}
	if call, ok := to.(*ssa.Call); ok {
		known := false
		o := in.outcomeOf(call)
		o.test(i, func(t test) { known = t.failed || t.kind })
		if known {
			return b.Succs
		}
	}
	return nil
}

// takesDeadline reports which ways an expired deadline may take at a question
// about an error, and where the question lets it pass on purpose.
func (in *Info) takesDeadline(t test, o *outcome) (yes, no bool, pos token.Pos) {
	switch c := condition(t.at).(type) {
	case *ssa.BinOp:
		y := c.Y
		if _, ok := c.X.(*ssa.Const); ok || o.err[c.Y] {
			y = c.X
		}
		if k, ok := y.(*ssa.Const); ok && (c.Op == token.EQL || c.Op == token.NEQ) && tellsKind(k) {
			eq, ne := false, true // a code that stands for another failure
			if isCode(k) && k.Uint64() == 4 {
				eq, ne = true, false
			}
			if c.Op == token.NEQ {
				eq, ne = ne, eq
			}
			return eq, ne, token.NoPos
		}
		if u, ok := y.(*ssa.UnOp); ok && isError(y.Type()) {
			if g, ok := u.X.(*ssa.Global); ok {
				eq, ne := in.takesSentinel(g)
				if c.Op == token.NEQ {
					eq, ne = ne, eq
				}
				return eq, ne, token.NoPos
			}
		}
	case *ssa.Call:
		fn := Callee(c.Common())
		if catalog.FullName(fn) == "errors.Is" && len(c.Common().Args) == 2 {
			if u, ok := c.Common().Args[1].(*ssa.UnOp); ok {
				if g, ok := u.X.(*ssa.Global); ok {
					yes, no := in.takesSentinel(g)
					if yes && g.Name() == "DeadlineExceeded" {
						pos = c.Pos()
					}
					return yes, no, pos
				}
			}
		}
		if f := in.body(c.Common()); f != nil {
			if pos := in.letsDeadline(f); pos.IsValid() {
				return true, false, pos
			}
		}
	}
	return false, false, token.NoPos
}

// tellsKind reports whether a constant stands for one kind of failure: the zero
// value may stand for all that have no code.
func tellsKind(k *ssa.Const) bool {
	if k.Value == nil {
		return false
	}
	switch k.Value.Kind() {
	case constant.String:
		return constant.StringVal(k.Value) != ""
	case constant.Int:
		return constant.Sign(k.Value) != 0
	}
	return false
}

// takesSentinel reports which ways an expired deadline takes at a comparison
// with a variable of the package level.
func (in *Info) takesSentinel(g *ssa.Global) (equal, unequal bool) {
	if g.Pkg != nil && g.Pkg.Pkg.Path() == "context" {
		return g.Name() == "DeadlineExceeded", g.Name() != "DeadlineExceeded"
	}
	return false, true
}

// condition is what an If asks, without negations.
func condition(i *ssa.If) ssa.Value {
	c := i.Cond
	for {
		u, ok := c.(*ssa.UnOp)
		if !ok || u.Op != token.NOT {
			return c
		}
		c = u.X
	}
}

// letsDeadline returns where a predicate on an error says yes to an expired
// deadline; an invalid position if it is not seen to.
func (in *Info) letsDeadline(f *ssa.Function) token.Pos {
	results := f.Signature.Results()
	if results.Len() != 1 || !isBool(results.At(0).Type()) {
		return token.NoPos
	}
	for _, b := range f.Blocks {
		for _, i := range b.Instrs {
			c, ok := i.(*ssa.If)
			if !ok {
				if r, ok := i.(*ssa.Return); ok && len(r.Results) == 1 && in.namesDeadline(r.Results[0]) {
					return r.Results[0].Pos()
				}
				continue
			}
			cond, yes := c.Cond, b.Succs[0]
			if in.namesDeadline(cond) && returnsTrue(yes) {
				return cond.Pos()
			}
		}
	}
	return token.NoPos
}

// namesDeadline reports whether a condition holds for context.DeadlineExceeded
// or for gRPC's code of it.
func (in *Info) namesDeadline(v ssa.Value) bool {
	switch c := v.(type) {
	case *ssa.Call:
		if catalog.FullName(Callee(c.Common())) == "errors.Is" && len(c.Common().Args) == 2 {
			return isContextError(c.Common().Args[1]) && globalName(c.Common().Args[1]) == "DeadlineExceeded"
		}
	case *ssa.BinOp:
		if c.Op != token.EQL {
			return false
		}
		if isCode(c.X) || isCode(c.Y) {
			return codeOf(c.X, c.Y) == 4
		}
		return isContextError(c.X) && globalName(c.X) == "DeadlineExceeded" || isContextError(c.Y) && globalName(c.Y) == "DeadlineExceeded"
	}
	return false
}

func globalName(v ssa.Value) string {
	if u, ok := v.(*ssa.UnOp); ok {
		if g, ok := u.X.(*ssa.Global); ok {
			return g.Name()
		}
	}
	return ""
}

// returnsTrue reports whether a block, or the one that it goes on to, returns
// true.
func returnsTrue(b *ssa.BasicBlock) bool {
	for range 3 {
		switch last := b.Instrs[len(b.Instrs)-1].(type) {
		case *ssa.Return:
			if len(last.Results) != 1 {
				return false
			}
			c, ok := last.Results[0].(*ssa.Const)
			return ok && c.Value != nil && c.Value.String() == "true"
		case *ssa.Jump:
			b = b.Succs[0]
		default:
			return false
		}
	}
	return false
}
