package deadline

import (
	"go/token"
	"go/types"
	"slices"
	"strings"
	"time"

	"golang.org/x/tools/go/ssa"

	"github.com/budgetlint/budgetlint/internal/catalog"
)

// Told says whether a retrier knows a context that ends its tries.
type Told uint8

const (
	// ToldUnknown: it cannot be told.
	ToldUnknown Told = iota
	// ToldNothing: proven that it knows none.
	ToldNothing
	// ToldContext: it knows one.
	ToldContext
)

// A Retrying is a call of a library that calls a function again until it
// succeeds.
type Retrying struct {
	Call ssa.CallInstruction
	Fn   *types.Func
	Row  *catalog.Retrier
	// Op is the repeated function; nil where the program repeats its body
	// itself and the library says when.
	Op ssa.Value
	// Told says whether it knows a context; Context is what is known of that
	// one.
	Told    Told
	Context Knowledge
	// Attempts is how many it makes, the first included: catalog.NoLimit is no
	// limit, 0 not known.
	Attempts int
	// Longest is the longest time between the first attempt and the last:
	// catalog.NoLimit is no limit, 0 not known.
	Longest time.Duration
	// Pauses is the sum of the pauses, if Paused says that it is known.
	Pauses time.Duration
	Paused bool
	// Pause is the first pause, 0 if it is not known.
	Pause time.Duration
	// FailsNext: the first attempt after the repeated function's context is done
	// ends it, or may: the pause before is not broken off.
	FailsNext bool
	// MayEnd: the repeated function, or what picks the errors to try again,
	// ends it when its context is done, or perhaps does.
	MayEnd bool
}

// Endless reports whether it is proven that neither a number nor a time ends
// it.
func (r *Retrying) Endless() bool {
	return r.Attempts == catalog.NoLimit && r.Longest == catalog.NoLimit
}

// Name is the retrier as messages say it: "retry.Do", "Run".
func (r *Retrying) Name() string { return callName(r.Fn) }

// Retriers returns the calls in the package that repeat a function, in order.
func (in *Info) Retriers() []*Retrying {
	if in.index == nil {
		return nil
	}
	var out []*Retrying
	rows := map[*types.Func]*catalog.Retrier{}
	for _, c := range in.calls {
		fn := Callee(c.Common())
		if fn == nil {
			continue
		}
		row, ok := rows[fn]
		if !ok {
			row = in.table.Retrier(fn)
			rows[fn] = row
		}
		if row != nil {
			out = append(out, in.retrierAt(c))
		}
	}
	return out
}

// retrierAt returns what is known of a call that repeats a function, nil if it
// is none.
func (in *Info) retrierAt(c ssa.CallInstruction) *Retrying {
	if r, ok := in.retrying[c]; ok {
		return r
	}
	fn := Callee(c.Common())
	row := in.table.Retrier(fn)
	if row == nil {
		return nil
	}
	r := &Retrying{Call: c, Fn: fn, Row: row}
	if in.retrying == nil {
		in.retrying = map[ssa.CallInstruction]*Retrying{}
	}
	in.retrying[c] = r
	if row.Op > 0 {
		r.Op = argument(c.Common(), row.Op)
	}
	e := in.estimate().ofRetrier(row, c.Common())
	r.Attempts, r.Longest = e.attempts(), e.total()
	r.Pauses, r.Paused = e.pauses()
	if a := e.amounts[catalog.Pause]; a.known {
		r.Pause = time.Duration(a.n)
	}
	switch {
	case len(e.told) > 0:
		r.Told = ToldContext
		r.Context = Knowledge{Kind: bottom}
		for _, v := range e.told {
			k := Knowledge{}
			if v != nil {
				k = in.contextAt(v, c)
			}
			r.Context = join(r.Context, k)
		}
	case !e.mayTell:
		r.Told = ToldNothing
	}
	r.MayEnd = e.unseen || in.picks(row, e) || in.opEnds(r)
	return r
}

// ofRetrier returns the effort of the call of a retrier.
func (x *estimate) ofRetrier(row *catalog.Retrier, c *ssa.CallCommon) effort {
	e := based(row.Default)
	if row.Policy != 0 {
		e = e.over(x.of(argument(c, row.Policy)))
	}
	if row.Options {
		e = x.options(e, c)
	}
	for _, s := range row.Sets {
		e = x.set(e, s, settingArg(c, s))
	}
	return e
}

// picks reports whether something picks the errors to try again, so that the
// error of an ended context may not be one.
func (in *Info) picks(row *catalog.Retrier, e effort) bool {
	if row.On == catalog.OnKnown {
		return true
	}
	for _, f := range e.filters {
		if f == nil || !in.always(f) {
			return true
		}
	}
	return false
}

// always reports whether a predicate is true of the error of an ended context,
// as one that is true of every error, or of every one but a known other.
func (in *Info) always(v ssa.Value) bool {
	f := in.closureIn(in.canonical(v))
	if f == nil {
		return false
	}
	for _, b := range f.Blocks {
		r, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return)
		if ok && (len(r.Results) != 1 || !in.trueOfEnded(r.Results[0])) {
			return false
		}
	}
	return true
}

func (in *Info) trueOfEnded(v ssa.Value) bool {
	switch v := v.(type) {
	case *ssa.BinOp: // err != nil
		return v.Op == token.NEQ && (isNilConst(v.X) && isError(v.Y.Type()) || isNilConst(v.Y) && isError(v.X.Type()))
	case *ssa.UnOp:
		c, ok := v.X.(*ssa.Call)
		if !ok || v.Op != token.NOT {
			return false
		}
		fn := Callee(c.Common())
		if catalog.FullName(fn) == "errors.Is" {
			target, ok := c.Common().Args[1].(*ssa.UnOp)
			return ok && !isContextError(target)
		}
		return fn != nil && fn.Pkg() != nil && fn.Pkg().Path() == "k8s.io/apimachinery/pkg/api/errors" && !strings.Contains(fn.Name(), "Timeout")
	}
	return isTrue(v)
}

func isTrue(v ssa.Value) bool {
	c, ok := v.(*ssa.Const)
	return ok && c.Value != nil && c.Value.ExactString() == "true"
}

// funcOf returns the function of this package that a function value is, nil if
// it is another or cannot be told.
func (in *Info) funcOf(v ssa.Value) *ssa.Function {
	if v == nil {
		return nil
	}
	v = in.canonical(v)
	if mc, ok := v.(*ssa.MakeClosure); ok {
		f, _ := mc.Fn.(*ssa.Function)
		if f != nil && f.Synthetic != "" {
			f = unwrap(f) // a method value
		}
		if f == nil || len(f.Blocks) == 0 {
			return nil
		}
		return f
	}
	if f, ok := v.(*ssa.Function); ok {
		if f = unwrap(f); f != nil && len(f.Blocks) > 0 {
			return f
		}
		return nil
	}
	return in.closureIn(v)
}

// opEnds reports whether the repeated function ends the tries when its context
// is done, or may. Not seen, it is taken to.
func (in *Info) opEnds(r *Retrying) bool {
	if r.Op == nil {
		return false
	}
	f := in.funcOf(r.Op)
	if f == nil {
		if _, ok := in.canonical(r.Op).(*ssa.Parameter); ok && r.Row.On == catalog.OnError {
			return false // as for one that is called in a closure
		}
		return !in.foreign(r.Op)
	}
	polled := r.Row.On == catalog.OnNotDone
	if in.marks(f, 0) || in.givesUp(f, polled) {
		return true
	}
	switch r.Row.On {
	case catalog.OnNotDone:
		r.FailsNext = in.failsOn(f)
		return in.asks(f)
	case catalog.OnRequest:
		return in.asks(f)
	}
	return false
}

// foreign reports whether a function value is a declared function without a
// body here that knows nothing of contexts and retries: one of a library, or
// one of the package in which nothing is relevant.
func (in *Info) foreign(v ssa.Value) bool {
	v = in.canonical(v)
	if mc, ok := v.(*ssa.MakeClosure); ok {
		v = mc.Fn
	}
	f, ok := v.(*ssa.Function)
	if !ok {
		return false
	}
	fn := declared(f)
	if fn == nil || fn.Pkg() == nil || fn.Signature().Recv() != nil && types.IsInterface(fn.Signature().Recv().Type()) {
		return false
	}
	if fn.Pkg() == in.pass.Pkg {
		return true
	}
	return in.imported(fn) == nil && !in.sameModule(fn.Pkg())
}

// marks reports whether a function marks an error as one not to try again that
// may be a context's: not one that it makes itself.
func (in *Info) marks(f *ssa.Function, depth int) bool {
	for _, b := range f.Blocks {
		for _, i := range b.Instrs {
			switch i := i.(type) {
			case *ssa.Alloc:
				if catalog.Permanent(catalog.TypeName(deref(i.Type()))) {
					return true
				}
			case ssa.CallInstruction:
				c := i.Common()
				fn := Callee(c)
				if catalog.Permanent(catalog.FullName(fn)) {
					if !in.ownError(argument(c, 1)) {
						return true
					}
					continue
				}
				if g := in.body(c); g != nil && g != f && depth < 3 && in.marks(g, depth+1) {
					return true
				}
			}
		}
	}
	return false
}

// ownError reports whether an error is made in place, and not of another one.
func (in *Info) ownError(v ssa.Value) bool {
	c, ok := in.canonical(v).(*ssa.Call)
	if !ok {
		return false
	}
	switch catalog.FullName(Callee(c.Common())) {
	case "errors.New":
		return true
	case "fmt.Errorf":
		elems, ok := in.elements(c.Common().Args[len(c.Common().Args)-1])
		if !ok {
			return false
		}
		for _, e := range elems {
			if x, ok := e.(*ssa.ChangeInterface); ok && isError(x.X.Type()) {
				return false
			}
		}
		return true
	}
	return false
}

// asks reports whether a function asks a context whether it has ended, or
// names what an ended one answers.
func (in *Info) asks(f *ssa.Function) bool {
	var ops []*ssa.Value
	for _, b := range f.Blocks {
		for _, i := range b.Instrs {
			if c, ok := i.(*ssa.Call); ok {
				if contextMethod(c, "Done") != nil || in.errOf(c) != nil {
					return true
				}
			}
			if u, ok := i.(*ssa.UnOp); ok && isContextError(u) {
				return true
			}
			ops = i.Operands(ops[:0])
			for _, op := range ops {
				if c, ok := (*op).(*ssa.Const); ok && c.Value != nil && isCode(c) {
					if code := c.Uint64(); code == 1 || code == 4 { // Canceled, DeadlineExceeded
						return true
					}
				}
			}
		}
	}
	for _, g := range f.AnonFuncs {
		if in.asks(g) {
			return true
		}
	}
	return false
}

// givesUp reports whether a repeated function says that all is well although
// something has failed, which ends the tries, and not only after one known
// failure. A condition that is polled says that it is done.
func (in *Info) givesUp(f *ssa.Function, polled bool) bool {
	known := map[*ssa.BasicBlock]bool{} // after one known failure
	var work []*ssa.BasicBlock
	for _, r := range in.regions(f) {
		switch {
		case r.block == nil:
		case r.why == ended, r.why == maybe, r.why == failed && comparesNil(r.block):
			work = append(work, r.block)
		case r.why == failed:
			known[r.block] = true
		}
	}
	for len(work) > 0 {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		if known[b] || slices.ContainsFunc(b.Instrs, in.handsContext) {
			continue // what comes next fails, too
		}
		known[b] = true
		if r, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return); ok && len(r.Results) > 0 &&
			isNilConst(r.Results[len(r.Results)-1]) && (!polled || isTrue(r.Results[0])) {
			return true
		}
		work = append(work, b.Succs...)
	}
	return false
}

// comparesNil reports whether the condition that leads to a block compares with
// nil.
func comparesNil(b *ssa.BasicBlock) bool {
	instrs := b.Preds[0].Instrs
	i, ok := instrs[len(instrs)-1].(*ssa.If)
	if !ok {
		return false
	}
	c, ok := i.Cond.(*ssa.BinOp)
	return ok && (isNilConst(c.X) || isNilConst(c.Y))
}

// failsOn reports whether a condition that is polled may return the error of
// a call that is handed a context.
func (in *Info) failsOn(f *ssa.Function) bool {
	fails := false
	for _, b := range f.Blocks {
		r, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return)
		if ok && len(r.Results) > 0 && !isNilConst(r.Results[len(r.Results)-1]) {
			fails = true
		}
	}
	return fails && in.usesContext(f)
}

// usesContext reports whether a function hands a context that is not proven
// empty, or something that carries one, to what it calls, or calls what is not
// seen.
func (in *Info) usesContext(f *ssa.Function) bool {
	for _, b := range f.Blocks {
		for _, i := range b.Instrs {
			c, ok := i.(ssa.CallInstruction)
			if !ok {
				continue
			}
			if _, builtin := c.Common().Value.(*ssa.Builtin); builtin {
				continue
			}
			fn := Callee(c.Common())
			if fn == nil && in.body(c.Common()) == nil || in.handsContext(c) {
				return true
			}
			if g := in.body(c.Common()); g != nil && g.Parent() != nil && g != f && in.usesContext(g) {
				return true
			}
		}
	}
	return false
}

// handsContext reports whether an instruction is a call that waits, perhaps,
// and is handed a context which is not proven empty, or something that carries
// one.
func (in *Info) handsContext(i ssa.Instruction) bool {
	c, ok := i.(ssa.CallInstruction)
	if !ok || Quiet(Callee(c.Common())) {
		return false
	}
	for _, a := range c.Common().Args {
		if isContextLike(a.Type()) || in.table.Carrier(catalog.TypeName(a.Type())) != nil {
			if k := in.known(a, c); k.Kind != None || k.Cancelable {
				return true
			}
		}
	}
	return false
}

// ownAttempts returns how many attempts a call of a client makes by itself, of
// which the making is seen.
func (in *Info) ownAttempts(c ssa.CallInstruction) (n int, ok bool) {
	common := c.Common()
	r := receiver(common)
	if w := in.waitAt[c]; w != nil && w.Row.Client != "" {
		if v := in.valueOf(common, w.Row.Client); v != nil {
			r = v
		}
	}
	if r == nil {
		return 0, false
	}
	x := in.estimate()
	e := x.of(r)
	if !e.unseen && common.Signature().Variadic() {
		e = x.options(e, common)
	}
	n = e.attempts()
	return n, n > 0 && !e.unseen
}

// Starts reports whether a call stands in main or in an initialiser, whose life
// is that of the program.
func (in *Info) Starts(c ssa.CallInstruction) bool {
	fn := c.Parent()
	for fn.Parent() != nil {
		fn = fn.Parent()
	}
	return in.pass.Pkg.Name() == "main" && fn.Name() == "main" || fn.Name() == "init" || strings.HasPrefix(fn.Name(), "init#")
}

// Captured returns the variable, and the line that declares it, of a context
// that the repeated function captures and that is not proven empty; "" if there
// is none.
func (in *Info) Captured(r *Retrying) (name string, line int) {
	f := in.funcOf(r.Op)
	if f == nil || f.Parent() == nil {
		return "", 0
	}
	for _, v := range f.FreeVars {
		t := v.Type()
		if p, ok := t.(*types.Pointer); ok && !isContextLike(t) {
			t = p.Elem()
		}
		if !catalog.IsContext(t) {
			continue
		}
		var k Knowledge
		if b, at := in.binding(v); b == nil {
			continue
		} else if a, ok := b.(*ssa.Alloc); ok {
			vals, _ := in.storedIn(a, at)
			k = in.joinAll(vals)
		} else {
			k = in.Context(b)
		}
		if k.Kind == Bounded || k.Kind == Caller || k.Kind == None && k.Cancelable {
			return v.Name(), in.Line(v.Pos())
		}
	}
	return "", 0
}
