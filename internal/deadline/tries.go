package deadline

import (
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/budgetlint/budgetlint/internal/catalog"
)

// Tried is how often a function makes some call at most, itself or through the
// functions that it calls.
type Tried struct {
	Attempts int    // 2 or more
	Call     string // what is tried again
	At       string // where
	Depth    int    // how many calls down
}

// Retries is a function parameter that a function calls again when it fails.
type Retries struct {
	Param    int // the function
	Attempts int // as in Repeat
	// Blind: it pauses between tries, and no context that it is handed ends
	// the pause; Most is the longest such pause, 0 if that cannot be told.
	Blind bool
	Pause Paused
	At    string
}

// deepestTries is how many calls down tries are looked for.
const deepestTries = 3

// tries returns what a function tries again: of several the one with the most
// attempts.
func (in *Info) tries(fn *ssa.Function) []Tried {
	if t, ok := in.memoTries[fn]; ok {
		return t
	}
	in.memoTries[fn] = nil // recursion adds nothing
	var best Tried
	better := func(t Tried) {
		if t.Attempts > best.Attempts {
			best = t
		}
	}
	for _, r := range in.repeatsOf(fn) {
		if r.Kind == Retry && r.Attempts >= 2 && !isParameter(r.Call) {
			t := Tried{Attempts: r.Attempts, Call: in.CallName(r.Call), At: in.Position(r.Call.Pos())}
			if inner, ok := in.TriesOf(r.Call); ok {
				t.Attempts *= inner.Attempts
			}
			better(t)
		}
	}
	in.awaitedCalls(fn, func(c ssa.CallInstruction) {
		call, ok := c.(*ssa.Call)
		if !ok {
			return
		}
		if t, ok := in.TriesOf(call); ok && t.Depth < deepestTries {
			t.Depth++
			better(t)
		}
		if h, ok := in.helperAt(call); ok && h.Attempts >= 2 {
			better(Tried{Attempts: h.Attempts, Call: h.Op, At: in.Position(call.Pos())})
		}
	})
	var out []Tried
	if best.Attempts >= 2 {
		out = []Tried{best}
	}
	in.memoTries[fn] = out
	return out
}

// isParameter reports whether a call is of a function that its function was
// handed: what it does is its caller's.
func isParameter(c *ssa.Call) bool {
	switch v := c.Common().Value.(type) {
	case *ssa.Parameter, *ssa.FreeVar:
		return !c.Common().IsInvoke()
	case *ssa.UnOp:
		switch v.X.(type) {
		case *ssa.FreeVar:
			return !c.Common().IsInvoke()
		}
	}
	return false
}

// TriesOf returns what the function that a call names tries again itself.
func (in *Info) TriesOf(c *ssa.Call) (Tried, bool) {
	var ts []Tried
	if f := in.body(c.Common()); f != nil {
		ts = in.tries(f)
	} else if s := in.imported(Callee(c.Common())); s != nil {
		ts = s.Tries
	}
	if len(ts) > 0 {
		return ts[0], true
	}
	if r := in.retrierAt(c); r != nil && r.Attempts >= 2 {
		return in.libraryTries(r), true
	}
	if in.waitAt[c] == nil {
		return Tried{}, false
	}
	if n, ok := in.ownAttempts(c); ok && n >= 2 {
		return Tried{Attempts: n, Call: "the request", At: "its client, line " + strconv.Itoa(in.Line(c.Pos()))}, true
	}
	return Tried{}, false
}

// libraryTries is what a call of a retry library tries.
func (in *Info) libraryTries(r *Retrying) Tried {
	t := Tried{Attempts: r.Attempts, Call: "the function that " + r.Name() + " is handed", At: in.Position(r.Call.Pos())}
	if inner, name := in.triesIn(r.Op); inner.Attempts >= 2 {
		t.Attempts *= inner.Attempts
	} else if name != "" {
		t.Call = name
	}
	return t
}

// triesIn returns what a function that a library is handed tries itself, and its
// name if it has one.
func (in *Info) triesIn(op ssa.Value) (Tried, string) {
	f := in.funcOf(op)
	if f == nil || len(f.Blocks) == 0 {
		return Tried{}, ""
	}
	name := ""
	if f.Parent() == nil {
		name = f.Name()
	}
	if ts := in.tries(f); len(ts) > 0 {
		return ts[0], name
	}
	return Tried{}, name
}

// retries returns the function parameters that fn calls again when they fail.
func (in *Info) retries(fn *ssa.Function) []Retries {
	if fn.Parent() != nil {
		return nil
	}
	var out []Retries
	for _, r := range in.repeatsOf(fn) {
		p, ok := r.Call.Common().Value.(*ssa.Parameter)
		if !ok || r.Call.Common().IsInvoke() || r.Kind != Retry {
			continue
		}
		i := slices.Index(fn.Params, p)
		if i < 0 || slices.ContainsFunc(out, func(o Retries) bool { return o.Param == i }) {
			continue
		}
		h := Retries{Param: i, Attempts: r.Attempts, At: in.Position(r.Call.Pos())}
		for _, pause := range r.Pauses {
			if pause.Ends == nil && r.Hand.Expr == "" && r.Anyway && !in.OwnEnd(r, pause.At) {
				h.Blind = true
				h.Pause = Paused{Dur: -1, Ends: -1, Known: pause.Known, Most: pause.Most}
			}
		}
		out = append(out, h)
	}
	return out
}

// A Helper is a call of a function of first-party code that calls a function
// which it is handed again when that fails.
type Helper struct {
	Call *ssa.Call
	Retries
	Name string        // of the helper
	Op   string        // what is tried, as far as it has a name
	Body *ssa.Function // of the function that is handed over, nil if it is not seen
}

// Helpers returns the calls of such functions in the package, in order.
func (in *Info) Helpers() []Helper {
	if in.index == nil {
		return nil
	}
	var out []Helper
	for _, c := range in.calls {
		if call, ok := c.(*ssa.Call); ok {
			if h, ok := in.helperAt(call); ok {
				out = append(out, h)
			}
		}
	}
	return out
}

func (in *Info) helperAt(c *ssa.Call) (Helper, bool) {
	fn := Callee(c.Common())
	if fn == nil {
		return Helper{}, false
	}
	var rs []Retries
	if f := in.body(c.Common()); f != nil {
		rs = in.retries(f)
	} else if s := in.imported(fn); s != nil {
		rs = s.Retries
	}
	if len(rs) == 0 || rs[0].Param >= len(c.Common().Args) {
		return Helper{}, false
	}
	h := Helper{Call: c, Retries: rs[0], Name: in.CallName(c), Op: "the function that it is handed"}
	switch v := c.Common().Args[rs[0].Param].(type) {
	case *ssa.MakeClosure:
		h.Body, _ = v.Fn.(*ssa.Function)
	case *ssa.Function:
		h.Body = v
	}
	if h.Body != nil {
		if h.Body.Synthetic != "" {
			h.Body = unwrap(h.Body)
		}
		if h.Body != nil && h.Body.Parent() == nil {
			h.Op = h.Body.Name()
		}
		if h.Body != nil && len(h.Body.Blocks) == 0 {
			h.Body = nil
		}
	}
	return h, true
}

// A Nest is a retry around something that retries.
type Nest struct {
	Call         *ssa.Call // the outer repeated call
	Outer, Inner int
	OuterName    string // what is tried again by the outer one
	InnerCall    string
	InnerAt      string
}

// Nests returns the retries of the package around something that retries by
// itself, with both numbers known, in order.
func (in *Info) Nests() []Nest {
	var out []Nest
	for _, r := range in.Repeats() {
		if r.Kind != Retry || r.Attempts < 2 {
			continue
		}
		if t, ok := in.TriesOf(r.Call); ok {
			out = append(out, Nest{Call: r.Call, Outer: r.Attempts, Inner: t.Attempts, OuterName: in.CallName(r.Call), InnerCall: t.Call, InnerAt: t.At})
		} else if h, ok := in.helperAt(r.Call); ok && h.Attempts >= 2 {
			out = append(out, Nest{Call: r.Call, Outer: r.Attempts, Inner: h.Attempts, OuterName: h.Name, InnerCall: h.Op, InnerAt: h.At})
		}
	}
	for _, h := range in.Helpers() {
		if h.Attempts < 2 || h.Body == nil {
			continue
		}
		if ts := in.tries(h.Body); len(ts) > 0 {
			out = append(out, Nest{Call: h.Call, Outer: h.Attempts, Inner: ts[0].Attempts, OuterName: h.Op, InnerCall: ts[0].Call, InnerAt: ts[0].At})
		}
	}
	for _, r := range in.Retriers() {
		call, ok := r.Call.(*ssa.Call)
		if !ok || r.Attempts < 2 || r.Op == nil {
			continue
		}
		if t, name := in.triesIn(r.Op); t.Attempts >= 2 {
			if name == "" {
				name = "the function that " + r.Name() + " is handed"
			}
			out = append(out, Nest{Call: call, Outer: r.Attempts, Inner: t.Attempts, OuterName: name, InnerCall: t.Call, InnerAt: t.At})
		}
	}
	return out
}

// wraps reports whether an error that a call returns never compares equal to the
// error of a context, since it is always another one around it.
func (in *Info) wraps(c *ssa.Call) bool {
	if w := in.waitAt[c]; w != nil {
		return w.Row.Kind == catalog.HTTP || w.Row.Kind == catalog.GRPC || w.Row.Kind == catalog.Net
	}
	if f := in.body(c.Common()); f != nil {
		return in.wrapping(f)
	}
	s := in.imported(Callee(c.Common()))
	return s != nil && s.Wraps
}

// wrapping reports whether a function wraps an error that it returns.
func (in *Info) wrapping(f *ssa.Function) bool {
	if w, ok := in.memoWraps[f]; ok {
		return w
	}
	in.memoWraps[f] = false
	found := false
	for _, b := range f.Blocks {
		r, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return)
		if !ok || len(r.Results) == 0 {
			continue
		}
		if v := r.Results[len(r.Results)-1]; isError(v.Type()) && in.wrapped(v, 0) {
			found = true
			break
		}
	}
	in.memoWraps[f] = found
	return found
}

func (in *Info) wrapped(v ssa.Value, depth int) bool {
	if depth > 4 {
		return false
	}
	switch x := v.(type) {
	case *ssa.Phi:
		for _, e := range x.Edges {
			if e != v && in.wrapped(e, depth+1) {
				return true
			}
		}
	case *ssa.UnOp:
		vals, _ := in.stored(x)
		for _, val := range vals {
			if in.wrapped(val, depth+1) {
				return true
			}
		}
	case *ssa.Extract:
		c, ok := x.Tuple.(*ssa.Call)
		return ok && in.wraps(c)
	case *ssa.Call:
		if catalog.FullName(Callee(x.Common())) == "fmt.Errorf" {
			k, ok := x.Common().Args[0].(*ssa.Const)
			return ok && k.Value != nil && strings.Contains(k.Value.ExactString(), "%w")
		}
		return in.wraps(x)
	}
	return false
}
