package deadline

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// An outcome is what a call returned, and everything in its function that was
// computed from it.
type outcome struct {
	call *ssa.Call
	err  map[ssa.Value]bool // its error, also wrapped
	rest map[ssa.Value]bool // any other result, and what was made of it
	// flags are truth values that are set by whether it failed; what they are
	// after a failure.
	flags map[ssa.Value]bool
}

// mostValues bounds what is followed of one call's results.
const mostValues = 400

// outcomeOf follows the results of a call.
func (in *Info) outcomeOf(c *ssa.Call) *outcome {
	if o, ok := in.memoOutcome[c]; ok {
		return o
	}
	o := &outcome{call: c, err: map[ssa.Value]bool{}, rest: map[ssa.Value]bool{}}
	in.memoOutcome[c] = o
	if results := c.Common().Signature().Results(); results.Len() == 1 {
		o.add(c, in)
	} else if c.Referrers() != nil {
		for _, r := range *c.Referrers() {
			if e, ok := r.(*ssa.Extract); ok {
				o.add(e, in)
			}
		}
	}
	o.flag()
	return o
}

// flag finds the truth values that are set by whether the call failed: constants
// that meet behind the two ways out of the question.
func (o *outcome) flag() {
	var tests []test
	for _, b := range o.call.Parent().Blocks {
		for _, i := range b.Instrs {
			phi, ok := i.(*ssa.Phi)
			if !ok {
				break
			}
			if !isBool(phi.Type()) || len(o.err) == 0 {
				continue
			}
			if tests == nil {
				if tests = o.failures(); len(tests) == 0 {
					return
				}
			}
			for _, t := range tests {
				if v, ok := t.sets(phi); ok {
					if o.flags == nil {
						o.flags = map[ssa.Value]bool{}
					}
					o.flags[phi] = v
				}
			}
		}
	}
}

// sets returns the constant that a value is after a failure, if it is the other
// one after success.
func (t test) sets(phi *ssa.Phi) (failed, ok bool) {
	var after [2][]bool
	for i, e := range phi.Edges {
		c, isConst := e.(*ssa.Const)
		if !isConst || c.Value == nil {
			return false, false
		}
		n := 0
		if p := phi.Block().Preds[i]; t.fail.dominates(p, phi.Block()) {
			n = 1
		} else if !t.ok.dominates(p, phi.Block()) {
			return false, false
		}
		after[n] = append(after[n], c.Value.String() == "true")
	}
	if len(after[0]) == 0 || len(after[1]) == 0 {
		return false, false
	}
	for _, v := range after[0] {
		if v == after[1][0] {
			return false, false
		}
	}
	for _, v := range after[1] {
		if v != after[1][0] {
			return false, false
		}
	}
	return after[1][0], true
}

// dominates reports whether the edge is on each way that enters to from a
// block.
func (e edge) dominates(from, to *ssa.BasicBlock) bool {
	return e.from == from && e.to == to || len(e.to.Preds) == 1 && e.to.Dominates(from)
}

// leads reports whether an instruction runs only after a failure.
func (t test) leads(i ssa.Instruction) bool {
	return len(t.fail.to.Preds) == 1 && t.fail.to.Dominates(i.Block())
}

// fallible reports whether a call can say that it failed, by an error or by a
// truth value.
func fallible(c *ssa.Call) bool {
	if _, ok := c.Common().Value.(*ssa.Builtin); ok {
		return false
	}
	results := c.Common().Signature().Results()
	if results.Len() == 0 {
		return false
	}
	last := results.At(results.Len() - 1).Type()
	return isError(last) || isBool(last)
}

func isBool(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsBoolean != 0
}

func (o *outcome) add(v ssa.Value, in *Info) {
	set := o.rest
	if isError(v.Type()) {
		set = o.err
	}
	if set[v] || len(o.err)+len(o.rest) > mostValues {
		return
	}
	set[v] = true
	if v.Referrers() == nil {
		return
	}
	for _, r := range *v.Referrers() {
		switch r := r.(type) {
		case *ssa.Phi:
			o.add(r, in)
		case *ssa.MakeInterface:
			o.add(r, in)
		case *ssa.ChangeInterface:
			o.add(r, in)
		case *ssa.ChangeType:
			o.add(r, in)
		case *ssa.Convert:
			o.add(r, in)
		case *ssa.TypeAssert:
			o.add(r, in)
		case *ssa.Extract:
			o.add(r, in)
		case *ssa.BinOp:
			o.add(r, in)
		case *ssa.UnOp:
			o.add(r, in)
		case *ssa.FieldAddr:
			if set[r.X] {
				o.add(r, in)
			}
		case *ssa.Field:
			o.add(r, in)
		case *ssa.IndexAddr:
			if r.X == v {
				o.add(r, in)
			}
		case *ssa.Lookup:
			o.add(r, in)
		case *ssa.Slice:
			o.add(r, in)
		case *ssa.Store:
			if r.Val == v {
				o.stored(r, in)
			}
		case *ssa.Call:
			o.handed(r, v, in)
		}
	}
}

// stored follows a result into a local variable, or an element of a variadic
// argument's array.
func (o *outcome) stored(s *ssa.Store, in *Info) {
	switch a := s.Addr.(type) {
	case *ssa.Alloc:
		for _, r := range *a.Referrers() {
			if load, ok := r.(*ssa.UnOp); ok && load.Op == token.MUL {
				vals, _ := in.stored(load)
				for _, val := range vals {
					if val == s.Val {
						o.add(load, in)
					}
				}
			}
		}
	case *ssa.IndexAddr:
		if arr, ok := a.X.(*ssa.Alloc); ok {
			for _, r := range *arr.Referrers() {
				if sl, ok := r.(*ssa.Slice); ok && sl.Referrers() != nil {
					for _, rr := range *sl.Referrers() {
						if c, ok := rr.(*ssa.Call); ok {
							o.handed(c, sl, in)
						}
					}
				}
			}
		}
	}
}

// handed follows a result through a call that is handed it: a predicate, a
// wrapper, a getter.
func (o *outcome) handed(c *ssa.Call, v ssa.Value, in *Info) {
	results := c.Common().Signature().Results()
	if results.Len() != 1 {
		return
	}
	if t := results.At(0).Type(); o.err[v] || !isError(v.Type()) && o.rest[v] || isError(t) || isBool(t) {
		o.add(c, in)
	}
}

// A test is a condition on an outcome, with the ways out of it.
type test struct {
	at *ssa.If
	// ok and fail are the ways that are taken after success and after failure.
	ok, fail edge
	// failed: the condition is just whether the call failed.
	failed bool
	// kind: it is a question about the error.
	kind bool
}

// failures returns the questions in the whole function whether the call failed.
func (o *outcome) failures() []test {
	var out []test
	for _, b := range o.call.Parent().Blocks {
		if i, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If); ok {
			o.test(i, func(t test) {
				if t.failed {
					out = append(out, t)
				}
			})
		}
	}
	return out
}

// tests returns the conditions of a loop that depend on the outcome.
func (o *outcome) tests(l *loop) []test {
	var out []test
	l.branches(func(i *ssa.If) { o.test(i, func(t test) { out = append(out, t) }) })
	return out
}

// test calls f if a condition depends on the outcome.
func (o *outcome) test(i *ssa.If, f func(test)) {
	cond := i.Cond
	yes, no := edge{i.Block(), i.Block().Succs[0]}, edge{i.Block(), i.Block().Succs[1]}
	for {
		u, ok := cond.(*ssa.UnOp)
		if !ok || u.Op != token.NOT {
			break
		}
		cond, yes, no = u.X, no, yes
	}
	if b, ok := cond.(*ssa.BinOp); ok && (b.Op == token.EQL || b.Op == token.NEQ) {
		x, y := b.X, b.Y
		if isNilConst(x) {
			x, y = y, x
		}
		if isNilConst(y) && o.err[x] {
			t := test{at: i, ok: no, fail: yes, failed: true}
			if b.Op == token.EQL {
				t.ok, t.fail = yes, no
			}
			f(t)
			return
		}
		if o.err[x] || o.err[y] {
			f(test{at: i, ok: yes, fail: no, kind: true})
			return
		}
	}
	if o.rest[cond] {
		t := test{at: i, ok: yes, fail: no}
		results := o.call.Common().Signature().Results()
		if last := results.At(results.Len() - 1).Type(); isBool(last) {
			t.failed = cond == ssa.Value(o.call) || isLast(cond, o.call)
		}
		t.kind = !t.failed && fromError(cond, o, 0)
		f(t)
		return
	}
	if v, ok := o.flags[cond]; ok {
		t := test{at: i, ok: yes, fail: no, failed: true}
		if v {
			t.ok, t.fail = no, yes
		}
		f(t)
	}
}

// isLast reports whether v is the last result of a call.
func isLast(v ssa.Value, c *ssa.Call) bool {
	e, ok := v.(*ssa.Extract)
	return ok && e.Tuple == ssa.Value(c) && e.Index == c.Common().Signature().Results().Len()-1
}

// fromError reports whether a condition was computed from the error alone: a
// predicate on it, a comparison.
func fromError(v ssa.Value, o *outcome, depth int) bool {
	if depth > 6 {
		return false
	}
	switch x := v.(type) {
	case *ssa.Call:
		for _, a := range x.Common().Args {
			if o.err[a] {
				return true
			}
		}
	case *ssa.BinOp:
		return o.err[x.X] || o.err[x.Y] || fromError(x.X, o, depth+1) || fromError(x.Y, o, depth+1)
	case *ssa.Extract:
		return fromError(x.Tuple, o, depth+1) || o.err[x.Tuple]
	case *ssa.TypeAssert:
		return o.err[x.X]
	case *ssa.Field:
		return fromError(x.X, o, depth+1)
	case *ssa.FieldAddr:
		return fromError(x.X, o, depth+1)
	case *ssa.UnOp:
		return fromError(x.X, o, depth+1)
	case *ssa.Phi:
		for _, e := range x.Edges {
			if fromError(e, o, depth+1) {
				return true
			}
		}
	}
	return false
}
