package deadline

import (
	"go/token"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/budgetlint/budgetlint/internal/catalog"
)

// A variation asks whether a loop makes the same call again or works through
// different things: elements, messages, pages.
type variation struct {
	in   *Info
	loop *loop
	// again is the way on which the loop goes round; only values that come
	// along it count.
	again ssa.Instruction
	// results: what a call of an earlier turn returned is a different thing,
	// too (a page's token).
	results bool
	seen    map[ssa.Value]int
}

const (
	looking = iota + 1
	steady
	varying
)

// varies reports whether a call of the loop is made with something else in each
// turn that comes along again: with the next element of a collection, the next
// message of a channel or, where results is set, what an earlier turn returned.
func (in *Info) varies(c ssa.CallInstruction, l *loop, again ssa.Instruction, results bool) bool {
	v := &variation{in: in, loop: l, again: again, results: results, seen: map[ssa.Value]int{}}
	common := c.Common()
	if common.IsInvoke() && v.of(common.Value) {
		return true
	}
	for _, a := range common.Args {
		if v.of(a) {
			return true
		}
	}
	if _, ok := common.Value.(*ssa.Function); !ok && !common.IsInvoke() {
		return v.of(common.Value)
	}
	return false
}

// of reports whether a value varies from turn to turn.
func (v *variation) of(x ssa.Value) bool {
	if s := v.seen[x]; s != 0 {
		return s == varying
	}
	i, ok := x.(ssa.Instruction)
	if !ok || !v.loop.has(i) {
		return false
	}
	v.seen[x] = looking
	r := v.instruction(x)
	v.seen[x] = steady
	if r {
		v.seen[x] = varying
	}
	return r
}

func (v *variation) instruction(x ssa.Value) bool {
	switch x := x.(type) {
	case *ssa.Next:
		return true
	case *ssa.Select:
		for _, s := range x.States {
			if v.messages(s.Chan) {
				return true
			}
		}
		return false
	case *ssa.UnOp:
		if x.Op == token.ARROW {
			return v.messages(x.X)
		}
		if x.Op == token.MUL {
			if a, ok := x.X.(*ssa.Alloc); ok && v.variable(a) {
				return true
			}
		}
		return v.of(x.X)
	case *ssa.Phi:
		return v.phi(x)
	case *ssa.IndexAddr:
		return v.of(x.X) || v.counts(x.Index, 0)
	case *ssa.Index:
		return v.of(x.X) || v.counts(x.Index, 0)
	case *ssa.Lookup:
		return v.of(x.X) || v.counts(x.Index, 0)
	case *ssa.Slice:
		return v.of(x.X) || x.Low != nil && v.counts(x.Low, 0) || x.High != nil && v.counts(x.High, 0)
	case *ssa.Alloc:
		return v.variable(x)
	case *ssa.Call:
		if fn := Callee(x.Common()); fn != nil && advances(fn.Name()) {
			return true
		}
	}
	var ops [8]*ssa.Value
	for _, op := range x.(ssa.Instruction).Operands(ops[:0]) {
		if *op != nil && v.of(*op) {
			return true
		}
	}
	return false
}

// messages reports whether receiving from a channel in the loop yields another
// thing each time: the channel was not made in the same turn.
func (v *variation) messages(ch ssa.Value) bool {
	switch c := v.in.canonical(ch).(type) {
	case *ssa.MakeChan:
		return !v.loop.has(c)
	case *ssa.Call:
		return !v.loop.has(c)
	case *ssa.Extract:
		return !v.loop.has(c)
	case *ssa.UnOp:
		if a, ok := c.X.(*ssa.Alloc); ok {
			return !v.loop.has(a)
		}
	}
	return true
}

// variable reports whether a local variable, or a part of it, holds a value that
// varies.
func (v *variation) variable(a *ssa.Alloc) bool {
	if v.stored(a) {
		return true
	}
	for _, r := range *a.Referrers() {
		switch part := r.(type) {
		case *ssa.FieldAddr:
			if v.stored(part) {
				return true
			}
		case *ssa.IndexAddr:
			if v.stored(part) {
				return true
			}
		}
	}
	return false
}

// stored reports whether the loop stores a value that varies at an address.
func (v *variation) stored(addr ssa.Value) bool {
	for _, r := range *addr.Referrers() {
		if s, ok := r.(*ssa.Store); ok && s.Addr == addr && v.loop.has(s) && v.of(s.Val) {
			return true
		}
	}
	return false
}

// phi reports whether a value that is carried from turn to turn varies. At the
// head of a loop only ways that again leads to count.
func (v *variation) phi(x *ssa.Phi) bool {
	head := x.Block() == v.loop.head
	if head && x.Comment == "rangeindex" {
		return true // the index of an element
	}
	for i, e := range x.Edges {
		from := x.Block().Preds[i]
		if !v.loop.holds(from) {
			continue // how it starts
		}
		if head && !v.comes(from) {
			continue
		}
		if head && e != ssa.Value(x) && v.results && v.returned(e, x, 0) {
			return true
		}
		if v.of(e) {
			return true
		}
	}
	return false
}

// comes reports whether again leads to the end of a block inside of a turn.
func (v *variation) comes(b *ssa.BasicBlock) bool {
	last := b.Instrs[len(b.Instrs)-1]
	if v.again == last {
		return true
	}
	head := v.loop.head
	return v.loop.leads(v.again, last, func(i ssa.Instruction) bool { return i.Block() == head && i == head.Instrs[0] }) || v.again.Block() == b
}

// returned reports whether a value that the next turn gets is what a call
// returned, and not a count or a pause that grows.
func (v *variation) returned(e ssa.Value, phi *ssa.Phi, depth int) bool {
	if depth > 6 || e == ssa.Value(phi) {
		return false
	}
	i, ok := e.(ssa.Instruction)
	if !ok || !v.loop.has(i) || isError(e.Type()) || isNumber(e.Type()) || isContextLike(e.Type()) {
		return false
	}
	switch x := e.(type) {
	case *ssa.Call:
		_, builtin := x.Common().Value.(*ssa.Builtin)
		return !builtin || len(x.Common().Args) > 1
	case *ssa.Phi:
		for _, ee := range x.Edges {
			if v.returned(ee, phi, depth+1) {
				return true
			}
		}
		return false
	case *ssa.Extract:
		return v.returned(x.Tuple, phi, depth+1)
	case *ssa.UnOp:
		return v.returned(x.X, phi, depth+1)
	case *ssa.FieldAddr:
		return v.returned(x.X, phi, depth+1)
	case *ssa.Field:
		return v.returned(x.X, phi, depth+1)
	case *ssa.ChangeType:
		return v.returned(x.X, phi, depth+1)
	case *ssa.Convert:
		return v.returned(x.X, phi, depth+1)
	case *ssa.MakeInterface:
		return v.returned(x.X, phi, depth+1)
	case *ssa.Slice:
		return true
	}
	return false
}

// counts reports whether a number is counted by the loop on the way again: it
// picks another element each turn.
func (v *variation) counts(x ssa.Value, depth int) bool {
	i, ok := x.(ssa.Instruction)
	if depth > 4 || !ok || !v.loop.has(i) {
		return false
	}
	switch x := x.(type) {
	case *ssa.Phi:
		if x.Block() == v.loop.head {
			for n, e := range x.Edges {
				if from := x.Block().Preds[n]; v.loop.holds(from) && e != ssa.Value(x) && v.comes(from) {
					return true
				}
			}
			return false
		}
		for _, e := range x.Edges {
			if v.counts(e, depth+1) {
				return true
			}
		}
		return false
	case *ssa.BinOp:
		return v.counts(x.X, depth+1) || v.counts(x.Y, depth+1)
	case *ssa.Convert:
		return v.counts(x.X, depth+1)
	case *ssa.Call:
		return true // picked at random, or in turn
	case *ssa.UnOp:
		if a, ok := x.X.(*ssa.Alloc); ok {
			for _, r := range *a.Referrers() {
				if s, ok := r.(*ssa.Store); ok && s.Addr == ssa.Value(a) && v.loop.has(s) {
					return true
				}
			}
		}
	}
	return v.of(x)
}

// advances reports whether a function's name says that each call of it yields
// another thing.
func advances(name string) bool {
	ws := catalog.Words(name)
	if len(ws) == 0 {
		return false
	}
	switch ws[0] {
	case "next", "pop", "recv", "receive", "dequeue", "pick", "choose", "shift", "rotate":
		return true
	}
	return strings.HasSuffix(name, "Next")
}
