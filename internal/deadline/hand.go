package deadline

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/budgetlint/budgetlint/internal/catalog"
)

// A Hand is a context that code at some place can ask.
type Hand struct {
	Value ssa.Value // nil for a parameter of an outer function
	Reach Reach     // set where it comes from a parameter
	Expr  string    // the source text that yields it
	Known Knowledge
}

// hand returns the context that the loop of a repeat could ask: that of the
// repeated call, if it has one, else a parameter or a captured one.
func (in *Info) hand(r *Repeat) Hand {
	fn := r.Call.Parent()
	h := in.handedTo(r.Call)
	if r.Try != nil && r.Try.ParentValue != nil && !r.Try.Factory {
		h = in.handOf(r.Try.ParentValue, r.Try.Call) // a try's own limit ends no pause
	}
	if h.counts(fn) {
		return h
	}
	if reach := in.reachOf(fn, r.Call); reach.Param != nil {
		return Hand{Value: in.valueOfReach(reach), Reach: reach, Expr: reach.Describe(), Known: Knowledge{Kind: Caller, Source: reach.Param}}
	}
	for _, fv := range fn.FreeVars {
		t := fv.Type()
		if p, ok := t.Underlying().(*types.Pointer); ok {
			t = p.Elem()
		}
		if !catalog.IsContext(t) || fv.Referrers() == nil || len(*fv.Referrers()) == 0 {
			continue
		}
		k := in.Context(fv)
		if b, _ := in.binding(fv); b != nil {
			if a, ok := b.(*ssa.Alloc); ok {
				k = in.joinStored(a)
			}
		}
		if k.Kind != None {
			return Hand{Value: fv, Expr: fv.Name(), Known: k}
		}
	}
	if place := in.Place(r.Call); place.Mode == Awaited && place.Reach.Param != nil {
		return Hand{Reach: place.Reach, Expr: place.Reach.Describe(), Known: Knowledge{Kind: Caller, Source: place.Reach.Param}}
	}
	return Hand{}
}

// counts reports whether the context can end while the loop runs: it is not one
// of the whole program, nor one that is proven to be empty, unless somebody
// outside of the function can cancel that.
func (h Hand) counts(fn *ssa.Function) bool {
	if h.Expr == "" || isGlobal(h.Value) {
		return false
	}
	if h.Known.Kind != None {
		return true
	}
	u, ok := h.Value.(*ssa.UnOp)
	if !ok || !h.Known.Cancelable {
		return false
	}
	_, field := u.X.(*ssa.FieldAddr)
	return field
}

// isGlobal reports whether a value is a variable of a package.
func isGlobal(v ssa.Value) bool {
	u, ok := v.(*ssa.UnOp)
	if !ok {
		return false
	}
	_, ok = u.X.(*ssa.Global)
	return ok
}

// joinStored joins what is known of all contexts that a variable is given.
func (in *Info) joinStored(a *ssa.Alloc) Knowledge {
	var vals []ssa.Value
	for _, r := range *a.Referrers() {
		if s, ok := r.(*ssa.Store); ok && s.Addr == ssa.Value(a) {
			vals = append(vals, s.Val)
		}
	}
	if len(vals) == 0 {
		return Knowledge{}
	}
	return in.joinAll(vals)
}

// valueOfReach is the parameter itself where it is a context.
func (in *Info) valueOfReach(r Reach) ssa.Value {
	if catalog.IsContext(r.Param.Type()) {
		return r.Param
	}
	return nil
}

// handedTo returns the context that a call is handed, itself or in a carrier.
func (in *Info) handedTo(c *ssa.Call) Hand {
	args := c.Common().Args
	for _, a := range args {
		if !isContextLike(a.Type()) {
			continue
		}
		return in.handOf(a, c)
	}
	for _, a := range args {
		if k, ok := in.carried(a); ok && k.Source != nil {
			if reach := in.reachOf(c.Parent(), c); reach.Param == k.Source {
				return Hand{Reach: reach, Expr: reach.Describe(), Known: k}
			}
		}
	}
	return Hand{}
}

// handOf returns the context that an argument of a call is.
func (in *Info) handOf(a ssa.Value, c ssa.CallInstruction) Hand {
	h := Hand{Value: a, Known: in.contextAt(a, c)}
	n := slices.Index(c.Common().Args, a)
	if receiver(c.Common()) != nil && !c.Common().IsInvoke() {
		n--
	}
	if call := in.Expr(c); call != nil && n >= 0 && n < len(call.Args) {
		h.Expr = types.ExprString(call.Args[n])
	}
	if p := h.Known.Source; p != nil && h.Known.Kind == Caller {
		h.Reach = Reach{Param: p, Expr: h.Expr}
	}
	return h
}
