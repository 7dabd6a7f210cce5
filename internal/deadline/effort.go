package deadline

import (
	"encoding/json"
	"go/constant"
	"go/token"
	"go/types"
	"math"
	"slices"
	"time"

	"golang.org/x/tools/go/ssa"

	"github.com/budgetlint/budgetlint/internal/catalog"
)

// An amount is what is known of one number of an effort. The zero value is:
// nothing says it.
type amount struct {
	said, known bool
	n           float64 // catalog.NoLimit is no limit
}

func is(n float64) amount { return amount{said: true, known: true, n: n} }

var untold = amount{said: true}

// An effort is what is known of how often and how long something is tried, and
// of what ends it before.
type effort struct {
	amounts [catalog.Longest + 1]amount // by catalog.Aspect
	sum     amount                      // of all pauses, where they are listed
	// told are the contexts that end it; mayTell: perhaps there is one more.
	told    []ssa.Value
	mayTell bool
	// filters pick the errors that are tried again.
	filters []ssa.Value
	// unseen: how it was made is not seen.
	unseen bool
}

// unseen is the effort of what is made out of sight.
func unseenEffort() effort {
	e := effort{mayTell: true, unseen: true}
	for i := range e.amounts {
		e.amounts[i] = untold
	}
	e.sum = untold
	return e
}

func based(b catalog.Effort) effort {
	var e effort
	put := func(a catalog.Aspect, n float64) {
		switch {
		case n == 0:
		case n < 0 && a != catalog.Attempts && a != catalog.Total:
			e.amounts[a] = untold
		default:
			e.amounts[a] = is(n)
		}
	}
	put(catalog.Attempts, float64(b.Attempts))
	put(catalog.Total, float64(b.Total))
	put(catalog.Pause, float64(b.Pause))
	put(catalog.Factor, b.Factor)
	put(catalog.Longest, float64(b.Longest))
	return e
}

// over is e where b says nothing, else b.
func (e effort) over(b effort) effort {
	for i, a := range b.amounts {
		if a.said {
			e.amounts[i] = a
		}
	}
	if b.sum.said {
		e.sum = b.sum
	}
	if len(b.told) > 0 {
		e.told = b.told
	}
	e.mayTell = e.mayTell || b.mayTell
	e.filters = append(slices.Clone(e.filters), b.filters...)
	e.unseen = e.unseen || b.unseen
	return e
}

// either is what is true of both of two efforts.
func either(a, b effort) effort {
	for i := range a.amounts {
		if a.amounts[i] != b.amounts[i] {
			a.amounts[i] = untold
		}
	}
	if a.sum != b.sum {
		a.sum = untold
	}
	a.mayTell = a.mayTell || b.mayTell || (len(a.told) == 0) != (len(b.told) == 0)
	if len(a.told) == 0 || len(b.told) == 0 {
		a.told = nil
	} else {
		a.told = dedup(append(slices.Clone(a.told), b.told...))
	}
	a.filters = append(slices.Clone(a.filters), b.filters...)
	a.unseen = a.unseen || b.unseen
	return a
}

// attempts is the number of attempts, catalog.NoLimit for no limit, 0 if it is
// not known.
func (e effort) attempts() int {
	if a := e.amounts[catalog.Attempts]; a.known && a.n < math.MaxInt32 {
		return max(int(a.n), catalog.NoLimit)
	}
	return 0
}

// total is the longest time between the first attempt and the last,
// catalog.NoLimit for no limit, 0 if it is not known.
func (e effort) total() time.Duration {
	if a := e.amounts[catalog.Total]; a.known {
		return time.Duration(a.n)
	}
	return 0
}

// pauses is the sum of all pauses; ok is false if it is not known.
func (e effort) pauses() (sum time.Duration, ok bool) {
	if e.sum.said {
		return time.Duration(e.sum.n), e.sum.known
	}
	total, n := e.total(), e.attempts()
	pause, factor, longest := e.amounts[catalog.Pause], e.amounts[catalog.Factor], e.amounts[catalog.Longest]
	if n == 1 {
		return 0, true
	}
	if n <= 0 || !pause.known || factor.said && !factor.known || longest.said && !longest.known {
		return total, total > 0
	}
	if !factor.said || factor.n < 1 {
		factor.n = 1
	}
	next, all := pause.n, 0.0
	for range min(n-1, 64) {
		if longest.said && longest.n > 0 {
			next = min(next, longest.n)
		}
		all += next
		next *= factor.n
	}
	if total > 0 {
		all = min(all, float64(total))
	}
	return time.Duration(min(all, math.MaxInt64/2)), true
}

// An estimate finds out the effort of one retrier or client.
type estimate struct {
	in   *Info
	args map[*ssa.Parameter]ssa.Value // of the functions that are looked into
	busy map[ssa.Value]bool
	left int // steps
}

func (in *Info) estimate() *estimate {
	return &estimate{in: in, args: map[*ssa.Parameter]ssa.Value{}, busy: map[ssa.Value]bool{}, left: 300}
}

// value follows v to what it is, also to the argument that a parameter of a
// function that is looked into stands for.
func (x *estimate) value(v ssa.Value) ssa.Value {
	for range 8 {
		v = x.in.canonical(v)
		p, ok := v.(*ssa.Parameter)
		if !ok || x.args[p] == nil {
			return v
		}
		v = x.args[p]
	}
	return v
}

// of returns the effort that the policy or client v means.
func (x *estimate) of(v ssa.Value) effort {
	if v == nil || x.busy[v] || x.left <= 0 {
		return unseenEffort()
	}
	x.left--
	x.busy[v] = true
	e := x.find(v)
	delete(x.busy, v)
	return e
}

func (x *estimate) find(v ssa.Value) effort {
	in := x.in
	switch v := v.(type) {
	case *ssa.Const:
		if v.IsNil() {
			return effort{}
		}
		if row := in.table.PolicyType(catalog.TypeName(v.Type())); row != nil { // the zero value of a struct
			return x.start(row)
		}
	case *ssa.Phi:
		return x.all(v.Edges)
	case *ssa.MakeInterface:
		return x.of(v.X)
	case *ssa.ChangeInterface:
		return x.of(v.X)
	case *ssa.ChangeType:
		return x.of(v.X)
	case *ssa.TypeAssert:
		return x.of(v.X)
	case *ssa.Extract:
		switch t := v.Tuple.(type) {
		case *ssa.Call:
			return x.touched(v, x.made(t, v.Index))
		case *ssa.TypeAssert:
			return x.of(t.X)
		}
	case *ssa.Call:
		return x.touched(v, x.made(v, 0))
	case *ssa.Alloc:
		return x.variable(v)
	case *ssa.Slice:
		return x.list(v)
	case *ssa.MakeClosure:
		if f, ok := v.Fn.(*ssa.Function); ok && f.Synthetic == "" {
			return x.returned(f, nil, 0)
		}
	case *ssa.Function:
		if len(v.Blocks) > 0 {
			return x.returned(v, nil, 0)
		}
	case *ssa.FreeVar:
		if b, _ := in.binding(v); b != nil {
			return x.of(b)
		}
	case *ssa.Parameter:
		return x.parameter(v)
	case *ssa.FieldAddr:
		return x.held(v, fieldOf(v))
	case *ssa.Field:
		return x.held(v, v.X.Type().Underlying().(*types.Struct).Field(v.Field))
	case *ssa.Global:
		return x.global(v)
	case *ssa.UnOp:
		if v.Op == token.MUL {
			return x.load(v)
		}
	}
	return unseenEffort()
}

func (x *estimate) all(vals []ssa.Value) effort {
	var out effort
	first := true
	for _, v := range vals {
		if x.busy[v] {
			continue // a loop adds nothing
		}
		e := x.of(v)
		if first {
			out, first = e, false
		} else {
			out = either(out, e)
		}
	}
	if first {
		return unseenEffort()
	}
	return out
}

func (x *estimate) load(v *ssa.UnOp) effort {
	switch addr := v.X.(type) {
	case *ssa.Alloc:
		if isStruct(addr.Type()) {
			return x.of(addr)
		}
		vals, ok := x.in.stored(v)
		if !ok || len(vals) == 0 {
			return unseenEffort()
		}
		return x.touched(v, x.all(vals))
	case *ssa.FreeVar:
		if b, _ := x.in.captured(addr); b != nil && isStruct(b.Type()) {
			return x.of(b)
		}
		vals, ok := x.in.stored(v)
		if !ok || len(vals) == 0 {
			return unseenEffort()
		}
		return x.touched(v, x.all(vals))
	case *ssa.FieldAddr:
		return x.of(addr)
	case *ssa.Global:
		return x.of(addr)
	case *ssa.Parameter:
		return x.of(addr)
	}
	// A struct behind a pointer that some call made.
	if isStruct(v.X.Type()) {
		return x.of(v.X)
	}
	return unseenEffort()
}

func isStruct(t types.Type) bool {
	_, ok := deref(t).Underlying().(*types.Struct)
	return ok
}

// start is the effort that a row begins with.
func (x *estimate) start(row *catalog.Policy) effort {
	if row.Base == nil {
		return effort{}
	}
	return based(*row.Base)
}

// made returns the effort of what a call returns.
func (x *estimate) made(c *ssa.Call, index int) effort {
	fn := Callee(c.Common())
	if row := x.in.table.Policy(fn); row != nil {
		return x.by(row, c.Common(), nil)
	}
	if f := x.in.body(c.Common()); f != nil {
		return x.returned(f, c, index)
	}
	// What turns one connection into a stub.
	if fn != nil {
		for _, a := range c.Common().Args {
			if name := catalog.TypeName(a.Type()); name == connType || name == connType+"Interface" {
				return x.of(a)
			}
		}
	}
	return unseenEffort()
}

// by returns the effort of the call of a row. around is what an option starts
// from, nil if the call stands for itself.
func (x *estimate) by(row *catalog.Policy, c *ssa.CallCommon, around *effort) effort {
	var e effort
	switch {
	case row.Of != 0:
		e = x.of(argument(c, row.Of))
	case row.Base != nil:
		e = based(*row.Base)
	case around != nil:
		e = *around
	}
	for _, s := range row.Sets {
		if s.Field == "" {
			e = x.set(e, s, settingArg(c, s))
		}
	}
	if row.Options {
		e = x.options(e, c)
	}
	return e
}

// settingArg is the argument that a setting is read from, nil if it is none.
func settingArg(c *ssa.CallCommon, s catalog.Setting) ssa.Value {
	if s.Arg == 0 {
		return nil
	}
	return argument(c, s.Arg)
}

// options applies the values in a call's variadic parameter.
func (x *estimate) options(e effort, c *ssa.CallCommon) effort {
	if len(c.Args) == 0 || !c.Signature().Variadic() {
		return e
	}
	elems, ok := x.in.elements(c.Args[len(c.Args)-1])
	if !ok {
		return e.over(unseenEffort())
	}
	for _, v := range elems {
		e = x.option(e, v)
	}
	return e
}

// option applies one option: a call of a row, a function that sets fields, or a
// policy.
func (x *estimate) option(e effort, v ssa.Value) effort {
	v = x.value(v)
	if g, once := x.once(v); once != nil && x.left > 0 {
		x.left--
		return x.replaceable(g, x.option(e, once))
	}
	if f := x.in.closureIn(v); f != nil {
		if len(f.Params) == 1 && f.Signature.Results().Len() == 0 {
			if row := x.in.table.PolicyType(catalog.TypeName(f.Params[0].Type())); row != nil {
				return x.stores(e, f.Params[0], row)
			}
		}
		return e.over(unseenEffort())
	}
	if c, ok := v.(*ssa.Call); ok {
		fn := Callee(c.Common())
		row := x.in.table.Policy(fn)
		switch {
		case row != nil && row.Base == nil && row.Of == 0:
			return x.by(row, c.Common(), &e)
		case row != nil:
			return e.over(x.touched(c, x.by(row, c.Common(), nil)))
		case fn != nil && x.in.body(c.Common()) == nil && x.in.imported(fn) == nil:
			return e // a library's option that no row names
		}
		if f := x.in.body(c.Common()); f != nil {
			if r := onlyResult(f); r != nil && x.left > 0 {
				x.left--
				x.enter(f, c.Common())
				return x.option(e, r)
			}
		}
		return e.over(unseenEffort())
	}
	return e.over(x.of(v))
}

// once returns the value of a variable of the package that is set once.
func (x *estimate) once(v ssa.Value) (*ssa.Global, ssa.Value) {
	u, ok := v.(*ssa.UnOp)
	if !ok || u.Op != token.MUL {
		return nil, nil
	}
	g, ok := u.X.(*ssa.Global)
	if !ok || len(x.in.globals[g]) != 1 || g.Object() == nil {
		return nil, nil
	}
	return g, x.in.globals[g][0]
}

// replaceable is e where it comes from a variable that other packages may set:
// how short the pauses are and that no context is told are taken to stay.
func (x *estimate) replaceable(g *ssa.Global, e effort) effort {
	if !g.Object().Exported() || x.in.pass.Pkg.Name() == "main" {
		return e
	}
	sum, ok := e.pauses()
	for i := range e.amounts {
		e.amounts[i] = untold
	}
	e.sum = untold
	if ok {
		e.sum = is(float64(sum))
	}
	return e
}

// onlyResult returns the one value that a function returns.
func onlyResult(f *ssa.Function) ssa.Value {
	var v ssa.Value
	for _, b := range f.Blocks {
		if r, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return); ok {
			if v != nil || len(r.Results) != 1 {
				return nil
			}
			v = r.Results[0]
		}
	}
	return v
}

// enter notes the arguments of a call of f, whose body is looked into.
func (x *estimate) enter(f *ssa.Function, c *ssa.CallCommon) {
	for i, p := range f.Params {
		if i < len(c.Args) && c.Args[i] != ssa.Value(p) {
			x.args[p] = c.Args[i]
		}
	}
}

// returned returns the effort of what a function of the package returns; c is
// the call of it, nil where it is handed on as a value.
func (x *estimate) returned(f *ssa.Function, c *ssa.Call, index int) effort {
	if c != nil {
		x.enter(f, c.Common())
	}
	var vals []ssa.Value
	for _, b := range f.Blocks {
		r, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return)
		if ok && index < len(r.Results) && !(isNilConst(r.Results[index]) && len(r.Results) > 1) {
			vals = append(vals, r.Results[index])
		}
	}
	return x.all(dedup(vals))
}

// set applies one setting with its value.
func (x *estimate) set(e effort, s catalog.Setting, v ssa.Value) effort {
	switch s.What {
	case catalog.Context:
		e.told = []ssa.Value{v}
		if v != nil {
			e.told[0] = x.value(v)
		}
		return e
	case catalog.Stop:
		return x.stop(e, v)
	case catalog.Filter:
		if v == nil || !isNilConst(x.value(v)) {
			e.filters = append(slices.Clone(e.filters), v)
		}
		return e
	case catalog.Inner:
		return x.inner(e, v)
	case catalog.ServiceConfig:
		return x.serviceConfig(e, v)
	}
	e.sum = amount{}
	if v == nil && s.Arg != 0 {
		e.amounts[s.What] = untold
		return e
	}
	if v == nil {
		e.amounts[s.What] = is(float64(s.Value))
		if s.Value == catalog.NoLimit && s.What != catalog.Attempts && s.What != catalog.Total {
			e.amounts[s.What] = untold
		}
		return e
	}
	if s.Factors != nil {
		e.amounts[s.What] = untold
		if f, ok := x.value(v).(*ssa.Function); ok {
			if n, ok := s.Factors[catalog.FullName(declared(f))]; ok {
				e.amounts[s.What] = is(n)
			}
		}
		return e
	}
	n, ok := x.number(v)
	switch {
	case !ok:
		e.amounts[s.What] = untold
	case n <= 0 && s.Zero == catalog.ZeroIgnored:
	case n <= 0 && s.Zero == catalog.ZeroNoLimit, n < 0 && s.Zero == catalog.NegativeNoLimit:
		e.amounts[s.What] = is(catalog.NoLimit)
	case s.What == catalog.Attempts:
		e.amounts[s.What] = is(max(n+float64(s.Plus), 1))
	default:
		e.amounts[s.What] = is(n)
	}
	return e
}

// inner applies a policy that is held in a parameter or a field, or several.
func (x *estimate) inner(e effort, v ssa.Value) effort {
	if v == nil || isNilConst(x.value(v)) {
		return e
	}
	if _, ok := v.Type().Underlying().(*types.Slice); ok {
		elems, ok := x.in.elements(v)
		if !ok {
			return e.over(unseenEffort())
		}
		for _, v := range elems {
			e = x.inner(e, v)
		}
		return e
	}
	v = x.value(v)
	if c, ok := v.(*ssa.Call); ok {
		if fn := Callee(c.Common()); fn != nil && x.in.table.Policy(fn) == nil && x.in.body(c.Common()) == nil && x.in.imported(fn) == nil {
			return e // a library's interceptor that no row names
		}
	}
	if f, ok := v.(*ssa.Function); ok && len(f.Blocks) == 0 && x.in.imported(declared(f)) == nil {
		return e
	}
	return e.over(x.of(v))
}

// stop applies a channel that ends the tries: the Done channel of a context.
func (x *estimate) stop(e effort, v ssa.Value) effort {
	v = x.value(v)
	if ctx := x.in.doneOf(v); ctx != nil {
		e.told = []ssa.Value{ctx}
		return e
	}
	if isNilConst(v) || isVariable(v, "k8s.io/apimachinery/pkg/util/wait.NeverStop") {
		return e
	}
	e.mayTell = true
	return e
}

// serviceConfig applies the retries of a gRPC service config that is the same
// for all methods. gRPC makes at most 5 attempts.
func (x *estimate) serviceConfig(e effort, v ssa.Value) effort {
	c, ok := x.value(v).(*ssa.Const)
	if !ok || c.Value == nil || c.Value.Kind() != constant.String {
		e.amounts[catalog.Attempts] = untold
		return e
	}
	var cfg struct {
		MethodConfig []struct {
			RetryPolicy *struct{ MaxAttempts int }
		}
	}
	if json.Unmarshal([]byte(constant.StringVal(c.Value)), &cfg) != nil {
		return e // grpc refuses it, too
	}
	for i, m := range cfg.MethodConfig {
		n := 1
		if m.RetryPolicy != nil {
			n = max(1, min(m.RetryPolicy.MaxAttempts, 5))
		}
		a := is(float64(n))
		if i > 0 && e.amounts[catalog.Attempts] != a {
			a = untold
		}
		e.amounts[catalog.Attempts] = a
	}
	return e
}

// number returns the constant that v is.
func (x *estimate) number(v ssa.Value) (float64, bool) {
	c := x.constant(v, 0)
	if c == nil {
		return 0, false
	}
	n, _ := constant.Float64Val(constant.ToFloat(c))
	return n, true
}

func (x *estimate) constant(v ssa.Value, depth int) constant.Value {
	if v == nil || depth > 6 {
		return nil
	}
	switch v := x.value(v).(type) {
	case *ssa.Const:
		if v.Value != nil && (v.Value.Kind() == constant.Int || v.Value.Kind() == constant.Float) {
			return v.Value
		}
	case *ssa.Convert:
		return x.constant(v.X, depth+1)
	case *ssa.BinOp:
		a, b := x.constant(v.X, depth+1), x.constant(v.Y, depth+1)
		if a == nil || b == nil {
			return nil
		}
		switch v.Op {
		case token.ADD, token.SUB, token.MUL:
			return constant.BinaryOp(a, v.Op, b)
		}
	case *ssa.UnOp:
		// A variable of the package that is set once.
		if g, ok := v.X.(*ssa.Global); ok && v.Op == token.MUL {
			if vals := x.in.globals[g]; len(vals) == 1 && g.Object() != nil && !g.Object().Exported() {
				return x.constant(vals[0], depth+1)
			}
		}
	}
	return nil
}

// variable returns the effort of a struct that is made in place, or of a
// variable that holds one.
func (x *estimate) variable(a *ssa.Alloc) effort {
	row := x.in.table.PolicyType(catalog.TypeName(deref(a.Type())))
	if row == nil {
		return unseenEffort()
	}
	e := x.start(row)
	var whole []ssa.Value
	for _, r := range *a.Referrers() {
		if s, ok := r.(*ssa.Store); ok && s.Addr == a {
			whole = append(whole, s.Val)
		}
	}
	if len(whole) > 0 {
		e = x.all(whole) // a copy of another one
	}
	return x.touched(a, e)
}

// touched is e after what is done to the policy or client v in the function
// that makes it: fields that are set, methods that change it.
func (x *estimate) touched(v ssa.Value, e effort) effort {
	if v.Referrers() == nil {
		return e
	}
	if row := x.in.table.PolicyType(catalog.TypeName(deref(v.Type()))); row != nil && isStruct(v.Type()) {
		e = x.stores(e, v, row)
	}
	for _, r := range *v.Referrers() {
		switch r := r.(type) {
		case *ssa.Call:
			e = x.called(e, v, r)
		case *ssa.Store:
			if r.Val != v {
				continue
			}
			// Kept in a variable, and changed through it.
			if a, ok := r.Addr.(*ssa.Alloc); ok {
				for _, l := range *a.Referrers() {
					if u, ok := l.(*ssa.UnOp); ok && u != v && x.left > 0 {
						x.left--
						e = x.touchedThrough(e, u)
					}
				}
			}
			if h := heldIn(r.Addr); h != nil {
				e = x.setThrough(e, h, v.Type())
			}
		}
	}
	return e
}

// touchedThrough is touched for one load of the variable that holds a policy.
func (x *estimate) touchedThrough(e effort, u *ssa.UnOp) effort {
	if row := x.in.table.PolicyType(catalog.TypeName(deref(u.Type()))); row != nil {
		e = x.stores(e, u, row)
	}
	for _, r := range *u.Referrers() {
		if c, ok := r.(*ssa.Call); ok {
			e = x.called(e, u, c)
		}
	}
	return e
}

// called is e after a call that is handed the policy v.
func (x *estimate) called(e effort, v ssa.Value, c *ssa.Call) effort {
	common := c.Common()
	fn := Callee(common)
	if receiver(common) == v {
		if row := x.in.table.Policy(fn); row != nil && row.Mutates {
			for _, s := range row.Sets {
				e = x.set(e, s, settingArg(common, s))
			}
		}
		return e
	}
	if !isPointer(v.Type()) || !slices.Contains(common.Args, v) {
		return e
	}
	if f := x.in.body(common); f != nil {
		i := slices.Index(common.Args, v)
		if i < len(f.Params) {
			if row := x.in.table.PolicyType(catalog.TypeName(deref(v.Type()))); row != nil {
				x.enter(f, common)
				return x.stores(e, f.Params[i], row)
			}
		}
		return e
	}
	if fn == nil {
		return e.over(unseenEffort()) // an option that is applied to it
	}
	return e
}

// stores applies what is stored to the fields of the struct at addr. What is
// not set whenever the policy is used may be set or not.
func (x *estimate) stores(e effort, addr ssa.Value, row *catalog.Policy) effort {
	st, ok := deref(addr.Type()).Underlying().(*types.Struct)
	if !ok || addr.Referrers() == nil {
		return e
	}
	set := map[int][]*ssa.Store{}
	for _, r := range *addr.Referrers() {
		fa, ok := r.(*ssa.FieldAddr)
		if !ok {
			continue
		}
		for _, rr := range *fa.Referrers() {
			if s, ok := rr.(*ssa.Store); ok && s.Addr == fa {
				set[fa.Field] = append(set[fa.Field], s)
			}
		}
	}
	for _, s := range row.Sets {
		for i := range st.NumFields() {
			if st.Field(i).Name() != s.Field || len(set[i]) == 0 {
				continue
			}
			before := e
			for n, store := range set[i] {
				after := x.set(before, s, store.Val)
				switch {
				case n > 0:
					e = either(e, after)
				case always(addr, store):
					e = after
				default:
					e = either(before, after)
				}
			}
		}
	}
	return e
}

// always reports whether a store to a field of the struct at addr comes before
// each use of the struct as a whole.
func always(addr ssa.Value, store *ssa.Store) bool {
	if _, ok := addr.(*ssa.Parameter); ok {
		return store.Block() == store.Parent().Blocks[0]
	}
	for _, r := range *addr.Referrers() {
		switch r := r.(type) {
		case *ssa.FieldAddr, *ssa.DebugRef:
			continue
		case *ssa.Store:
			if r.Addr == addr {
				continue
			}
		}
		if !dominates(store, r) {
			return false
		}
	}
	return true
}

// heldIn returns the field or the package variable at an address.
func heldIn(addr ssa.Value) *types.Var {
	switch a := addr.(type) {
	case *ssa.FieldAddr:
		return fieldOf(a)
	case *ssa.Global:
		v, _ := a.Object().(*types.Var)
		return v
	}
	return nil
}

// setThrough applies what the package sets through the field or variable that
// holds a policy of type t.
func (x *estimate) setThrough(e effort, f *types.Var, t types.Type) effort {
	row := x.in.table.PolicyType(catalog.TypeName(deref(t)))
	if row != nil {
		for _, s := range x.in.sets[f] {
			for _, set := range row.Sets {
				if set.Field == s.field {
					e = either(e, x.set(e, set, s.val))
				}
			}
		}
	}
	for _, c := range x.in.mutators() {
		if r := receiver(c.Common()); r != nil && holder(x.in.canonical(r)) == f {
			m := x.in.table.Policy(Callee(c.Common()))
			after := e
			for _, s := range m.Sets {
				after = x.set(after, s, settingArg(c.Common(), s))
			}
			e = either(e, after)
		}
	}
	return e
}

// mutators returns the calls of methods that change the policy that they are
// called on.
func (in *Info) mutators() []ssa.CallInstruction {
	if !in.mutatorsFound {
		in.mutatorsFound = true
		for _, c := range in.calls {
			if receiver(c.Common()) == nil {
				continue
			}
			if row := in.table.Policy(Callee(c.Common())); row != nil && row.Mutates {
				in.mutating = append(in.mutating, c)
			}
		}
	}
	return in.mutating
}

// held returns the effort of a policy kept in a field: what the package's
// constructors put there.
func (x *estimate) held(at ssa.Value, f *types.Var) effort {
	if fa, ok := at.(*ssa.FieldAddr); ok {
		if base, ok := x.in.canonical(fa.X).(*ssa.Alloc); ok {
			if val := onlyStore(base, fa.Field); val != nil {
				return x.of(val)
			}
		}
	}
	if f.Pkg() != x.in.pass.Pkg || f.Exported() && exportedOwner(at) && x.in.pass.Pkg.Name() != "main" {
		return unseenEffort() // others may set it
	}
	return x.kept(x.in.fieldStores[f])
}

func (x *estimate) kept(vals []ssa.Value) effort {
	var some []ssa.Value
	for _, v := range vals {
		if !isNilConst(v) {
			some = append(some, v)
		}
	}
	return x.all(some)
}

// global returns the effort of a policy in a package variable.
func (x *estimate) global(g *ssa.Global) effort {
	obj, ok := g.Object().(*types.Var)
	if !ok {
		return unseenEffort()
	}
	if row := x.in.table.PolicyVar(obj); row != nil {
		return x.start(row)
	}
	if obj.Pkg() != x.in.pass.Pkg {
		return unseenEffort()
	}
	if vals := x.in.globals[g]; len(vals) > 0 {
		return x.replaceable(g, x.kept(vals))
	}
	// A struct whose fields are set one by one, as initialisers do.
	if row := x.in.table.PolicyType(catalog.TypeName(obj.Type())); row != nil && !isPointer(obj.Type()) {
		return x.replaceable(g, x.setOnly(x.start(row), obj, row))
	}
	return unseenEffort()
}

// setOnly applies the stores to the fields of a package variable, each of which
// must be the only one.
func (x *estimate) setOnly(e effort, obj *types.Var, row *catalog.Policy) effort {
	for _, s := range row.Sets {
		var vals []ssa.Value
		for _, set := range x.in.sets[obj] {
			if set.field == s.Field {
				vals = append(vals, set.val)
			}
		}
		switch len(vals) {
		case 0:
		case 1:
			e = x.set(e, s, vals[0])
		default:
			return e.over(unseenEffort())
		}
	}
	return e
}

// parameter returns the effort of a policy that a function is handed: what all
// its callers hand it, where the package sees them all.
func (x *estimate) parameter(p *ssa.Parameter) effort {
	if a := x.args[p]; a != nil {
		return x.of(a)
	}
	fn := p.Parent()
	obj := declared(fn)
	if obj == nil || obj.Exported() || fn.Parent() != nil || len(x.in.uses[fn]) == 0 {
		return unseenEffort()
	}
	i := slices.Index(fn.Params, p)
	var vals []ssa.Value
	for _, u := range x.in.uses[fn] {
		if u.call == nil || i >= len(u.call.Common().Args) {
			return unseenEffort()
		}
		vals = append(vals, u.call.Common().Args[i])
	}
	return x.all(vals)
}

// list returns the effort of a list of pauses, one for each retry.
func (x *estimate) list(v *ssa.Slice) effort {
	s, ok := v.Type().Underlying().(*types.Slice)
	if !ok || catalog.TypeName(s.Elem()) != "time.Duration" {
		return unseenEffort()
	}
	elems, ok := x.in.elements(v)
	if !ok {
		return unseenEffort()
	}
	e := effort{sum: is(0)}
	e.amounts[catalog.Attempts], e.amounts[catalog.Total] = is(float64(len(elems)+1)), is(catalog.NoLimit)
	for _, d := range elems {
		n, ok := x.number(d)
		if !ok {
			e.sum = untold
			break
		}
		e.sum.n += n
	}
	return e
}
