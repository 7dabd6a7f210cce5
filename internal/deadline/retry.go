package deadline

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/budgetlint/budgetlint/internal/catalog"
)

// A RepeatKind says why a loop makes a call again.
type RepeatKind uint8

const (
	// Retry: because it failed.
	Retry RepeatKind = iota
	// Poll: because its result is not yet the one that is waited for.
	Poll
	// Reopen: because the stream that it opened is over.
	Reopen
	// Round: because a round of the loop, in which it is the last call to
	// somebody else, did not do all that it was to do.
	Round
)

// A Repeat is a loop that makes the same call again. Loops over elements,
// messages or pages are none, nor are loops that wait for a ticker or an event.
type Repeat struct {
	Call *ssa.Call
	// Kind is why; of several reasons the first.
	Kind RepeatKind
	// Pauses are the waits between two tries.
	Pauses []Between
	// Attempts is how often the call is made at most; 0 if that cannot be
	// told, -1 if nothing counts.
	Attempts int
	// Hand is the context that the loop could ask.
	Hand Hand
	// Anyway: some way leads from a failure back to the call on which neither
	// the context is asked nor the kind of the error, or on which the end of a
	// deadline counts as a reason to try again; At is the condition that
	// counts it so, if there is one.
	Anyway bool
	// Whatever: Anyway, if asking the caller's context does not count.
	Whatever bool
	At       token.Pos
	// Try is the limit that each try has, made in the loop; Shared is one that
	// all tries have, made before it, or the one of the try before.
	Try, Shared *Limit
	// Shrinks: Shared derives from itself, try for try.
	Shrinks bool

	loop *loop
}

// Between is a pause between two tries, with what makes the next one.
type Between struct {
	*Pause
	Kind RepeatKind
}

// A Hand is a context that code at some place can ask.
type Hand struct {
	Value ssa.Value // nil for a parameter of an outer function
	Reach Reach     // set where it comes from a parameter
	Expr  string    // the source text that yields it
	Known Knowledge
}

// Repeats returns the loops in the package that make a call again, in order of
// the calls.
func (in *Info) Repeats() []*Repeat {
	if in.index == nil {
		return nil
	}
	if in.repeats == nil {
		in.repeats = []*Repeat{}
		for _, fn := range in.Funcs {
			in.repeats = append(in.repeats, in.repeatsOf(fn)...)
		}
		slices.SortStableFunc(in.repeats, func(a, b *Repeat) int { return int(a.Call.Pos() - b.Call.Pos()) })
	}
	return in.repeats
}

// repeatsOf returns the loops of one function that make a call again.
func (in *Info) repeatsOf(fn *ssa.Function) []*Repeat {
	if rs, ok := in.memoRepeats[fn]; ok {
		return rs
	}
	in.memoRepeats[fn] = nil // recursion adds nothing
	byCall := map[*ssa.Call]*Repeat{}
	var out []*Repeat
	add := func(l *loop, c *ssa.Call, kind RepeatKind) *Repeat {
		r := byCall[c]
		if r == nil {
			r = &Repeat{Call: c, Kind: kind, loop: l}
			byCall[c] = r
			out = append(out, r)
		}
		return r
	}
	paused := map[*Pause]bool{}
	for _, l := range in.loops(fn) {
		calls := in.callsIn(l, fn)
		for _, p := range in.pauses(fn) {
			if paused[p] || !l.has(p.At) {
				continue
			}
			if c, kind := in.repeatedAround(p, l, calls); c != nil {
				paused[p] = true
				r := add(l, c, kind)
				r.Kind = min(r.Kind, kind)
				r.Pauses = append(r.Pauses, Between{p, kind})
			}
		}
		for _, c := range calls {
			if byCall[c] == nil && in.loopOf(c) == l && in.repeatedBare(c, l) {
				add(l, c, Retry)
			}
		}
	}
	for _, r := range out {
		in.describeRepeat(r)
	}
	clear(in.memoOutcome) // only those of repeated calls are asked for again
	in.memoRepeats[fn] = out
	return out
}

// callsIn returns the calls of a loop that can fail or that open a stream.
func (in *Info) callsIn(l *loop, fn *ssa.Function) []*ssa.Call {
	var out []*ssa.Call
	l.each(fn, func(i ssa.Instruction) bool {
		if c, ok := i.(*ssa.Call); ok && (fallible(c) || opens(c)) && !predicate(c) && !Quiet(Callee(c.Common())) && !in.asksAt(c) && in.callPause(c) == nil {
			out = append(out, c)
		}
		return true
	})
	return out
}

// predicate reports whether a call only asks or wraps an error.
func predicate(c *ssa.Call) bool {
	fn := Callee(c.Common())
	if fn != nil && fn.Pkg() != nil {
		switch fn.Pkg().Path() {
		case "errors", "fmt", "strings", "bytes", "context", "encoding/json", "strconv", "sync/atomic", "sync":
			return true
		}
	}
	for _, a := range c.Common().Args {
		if isError(a.Type()) {
			return true
		}
	}
	return fn != nil && fn.Name() == "Err"
}

// opens reports whether a call returns a stream or a channel.
func opens(c *ssa.Call) bool {
	results := c.Common().Signature().Results()
	if results.Len() == 0 {
		return false
	}
	t := results.At(0).Type()
	if ch, ok := t.Underlying().(*types.Chan); ok {
		return ch.Dir() != types.SendOnly
	}
	obj, _, _ := types.LookupFieldOrMethod(t, true, nil, "RecvMsg")
	return obj != nil
}

// remote reports whether a call is handed a context, or is known to wait: it
// asks somebody else.
func (in *Info) remote(c *ssa.Call) bool {
	if in.waitAt[c] != nil {
		return true
	}
	for _, a := range c.Common().Args {
		if isContextLike(a.Type()) {
			return true
		}
	}
	s := in.SummaryOf(c.Common())
	return s != nil && len(s.Waits) > 0
}

// repeatedAround returns the call that a loop makes again around a pause: one
// that is made on each way from the pause back to it.
func (in *Info) repeatedAround(p *Pause, l *loop, calls []*ssa.Call) (*ssa.Call, RepeatKind) {
	if !l.recurs(p.At, func(i ssa.Instruction) bool { return in.event(i, l) }) {
		return nil, 0 // an event starts each turn
	}
	var best *ssa.Call
	bestKind, bestRank := Retry, 0
	for _, c := range calls {
		if p.At == ssa.Instruction(c) {
			continue
		}
		kind, rank := in.kindOf(c, l, p)
		if rank > 0 && in.remote(c) {
			rank++
		}
		if rank > 0 && rank >= bestRank {
			best, bestKind, bestRank = c, kind, rank
		}
	}
	return best, bestKind
}

// kindOf says why a loop makes the call again around a pause; the rank is
// higher the surer that is, 0 if it does not because of the call.
func (in *Info) kindOf(c *ssa.Call, l *loop, p *Pause) (RepeatKind, int) {
	if !failsByError(c) && !opens(c) && !in.remote(c) {
		return 0, 0 // a state of this process
	}
	o := in.outcomeOf(c)
	through := func(i ssa.Instruction) bool {
		return !l.recurs(p.At, func(x ssa.Instruction) bool { return x == i })
	}
	var ends, answers, fails bool
	for _, t := range o.tests(l) {
		if t.failed && t.leads(p.At) && through(t.at) {
			if in.varies(c, l, p.At, false) {
				return 0, 0
			}
			return Retry, 6
		}
		if t.failed && l.reaches(t.fail, c, func(ssa.Instruction) bool { return false }) {
			fails = true
		}
		switch {
		case t.failed && !l.holds(t.ok.to):
			ends = true
		case !t.failed && !t.kind && (!l.holds(t.ok.to) || !l.holds(t.fail.to)):
			answers = true
		}
	}
	if !through(c) {
		return 0, 0
	}
	switch {
	case ends && !in.varies(c, l, p.At, true):
		return Retry, 4
	case answers && in.remote(c) && !in.varies(c, l, p.At, true):
		if fails {
			return Retry, 2
		}
		return Poll, 2
	case in.remote(c) && in.judged(c, l, p) && !in.varies(c, l, p.At, true):
		return Round, 1
	case opens(c) && in.remote(c) && !in.varies(c, l, p.At, false):
		return Reopen, 1
	}
	return 0, 0
}

// failsByError reports whether the last result of a call is an error.
func failsByError(c *ssa.Call) bool {
	results := c.Common().Signature().Results()
	return results.Len() > 0 && isError(results.At(results.Len()-1).Type())
}

// judged reports whether a counted loop asks, behind a call, for something that
// it has noted itself, and goes on to the pause only if the answer is not the
// one that ends it.
func (in *Info) judged(c *ssa.Call, l *loop, p *Pause) bool {
	found, counted := false, false
	l.branches(func(i *ssa.If) {
		b, ok := condition(i).(*ssa.BinOp)
		if ok && isNumber(b.X.Type()) {
			if _, ok := in.counter(b, l); ok {
				counted = true
				return
			}
		}
		if !dominates(c, i) {
			return
		}
		yes, no := i.Block().Succs[0], i.Block().Succs[1]
		if l.holds(yes) == l.holds(no) {
			return
		}
		on := yes
		if !l.holds(yes) {
			on = no
		}
		if len(on.Preds) == 1 && on.Dominates(p.At.Block()) && noted(condition(i)) {
			found = true
		}
	})
	return found && counted
}

// noted reports whether a condition is a truth value or a number that is kept
// in a variable or a field.
func noted(v ssa.Value) bool {
	switch x := v.(type) {
	case *ssa.UnOp:
		if x.Op != token.MUL {
			return false
		}
		switch x.X.(type) {
		case *ssa.FieldAddr, *ssa.Alloc, *ssa.FreeVar:
			return true
		}
	case *ssa.BinOp:
		return noted(x.X) || noted(x.Y)
	}
	return false
}

// event reports whether an instruction waits for something that is not time: a
// message, a tick.
func (in *Info) event(i ssa.Instruction, l *loop) bool {
	own := &variation{in: in, loop: l}
	source := func(ch ssa.Value) bool {
		if _, _, ok := in.timer(ch); ok {
			return false
		}
		return in.doneOf(ch) == nil && own.messages(ch)
	}
	switch i := i.(type) {
	case *ssa.UnOp:
		return i.Op == token.ARROW && source(i.X)
	case *ssa.Select:
		if !i.Blocking {
			return false
		}
		for _, s := range i.States {
			if s.Dir == types.RecvOnly && source(s.Chan) && !isStop(s.Chan.Type()) {
				return true
			}
		}
	case *ssa.Next:
		return true
	}
	return false
}

// repeatedBare reports whether a loop makes a call again because it failed,
// and leaves it when it succeeded.
func (in *Info) repeatedBare(c *ssa.Call, l *loop) bool {
	if !failsByError(c) {
		return false
	}
	if in.varies(c, l, c, false) {
		return false // the cheaper question first
	}
	ends, again := false, ssa.Instruction(nil)
	for _, t := range in.outcomeOf(c).tests(l) {
		if !t.failed {
			continue
		}
		if !l.holds(t.ok.to) {
			ends = true
		}
		if l.reaches(t.fail, c, func(i ssa.Instruction) bool { return in.event(i, l) }) {
			again = t.fail.to.Instrs[0]
		}
	}
	return ends && again != nil && !in.varies(c, l, again, true)
}

// describeRepeat answers what passes ask of a repeat.
func (in *Info) describeRepeat(r *Repeat) {
	in.limitsOf(r)
	r.Hand = in.hand(r)
	r.Attempts = in.attempts(r)
	r.Anyway, r.At = in.anyway(r, func(i ssa.Instruction) bool { return in.heeds(i, r) })
	r.Whatever, _ = in.anyway(r, func(ssa.Instruction) bool { return false })
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

// asksAt reports whether an instruction asks a context whether it has ended, or
// how long it has left.
func (in *Info) asksAt(i ssa.Instruction) bool {
	switch i := i.(type) {
	case *ssa.Select:
		for _, s := range i.States {
			if s.Dir == types.RecvOnly && in.doneOf(s.Chan) != nil {
				return true
			}
		}
	case *ssa.UnOp:
		return i.Op == token.ARROW && in.doneOf(i.X) != nil
	case *ssa.Call:
		return in.asksBy(i)
	}
	return false
}

func (in *Info) asksBy(c *ssa.Call) bool {
	for _, m := range [...]string{"Err", "Deadline"} {
		if contextMethod(c, m) != nil {
			return true
		}
	}
	fn := Callee(c.Common())
	if catalog.FullName(fn) == "context.Cause" {
		return true
	}
	if r := receiver(c.Common()); r != nil && isContextLike(r.Type()) && fn.Signature().Params().Len() == 0 && fn.Signature().Results().Len() == 1 && isBool(fn.Signature().Results().At(0).Type()) {
		return true // ctx.Canceled() of a context of the program's own
	}
	if p := in.callPause(c); p != nil {
		return p.Ends != nil
	}
	if row := in.table.Pauser(fn); row != nil && row.Told {
		return true
	}
	args, results := c.Common().Args, c.Common().Signature().Results()
	if len(args) == 0 || len(args) > 3 || results.Len() == 0 || in.waitAt[c] != nil {
		return false
	}
	hasContext, hasDuration := false, false
	for _, a := range args {
		switch t := a.Type(); {
		case isContextLike(t):
			hasContext = true
		case catalog.TypeName(t) == "time.Duration":
			hasDuration = true
		case isError(t):
		default:
			return false
		}
	}
	if !hasContext {
		return false
	}
	if f := in.body(c.Common()); f != nil {
		for _, b := range f.Blocks {
			for _, i := range b.Instrs {
				switch i := i.(type) {
				case *ssa.Call:
					if contextMethod(i, "Err") != nil || contextMethod(i, "Done") != nil || contextMethod(i, "Deadline") != nil || catalog.FullName(Callee(i.Common())) == "context.Cause" {
						return true
					}
				}
			}
		}
		return false
	}
	last := results.At(results.Len() - 1).Type()
	return fn != nil && (isBool(last) || isError(last) && hasDuration)
}

// heeds reports whether an instruction of a repeat's loop asks the context of the
// tries whether it has ended, and the loop does not go on if it has. A call that
// is handed the context and whose failure leads out of the loop asks it, too, and
// a channel that can only say that it is over stands for one.
func (in *Info) heeds(i ssa.Instruction, r *Repeat) bool {
	l := r.loop
	none := func(ssa.Instruction) bool { return false }
	switch i := i.(type) {
	case *ssa.Select:
		for n, s := range i.States {
			if s.Dir != types.RecvOnly {
				continue
			}
			ctx := in.doneOf(s.Chan)
			if ctx == nil && !isStop(s.Chan.Type()) || ctx != nil && !in.tells(ctx, r) {
				continue
			}
			for _, e := range in.stateEdges(i, n) {
				if l.reaches(e, r.Call, func(x ssa.Instruction) bool { return x != ssa.Instruction(i) && in.asksAt(x) }) {
					return false // a break that leaves only the select
				}
			}
			return true
		}
		return false
	case *ssa.Call:
		for _, m := range [...]string{"Err", "Deadline"} {
			if ctx := contextMethod(i, m); ctx != nil {
				return in.tells(ctx, r)
			}
		}
		if i == r.Call {
			return false
		}
		if in.asksBy(i) {
			return true
		}
		if !in.remote(i) || !fallible(i) {
			return false
		}
		for _, t := range in.outcomeOf(i).tests(l) {
			if t.failed && !l.reaches(t.fail, r.Call, none) {
				return true
			}
		}
	case *ssa.UnOp:
		return in.asksAt(i)
	}
	return false
}

// tells reports whether the end of a context says that the tries of a repeat have
// no time left: of several tries with one limit, only that limit's context does.
func (in *Info) tells(ctx ssa.Value, r *Repeat) bool {
	return r.Shared == nil || r.Shrinks || r.Shared.Ctx == nil || in.derives(ctx, r.Shared.Ctx)
}

// stateEdges returns the ways that are taken when a state of a select statement
// is the one that is ready.
func (in *Info) stateEdges(s *ssa.Select, n int) []edge {
	var out []edge
	if s.Referrers() == nil {
		return nil
	}
	for _, r := range *s.Referrers() {
		e, ok := r.(*ssa.Extract)
		if !ok || e.Index != 0 || e.Referrers() == nil {
			continue
		}
		for _, rr := range *e.Referrers() {
			b, ok := rr.(*ssa.BinOp)
			if !ok || b.Op != token.EQL {
				continue
			}
			c, ok := b.Y.(*ssa.Const)
			if !ok || c.Value == nil || int(c.Int64()) != n || b.Referrers() == nil {
				continue
			}
			for _, u := range *b.Referrers() {
				if i, ok := u.(*ssa.If); ok {
					out = append(out, edge{i.Block(), i.Block().Succs[0]})
				}
			}
		}
	}
	return out
}

// AskedAt reports whether a context is asked, or the kind of the error, on each
// way from a pause to the next one.
func (r *Repeat) AskedAt(in *Info, p Between) bool {
	kinds := map[ssa.Instruction]bool{}
	o := in.outcomeOf(r.Call)
	for _, t := range o.tests(r.loop) {
		if t.kind {
			if yes, no, _ := in.takesDeadline(t, o); !yes && !no {
				kinds[t.at] = true
			}
		}
	}
	return !r.loop.recurs(p.At, func(i ssa.Instruction) bool { return in.asksAt(i) || kinds[i] })
}

// Plans reports whether a repeat's loop asks how long a context has left.
func (r *Repeat) Plans(in *Info) bool {
	found := false
	r.loop.each(r.Call.Parent(), func(i ssa.Instruction) bool {
		c, ok := i.(*ssa.Call)
		if !ok {
			return true
		}
		if contextMethod(c, "Deadline") != nil {
			found = true
			return false
		}
		if fn := Callee(c.Common()); fn != nil && fn.Pkg() != nil && fn.Pkg().Name() == "budget" {
			found = true
			return false
		}
		for _, a := range c.Common().Args {
			if isContextLike(a.Type()) && in.plansIn(c) {
				found = true
				return false
			}
		}
		return true
	})
	return found
}

// plansIn reports whether a function of this package that a call names asks for
// a deadline.
func (in *Info) plansIn(c *ssa.Call) bool {
	f := in.body(c.Common())
	if f == nil {
		return false
	}
	for _, b := range f.Blocks {
		for _, i := range b.Instrs {
			if call, ok := i.(*ssa.Call); ok && contextMethod(call, "Deadline") != nil {
				return true
			}
		}
	}
	return false
}

// anyway reports whether some way leads from a failure of the repeated call
// back to it though its context may have ended.
func (in *Info) anyway(r *Repeat, asks func(ssa.Instruction) bool) (bool, token.Pos) {
	l := r.loop
	o := in.outcomeOf(r.Call)
	ts := o.tests(l)
	blocked, allowed := map[edge]bool{}, token.NoPos
	for _, t := range ts {
		if !t.kind {
			continue
		}
		yes, no, pos := in.takesDeadline(t, o)
		if !yes {
			blocked[t.ok] = true
		} else if pos.IsValid() {
			allowed = pos
		}
		if !no {
			blocked[t.fail] = true
		}
	}
	for _, t := range ts {
		// Not what the turn before has left behind.
		if !t.failed || !l.holds(t.fail.to) || !dominates(r.Call, t.at) {
			continue
		}
		if in.waysBack(l, t.fail, r.Call, asks, blocked) {
			return true, allowed
		}
	}
	return false, token.NoPos
}

func (in *Info) waysBack(l *loop, from edge, to ssa.Instruction, asks func(ssa.Instruction) bool, blocked map[edge]bool) bool {
	return l.walk([]*ssa.BasicBlock{from.to}, to, asks, func(b *ssa.BasicBlock) []*ssa.BasicBlock {
		var out []*ssa.BasicBlock
		for _, s := range in.ways(b, l, to, asks) {
			if !blocked[edge{b, s}] {
				out = append(out, s)
			}
		}
		return out
	})
}

// ways returns the blocks that may follow one on the way back to a call, without
// any of which it cannot be told that it is made again whatever happened: a
// condition that leads out of the loop and is none that counts, or asks for the
// call's error, decides it in a way that is not known. One that counts and that
// decides whether the context is asked leaves out the question only after the
// last try.
func (in *Info) ways(b *ssa.BasicBlock, l *loop, to ssa.Instruction, asks func(ssa.Instruction) bool) []*ssa.BasicBlock {
	i, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If)
	if !ok {
		return b.Succs
	}
	op, compares := condition(i).(*ssa.BinOp)
	if compares && isNumber(op.X.Type()) {
		if _, counts := in.counter(op, l); counts {
			for n, s := range b.Succs {
				if l.holds(s) && l.holds(b.Succs[1-n]) && in.asked(s, l, to, asks) && !in.asked(b.Succs[1-n], l, to, asks) {
					return b.Succs[n : n+1]
				}
			}
			return b.Succs
		}
	}
	if l.holds(b.Succs[0]) && l.holds(b.Succs[1]) {
		return b.Succs
	}
	if compares && (in.errOf(op.X) != nil || in.errOf(op.Y) != nil || in.selected(op.X, op.Y) != nil) {
		return b.Succs // what asks says of it
	}
	if call, ok := to.(*ssa.Call); ok {
		known := false
		o := in.outcomeOf(call)
		o.test(i, func(t test) { known = t.failed || t.kind })
		if known {
			return b.Succs
		}
	}
	return nil
}

// asked reports whether a context is asked on each way from a block to a call.
func (in *Info) asked(b *ssa.BasicBlock, l *loop, to ssa.Instruction, asks func(ssa.Instruction) bool) bool {
	return !l.search([]*ssa.BasicBlock{b}, to, asks)
}

// takesDeadline reports which ways an expired deadline may take at a question
// about an error, and where the question lets it pass on purpose.
func (in *Info) takesDeadline(t test, o *outcome) (yes, no bool, pos token.Pos) {
	switch c := condition(t.at).(type) {
	case *ssa.BinOp:
		y := c.Y
		if _, ok := c.X.(*ssa.Const); ok || o.err[c.Y] {
			y = c.X
		}
		if k, ok := y.(*ssa.Const); ok && (c.Op == token.EQL || c.Op == token.NEQ) && tellsKind(k) {
			eq, ne := false, true // a code that stands for another failure
			if isCode(k) && k.Uint64() == 4 {
				eq, ne = true, false
			}
			if c.Op == token.NEQ {
				eq, ne = ne, eq
			}
			return eq, ne, token.NoPos
		}
		if u, ok := y.(*ssa.UnOp); ok && isError(y.Type()) {
			if g, ok := u.X.(*ssa.Global); ok {
				eq, ne := in.takesSentinel(g)
				if c.Op == token.NEQ {
					eq, ne = ne, eq
				}
				return eq, ne, token.NoPos
			}
		}
	case *ssa.Call:
		fn := Callee(c.Common())
		if catalog.FullName(fn) == "errors.Is" && len(c.Common().Args) == 2 {
			if u, ok := c.Common().Args[1].(*ssa.UnOp); ok {
				if g, ok := u.X.(*ssa.Global); ok {
					yes, no := in.takesSentinel(g)
					if yes && g.Name() == "DeadlineExceeded" {
						pos = c.Pos()
					}
					return yes, no, pos
				}
			}
		}
		if f := in.body(c.Common()); f != nil {
			if pos := in.letsDeadline(f); pos.IsValid() {
				return true, false, pos
			}
		}
	}
	return false, false, token.NoPos
}

// tellsKind reports whether a constant stands for one kind of failure: the zero
// value may stand for all that have no code.
func tellsKind(k *ssa.Const) bool {
	if k.Value == nil {
		return false
	}
	switch k.Value.Kind() {
	case constant.String:
		return constant.StringVal(k.Value) != ""
	case constant.Int:
		return constant.Sign(k.Value) != 0
	}
	return false
}

// takesSentinel reports which ways an expired deadline takes at a comparison
// with a variable of the package level.
func (in *Info) takesSentinel(g *ssa.Global) (equal, unequal bool) {
	if g.Pkg != nil && g.Pkg.Pkg.Path() == "context" {
		return g.Name() == "DeadlineExceeded", g.Name() != "DeadlineExceeded"
	}
	return false, true
}

// condition is what an If asks, without negations.
func condition(i *ssa.If) ssa.Value {
	c := i.Cond
	for {
		u, ok := c.(*ssa.UnOp)
		if !ok || u.Op != token.NOT {
			return c
		}
		c = u.X
	}
}

// letsDeadline returns where a predicate on an error says yes to an expired
// deadline; an invalid position if it is not seen to.
func (in *Info) letsDeadline(f *ssa.Function) token.Pos {
	results := f.Signature.Results()
	if results.Len() != 1 || !isBool(results.At(0).Type()) {
		return token.NoPos
	}
	for _, b := range f.Blocks {
		for _, i := range b.Instrs {
			c, ok := i.(*ssa.If)
			if !ok {
				if r, ok := i.(*ssa.Return); ok && len(r.Results) == 1 && in.namesDeadline(r.Results[0]) {
					return r.Results[0].Pos()
				}
				continue
			}
			cond, yes := c.Cond, b.Succs[0]
			if in.namesDeadline(cond) && returnsTrue(yes) {
				return cond.Pos()
			}
		}
	}
	return token.NoPos
}

// namesDeadline reports whether a condition holds for context.DeadlineExceeded
// or for gRPC's code of it.
func (in *Info) namesDeadline(v ssa.Value) bool {
	switch c := v.(type) {
	case *ssa.Call:
		if catalog.FullName(Callee(c.Common())) == "errors.Is" && len(c.Common().Args) == 2 {
			return isContextError(c.Common().Args[1]) && globalName(c.Common().Args[1]) == "DeadlineExceeded"
		}
	case *ssa.BinOp:
		if c.Op != token.EQL {
			return false
		}
		if isCode(c.X) || isCode(c.Y) {
			return codeOf(c.X, c.Y) == 4
		}
		return isContextError(c.X) && globalName(c.X) == "DeadlineExceeded" || isContextError(c.Y) && globalName(c.Y) == "DeadlineExceeded"
	}
	return false
}

func globalName(v ssa.Value) string {
	if u, ok := v.(*ssa.UnOp); ok {
		if g, ok := u.X.(*ssa.Global); ok {
			return g.Name()
		}
	}
	return ""
}

// returnsTrue reports whether a block, or the one that it goes on to, returns
// true.
func returnsTrue(b *ssa.BasicBlock) bool {
	for range 3 {
		switch last := b.Instrs[len(b.Instrs)-1].(type) {
		case *ssa.Return:
			if len(last.Results) != 1 {
				return false
			}
			c, ok := last.Results[0].(*ssa.Const)
			return ok && c.Value != nil && c.Value.String() == "true"
		case *ssa.Jump:
			b = b.Succs[0]
		default:
			return false
		}
	}
	return false
}

// limitsOf notes the limits that the tries of a repeat have.
func (in *Info) limitsOf(r *Repeat) {
	h := in.handedTo(r.Call)
	l := r.loop
	l.each(r.Call.Parent(), func(i ssa.Instruction) bool {
		c, ok := i.(*ssa.Call)
		if !ok {
			return true
		}
		lim := in.limitAt(c)
		if lim == nil || lim.Polls || lim.Ctx == nil {
			return true
		}
		if in.fromItself(lim, l) {
			r.Shared, r.Shrinks = lim, true
			return false
		}
		if h.Value != nil && in.derives(h.Value, lim.Ctx) || in.carriesLimit(r.Call, lim) {
			r.Try = lim
		}
		return true
	})
	if r.Shared != nil || r.Try != nil || h.Value == nil {
		return
	}
	for _, b := range r.Call.Parent().Blocks {
		for _, i := range b.Instrs {
			c, ok := i.(*ssa.Call)
			if !ok || l.has(c) {
				continue
			}
			if lim := in.limitAt(c); lim != nil && !lim.Polls && lim.Ctx != nil && in.derives(h.Value, lim.Ctx) {
				r.Shared = lim
			}
		}
	}
}

// carriesLimit reports whether a call is handed a request made with a limited
// context in the loop.
func (in *Info) carriesLimit(c *ssa.Call, lim *Limit) bool {
	flow := in.Flow(lim.Ctx)
	for _, u := range flow.Calls {
		if u.Call == ssa.CallInstruction(c) {
			return true
		}
	}
	return false
}

// fromItself reports whether a limit in a loop derives from the context that it
// made in the turn before.
func (in *Info) fromItself(lim *Limit, l *loop) bool {
	switch p := lim.ParentValue.(type) {
	case *ssa.Phi:
		return p.Block() == l.head && slices.Contains(p.Edges, lim.Ctx)
	case *ssa.UnOp:
		if vals, _ := in.stored(p); slices.Contains(vals, lim.Ctx) {
			return true
		}
		if lim.Ctx.Referrers() == nil {
			return false
		}
		for _, r := range *lim.Ctx.Referrers() {
			if s, ok := r.(*ssa.Store); ok && s.Val == lim.Ctx && l.has(s) && in.samePlace(s.Addr, p.X) {
				return true
			}
		}
	}
	return false
}

// Winding reports whether a repeat runs where its context has ended already, or
// while something is undone on the way out: nobody waits for it by then.
func (in *Info) Winding(r *Repeat) bool {
	at := r.loop.head.Instrs[0]
	switch in.knownAt(at) {
	case "ended", "stopped":
		return true
	}
	m := in.modeOf(r.Call.Parent())
	if m.mode == Detached && (m.why == "defer" || m.why == "failure" && Undoes(r.Call.Parent())) {
		return true
	}
	if r.Hand.Value != nil {
		if _, ended := in.Ended(r.Hand.Value, at); ended {
			return true
		}
	}
	return false
}

// Takes reports whether a repeated call is handed the context in hand: it fails
// at once when that has ended.
func (in *Info) Takes(r *Repeat) bool {
	return in.handedTo(r.Call).counts(r.Call.Parent())
}

// CallName is a call as messages say it.
func (in *Info) CallName(c ssa.CallInstruction) string {
	if fn := Callee(c.Common()); fn != nil {
		if fn.Pkg() == in.pass.Pkg {
			return fn.Name()
		}
		return callName(fn)
	}
	if call := in.Expr(c); call != nil {
		switch fun := ast.Unparen(call.Fun).(type) {
		case *ast.Ident:
			return fun.Name
		case *ast.SelectorExpr:
			return fun.Sel.Name
		}
	}
	return "this function"
}

// Span returns the source of an instruction: of a call the whole call, of a
// select statement its head.
func (in *Info) Span(i ssa.Instruction) (pos, end token.Pos) {
	if c, ok := i.(ssa.CallInstruction); ok {
		return in.At(c)
	}
	return i.Pos(), i.Pos() + 2
}

// A Restart is a loop that starts over because a context has ended, with that
// same context.
type Restart struct {
	At   token.Pos // the last thing that is done before
	End  token.Pos
	Done token.Pos // where the end is known
	Expr string    // the context
}

// StartsOver returns the loops of the package that start over because a context
// has ended.
func (in *Info) StartsOver() []Restart {
	if in.index == nil {
		return nil
	}
	var out []Restart
	for _, fn := range in.Funcs {
		ls := in.loops(fn)
		if len(ls) == 0 {
			continue
		}
		rs := in.regions(fn)
		for _, l := range ls {
			for _, from := range l.head.Preds {
				if !l.holds(from) {
					continue
				}
				last := from.Instrs[len(from.Instrs)-1]
				for _, r := range rs {
					if r.why == ended && r.block != nil && l.holds(r.block) && r.holds(last) && in.loopOf(last) == l && in.stays(r.ctx, l) && in.worksOn(l) && l.search([]*ssa.BasicBlock{l.head}, firstOf(r.block), in.asksByCall) {
						if pos, end := in.lastCall(r.block, from); pos.IsValid() {
							out = append(out, Restart{At: pos, End: end, Done: r.pos, Expr: in.exprOf(r.ctx)})
						}
					}
				}
			}
		}
	}
	return out
}

// stays reports whether a context that has ended is the one of the next turn,
// too: it was made before the loop, or derives from that of the turn before.
func (in *Info) stays(ctx ssa.Value, l *loop) bool {
	x := in.canonical(ctx)
	i, ok := x.(ssa.Instruction)
	if !ok {
		_, param := x.(*ssa.Parameter)
		return param
	}
	if !l.has(i) {
		return i.Parent() == l.head.Parent() && !isGlobal(x)
	}
	e, ok := x.(*ssa.Extract)
	if !ok {
		return false
	}
	c, ok := e.Tuple.(*ssa.Call)
	if !ok || len(c.Common().Args) == 0 {
		return false
	}
	phi, ok := c.Common().Args[0].(*ssa.Phi)
	return ok && phi.Block() == l.head && slices.Contains(phi.Edges, ssa.Value(e))
}

// firstOf is the first instruction of a block.
func firstOf(b *ssa.BasicBlock) ssa.Instruction { return b.Instrs[0] }

// asksByCall reports whether a call asks a context, other than a wait for its
// end.
func (in *Info) asksByCall(i ssa.Instruction) bool {
	c, ok := i.(*ssa.Call)
	return ok && in.asksBy(c)
}

// worksOn reports whether the loop does work that can fail.
func (in *Info) worksOn(l *loop) bool {
	found := false
	l.each(l.head.Parent(), func(i ssa.Instruction) bool {
		if c, ok := i.(*ssa.Call); ok && !in.asksAt(c) && fallible(c) && !predicate(c) && !Quiet(Callee(c.Common())) {
			found = true
		}
		return !found
	})
	return found
}

// lastCall returns the last call that is made between two blocks, the second of
// which the first dominates.
func (in *Info) lastCall(from, to *ssa.BasicBlock) (pos, end token.Pos) {
	for b := to; b != nil && from.Dominates(b); b = b.Idom() {
		for i := len(b.Instrs) - 1; i >= 0; i-- {
			if c, ok := b.Instrs[i].(ssa.CallInstruction); ok && in.Expr(c) != nil {
				return in.At(c)
			}
		}
	}
	return token.NoPos, token.NoPos
}

// exprOf is the name of the variable that a context is kept in, as far as it is
// known.
func (in *Info) exprOf(v ssa.Value) string {
	switch x := in.canonical(v).(type) {
	case *ssa.Parameter:
		return x.Name()
	case *ssa.FreeVar:
		return x.Name()
	case *ssa.Phi:
		return x.Comment
	case *ssa.UnOp:
		switch a := x.X.(type) {
		case *ssa.FieldAddr:
			return fieldOf(a).Name()
		case *ssa.Alloc:
			return a.Comment
		}
	}
	return "the context"
}
