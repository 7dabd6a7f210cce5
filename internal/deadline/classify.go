package deadline

import (
	"go/token"

	"golang.org/x/tools/go/ssa"
)

// A Comparison is an error that is compared with that of a context by == or !=,
// though it is another one around it, where that decides a retry.
type Comparison struct {
	Pos, Op token.Pos // of the comparison's left side, and of its operator
	With    string    // "context.Canceled"
	Not     bool      // !=
	Call    string    // what returned the error
	At      token.Pos // where
}

// Comparisons returns those comparisons of the package, in order.
func (in *Info) Comparisons() []Comparison {
	if in.index == nil {
		return nil
	}
	var out []Comparison
	for _, fn := range in.Funcs {
		for _, b := range fn.Blocks {
			for _, i := range b.Instrs {
				op, ok := i.(*ssa.BinOp)
				if !ok || op.Op != token.EQL && op.Op != token.NEQ {
					continue
				}
				x, y := op.X, op.Y
				if isContextError(x) {
					x, y = y, x
				}
				if !isContextError(y) || isContextError(x) {
					continue
				}
				if c := in.judgedBy(x, op); c != nil {
					out = append(out, Comparison{
						Op: op.Pos(), With: "context." + globalName(y), Not: op.Op == token.NEQ,
						Call: in.CallName(c), At: c.Pos(),
					})
				}
			}
		}
	}
	return out
}

// judgedBy returns the call whose wrapped error a comparison decides by whether
// the call is made again; nil if there is none.
func (in *Info) judgedBy(err ssa.Value, op *ssa.BinOp) *ssa.Call {
	if p, ok := err.(*ssa.Parameter); ok {
		return in.judgedIn(p)
	}
	l := in.loopOf(op)
	if l == nil {
		return nil
	}
	if c := in.producer(err, 0); c != nil && l.has(c) && in.wraps(c) && in.decides(op, c, l) {
		return c
	}
	return nil
}

// judgedIn is judgedBy for a predicate on the error that it is handed.
func (in *Info) judgedIn(p *ssa.Parameter) *ssa.Call {
	f := p.Parent()
	results := f.Signature.Results()
	if f.Signature.Recv() != nil || results.Len() != 1 || !isBool(results.At(0).Type()) {
		return nil // an Is method compares its target
	}
	for _, u := range in.uses[f] {
		ask, ok := u.call.(*ssa.Call)
		if !ok {
			continue
		}
		l := in.loopOf(ask)
		if l == nil {
			continue
		}
		for i, a := range ask.Common().Args {
			if i < len(f.Params) && f.Params[i] == p {
				if c := in.producer(a, 0); c != nil && l.has(c) && in.wraps(c) && in.decides(ask, c, l) {
					return c
				}
			}
		}
	}
	return nil
}

// producer returns the one call that an error is the result of.
func (in *Info) producer(v ssa.Value, depth int) *ssa.Call {
	if depth > 4 {
		return nil
	}
	switch x := in.canonical(v).(type) {
	case *ssa.Extract:
		c, _ := x.Tuple.(*ssa.Call)
		return c
	case *ssa.Call:
		return x
	case *ssa.Phi:
		var one *ssa.Call
		for _, e := range x.Edges {
			if isNilConst(e) || e == ssa.Value(x) {
				continue
			}
			c := in.producer(e, depth+1)
			if c == nil || one != nil && one != c {
				return nil
			}
			one = c
		}
		return one
	}
	return nil
}

// decides reports whether the way that a loop takes after a condition decides
// whether a call is made again: one leads back to it, the other out.
func (in *Info) decides(cond ssa.Value, c *ssa.Call, l *loop) bool {
	found := false
	l.branches(func(i *ssa.If) {
		if condition(i) != cond {
			return
		}
		yes, no := edge{i.Block(), i.Block().Succs[0]}, edge{i.Block(), i.Block().Succs[1]}
		none := func(ssa.Instruction) bool { return false }
		if l.reaches(yes, c, none) != l.reaches(no, c, none) {
			found = true
		}
	})
	return found
}
