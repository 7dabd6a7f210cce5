package deadline

import (
	"encoding/json"
	"go/constant"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/budgetlint/budgetlint/internal/catalog"
)

// mixed is the verdict for a client of which something is known, but not one
// thing: two makers that differ, an option that cannot be told. Unlike a
// client of unknown making it never counts as unbounded.
const mixed = catalog.Bounded + 1

// connType is the client behind every gRPC stub.
const connType = "google.golang.org/grpc.ClientConn"

type boundKey struct {
	v   ssa.Value
	typ string
}

// Client returns what the making of the client v says of the calls made with
// it; typ is the type's name in the catalogue. Unknown is: nothing is known of
// its making.
func (in *Info) client(v ssa.Value, typ string) catalog.Bound {
	key := boundKey{v, typ}
	if b, ok := in.memoBound[key]; ok {
		return b
	}
	if in.bounding[key] || len(in.bounding) > 60 {
		return catalog.Unknown
	}
	in.bounding[key] = true
	b := in.makes(v, typ)
	delete(in.bounding, key)
	in.memoBound[key] = b
	return b
}

func joinBound(bs ...catalog.Bound) catalog.Bound {
	if len(bs) == 0 {
		return catalog.Unknown
	}
	out := bs[0]
	for _, b := range bs[1:] {
		if b != out {
			return mixed
		}
	}
	return out
}

func (in *Info) makes(v ssa.Value, typ string) catalog.Bound {
	row := in.table.Client(catalog.TypeName(v.Type()))
	switch x := v.(type) {
	case *ssa.Phi:
		if b := in.touchedIf(v, row); b != catalog.Unknown {
			return b
		}
		var bs []catalog.Bound
		for _, e := range x.Edges {
			if e != v && !isNilConst(e) {
				bs = append(bs, in.client(e, typ))
			}
		}
		return joinBound(bs...)
	case *ssa.MakeInterface:
		return in.client(x.X, typ)
	case *ssa.ChangeInterface:
		return in.client(x.X, typ)
	case *ssa.ChangeType:
		return in.client(x.X, typ)
	case *ssa.TypeAssert:
		return in.client(x.X, typ)
	case *ssa.Extract:
		switch t := x.Tuple.(type) {
		case *ssa.Call:
			return in.made(t, x.Index, typ)
		case *ssa.TypeAssert:
			return in.client(t.X, typ)
		}
	case *ssa.Call:
		return in.made(x, 0, typ)
	case *ssa.Alloc:
		return in.literal(x, typ)
	case *ssa.FieldAddr: // a client that is itself a field: &s.client
		return in.held(x, fieldOf(x), typ)
	case *ssa.FreeVar:
		if b, _ := in.binding(x); b != nil {
			return in.client(b, typ)
		}
	case *ssa.Parameter:
		if b := in.touchedIf(v, row); b != catalog.Unknown {
			return b
		}
		return in.parameter(x, typ)
	case *ssa.UnOp:
		if x.Op != token.MUL {
			break
		}
		switch addr := x.X.(type) {
		case *ssa.Alloc, *ssa.FreeVar:
			for _, r := range *x.X.Referrers() { // what is done to the variable's client elsewhere
				if u, ok := r.(*ssa.UnOp); ok {
					if b := in.touchedIf(u, row); b != catalog.Unknown {
						return b
					}
				}
			}
			if a, ok := addr.(*ssa.Alloc); ok {
				if _, ok := deref(a.Type()).Underlying().(*types.Struct); ok {
					return in.literal(a, typ) // a client, or a wrapper of one, by value
				}
			}
			vals, ok := in.stored(x)
			if !ok || len(vals) == 0 {
				return catalog.Unknown
			}
			var bs []catalog.Bound
			for _, val := range vals {
				if !isNilConst(val) {
					bs = append(bs, in.client(val, typ))
				}
			}
			return joinBound(bs...)
		case *ssa.FieldAddr:
			return in.held(addr, fieldOf(addr), typ)
		case *ssa.Global:
			return in.variable(addr, typ)
		}
	case *ssa.Field:
		return in.held(x, x.X.Type().Underlying().(*types.Struct).Field(x.Field), typ)
	case *ssa.Global:
		return in.variable(x, typ)
	}
	return catalog.Unknown
}

func isPointer(t types.Type) bool {
	_, ok := t.Underlying().(*types.Pointer)
	return ok
}

// literal returns the verdict of a client made in place: &http.Client{...},
// var d net.Dialer, new(http.Client).
func (in *Info) literal(a *ssa.Alloc, typ string) catalog.Bound {
	t := deref(a.Type())
	row := in.table.Client(catalog.TypeName(t))
	if row == nil {
		if _, ok := t.Underlying().(*types.Struct); ok {
			return in.wrapper(a, typ)
		}
		return catalog.Unknown
	}
	return in.structure(a, row)
}

// structure evaluates the stores to the fields of a client's variable.
func (in *Info) structure(a *ssa.Alloc, row *catalog.Client) catalog.Bound {
	st, ok := deref(a.Type()).Underlying().(*types.Struct)
	if !ok {
		return catalog.Unknown
	}
	inner := map[string]ssa.Value{}
	var whole, escaped = catalog.Unknown, false
	stored := false
	off := false
	var visit func(addr ssa.Value) catalog.Bound
	visit = func(addr ssa.Value) catalog.Bound {
		if addr.Referrers() == nil {
			return catalog.Unknown
		}
		for _, r := range *addr.Referrers() {
			switch r := r.(type) {
			case *ssa.FieldAddr:
				name := st.Field(r.Field).Name()
				for _, rr := range *r.Referrers() {
					s, ok := rr.(*ssa.Store)
					if !ok || s.Addr != r {
						continue
					}
					if contains(row.Fields, name) {
						switch in.off(s.Val, row) {
						case catalog.Bounded:
							return catalog.Bounded
						case catalog.Unbounded:
							off = true
						}
					}
					if row.Inner[name] != "" {
						inner[name] = s.Val
					}
				}
				if key := row.Inner[name]; key != "" {
					if b := in.touchedInner(r, key, 0); b == catalog.Bounded {
						return b
					}
				}
			case *ssa.Store:
				if _, zero := r.Val.(*ssa.Const); zero && r.Addr == addr {
					continue
				}
				if r.Addr == addr {
					// The variable is a copy of another client.
					if u, ok := r.Val.(*ssa.UnOp); ok {
						whole, stored = in.client(u, row.Type), true
					} else {
						whole, stored = in.client(r.Val, row.Type), true
					}
				} else if fa, ok := r.Addr.(*ssa.FieldAddr); ok {
					// Kept in a field: what the package sets through it counts.
					if in.setThrough(fieldOf(fa), row) {
						return catalog.Bounded
					}
				} else if g, ok := r.Addr.(*ssa.Global); ok {
					if v, ok := g.Object().(*types.Var); ok && in.setThrough(v, row) {
						return catalog.Bounded
					}
				} else if v, ok := r.Addr.(*ssa.Alloc); ok {
					// Kept in another local variable, and used through it.
					for _, l := range *v.Referrers() {
						if u, ok := l.(*ssa.UnOp); ok {
							if b := visit(u); b == catalog.Bounded {
								return b
							}
						}
					}
				}
			case *ssa.MakeClosure:
				if fn, ok := r.Fn.(*ssa.Function); ok {
					for i, b := range r.Bindings {
						if b == addr && i < len(fn.FreeVars) {
							if b := visit(fn.FreeVars[i]); b == catalog.Bounded {
								return b
							}
						}
					}
				}
			case *ssa.Phi:
				if r != addr {
					for _, rr := range *r.Referrers() {
						if fa, ok := rr.(*ssa.FieldAddr); ok && contains(row.Fields, st.Field(fa.Field).Name()) {
							return mixed
						}
					}
				}
			case ssa.CallInstruction:
				switch in.handed(r, addr, row) {
				case catalog.Bounded:
					return catalog.Bounded
				case mixed:
					escaped = true
				}
			case *ssa.Return:
				// What the package's callers set on the result counts.
				if in.setOnResult(r, addr, row) {
					return catalog.Bounded
				}
			}
		}
		return catalog.Unknown
	}
	if b := visit(a); b != catalog.Unknown {
		return b
	}
	if escaped {
		return mixed
	}
	if stored {
		return whole
	}
	if off {
		return catalog.Unbounded
	}
	var bs []catalog.Bound
	for name, key := range row.Inner {
		val, set := inner[name]
		if !set || isNilConst(val) {
			continue
		}
		b := in.inner(val, key)
		if b == catalog.Unknown {
			b = mixed // injected from elsewhere
		}
		bs = append(bs, b)
	}
	if len(bs) > 0 {
		return joinBound(bs...)
	}
	if row.Type == "net/http.Client" {
		if n, ok := types.Unalias(deref(a.Type())).(*types.Named); ok && in.limitedDefault(n.Obj().Pkg()) {
			return catalog.Bounded
		}
	}
	return row.Zero
}

// setThrough reports whether some store in the package, or a setter, bounds
// the client that the field or variable holds.
func (in *Info) setThrough(f *types.Var, row *catalog.Client) bool {
	for _, s := range in.sets[f] {
		if contains(row.Fields, s.field) && in.off(s.val, row) == catalog.Bounded {
			return true
		}
	}
	if row.Setters == "" {
		return false
	}
	for _, c := range in.calls {
		if fn := Callee(c.Common()); fn != nil && contains(row.Setters, fn.Name()) {
			if r := receiver(c.Common()); r != nil && holder(in.canonical(r)) == f {
				return true
			}
		}
	}
	return false
}

// handed returns what a call does to a client whose address it is handed:
// Bounded if it sets a limit, mixed if it may.
func (in *Info) handed(c ssa.CallInstruction, addr ssa.Value, row *catalog.Client) catalog.Bound {
	common := c.Common()
	fn := Callee(common)
	if receiver(common) == addr {
		if fn != nil && contains(row.Setters, fn.Name()) {
			return catalog.Bounded
		}
		return catalog.Unknown // its own methods use it
	}
	for i, a := range common.Args {
		if a != addr {
			continue
		}
		if f := in.body(common); f != nil && i < len(f.Params) {
			if in.setsParam(f, i, row) {
				return catalog.Bounded
			}
			return catalog.Unknown
		}
		if fn == nil {
			return mixed // an option: func(*http.Client)
		}
		if s := in.imported(fn); s != nil {
			if slices.Contains(s.Bounds, i) {
				return catalog.Bounded
			}
			return catalog.Unknown
		}
	}
	return catalog.Unknown
}

// setsParam reports whether f, or a function that it hands it to, sets a
// limiting field of its i-th parameter.
func (in *Info) setsParam(f *ssa.Function, i int, row *catalog.Client) bool {
	return in.setsParamBelow(f, i, row, 0)
}

func (in *Info) setsParamBelow(f *ssa.Function, i int, row *catalog.Client, depth int) bool {
	p := f.Params[i]
	if p.Referrers() == nil || depth > 3 {
		return false
	}
	st, ok := deref(p.Type()).Underlying().(*types.Struct)
	if !ok {
		return false
	}
	for _, r := range *p.Referrers() {
		if c, ok := r.(ssa.CallInstruction); ok {
			if g := in.body(c.Common()); g != nil {
				if n := slices.Index(c.Common().Args, ssa.Value(p)); n >= 0 && n < len(g.Params) && in.setsParamBelow(g, n, row, depth+1) {
					return true
				}
			}
		}
		if fa, ok := r.(*ssa.FieldAddr); ok && contains(row.Fields, st.Field(fa.Field).Name()) {
			for _, rr := range *fa.Referrers() {
				if s, ok := rr.(*ssa.Store); ok && s.Addr == fa {
					return true
				}
			}
		}
	}
	return false
}

// setOnResult reports whether a caller in this package sets a limiting field of
// the client that a function returns.
func (in *Info) setOnResult(r *ssa.Return, addr ssa.Value, row *catalog.Client) bool {
	n := slices.Index(r.Results, addr)
	for _, u := range in.uses[r.Parent()] {
		c, ok := u.call.(*ssa.Call)
		if !ok {
			continue
		}
		var v ssa.Value = c
		if len(r.Results) > 1 {
			if v = extract(c, n); v == nil {
				continue
			}
		}
		if in.touched(v, row, 0) == catalog.Bounded {
			return true
		}
	}
	return false
}

// touched returns what is done to a client after it was made, through the value
// v that points to it or is its address: Bounded if a limit is set, or an inner
// client with one; mixed if that may be; else Unknown.
func (in *Info) touched(v ssa.Value, row *catalog.Client, depth int) catalog.Bound {
	if v.Referrers() == nil || depth > 4 {
		return catalog.Unknown
	}
	st, _ := deref(v.Type()).Underlying().(*types.Struct)
	out := catalog.Unknown
	note := func(b catalog.Bound) {
		switch {
		case b == catalog.Bounded || out == catalog.Bounded:
			out = catalog.Bounded
		case b != catalog.Unknown:
			out = mixed
		}
	}
	for _, r := range *v.Referrers() {
		switch r := r.(type) {
		case *ssa.FieldAddr:
			if st == nil || r.X != v {
				continue
			}
			name := st.Field(r.Field).Name()
			switch {
			case contains(row.Fields, name):
				for _, rr := range *r.Referrers() {
					if s, ok := rr.(*ssa.Store); ok && s.Addr == r && in.off(s.Val, row) == catalog.Bounded {
						note(catalog.Bounded)
					}
				}
			case row.Inner[name] != "":
				note(in.touchedInner(r, row.Inner[name], depth))
			}
		case ssa.CallInstruction:
			note(in.handed(r, v, row))
		case *ssa.Store:
			if r.Val != v {
				continue
			}
			switch a := r.Addr.(type) {
			case *ssa.FieldAddr:
				if in.setThrough(fieldOf(a), row) {
					note(catalog.Bounded)
				}
			case *ssa.Alloc: // a variable that is captured
				for _, l := range *a.Referrers() {
					if u, ok := l.(*ssa.UnOp); ok {
						note(in.touched(u, row, depth+1))
					}
				}
			}
		}
	}
	return out
}

// touchedIf is touched for a value that may be no client of the catalogue.
func (in *Info) touchedIf(v ssa.Value, row *catalog.Client) catalog.Bound {
	if row == nil {
		return catalog.Unknown
	}
	return in.touched(v, row, 0)
}

// touchedInner returns what is done to the inner client in a field.
func (in *Info) touchedInner(fa *ssa.FieldAddr, typ string, depth int) catalog.Bound {
	row := in.table.Client(typ)
	if row == nil {
		return catalog.Unknown
	}
	for _, r := range *fa.Referrers() {
		switch r := r.(type) {
		case *ssa.Store:
			if r.Addr != fa {
				continue
			}
			switch b := in.inner(r.Val, typ); b {
			case catalog.Unbounded:
			case catalog.Unknown:
				return mixed
			default:
				return b
			}
		case *ssa.UnOp:
			if b := in.touched(r, row, depth+1); b != catalog.Unknown {
				return b
			}
		}
	}
	return in.touched(fa, row, depth+1) // a client that is itself the field
}

// inner returns the verdict of what a client's field holds: another client, or
// a function that returns one.
func (in *Info) inner(v ssa.Value, typ string) catalog.Bound {
	if _, ok := v.Type().Underlying().(*types.Signature); ok {
		if f := in.closureIn(in.canonical(v)); f != nil {
			return in.returnsClient(f, 0, typ)
		}
		return catalog.Unknown
	}
	return in.client(v, in.argType(v, typ))
}

// off returns Unbounded for a value that switches a limit off, Unknown for one
// that leaves it to the library, and Bounded for any other: a limit from a
// parameter or a configuration is one.
func (in *Info) off(v ssa.Value, row *catalog.Client) catalog.Bound {
	c, ok := in.canonical(v).(*ssa.Const)
	if !ok {
		return catalog.Bounded
	}
	if c.Value == nil || c.Value.Kind() != constant.Int {
		return catalog.Unknown
	}
	n := constant.Sign(c.Value)
	switch {
	case row.NegativeOff && n < 0:
		return catalog.Unbounded
	case row.NegativeOff && n == 0:
		return catalog.Unknown
	case n <= 0:
		return catalog.Unbounded
	}
	return catalog.Bounded
}

// wrapper returns the verdict of a struct of this package that stands for a
// client: a RoundTripper that adds a header. Its own limit or that of the
// client inside counts.
func (in *Info) wrapper(a *ssa.Alloc, typ string) catalog.Bound {
	t := deref(a.Type())
	n, ok := types.Unalias(t).(*types.Named)
	if !ok {
		return catalog.Unknown
	}
	if n.Obj().Pkg() != in.pass.Pkg {
		return catalog.Unknown
	}
	for m := range n.Methods() {
		if f := a.Parent().Prog.FuncValue(m); f != nil && in.limits(f) {
			return catalog.Bounded
		}
	}
	var bs []catalog.Bound
	for _, r := range *a.Referrers() {
		fa, ok := r.(*ssa.FieldAddr)
		if !ok || !implementsSame(fieldOf(fa).Type(), typ) {
			continue
		}
		for _, rr := range *fa.Referrers() {
			if s, ok := rr.(*ssa.Store); ok && s.Addr == fa {
				bs = append(bs, in.client(s.Val, typ))
			}
		}
	}
	return joinBound(bs...)
}

// implementsSame reports whether a field of type t can hold what typ names: the
// type itself, or the interface that is used for it.
func implementsSame(t types.Type, typ string) bool {
	name := catalog.TypeName(t)
	return name == typ || typ == "net/http.Transport" && name == "net/http.RoundTripper" || typ == connType && name == connType+"Interface"
}

// limits reports whether a function puts a limit on some context itself.
func (in *Info) limits(f *ssa.Function) bool {
	for _, b := range f.Blocks {
		for _, i := range b.Instrs {
			switch i := i.(type) {
			case ssa.CallInstruction:
				if fn := Callee(i.Common()); fn != nil && in.table.Limiter(fn) != nil {
					return true
				}
			}
		}
	}
	return slices.ContainsFunc(f.AnonFuncs, in.limits)
}

// made returns the verdict of a client that a call returns.
func (in *Info) made(c *ssa.Call, index int, typ string) catalog.Bound {
	fn := Callee(c.Common())
	if fn == nil {
		if f := in.body(c.Common()); f != nil {
			return in.returnsClient(f, index, typ)
		}
		return catalog.Unknown
	}
	// What is done to the result afterwards counts first.
	var result ssa.Value = c
	if fn.Signature().Results().Len() > 1 {
		result = extract(c, index)
	}
	row := in.table.Client(catalog.TypeName(resultType(fn, index)))
	if row != nil && result != nil {
		if b := in.touched(result, row, 0); b != catalog.Unknown {
			return b
		}
	}
	if m := in.table.Maker(fn); m != nil {
		return in.maker(m, c, typ)
	}
	if r := receiver(c.Common()); r != nil && row != nil && row.Chain && catalog.TypeName(r.Type()) == row.Type {
		if contains(row.Setters, fn.Name()) {
			return catalog.Bounded
		}
		return in.client(r, row.Type)
	}
	// A function that turns one client into another: a stub from a
	// connection, a copy.
	if typ == connType || fn.Name() == "Clone" {
		for _, a := range c.Common().Args {
			if name := catalog.TypeName(a.Type()); name == typ || typ == connType && name == connType+"Interface" {
				return in.client(a, typ)
			}
		}
	}
	if f := in.body(c.Common()); f != nil {
		return in.returnsClient(f, index, typ)
	}
	if s := in.imported(fn); s != nil {
		for _, m := range s.Makes {
			if m.Result == index {
				return m.Bound
			}
		}
		return catalog.Unknown
	}
	return catalog.Unknown
}

// A Making is a call that makes a client without what would bound its calls.
type Making struct {
	Call *ssa.Call
	Row  *catalog.Maker
}

// Name is what to call the function.
func (m Making) Name() string { return callName(Callee(m.Call.Common())) }

// Makings returns the calls that make a client without an option that it needs,
// in order.
func (in *Info) Makings() []Making {
	if in.table == nil {
		return nil
	}
	var out []Making
	for _, c := range in.calls {
		call, ok := c.(*ssa.Call)
		if !ok {
			continue
		}
		fn := Callee(c.Common())
		m := in.table.Maker(fn)
		if m == nil || m.Lacks == "" {
			continue
		}
		if in.made(call, 0, catalog.TypeName(resultType(fn, 0))) == catalog.Unbounded {
			out = append(out, Making{call, m})
		}
	}
	return out
}

// maker applies the row of a library function that makes a client.
func (in *Info) maker(m *catalog.Maker, c *ssa.Call, typ string) catalog.Bound {
	if m.Options {
		if b := in.options(c.Common(), false); b != catalog.Unknown {
			return b
		}
	}
	if m.Key != "" {
		if b := in.keyed(c.Common(), m.Key); b != catalog.Unknown {
			return b
		}
	}
	if m.Arg == 0 {
		return m.Result
	}
	arg := argument(c.Common(), m.Arg)
	if arg == nil {
		return m.Result
	}
	if isNilConst(arg) && m.Result == catalog.Unknown {
		if row := in.table.Client(catalog.TypeName(arg.Type())); row != nil {
			return row.Zero
		}
	}
	b := catalog.Unknown
	if sig := Callee(c.Common()).Signature(); sig.Variadic() && m.Arg == sig.Params().Len() {
		elems, ok := in.elements(arg)
		if !ok {
			return mixed
		}
		var bs []catalog.Bound
		for _, e := range elems {
			bs = append(bs, in.client(e, in.argType(e, typ)))
		}
		if slices.Contains(bs, catalog.Bounded) {
			return catalog.Bounded
		}
		b = joinBound(bs...)
	} else {
		b = in.client(arg, in.argType(arg, typ))
	}
	if b != catalog.Unknown {
		return b
	}
	return m.Result
}

// argType is the catalogue's type to ask about a maker's argument: its own,
// where the catalogue knows it, else the one that was asked for.
func (in *Info) argType(v ssa.Value, typ string) string {
	if name := catalog.TypeName(in.canonical(v).Type()); in.table.Client(name) != nil {
		return name
	}
	return typ
}

func resultType(fn *types.Func, index int) types.Type {
	r := fn.Signature().Results()
	if index < r.Len() {
		return r.At(index).Type()
	}
	return types.Typ[types.Invalid]
}

// returnsClient returns the verdict of the client that a function of this
// package returns.
func (in *Info) returnsClient(f *ssa.Function, index int, typ string) catalog.Bound {
	var bs []catalog.Bound
	for _, b := range f.Blocks {
		r, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return)
		if !ok || index >= len(r.Results) || isNilConst(r.Results[index]) {
			continue
		}
		bs = append(bs, in.client(r.Results[index], typ))
	}
	return joinBound(bs...)
}

// options returns the verdict of a call's variadic options: Bounded if one
// bounds, mixed if one cannot be told, else Unknown.
// once: of the call itself, not of the client that it makes.
func (in *Info) options(c *ssa.CallCommon, once bool) catalog.Bound {
	out := catalog.Unknown
	args := c.Args
	if len(args) == 0 {
		return out
	}
	last := args[len(args)-1]
	elems, ok := in.elements(last)
	if !ok {
		return mixed
	}
	for _, e := range elems {
		switch in.option(e, once) {
		case catalog.Bounded:
			return catalog.Bounded
		case mixed:
			out = mixed
		}
	}
	return out
}

// hasOption reports whether an option made by the named function is among a
// call's variadic ones.
func (in *Info) hasOption(c *ssa.CallCommon, name string) bool {
	if len(c.Args) == 0 {
		return false
	}
	elems, _ := in.elements(c.Args[len(c.Args)-1])
	return slices.ContainsFunc(elems, func(e ssa.Value) bool {
		call, ok := in.canonical(e).(*ssa.Call)
		return ok && catalog.FullName(Callee(call.Common())) == name
	})
}

// elements returns the values in a slice that is made in place or grown by
// append; ok is false where it cannot be told.
func (in *Info) elements(v ssa.Value) (vals []ssa.Value, ok bool) {
	v = in.canonical(v)
	switch x := v.(type) {
	case *ssa.Const:
		return nil, x.IsNil()
	case *ssa.Slice:
		arr, ok := x.X.(*ssa.Alloc)
		if !ok {
			return nil, false
		}
		for _, r := range *arr.Referrers() {
			ia, ok := r.(*ssa.IndexAddr)
			if !ok {
				continue
			}
			for _, rr := range *ia.Referrers() {
				if s, ok := rr.(*ssa.Store); ok && s.Addr == ia {
					vals = append(vals, s.Val)
				}
			}
		}
		return vals, true
	case *ssa.Call:
		if b, isB := x.Common().Value.(*ssa.Builtin); isB && b.Name() == "append" {
			for _, a := range x.Common().Args {
				more, ok := in.elements(a)
				if !ok {
					return nil, false
				}
				vals = append(vals, more...)
			}
			return vals, true
		}
		if f := in.body(x.Common()); f != nil {
			// A function of the package that returns the options.
			for _, b := range f.Blocks {
				if r, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return); ok && len(r.Results) == 1 {
					more, ok := in.elements(r.Results[0])
					if !ok {
						return nil, false
					}
					vals = append(vals, more...)
				}
			}
			return vals, true
		}
	case *ssa.Phi:
		for _, e := range x.Edges {
			if e == v {
				continue
			}
			if _, phi := e.(*ssa.Phi); phi {
				return nil, false
			}
			// append in a loop or a branch: what it starts from is an edge too.
			if c, ok := e.(*ssa.Call); ok && slices.Contains(c.Common().Args, v) {
				for _, a := range c.Common().Args {
					if a == v {
						continue
					}
					more, ok := in.elements(a)
					if !ok {
						return nil, false
					}
					vals = append(vals, more...)
				}
				continue
			}
			more, ok := in.elements(e)
			if !ok {
				return nil, false
			}
			vals = append(vals, more...)
		}
		return vals, true
	}
	return nil, false
}

func (in *Info) option(v ssa.Value, once bool) catalog.Bound {
	v = in.canonical(v)
	if p, ok := v.(*ssa.Phi); ok {
		for _, e := range p.Edges {
			if b := in.option(e, once); b != catalog.Unknown {
				return mixed
			}
		}
		return catalog.Unknown
	}
	c, ok := v.(*ssa.Call)
	if !ok {
		return mixed
	}
	fn := Callee(c.Common())
	o := in.table.Option(fn)
	if o == nil {
		if fn != nil && in.body(c.Common()) == nil && in.imported(fn) == nil {
			return catalog.Unknown // a library's option that no row names
		}
		return mixed
	}
	if o.Once && !once {
		return catalog.Unknown
	}
	if o.Bound != catalog.Unknown {
		if o.Bound == catalog.Unbounded {
			return catalog.Unknown
		}
		return o.Bound
	}
	arg := argument(c.Common(), o.Arg)
	if arg == nil {
		return catalog.Unknown
	}
	switch o.Look {
	case catalog.LookDuration:
		if in.off(arg, &catalog.Client{}) == catalog.Bounded {
			return catalog.Bounded
		}
	case catalog.LookClient:
		return in.client(arg, in.argType(arg, ""))
	case catalog.LookServiceConfig:
		s, ok := in.canonical(arg).(*ssa.Const)
		if !ok || s.Value == nil || s.Value.Kind() != constant.String {
			return mixed
		}
		if serviceConfigLimits(constant.StringVal(s.Value)) {
			return catalog.Bounded
		}
	case catalog.LookInterceptor:
		return in.interceptors(arg)
	}
	return catalog.Unknown
}

// serviceConfigLimits reports whether a gRPC service config gives a method a
// timeout.
func serviceConfigLimits(s string) bool {
	var cfg struct {
		MethodConfig []struct{ Timeout string }
	}
	if json.Unmarshal([]byte(s), &cfg) != nil {
		return false // grpc refuses it, too
	}
	for _, m := range cfg.MethodConfig {
		if m.Timeout != "" {
			return true
		}
	}
	return false
}

// interceptors returns whether a client interceptor, or one of several, puts a
// limit on the call.
func (in *Info) interceptors(v ssa.Value) catalog.Bound {
	vals := []ssa.Value{v}
	if _, ok := v.Type().Underlying().(*types.Slice); ok {
		elems, ok := in.elements(v)
		if !ok {
			return mixed
		}
		vals = elems
	}
	out := catalog.Unknown
	for _, v := range vals {
		switch in.interceptor(v) {
		case catalog.Bounded:
			return catalog.Bounded
		case mixed:
			out = mixed
		}
	}
	return out
}

func (in *Info) interceptor(v ssa.Value) catalog.Bound {
	v = in.canonical(v)
	if f := in.closureIn(v); f != nil {
		if in.limits(f) {
			return catalog.Bounded
		}
		return catalog.Unknown
	}
	if f, ok := v.(*ssa.Function); ok {
		if s := in.imported(declared(f)); s != nil && !s.Limits {
			return catalog.Unknown
		}
		return in.named(declared(f))
	}
	c, ok := v.(*ssa.Call)
	if !ok {
		return mixed
	}
	if f := in.body(c.Common()); f != nil {
		if in.limits(f) {
			return catalog.Bounded
		}
		return catalog.Unknown
	}
	fn := Callee(c.Common())
	if s := in.imported(fn); s != nil {
		if s.Limits {
			return catalog.Bounded
		}
		return catalog.Unknown
	}
	if o := in.table.Option(fn); o != nil {
		return o.Bound
	}
	return in.named(fn)
}

// named is the verdict of a library's interceptor: it limits nothing unless
// its name says so.
func (in *Info) named(fn *types.Func) catalog.Bound {
	if fn == nil || fn.Pkg() == nil {
		return mixed
	}
	for _, s := range []string{fn.Name(), fn.Pkg().Path()} {
		if s = strings.ToLower(s); strings.Contains(s, "timeout") || strings.Contains(s, "deadline") {
			return mixed
		}
	}
	return catalog.Unknown
}

func declared(f *ssa.Function) *types.Func {
	fn, _ := f.Object().(*types.Func)
	return fn
}

// held returns the verdict of a client kept in a field: what the package's
// constructors put there.
func (in *Info) held(at ssa.Value, f *types.Var, typ string) catalog.Bound {
	if row := in.table.Client(typ); row != nil && in.setThrough(f, row) {
		return catalog.Bounded
	}
	if fa, ok := at.(*ssa.FieldAddr); ok {
		// A field of a struct made in this function.
		if base, ok := in.canonical(fa.X).(*ssa.Alloc); ok {
			if val := onlyStore(base, fa.Field); val != nil {
				return in.client(val, typ)
			}
		}
	}
	vals := in.fieldStores[f]
	if len(vals) == 0 && f.Pkg() != in.pass.Pkg {
		// A part of a library's client, promoted or named: the whole decides.
		switch x := at.(type) {
		case *ssa.FieldAddr:
			return in.client(x.X, typ)
		case *ssa.Field:
			return in.client(x.X, typ)
		}
	}
	if len(vals) == 0 {
		if !isPointer(f.Type()) && catalog.TypeName(f.Type()) == typ && f.Pkg() == in.pass.Pkg && !f.Exported() {
			if row := in.table.Client(typ); row != nil {
				return row.Zero // never set: the zero value
			}
		}
		return catalog.Unknown
	}
	var bs []catalog.Bound
	for _, v := range vals {
		if !isNilConst(v) {
			bs = append(bs, in.client(v, typ))
		}
	}
	b := joinBound(bs...)
	if b == catalog.Unbounded && f.Exported() && exportedOwner(at) && f.Pkg() == in.pass.Pkg && in.pass.Pkg.Name() != "main" {
		return mixed // others may set it
	}
	return b
}

// exportedOwner reports whether the struct that a field is selected from has an
// exported type, so that other packages can set the field.
func exportedOwner(at ssa.Value) bool {
	var x ssa.Value
	switch at := at.(type) {
	case *ssa.FieldAddr:
		x = at.X
	case *ssa.Field:
		x = at.X
	default:
		return true
	}
	t := x.Type()
	if p, ok := types.Unalias(t).(*types.Pointer); ok {
		t = p.Elem()
	}
	n, ok := types.Unalias(t).(*types.Named)
	return !ok || n.Obj().Exported()
}

// variable returns the verdict of a client kept in a package variable.
func (in *Info) variable(g *ssa.Global, typ string) catalog.Bound {
	obj, ok := g.Object().(*types.Var)
	if !ok {
		return catalog.Unknown
	}
	row := in.table.Client(typ)
	if row != nil && in.setThrough(obj, row) {
		return catalog.Bounded
	}
	if obj.Pkg() != in.pass.Pkg {
		switch obj.Pkg().Path() + "." + obj.Name() {
		case "net/http.DefaultClient", "net/http.DefaultTransport":
			return catalog.Unbounded
		}
		if s := in.importedVar(obj); s != nil {
			return s.Bound
		}
		return catalog.Unknown
	}
	vals := in.globals[g]
	if len(vals) == 0 {
		if row != nil && !isPointer(obj.Type()) && catalog.TypeName(obj.Type()) == typ {
			return row.Zero
		}
		return catalog.Unknown
	}
	var bs []catalog.Bound
	for _, v := range vals {
		if !isNilConst(v) {
			bs = append(bs, in.client(v, typ))
		}
	}
	return joinBound(bs...)
}

// parameter returns the verdict of a client that a function is handed: what
// all its callers in the package hand it, where the package sees them all.
func (in *Info) parameter(p *ssa.Parameter, typ string) catalog.Bound {
	fn := p.Parent()
	if row := in.table.Client(catalog.TypeName(p.Type())); row != nil && in.setsParam(fn, slices.Index(fn.Params, p), row) {
		return catalog.Bounded
	}
	obj := declared(fn)
	if obj == nil || obj.Exported() || fn.Parent() != nil {
		return catalog.Unknown
	}
	uses := in.uses[fn]
	if len(uses) == 0 {
		return catalog.Unknown
	}
	i := slices.Index(fn.Params, p)
	var bs []catalog.Bound
	for _, u := range uses {
		if u.call == nil || i >= len(u.call.Common().Args) {
			return catalog.Unknown
		}
		bs = append(bs, in.client(u.call.Common().Args[i], typ))
	}
	return joinBound(bs...)
}

func contains(words, w string) bool {
	for words != "" {
		var f string
		f, words, _ = strings.Cut(words, " ")
		if f == w {
			return true
		}
	}
	return false
}
