package deadline

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/budgetlint/budgetlint/internal/catalog"
)

// A region is a part of a function of which something is known because every
// path to it went through an instruction or an edge.
type region struct {
	why   why
	ctx   ssa.Value       // the context of ended, cancelled and isNil
	block *ssa.BasicBlock // the region is what block dominates, or
	after ssa.Instruction // what this instruction dominates
	pos   token.Pos       // where it is known
}

// why says what is known in a region.
type why uint8

const (
	ended     why = iota // the context has ended: received from Done, or Err() != nil
	cancelled            // the context's cancel function was called
	maybe                // the work failed with a context's error, of which context is not known
	failed               // an error is not nil
	isNil                // the context is nil
	stopped              // a signal or a stop channel was received from
	limited              // the context has a deadline: Deadline said so
)

func (r region) holds(at ssa.Instruction) bool {
	if r.after != nil {
		return dominates(r.after, at)
	}
	return r.block.Dominates(at.Block())
}

// regions returns what is known of parts of the function.
func (in *Info) regions(fn *ssa.Function) []region {
	if rs, ok := in.memoRegions[fn]; ok {
		return rs
	}
	in.memoRegions[fn] = nil
	var rs []region
	for _, b := range fn.Blocks {
		for _, i := range b.Instrs {
			switch i := i.(type) {
			case *ssa.UnOp:
				if i.Op == token.ARROW {
					if ctx := in.doneOf(i.X); ctx != nil {
						rs = append(rs, region{why: ended, ctx: ctx, after: i})
					} else if isStop(i.X.Type()) {
						rs = append(rs, region{why: stopped, after: i})
					}
				}
			case *ssa.Call:
				if ctx := in.cancels(i.Common()); ctx != nil {
					rs = append(rs, region{why: cancelled, ctx: ctx, after: i})
				}
				if ctx := in.groupEnds(i.Common()); ctx != nil {
					rs = append(rs, region{why: cancelled, ctx: ctx, after: i})
				}
				for _, ctx := range in.waitsForEnd(i) {
					rs = append(rs, region{why: ended, ctx: ctx, after: i})
				}
			case *ssa.If:
				rs = append(rs, in.branch(i)...)
			}
		}
	}
	in.memoRegions[fn] = rs
	return rs
}

// branch returns what is known on the two ways out of a condition.
func (in *Info) branch(i *ssa.If) []region {
	var rs []region
	b := i.Block()
	yes, no := b.Succs[0], b.Succs[1]
	pos := i.Cond.Pos()
	add := func(s *ssa.BasicBlock, w why, ctx ssa.Value) {
		if len(s.Preds) == 1 { // else another way leads there
			rs = append(rs, region{why: w, ctx: ctx, block: s, pos: pos})
		}
	}
	cond := i.Cond
	for {
		not, ok := cond.(*ssa.UnOp)
		if !ok || not.Op != token.NOT {
			break
		}
		cond, yes, no = not.X, no, yes
	}
	switch c := cond.(type) {
	case *ssa.BinOp:
		if c.Op != token.EQL && c.Op != token.NEQ {
			break
		}
		x, y := c.X, c.Y
		if isNilConst(x) {
			x, y = y, x
		}
		unequal, equal := yes, no
		if c.Op == token.EQL {
			unequal, equal = no, yes
		}
		switch {
		case isNilConst(y):
			if ctx := in.errOf(x); ctx != nil {
				add(unequal, ended, ctx)
			} else if isError(x.Type()) {
				add(unequal, failed, nil)
			}
			if isContextLike(x.Type()) {
				add(equal, isNil, x)
			}
		case in.selected(x, y) != nil:
			st := in.selected(x, y)
			pos = st.Pos
			if ctx := in.doneOf(st.Chan); ctx != nil {
				add(equal, ended, ctx)
			} else if isStop(st.Chan.Type()) {
				add(equal, stopped, nil)
			}
		case isCode(x) || isCode(y):
			switch code := codeOf(x, y); code {
			case 0: // OK
			case 1, 4: // Canceled, DeadlineExceeded
				add(equal, maybe, nil)
			default:
				add(equal, failed, nil)
			}
		case isContextError(x) || isContextError(y):
			if ctx := in.errOf(x); ctx != nil {
				add(equal, ended, ctx)
			} else {
				add(equal, maybe, nil)
			}
		}
	case *ssa.Call:
		if fn := Callee(c.Common()); fn != nil {
			if catalog.FullName(fn) == "errors.Is" && len(c.Common().Args) == 2 {
				if ctx := in.errOf(c.Common().Args[0]); ctx != nil && isContextError(c.Common().Args[1]) {
					add(yes, ended, ctx)
				} else if isContextError(c.Common().Args[1]) {
					add(yes, maybe, nil)
				} else {
					add(yes, failed, nil)
				}
			} else if fn.Signature().Params().Len() == 1 && isError(fn.Signature().Params().At(0).Type()) {
				add(yes, failed, nil) // IsNotFound(err)
			}
		}
	case *ssa.Extract:
		if call, ok := c.Tuple.(*ssa.Call); ok && c.Index == 1 {
			if ctx := contextMethod(call, "Deadline"); ctx != nil {
				add(yes, limited, ctx)
			}
		}
		// v, ok := <-ctx.Done()
		if u, ok := c.Tuple.(*ssa.UnOp); ok && u.Op == token.ARROW {
			if ctx := in.doneOf(u.X); ctx != nil {
				add(no, ended, ctx)
			}
		}
	}
	return rs
}

// selected returns the state of a select statement that x, its index, equal to
// the constant y means.
func (in *Info) selected(x, y ssa.Value) *ssa.SelectState {
	e, ok := x.(*ssa.Extract)
	if !ok || e.Index != 0 {
		return nil
	}
	s, ok := e.Tuple.(*ssa.Select)
	if !ok {
		return nil
	}
	c, ok := y.(*ssa.Const)
	if !ok || c.Value == nil {
		return nil
	}
	if n := int(c.Int64()); n >= 0 && n < len(s.States) && s.States[n].Dir == types.RecvOnly {
		return s.States[n]
	}
	return nil
}

// doneOf returns the context whose Done channel v is, nil if it is none.
func (in *Info) doneOf(v ssa.Value) ssa.Value {
	return contextMethod(in.canonical(v), "Done")
}

// errOf returns the context whose Err (or Cause) v is, nil if it is none.
func (in *Info) errOf(v ssa.Value) ssa.Value {
	v = in.canonical(v)
	if ctx := contextMethod(v, "Err"); ctx != nil {
		return ctx
	}
	if c, ok := v.(*ssa.Call); ok && catalog.FullName(Callee(c.Common())) == "context.Cause" {
		return c.Common().Args[0]
	}
	return nil
}

func contextMethod(v ssa.Value, name string) ssa.Value {
	c, ok := v.(*ssa.Call)
	if !ok {
		return nil
	}
	fn := Callee(c.Common())
	if fn == nil || fn.Name() != name {
		return nil
	}
	if r := receiver(c.Common()); r != nil && isContextLike(r.Type()) {
		return r
	}
	return nil
}

// cancels returns the context that a call of a cancel function ends.
func (in *Info) cancels(c *ssa.CallCommon) ssa.Value {
	if c.IsInvoke() || len(c.Args) > 1 {
		return nil
	}
	e, ok := in.canonical(c.Value).(*ssa.Extract)
	if !ok || e.Index == 0 {
		return nil
	}
	call, ok := e.Tuple.(*ssa.Call)
	if !ok || call.Parent() == nil {
		return nil
	}
	fn := Callee(call.Common())
	if fn == nil || fn.Pkg() == nil || fn.Pkg().Path() != "context" {
		return nil
	}
	return extract(call, 0)
}

// groupEnds returns the context that an errgroup's Wait ends.
func (in *Info) groupEnds(c *ssa.CallCommon) ssa.Value {
	if catalog.FullName(Callee(c)) != "(*golang.org/x/sync/errgroup.Group).Wait" {
		return nil
	}
	e, ok := in.canonical(receiver(c)).(*ssa.Extract)
	if !ok {
		return nil
	}
	call, ok := e.Tuple.(*ssa.Call)
	if !ok || catalog.FullName(Callee(call.Common())) != "golang.org/x/sync/errgroup.WithContext" {
		return nil
	}
	return extract(call, 1)
}

// waitsForEnd returns the contexts that a call of a function waits for the end
// of.
func (in *Info) waitsForEnd(c *ssa.Call) []ssa.Value {
	var ends []int
	if f := in.body(c.Common()); f != nil {
		ends = in.ends(f)
	} else if s := in.imported(Callee(c.Common())); s != nil {
		ends = s.Ends
	}
	var out []ssa.Value
	for _, p := range ends {
		if p < len(c.Common().Args) {
			out = append(out, c.Common().Args[p])
		}
	}
	return out
}

// isCode reports whether v is a gRPC status code.
func isCode(v ssa.Value) bool {
	return catalog.TypeName(v.Type()) == "google.golang.org/grpc/codes.Code"
}

// codeOf returns the constant of two status codes, 0 if neither is one.
func codeOf(x, y ssa.Value) uint64 {
	for _, v := range [...]ssa.Value{x, y} {
		if c, ok := v.(*ssa.Const); ok && c.Value != nil {
			return c.Uint64()
		}
	}
	return 0
}

// hasDeadline reports whether the context v is known to have a deadline
// wherever at runs.
func (in *Info) hasDeadline(v ssa.Value, at ssa.Instruction) bool {
	for _, r := range in.regions(at.Parent()) {
		if r.why == limited && r.holds(at) && in.same(v, r.ctx) {
			return true
		}
	}
	return false
}

// comesLimited reports whether a value has a deadline on the way from a block
// to the next: on one side of a condition that asks, or in its region.
func (in *Info) comesLimited(v ssa.Value, from, to *ssa.BasicBlock) bool {
	last := from.Instrs[len(from.Instrs)-1]
	if in.hasDeadline(v, last) {
		return true
	}
	i, ok := last.(*ssa.If)
	if !ok || from.Succs[0] == from.Succs[1] {
		return false
	}
	cond, yes := i.Cond, from.Succs[0]
	for {
		not, ok := cond.(*ssa.UnOp)
		if !ok || not.Op != token.NOT {
			break
		}
		cond = not.X
		if yes == from.Succs[0] {
			yes = from.Succs[1]
		} else {
			yes = from.Succs[0]
		}
	}
	e, ok := cond.(*ssa.Extract)
	if !ok || e.Index != 1 || yes != to {
		return false
	}
	call, ok := e.Tuple.(*ssa.Call)
	if !ok {
		return false
	}
	ctx := contextMethod(call, "Deadline")
	return ctx != nil && in.same(ctx, v)
}

// extract returns the n-th result of a call, nil if nothing uses it.
func extract(c *ssa.Call, n int) ssa.Value {
	if c.Referrers() == nil {
		return nil
	}
	for _, r := range *c.Referrers() {
		if e, ok := r.(*ssa.Extract); ok && e.Index == n && len(*e.Referrers()) > 0 {
			return e
		}
	}
	return nil
}

func isNilConst(v ssa.Value) bool {
	c, ok := v.(*ssa.Const)
	return ok && c.IsNil()
}

var errorType = types.Universe.Lookup("error").Type()

func isError(t types.Type) bool { return types.Identical(t, errorType) }

// isContextError reports whether v is context.Canceled or DeadlineExceeded.
func isContextError(v ssa.Value) bool {
	u, ok := v.(*ssa.UnOp)
	if !ok || u.Op != token.MUL {
		return false
	}
	g, ok := u.X.(*ssa.Global)
	return ok && g.Pkg.Pkg.Path() == "context" && (g.Name() == "Canceled" || g.Name() == "DeadlineExceeded")
}

// isStop reports whether a channel can only say that something is over: it
// carries signals or nothing.
func isStop(t types.Type) bool {
	ch, ok := t.Underlying().(*types.Chan)
	if !ok {
		return false
	}
	if s, ok := ch.Elem().Underlying().(*types.Struct); ok {
		return s.NumFields() == 0
	}
	return catalog.TypeName(ch.Elem()) == "os.Signal"
}

// Ended reports whether the context v, or one that it is derived from, has
// ended when at runs, and where that is known: whenever at runs in its own
// function or, for a closure, in one of the calls of it.
func (in *Info) Ended(v ssa.Value, at ssa.Instruction) (token.Pos, bool) {
	if pos, ok := in.endedAt(v, at); ok {
		return pos, true
	}
	fn := at.Parent()
	if fn.Parent() == nil || !isCaptured(v) {
		return token.NoPos, false
	}
	for _, call := range in.callsOf(fn) {
		if pos, ok := in.endedAt(v, call); ok {
			return pos, true
		}
	}
	return token.NoPos, false
}

// callsOf returns the calls of a closure, in order.
func (in *Info) callsOf(fn *ssa.Function) []*ssa.Call {
	if in.closureCalls == nil {
		in.closureCalls = map[*ssa.Function][]*ssa.Call{}
		for _, c := range in.calls {
			if call, ok := c.(*ssa.Call); ok {
				if f := in.body(call.Common()); f != nil && f.Parent() != nil {
					in.closureCalls[f] = append(in.closureCalls[f], call)
				}
			}
		}
	}
	return in.closureCalls[fn]
}

// isCaptured reports whether v is, or is loaded from, a captured variable.
func isCaptured(v ssa.Value) bool {
	if u, ok := v.(*ssa.UnOp); ok {
		v = u.X
	}
	_, ok := v.(*ssa.FreeVar)
	return ok
}

func (in *Info) endedAt(v ssa.Value, at ssa.Instruction) (token.Pos, bool) {
	for _, r := range in.regions(at.Parent()) {
		if r.why != ended && r.why != cancelled || !r.holds(at) || !in.derives(v, r.ctx) {
			continue
		}
		if r.after != nil {
			return r.after.Pos(), true
		}
		if r.pos.IsValid() {
			return r.pos, true
		}
		return firstPos(r.block), true
	}
	return token.NoPos, false
}

// firstPos is the position of the first instruction of a block that has one.
func firstPos(b *ssa.BasicBlock) token.Pos {
	for _, i := range b.Instrs {
		if i.Pos().IsValid() {
			return i.Pos()
		}
	}
	return token.NoPos
}

// derives reports whether the context v is anc or derived from it with its
// cancellation.
func (in *Info) derives(v, anc ssa.Value) bool {
	for range 16 {
		if in.same(v, anc) {
			return true
		}
		x := in.canonical(v)
		if e, ok := x.(*ssa.Extract); ok {
			x = e.Tuple
		}
		c, ok := x.(*ssa.Call)
		if !ok {
			return false
		}
		fn := Callee(c.Common())
		if fn == nil || fn.Pkg() == nil || fn.Pkg().Path() == "context" && fn.Name() == "WithoutCancel" {
			return false
		}
		if i := catalog.ContextParam(fn.Signature()); i >= 0 && fn.Pkg().Path() == "context" {
			v = argument(c.Common(), i+1)
			continue
		}
		return false
	}
	return false
}
