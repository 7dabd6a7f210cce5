package deadline

import (
	"go/constant"
	"go/token"
	"go/types"
	"slices"
	"strings"
	"time"

	"golang.org/x/tools/go/ssa"

	"github.com/budgetlint/budgetlint/internal/catalog"
)

// A Kind says what is known of a context's deadline.
type Kind uint8

const (
	// Unknown: nothing is proven.
	Unknown Kind = iota
	// None: only Background, TODO or WithoutCancel, and WithCancel or
	// WithValue below them. It never ends by time.
	None
	// Bounded: a WithTimeout or WithDeadline stands above.
	Bounded
	// Caller: the caller's: a parameter, a captured one, a request's, a
	// stream's.
	Caller

	// bottom: not answered yet; joined with anything it adds nothing.
	bottom
)

func (k Kind) String() string {
	return [...]string{"unknown", "none", "bounded", "caller", "bottom"}[k]
}

// Knowledge is what is proven of a context. The zero value is Unknown.
type Knowledge struct {
	Kind Kind
	// Limit is the smallest constant limit known above, 0 if none is; LimitAt
	// is where it is set.
	Limit   time.Duration
	LimitAt token.Pos
	// Dur is the value of the limit set last, nil if there is none.
	Dur ssa.Value
	// Source is the parameter that a context of the caller comes from, also
	// below a limit of its own; nil where it is not one.
	Source *ssa.Parameter
	// Root is the call that makes the empty context, for None and for Bounded
	// below one.
	Root *ssa.Call
	// Fresh: the context, or the one that it is derived from, is an empty one.
	Fresh bool
	// Severed: the empty context was made by WithoutCancel.
	Severed bool
	// Cancelable: somebody can end the empty context, if not by time.
	Cancelable bool
}

// RootName is how the empty context was made: "context.Background()".
func (k Knowledge) RootName() string {
	if k.Root == nil {
		return "an empty context"
	}
	if fn := Callee(k.Root.Common()); fn != nil && fn.Pkg() != nil && fn.Pkg().Path() == "context" {
		if fn.Name() == "WithoutCancel" {
			return "context.WithoutCancel"
		}
		return "context." + fn.Name() + "()"
	}
	return "an empty context"
}

// join is what is true on both of two paths.
func join(a, b Knowledge) Knowledge {
	if a.Kind == bottom {
		return b
	}
	if b.Kind == bottom {
		return a
	}
	if a.Kind != b.Kind {
		// The caller's context, with or without a limit of its own, is the
		// caller's; anything else cannot be told.
		if a.Source != nil && a.Source == b.Source {
			return Knowledge{Kind: Caller, Source: a.Source}
		}
		return Knowledge{}
	}
	if a.Limit == 0 || b.Limit > a.Limit && b.Limit != 0 {
		a.LimitAt = b.LimitAt
	}
	if a.Limit == 0 || b.Limit == 0 {
		a.Limit, a.LimitAt = 0, token.NoPos
	} else {
		a.Limit = max(a.Limit, b.Limit)
	}
	if a.Dur != b.Dur {
		a.Dur = nil
	}
	if a.Source != b.Source {
		a.Source = nil
	}
	if a.Root == nil {
		a.Root = b.Root
	}
	a.Fresh = a.Fresh && b.Fresh
	a.Severed = a.Severed && b.Severed
	a.Cancelable = a.Cancelable || b.Cancelable
	return a
}

// Context returns what is known of the context v.
func (in *Info) Context(v ssa.Value) Knowledge {
	return in.solve(question{value: v}, func() Knowledge { return in.context(v) })
}

func (in *Info) context(v ssa.Value) Knowledge {
	switch v := v.(type) {
	case *ssa.Parameter:
		if isContextLike(v.Type()) {
			return Knowledge{Kind: Caller, Source: v}
		}
	case *ssa.Phi:
		return in.phi(v)
	case *ssa.MakeInterface:
		return in.Context(v.X)
	case *ssa.ChangeInterface:
		return in.Context(v.X)
	case *ssa.ChangeType:
		return in.Context(v.X)
	case *ssa.TypeAssert:
		if !v.CommaOk {
			return in.Context(v.X)
		}
	case *ssa.Extract:
		if c, ok := v.Tuple.(*ssa.Call); ok {
			return in.result(c, v.Index)
		}
	case *ssa.Call:
		return in.result(v, 0)
	case *ssa.FreeVar:
		if b, _ := in.binding(v); b != nil {
			return in.Context(b)
		}
	case *ssa.UnOp:
		if v.Op == token.MUL {
			return in.load(v)
		}
	case *ssa.Field:
		if _, ok := v.X.(*ssa.Call); !ok && isContextLike(v.Type()) {
			return in.field(v.X.Type().Underlying().(*types.Struct).Field(v.Field))
		}
	}
	return Knowledge{}
}

// phi joins what is known of a context on the ways that lead to a block. One
// that is only given a limit where it has none has one on all of them, and what
// stands in for a context that is nil says nothing of one that is not.
func (in *Info) phi(v *ssa.Phi) Knowledge {
	k := Knowledge{Kind: bottom}
	for i, e := range v.Edges {
		if insteadOfNil(v, i) {
			continue
		}
		ke := in.Context(e)
		if ke.Kind != Bounded && ke.Kind != bottom && in.comesLimited(e, v.Block().Preds[i], v.Block()) {
			ke.Kind = Bounded
		}
		k = join(k, ke)
	}
	return k
}

// insteadOfNil reports whether the i-th edge of a phi is taken only where the
// value of another edge is nil.
func insteadOfNil(v *ssa.Phi, i int) bool {
	for b := v.Block().Preds[i]; len(b.Preds) == 1; b = b.Preds[0] {
		test, ok := b.Preds[0].Instrs[len(b.Preds[0].Instrs)-1].(*ssa.If)
		if !ok {
			continue
		}
		cond, ok := test.Cond.(*ssa.BinOp)
		if !ok || cond.Op != token.EQL && cond.Op != token.NEQ {
			continue
		}
		x, y := cond.X, cond.Y
		if isNilConst(x) {
			x, y = y, x
		}
		isNil := b.Preds[0].Succs[0] // where they are equal
		if cond.Op == token.NEQ {
			isNil = b.Preds[0].Succs[1]
		}
		if isNilConst(y) && isNil == b && x != v.Edges[i] && slices.Contains(v.Edges, x) {
			return true
		}
	}
	return false
}

// contextAt is Context with what is known at an instruction.
func (in *Info) contextAt(v ssa.Value, at ssa.Instruction) Knowledge {
	k := in.Context(v)
	if k.Kind != Bounded && k.Kind != bottom && in.hasDeadline(v, at) {
		k.Kind = Bounded
	}
	return k
}

// joinAll joins what is known of several contexts.
func (in *Info) joinAll(vals []ssa.Value) Knowledge {
	k := Knowledge{Kind: bottom}
	for _, v := range vals {
		if k = join(k, in.Context(v)); k == (Knowledge{}) {
			break
		}
	}
	return k
}

func (in *Info) load(v *ssa.UnOp) Knowledge {
	switch addr := v.X.(type) {
	case *ssa.Alloc, *ssa.FreeVar:
		vals, ok := in.stored(v)
		if !ok || len(vals) == 0 {
			return Knowledge{}
		}
		return in.joinAll(vals)
	case *ssa.FieldAddr:
		// A field of a struct literal of the same function, or of one that
		// the package alone writes to.
		if base, ok := addr.X.(*ssa.Alloc); ok {
			if val := onlyStore(base, addr.Field); val != nil {
				return in.Context(val)
			}
		}
		return in.field(fieldOf(addr))
	case *ssa.Global:
		if g, ok := addr.Object().(*types.Var); ok && !(g.Exported() && in.pass.Pkg.Name() != "main") {
			if vals := in.globals[addr]; len(vals) > 0 {
				k := in.joinAll(vals)
				if k.Kind == None || k.Kind == bottom {
					return k
				}
			}
		}
	}
	return Knowledge{}
}

// field returns what is known of a context kept in a struct: only that it is
// empty, where nothing but the empty context is ever stored there.
func (in *Info) field(f *types.Var) Knowledge {
	if f.Exported() || f.Pkg() != in.pass.Pkg {
		return Knowledge{}
	}
	vals := in.fieldStores[f]
	if len(vals) == 0 {
		return Knowledge{}
	}
	return in.solve(question{field: f}, func() Knowledge {
		k := in.joinAll(vals)
		if k.Kind != None && k.Kind != bottom {
			return Knowledge{}
		}
		return k
	})
}

// onlyStore returns the value of a field of a local struct that is written
// once and whose address goes nowhere before.
func onlyStore(base *ssa.Alloc, field int) ssa.Value {
	var val ssa.Value
	for _, r := range *base.Referrers() {
		fa, ok := r.(*ssa.FieldAddr)
		if !ok || fa.Field != field {
			continue
		}
		for _, rr := range *fa.Referrers() {
			if s, ok := rr.(*ssa.Store); ok && s.Addr == fa {
				if val != nil {
					return nil
				}
				val = s.Val
			}
		}
	}
	return val
}

// result returns what is known of the context that a call returns at the
// index.
func (in *Info) result(c *ssa.Call, index int) Knowledge {
	common := c.Common()
	fn := Callee(common)
	if fn == nil {
		if f := in.body(common); f != nil {
			return in.applied(f, c, index)
		}
		return Knowledge{}
	}
	if fn.Pkg() != nil && fn.Pkg().Path() == "context" {
		switch fn.Name() {
		case "Background", "TODO":
			return Knowledge{Kind: None, Root: c, Fresh: true}
		case "WithoutCancel":
			return Knowledge{Kind: None, Root: c, Fresh: true, Severed: true}
		case "WithValue":
			return in.Context(common.Args[0])
		case "WithCancel", "WithCancelCause":
			k := in.Context(common.Args[0])
			if k.Kind == None && in.endedElsewhere(c) {
				return Knowledge{} // by a timer, perhaps
			}
			k.Cancelable = k.Cancelable || k.Kind == None
			return k
		}
	}
	if l := in.table.Limiter(fn); l != nil && !l.Polls {
		return in.limited(in.Context(argument(common, l.Parent)), in.duration(argument(common, l.Limit), l.Deadline), argument(common, l.Limit), c.Pos())
	}
	if f := in.body(common); f != nil {
		return in.applied(f, c, index)
	}
	if s := in.imported(fn); s != nil {
		return in.returned(s.Contexts, c, index)
	}
	sig := fn.Signature()
	if fn.Name() == "Context" && sig.Params().Len() == 0 && receiver(common) != nil {
		return in.requestContext(receiver(common))
	}
	if fn.Pkg() != nil && fn.Pkg().Path() == "os/signal" && fn.Name() == "NotifyContext" {
		k := in.Context(common.Args[0])
		k.Cancelable = true
		return k
	}
	// Any other library function that takes one context and returns one
	// passes its deadline on (metadata, spans, loggers, errgroup), unless its
	// name or a cancel function beside says that it may set one.
	if i := catalog.ContextParam(sig); i >= 0 && index < sig.Results().Len() && isContextLike(sig.Results().At(index).Type()) {
		if strings.Contains(fn.Name(), "Timeout") || strings.Contains(fn.Name(), "Deadline") || returnsCancel(sig) {
			k := in.Context(argument(common, i+1))
			switch {
			case k.Kind == bottom:
				return k
			case k.Source != nil:
				return Knowledge{Kind: Caller, Source: k.Source}
			}
			return Knowledge{}
		}
		return in.Context(argument(common, i+1))
	}
	return Knowledge{}
}

// EndedElsewhere reports whether somebody else may end the context that a limit
// derives: its cancel function is handed on, say to context.AfterFunc.
func (in *Info) EndedElsewhere(l *Limit) bool {
	c, ok := l.Call.(*ssa.Call)
	return ok && !l.Polls && in.endedElsewhere(c)
}

// endedElsewhere reports whether the cancel function of a WithCancel is handed
// to another function, or called by a goroutine: either may be a timer.
func (in *Info) endedElsewhere(c *ssa.Call) bool {
	cancel := extract(c, 1)
	if cancel == nil {
		return false
	}
	var escapes func(v ssa.Value, depth int) bool
	escapes = func(v ssa.Value, depth int) bool {
		if v.Referrers() == nil || depth > 4 {
			return false
		}
		for _, r := range *v.Referrers() {
			switch r := r.(type) {
			case *ssa.ChangeType:
				if escapes(r, depth+1) {
					return true
				}
			case *ssa.Store:
				if a, ok := r.Addr.(*ssa.Alloc); ok && r.Val == v && escapes(a, depth+1) {
					return true
				}
			case *ssa.UnOp:
				if escapes(r, depth+1) {
					return true
				}
			case *ssa.MakeClosure:
				fn, ok := r.Fn.(*ssa.Function)
				if !ok {
					continue
				}
				if m := in.referrersMode(r, 0); m.mode == Detached && m.why == "defer" {
					continue
				}
				for i, b := range r.Bindings {
					if b == v && i < len(fn.FreeVars) && len(*fn.FreeVars[i].Referrers()) > 0 {
						return true
					}
				}
			case ssa.CallInstruction:
				if slices.Contains(r.Common().Args, v) {
					return true
				}
			}
		}
		return false
	}
	return escapes(cancel, 0)
}

func returnsCancel(sig *types.Signature) bool {
	for v := range sig.Results().Variables() {
		if s, ok := v.Type().Underlying().(*types.Signature); ok && s.Results().Len() == 0 {
			return true
		}
	}
	return false
}

// limited is k below a limit of its own.
func (in *Info) limited(k Knowledge, d time.Duration, dur ssa.Value, at token.Pos) Knowledge {
	if k.Kind == bottom {
		return k
	}
	k.Kind = Bounded
	k.Dur = dur
	if d > 0 && (k.Limit == 0 || d < k.Limit) {
		k.Limit, k.LimitAt = d, at
	}
	return k
}

// returnedBy returns what is known of the context that a function of this
// package returns, in terms of its parameters.
func (in *Info) returnedBy(f *ssa.Function, index int) Knowledge {
	return in.solve(question{fn: f, result: index}, func() Knowledge {
		k := Knowledge{Kind: bottom}
		for _, b := range f.Blocks {
			r, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return)
			if ok && index < len(r.Results) && !isNilConst(r.Results[index]) {
				k = join(k, in.contextAt(r.Results[index], r))
			}
		}
		return k
	})
}

// applied is what a function of this package returns, seen from a call of it.
func (in *Info) applied(f *ssa.Function, c *ssa.Call, index int) Knowledge {
	k := in.returnedBy(f, index)
	switch {
	case k.Kind == bottom || k.Kind == Unknown:
		return k
	case k.Source != nil:
		i := slices.Index(f.Params, k.Source)
		if i < 0 {
			return k // the parameter of an outer function
		}
		if i >= len(c.Common().Args) {
			return Knowledge{}
		}
		base := in.Context(c.Common().Args[i])
		if k.Kind == Bounded {
			return in.limited(base, k.Limit, nil, c.Pos())
		}
		return base
	case k.Kind == Bounded && !k.Fresh:
		return Knowledge{}
	}
	root := Knowledge{Kind: None, Root: c, Fresh: true, Severed: k.Severed, Cancelable: k.Cancelable}
	if k.Kind == Bounded {
		return in.limited(root, k.Limit, nil, c.Pos())
	}
	return root
}

// returned applies what a function of another package returns to a call.
func (in *Info) returned(contexts []Returned, c *ssa.Call, index int) Knowledge {
	for _, r := range contexts {
		if r.Result != index {
			continue
		}
		var k Knowledge
		switch {
		case r.Param >= 0:
			if r.Param < len(c.Common().Args) {
				k = in.Context(c.Common().Args[r.Param])
			}
		case r.Kind == None || r.Kind == Bounded:
			k = Knowledge{Kind: None, Root: c, Fresh: true, Severed: r.Severed, Cancelable: r.Cancelable}
		}
		if r.Kind == Bounded {
			k = in.limited(k, r.Limit, nil, c.Pos())
		}
		return k
	}
	return Knowledge{}
}

// requestContext returns what is known of the context of a value that has a
// method Context: a request, a stream.
func (in *Info) requestContext(v ssa.Value) Knowledge {
	if k, ok := in.carried(v); ok {
		return k
	}
	if p := in.rootParam(v); p != nil {
		return Knowledge{Kind: Caller, Source: p}
	}
	return Knowledge{}
}

// rootParam returns the parameter that v is, or is a field or result of:
// c.Request of a gin context, c.Request() of an echo context.
func (in *Info) rootParam(v ssa.Value) *ssa.Parameter {
	for range 8 {
		switch x := in.canonical(v).(type) {
		case *ssa.Parameter:
			if x.Parent().Signature.Recv() != nil && len(x.Parent().Params) > 0 && x.Parent().Params[0] == x {
				return nil // what a receiver holds is no argument of this call
			}
			return x
		case *ssa.UnOp:
			if x.Op != token.MUL {
				return nil
			}
			v = x.X
		case *ssa.FieldAddr:
			v = x.X
		case *ssa.Field:
			v = x.X
		case *ssa.TypeAssert:
			v = x.X
		case *ssa.Call:
			if len(x.Common().Args) > 1 || receiver(x.Common()) == nil {
				return nil
			}
			v = receiver(x.Common())
		default:
			return nil
		}
	}
	return nil
}

// isContextLike reports whether t is context.Context or implements it, as
// gin's and fiber's contexts do.
func isContextLike(t types.Type) bool {
	if catalog.IsContext(t) {
		return true
	}
	if _, ok := t.Underlying().(*types.Signature); ok {
		return false
	}
	for _, m := range [...]string{"Deadline", "Done", "Err", "Value"} {
		obj, _, _ := types.LookupFieldOrMethod(t, false, nil, m)
		fn, ok := obj.(*types.Func)
		if !ok {
			return false
		}
		if m == "Deadline" && (fn.Signature().Results().Len() != 2 || fn.Signature().Params().Len() != 0) {
			return false
		}
		if m == "Done" {
			r := fn.Signature().Results()
			if r.Len() != 1 {
				return false
			}
			if _, ok := r.At(0).Type().Underlying().(*types.Chan); !ok {
				return false
			}
		}
	}
	return true
}

// duration returns the constant that a duration or a point in time is from
// now, 0 if it is none.
func (in *Info) duration(v ssa.Value, deadline bool) time.Duration {
	if v == nil {
		return 0
	}
	v = in.canonical(v)
	if deadline {
		// time.Now().Add(d)
		c, ok := v.(*ssa.Call)
		if !ok {
			return 0
		}
		if catalog.FullName(Callee(c.Common())) != "(time.Time).Add" {
			return 0
		}
		now, ok := in.canonical(c.Common().Args[0]).(*ssa.Call)
		if !ok || catalog.FullName(Callee(now.Common())) != "time.Now" {
			return 0
		}
		return in.duration(c.Common().Args[1], false)
	}
	switch v := v.(type) {
	case *ssa.Const:
		if v.Value != nil && v.Value.Kind() == constant.Int {
			if n, ok := constant.Int64Val(v.Value); ok {
				return time.Duration(n)
			}
		}
	case *ssa.UnOp:
		// A variable of the package that is set once, to a constant.
		if g, ok := v.X.(*ssa.Global); ok && v.Op == token.MUL {
			obj := g.Object()
			if vals := in.globals[g]; len(vals) == 1 && obj != nil && !obj.Exported() {
				if c, ok := vals[0].(*ssa.Const); ok {
					return in.duration(c, false)
				}
			}
		}
	}
	return 0
}

// FromDeadline reports whether a duration or a point in time is computed from
// what some context says of its deadline: such a limit keeps the caller's.
func (in *Info) FromDeadline(v ssa.Value) bool {
	return v != nil && in.fromDeadline(v, map[ssa.Value]bool{})
}

func (in *Info) fromDeadline(v ssa.Value, seen map[ssa.Value]bool) bool {
	if seen[v] {
		return false
	}
	seen[v] = true
	switch x := in.canonical(v).(type) {
	case *ssa.Extract:
		return in.fromDeadline(x.Tuple, seen)
	case *ssa.Phi:
		for _, e := range x.Edges {
			if e != v && in.fromDeadline(e, seen) {
				return true
			}
		}
	case *ssa.UnOp:
		if vals, _ := in.stored(x); len(vals) > 1 {
			for _, val := range vals {
				if in.fromDeadline(val, seen) {
					return true
				}
			}
		}
	case *ssa.BinOp:
		return in.fromDeadline(x.X, seen) || in.fromDeadline(x.Y, seen)
	case *ssa.Convert:
		return in.fromDeadline(x.X, seen)
	case *ssa.Call:
		if contextMethod(x, "Deadline") != nil {
			return true
		}
		for _, a := range x.Common().Args {
			switch catalog.TypeName(a.Type()) {
			case "time.Time", "time.Duration":
				if in.fromDeadline(a, seen) {
					return true
				}
			}
		}
	}
	return false
}
