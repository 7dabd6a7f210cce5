package deadline

import (
	"go/constant"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/budgetlint/budgetlint/internal/catalog"
)

// mostAttempts is where counting stops.
const mostAttempts = 1 << 16

// attempts returns how often a loop makes a call at most: 0 if that cannot be
// told, -1 if nothing in the loop counts.
func (in *Info) attempts(r *Repeat) int {
	n, counts := 0, false
	r.loop.branches(func(i *ssa.If) {
		cond, yes, no := i.Cond, i.Block().Succs[0], i.Block().Succs[1]
		for {
			u, ok := cond.(*ssa.UnOp)
			if !ok || u.Op != token.NOT {
				break
			}
			cond, yes, no = u.X, no, yes
		}
		out := !r.loop.holds(yes)
		if out == !r.loop.holds(no) {
			return // it does not lead out, or only out
		}
		b, ok := cond.(*ssa.BinOp)
		if !ok || !isNumber(b.X.Type()) {
			return
		}
		c, ok := in.counter(b, r.loop)
		if !ok {
			return
		}
		counts = true
		if !c.known {
			return
		}
		if k := c.count(out, dominates(i, r.Call)); k > 0 && (n == 0 || k < n) {
			n = k
		}
	})
	switch {
	case n > 0:
		return n
	case counts:
		return 0
	}
	return -1
}

// A counter is a comparison of a counted number with a limit.
type counter struct {
	op          token.Token
	start, step int64
	offset      int64 // what is added to the number before it is compared
	limit       int64
	known       bool // start and limit are constants
}

func (in *Info) counter(b *ssa.BinOp, l *loop) (counter, bool) {
	op, x, y := b.Op, b.X, b.Y
	phi, offset := counted(x, l)
	if phi == nil {
		if phi, offset = counted(y, l); phi == nil {
			return counter{}, false
		}
		y = x
		op = mirrored[op]
	}
	c := counter{op: op, offset: offset}
	found := false
	c.known = true
	for i, e := range phi.Edges {
		if l.holds(phi.Block().Preds[i]) {
			if e == ssa.Value(phi) {
				continue // a turn that does not count
			}
			if p, d := counted(e, l); p == phi && d != 0 {
				c.step, found = d, true
			}
			continue
		}
		if n, ok := in.number(e); ok {
			c.start = n
		} else {
			c.known = false
		}
	}
	if !found {
		return counter{}, false
	}
	n, ok := in.number(y)
	c.limit = n
	c.known = c.known && ok
	return c, true
}

var mirrored = map[token.Token]token.Token{
	token.LSS: token.GTR, token.GTR: token.LSS, token.LEQ: token.GEQ, token.GEQ: token.LEQ, token.EQL: token.EQL, token.NEQ: token.NEQ,
}

// counted returns the number at the head of a loop that v is, and what is added
// to it.
func counted(v ssa.Value, l *loop) (*ssa.Phi, int64) {
	add := int64(0)
	for range 6 {
		switch x := v.(type) {
		case *ssa.Convert:
			v = x.X
		case *ssa.BinOp:
			c, ok := x.Y.(*ssa.Const)
			if !ok || c.Value == nil || c.Value.Kind() != constant.Int {
				return nil, 0
			}
			switch x.Op {
			case token.ADD:
				add += c.Int64()
			case token.SUB:
				add -= c.Int64()
			default:
				return nil, 0
			}
			v = x.X
		case *ssa.Phi:
			if x.Block() == l.head {
				return x, add
			}
			// The same number on all ways.
			var one *ssa.Phi
			var n int64
			for _, e := range x.Edges {
				if e == ssa.Value(x) {
					continue
				}
				p, d := ssa.Value(e), int64(0)
				b, ok := p.(*ssa.BinOp)
				if ok {
					if c, isConst := b.Y.(*ssa.Const); isConst && c.Value != nil && c.Value.Kind() == constant.Int && (b.Op == token.ADD || b.Op == token.SUB) {
						p, d = b.X, c.Int64()
						if b.Op == token.SUB {
							d = -d
						}
					}
				}
				ph, ok := p.(*ssa.Phi)
				if !ok || ph.Block() != l.head || one != nil && one != ph {
					return nil, 0
				}
				one = ph
				if d != 0 {
					n = d
				}
			}
			return one, add + n
		default:
			return nil, 0
		}
	}
	return nil, 0
}

// count returns how often a call is made before the comparison ends the loop;
// out is the value of the comparison that does, before says that it is asked
// before the call is made.
func (c counter) count(out, before bool) int {
	v := c.start
	for n := 0; n < mostAttempts; v += c.step {
		if before && c.holds(v) == out {
			return n
		}
		n++
		if !before && c.holds(v) == out {
			return n
		}
	}
	return 0
}

func (c counter) holds(v int64) bool {
	v += c.offset
	switch c.op {
	case token.LSS:
		return v < c.limit
	case token.LEQ:
		return v <= c.limit
	case token.GTR:
		return v > c.limit
	case token.GEQ:
		return v >= c.limit
	case token.EQL:
		return v == c.limit
	}
	return v != c.limit
}

// number returns the whole number that a value is: a constant, a variable of
// the package that is set once, a field that is only ever given one constant.
func (in *Info) number(v ssa.Value) (int64, bool) {
	switch x := in.canonical(v).(type) {
	case *ssa.Const:
		if x.Value != nil && x.Value.Kind() == constant.Int {
			return constant.Int64Val(x.Value)
		}
	case *ssa.Convert:
		return in.number(x.X)
	case *ssa.UnOp:
		if x.Op != token.MUL {
			return 0, false
		}
		switch a := x.X.(type) {
		case *ssa.Global:
			if obj, vals := a.Object(), in.globals[a]; len(vals) == 1 && obj != nil && !obj.Exported() {
				return in.constantOf(vals)
			}
		case *ssa.FieldAddr:
			if base, ok := a.X.(*ssa.Alloc); ok {
				if val := onlyStore(base, a.Field); val != nil {
					return in.number(val)
				}
			}
			if f := fieldOf(a); !f.Exported() && f.Pkg() == in.pass.Pkg {
				return in.constantOf(in.fieldStores[f])
			}
		}
	}
	return 0, false
}

// constantOf returns the one constant that all values are.
func (in *Info) constantOf(vals []ssa.Value) (int64, bool) {
	var n int64
	for i, v := range vals {
		c, ok := v.(*ssa.Const)
		if !ok || c.Value == nil || c.Value.Kind() != constant.Int {
			return 0, false
		}
		if k := c.Int64(); i > 0 && k != n {
			return 0, false
		} else {
			n = k
		}
	}
	return n, len(vals) > 0
}

func isNumber(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsNumeric != 0
}

// OwnEnd reports whether on each way of the loop from an instruction back to it
// some condition that leads out asks how much time has passed: the loop has a
// limit of its own.
func (in *Info) OwnEnd(r *Repeat, from ssa.Instruction) bool {
	asked := map[ssa.Instruction]bool{}
	r.loop.branches(func(i *ssa.If) {
		yes, no := i.Block().Succs[0], i.Block().Succs[1]
		if r.loop.holds(yes) && r.loop.holds(no) {
			return
		}
		if in.measures(condition(i), r.loop, 0) {
			asked[i] = true
		}
	})
	if len(asked) == 0 {
		return false
	}
	return !r.loop.recurs(from, func(i ssa.Instruction) bool { return asked[i] })
}

// measures reports whether a condition asks how much time has passed.
func (in *Info) measures(v ssa.Value, l *loop, depth int) bool {
	if depth > 6 {
		return false
	}
	switch x := v.(type) {
	case *ssa.BinOp:
		for _, op := range [...]ssa.Value{x.X, x.Y} {
			if _, isConst := op.(*ssa.Const); !isConst && catalog.TypeName(op.Type()) == "time.Duration" {
				return true
			}
		}
		if s := in.selected(x.X, x.Y); s != nil {
			_, _, ok := in.timer(s.Chan)
			made, isInstr := in.canonical(s.Chan).(ssa.Instruction)
			return ok && isInstr && !l.has(made)
		}
		return in.measures(x.X, l, depth+1) || in.measures(x.Y, l, depth+1)
	case *ssa.Convert:
		return catalog.TypeName(x.X.Type()) == "time.Duration" || in.measures(x.X, l, depth+1)
	case *ssa.UnOp:
		if x.Op == token.ARROW {
			_, _, ok := in.timer(x.X)
			made, isInstr := in.canonical(x.X).(ssa.Instruction)
			return ok && isInstr && !l.has(made)
		}
		return in.measures(x.X, l, depth+1)
	case *ssa.Phi:
		for _, e := range x.Edges {
			if e != v && in.measures(e, l, depth+1) {
				return true
			}
		}
	case *ssa.Call:
		name := catalog.FullName(Callee(x.Common()))
		if name == "time.Since" || name == "time.Until" || strings.HasPrefix(name, "(time.Time).") || strings.HasPrefix(name, "(time.Duration).") {
			return true
		}
	case *ssa.Extract:
		return false
	}
	return false
}
