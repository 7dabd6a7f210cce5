package lazyssa

import (
	"slices"

	"golang.org/x/tools/go/ssa"
)

// inPlace gives struct and array literals one form under all versions of the
// builder: built where they are stored. From x/tools v0.45 on, a literal is
// built in a variable of its own and then copied, which hides its fields from
// whoever asks what is stored to those of the variable.
func inPlace(fn *ssa.Function) {
	gone := map[ssa.Instruction]bool{}
	for _, b := range fn.Blocks {
		// Inner literals are stored before the outer ones.
		for _, i := range b.Instrs {
			if store, ok := i.(*ssa.Store); ok {
				unfold(store, gone)
			}
		}
	}
	if len(gone) == 0 {
		return
	}
	for _, b := range fn.Blocks {
		b.Instrs = slices.DeleteFunc(b.Instrs, func(i ssa.Instruction) bool { return gone[i] })
	}
	fn.Locals = slices.DeleteFunc(fn.Locals, func(a *ssa.Alloc) bool { return gone[a] })
}

// unfold lets the parts of a literal be stored where store copies it to, and
// notes what is left without use.
func unfold(store *ssa.Store, gone map[ssa.Instruction]bool) {
	load, ok := store.Val.(*ssa.UnOp)
	if !ok || len(*load.Referrers()) != 1 {
		return
	}
	lit, ok := load.X.(*ssa.Alloc)
	if !ok || lit.Comment != "complit" || !before(store.Addr, lit) {
		return
	}
	for _, r := range *lit.Referrers() {
		switch r := r.(type) {
		case *ssa.FieldAddr, *ssa.IndexAddr:
		case *ssa.UnOp:
			if r != load {
				return
			}
		default:
			return
		}
	}
	// Have: a literal that is copied once, to a place that was there before.
	refs := store.Addr.Referrers() // nil for a package variable
	if refs != nil {
		*refs = slices.DeleteFunc(*refs, func(i ssa.Instruction) bool { return i == store })
	}
	for _, r := range *lit.Referrers() {
		switch r := r.(type) {
		case *ssa.FieldAddr:
			r.X = store.Addr
		case *ssa.IndexAddr:
			r.X = store.Addr
		default:
			continue
		}
		if refs != nil {
			*refs = append(*refs, r)
		}
	}
	gone[store], gone[load], gone[lit] = true, true, true
}

// before reports whether an address is computed before a variable is made.
func before(addr ssa.Value, a *ssa.Alloc) bool {
	i, ok := addr.(ssa.Instruction)
	if !ok {
		return true // a parameter, a package variable
	}
	if i.Block() != a.Block() {
		return i.Block().Dominates(a.Block())
	}
	for _, x := range a.Block().Instrs {
		if x == i || x == ssa.Instruction(a) {
			return x == i
		}
	}
	return false
}
