package deadline

import (
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// stored returns the values that a load of a local variable can yield, also of
// one captured by a closure. complete is false where something else may write
// to the variable.
func (in *Info) stored(load *ssa.UnOp) (vals []ssa.Value, complete bool) {
	if load.Op != token.MUL {
		return nil, false
	}
	switch addr := load.X.(type) {
	case *ssa.Alloc:
		return in.storedIn(addr, load)
	case *ssa.FreeVar:
		alloc, at := in.captured(addr)
		if alloc == nil {
			return nil, false
		}
		return in.storedIn(alloc, at)
	}
	return nil, false
}

// captured returns the variable of an outer function that v stands for, and
// the place there where the closure is made.
func (in *Info) captured(v *ssa.FreeVar) (*ssa.Alloc, ssa.Instruction) {
	for range 8 {
		b, at := in.binding(v)
		switch b := b.(type) {
		case *ssa.Alloc:
			return b, at
		case *ssa.FreeVar:
			v = b
		default:
			return nil, nil
		}
	}
	return nil, nil
}

// binding returns the value that is bound to v where its closure is made.
func (in *Info) binding(v *ssa.FreeVar) (ssa.Value, ssa.Instruction) {
	mc := in.closure[v.Parent()]
	if mc == nil {
		return nil, nil
	}
	i := slices.Index(v.Parent().FreeVars, v)
	if i < 0 || i >= len(mc.Bindings) {
		return nil, nil
	}
	return mc.Bindings[i], mc
}

// storedIn returns the values that a holds at the instruction at, which is in
// the function of a: a load, or the making of a closure that loads later.
func (in *Info) storedIn(a *ssa.Alloc, at ssa.Instruction) (vals []ssa.Value, complete bool) {
	if a.Referrers() == nil || at.Parent() != a.Parent() {
		return nil, false
	}
	complete = true
	_, later := at.(*ssa.MakeClosure)
	var stores []*ssa.Store
	for _, r := range *a.Referrers() {
		switch r := r.(type) {
		case *ssa.Store:
			if r.Addr == a {
				stores = append(stores, r)
			} else {
				complete = false // the address is stored
			}
		case *ssa.UnOp, *ssa.DebugRef, *ssa.FieldAddr, *ssa.IndexAddr:
		case *ssa.MakeClosure:
			vals = append(vals, in.closureStores(r, a)...)
		default:
			complete = false
		}
	}
	if later {
		// The closure runs at some time after it was made.
		for _, s := range stores {
			if after(at, s) {
				vals = append(vals, s.Val)
			}
		}
	}
	seen := map[*ssa.BasicBlock]bool{}
	var back func(b *ssa.BasicBlock, before int)
	back = func(b *ssa.BasicBlock, before int) {
		for i := before - 1; i >= 0; i-- {
			if s, ok := b.Instrs[i].(*ssa.Store); ok && s.Addr == a {
				vals = append(vals, s.Val)
				return
			}
			if b.Instrs[i] == a {
				return
			}
		}
		for _, p := range b.Preds {
			if !seen[p] {
				seen[p] = true
				back(p, len(p.Instrs))
			}
		}
	}
	back(at.Block(), position(at))
	return dedup(vals), complete
}

// closureStores returns what closures write to a captured variable.
func (in *Info) closureStores(mc *ssa.MakeClosure, addr ssa.Value) []ssa.Value {
	fn, ok := mc.Fn.(*ssa.Function)
	if !ok {
		return nil
	}
	var vals []ssa.Value
	for i, b := range mc.Bindings {
		if b != addr || i >= len(fn.FreeVars) {
			continue
		}
		fv := fn.FreeVars[i]
		if fv.Referrers() == nil {
			continue
		}
		for _, r := range *fv.Referrers() {
			switch r := r.(type) {
			case *ssa.Store:
				if r.Addr == fv {
					vals = append(vals, r.Val)
				}
			case *ssa.MakeClosure:
				vals = append(vals, in.closureStores(r, fv)...)
			}
		}
	}
	return vals
}

// position is the index of an instruction in its block.
func position(i ssa.Instruction) int { return slices.Index(i.Block().Instrs, i) }

// dominates reports whether a runs before b on every path to b; both are in
// one function.
func dominates(a, b ssa.Instruction) bool {
	if a.Block() == b.Block() {
		return position(a) < position(b)
	}
	return a.Block().Dominates(b.Block())
}

// after reports whether b can run after a; both are in one function.
func after(a, b ssa.Instruction) bool {
	if a.Block() == b.Block() && position(a) < position(b) {
		return true
	}
	seen := map[*ssa.BasicBlock]bool{}
	work := slices.Clone(a.Block().Succs)
	for len(work) > 0 {
		x := work[len(work)-1]
		work = work[:len(work)-1]
		if seen[x] {
			continue
		}
		seen[x] = true
		if x == b.Block() {
			return true
		}
		work = append(work, x.Succs...)
	}
	return false
}

// inLoop reports whether i can run again after it ran.
func inLoop(i ssa.Instruction) bool {
	seen := map[*ssa.BasicBlock]bool{}
	work := slices.Clone(i.Block().Succs)
	for len(work) > 0 {
		x := work[len(work)-1]
		work = work[:len(work)-1]
		if x == i.Block() {
			return true
		}
		if !seen[x] {
			seen[x] = true
			work = append(work, x.Succs...)
		}
	}
	return false
}

func dedup(vals []ssa.Value) []ssa.Value {
	out := vals[:0:0]
	for _, v := range vals {
		if !slices.Contains(out, v) {
			out = append(out, v)
		}
	}
	return out
}

// canonical follows v through conversions and through local variables that can
// hold just one value.
func (in *Info) canonical(v ssa.Value) ssa.Value {
	for range 16 {
		switch x := v.(type) {
		case *ssa.ChangeInterface:
			v = x.X
		case *ssa.ChangeType:
			v = x.X
		case *ssa.MakeInterface:
			v = x.X
		case *ssa.UnOp:
			vals, ok := in.stored(x)
			if !ok || len(vals) != 1 {
				return v
			}
			v = vals[0]
		case *ssa.FreeVar:
			b, _ := in.binding(x)
			if b == nil {
				return v
			}
			v = b
		default:
			return v
		}
	}
	return v
}

// same reports whether two values are the same thing: one value, or loads of
// one field of the same thing.
func (in *Info) same(a, b ssa.Value) bool {
	a, b = in.canonical(a), in.canonical(b)
	if a == b {
		return true
	}
	la, oka := a.(*ssa.UnOp)
	lb, okb := b.(*ssa.UnOp)
	if oka && okb && la.Op == token.MUL && lb.Op == token.MUL {
		return in.samePlace(la.X, lb.X)
	}
	ca, oka := a.(*ssa.Call)
	cb, okb := b.(*ssa.Call)
	if oka && okb { // r.Context() twice
		fa, fb := Callee(ca.Common()), Callee(cb.Common())
		return fa != nil && fa == fb && fa.Name() == "Context" && in.same(receiver(ca.Common()), receiver(cb.Common()))
	}
	return false
}

func (in *Info) samePlace(a, b ssa.Value) bool {
	if a == b {
		return true
	}
	fa, oka := a.(*ssa.FieldAddr)
	fb, okb := b.(*ssa.FieldAddr)
	return oka && okb && fa.Field == fb.Field && in.same(fa.X, fb.X)
}

// receiver is the receiver of a method call, nil of any other.
func receiver(c *ssa.CallCommon) ssa.Value {
	if c.IsInvoke() {
		return c.Value
	}
	if f := c.StaticCallee(); f != nil && f.Signature.Recv() != nil && len(c.Args) > 0 {
		return c.Args[0]
	}
	return nil
}

// argument returns the n-th argument from 1 of a call, not counting the
// receiver; -1 is the receiver. nil if there is none.
func argument(c *ssa.CallCommon, n int) ssa.Value {
	if n == -1 {
		return receiver(c)
	}
	n--
	if !c.IsInvoke() {
		if f := c.StaticCallee(); f != nil && f.Signature.Recv() != nil {
			n++
		}
	}
	if n < 0 || n >= len(c.Args) {
		return nil
	}
	return c.Args[n]
}
