package deadline

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"
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
