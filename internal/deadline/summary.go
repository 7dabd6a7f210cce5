package deadline

import (
	"cmp"
	"fmt"
	"go/types"
	"slices"
	"strings"
	"time"

	"golang.org/x/tools/go/ssa"

	"github.com/budgetlint/budgetlint/internal/catalog"
)

// A BudgetlintSummary is the fact of a function: what its callers need to know
// of its body. Of a package variable it is what the client in it means.
// Its name is long since facts are registered by package name and type name in
// binaries that link many analyzers. All lists are sorted, so that its bytes
// are the same on every run.
type BudgetlintSummary struct {
	Waits    []Waits
	Roots    []OwnRoot
	Contexts []Returned
	Makes    []Made
	Funcs    []FuncParam
	Pauses   []Paused
	Tries    []Tried
	Retries  []Retries
	Ends     []int         // contexts that it waits for the end of before it returns
	Bounds   []int         // parameters on which it sets a client's limit
	Wraps    bool          // an error that it returns is another one around the first
	Limits   bool          // it puts a limit on some context
	SQL      bool          // its package makes database handles whose statements have a limit, or wait for no peer
	Bound    catalog.Bound // of a variable
	Says     []Said        // results that hold its parameters, or its failures, as plain text
}

// Waits is a parameter that the function waits on.
type Waits struct {
	Param int           // the context or carrier, the receiver counted
	Kind  catalog.Kind  // what it waits for
	Call  string        // through which call
	At    string        // and where that is
	Bound catalog.Bound // whether something but the context ends the wait
}

// OwnRoot is an empty context that the function makes itself and waits below,
// awaited by its caller.
type OwnRoot struct {
	Limit time.Duration // 0: not known
	Call  string        // what waits
	At    string        // where the context gets its limit
	Depth int           // how many calls down
}

// Returned is a context that the function returns.
type Returned struct {
	Result     int
	Param      int // it comes from this parameter; -1: from none
	Kind       Kind
	Limit      time.Duration
	Severed    bool
	Cancelable bool
}

// Made is a client that the function returns.
type Made struct {
	Result int
	Bound  catalog.Bound
}

// FuncParam says how the function runs one that it is handed.
type FuncParam struct {
	Param int
	Mode  Mode
}

// AFact makes the summary a fact.
func (*BudgetlintSummary) AFact() {}

func (s *BudgetlintSummary) String() string {
	var b strings.Builder
	for _, w := range s.Waits {
		fmt.Fprintf(&b, "waits(%d %s %s) ", w.Param, w.Kind, w.Call)
	}
	for _, r := range s.Roots {
		fmt.Fprintf(&b, "root(%v %s) ", r.Limit, r.Call)
	}
	for _, c := range s.Contexts {
		fmt.Fprintf(&b, "returns(%d %s from %d) ", c.Result, c.Kind, c.Param)
	}
	for _, m := range s.Makes {
		fmt.Fprintf(&b, "makes(%d %s) ", m.Result, m.Bound)
	}
	for _, f := range s.Funcs {
		fmt.Fprintf(&b, "runs(%d %d) ", f.Param, f.Mode)
	}
	for _, t := range s.Says {
		fmt.Fprintf(&b, "says(%d in %d) ", t.Param, t.Result)
	}
	return strings.TrimSpace(b.String())
}

func (s *BudgetlintSummary) empty() bool {
	return len(s.Waits)+len(s.Roots)+len(s.Contexts)+len(s.Makes)+len(s.Funcs)+len(s.Pauses)+len(s.Tries)+len(s.Retries)+len(s.Ends)+len(s.Bounds)+len(s.Says) == 0 && !s.Wraps && !s.Limits && !s.SQL && s.Bound == catalog.Unknown
}

// matters reports whether the summary makes a function that calls its function
// worth a look.
func (s *BudgetlintSummary) matters() bool {
	t := *s
	t.Wraps = false
	return !t.empty()
}

// SummaryOf returns the summary of the function that a call names, nil if
// nothing is known of it.
func (in *Info) SummaryOf(c *ssa.CallCommon) *BudgetlintSummary {
	if f := in.body(c); f != nil {
		return in.Summary(f)
	}
	return in.imported(Callee(c))
}

// imported returns the fact of a function of another package, nil if there is
// none.
func (in *Info) imported(fn *types.Func) *BudgetlintSummary {
	if fn == nil || fn.Pkg() == nil || fn.Pkg() == in.pass.Pkg {
		return nil
	}
	s := new(BudgetlintSummary)
	if !in.pass.ImportObjectFact(fn.Origin(), s) {
		return nil
	}
	return s
}

func (in *Info) importedVar(v *types.Var) *BudgetlintSummary {
	s := new(BudgetlintSummary)
	if v.Pkg() == in.pass.Pkg || !in.pass.ImportObjectFact(v, s) {
		return nil
	}
	return s
}

// Summary returns the summary of a function with a body.
func (in *Info) Summary(fn *ssa.Function) *BudgetlintSummary {
	if s, ok := in.memoSum[fn]; ok {
		return s
	}
	if in.summing[fn] {
		return &BudgetlintSummary{} // recursion adds nothing
	}
	in.summing[fn] = true
	s := in.summarize(fn)
	delete(in.summing, fn)
	in.memoSum[fn] = s
	return s
}

func (in *Info) summarize(fn *ssa.Function) *BudgetlintSummary {
	s := &BudgetlintSummary{}
	s.Contexts = in.contexts(fn)
	in.makesClients(fn, s)
	for i, p := range fn.Params {
		switch t := p.Type().Underlying().(type) {
		case *types.Signature:
			if m := in.paramMode(p); m != Unseen {
				s.Funcs = append(s.Funcs, FuncParam{i, m})
			}
		case *types.Pointer:
			if row := in.table.Client(catalog.TypeName(t)); row != nil && in.setsParam(fn, i, row) {
				s.Bounds = append(s.Bounds, i)
			}
			if row := in.table.Client(catalog.TypeName(p.Type())); row != nil && !slices.Contains(s.Bounds, i) && in.setsParam(fn, i, row) {
				s.Bounds = append(s.Bounds, i)
			}
		}
	}
	s.Limits = in.limits(fn)
	s.Ends = in.ends(fn)
	s.Pauses = in.pausesOf(fn)
	s.Tries = in.tries(fn)
	s.Retries = in.retries(fn)
	s.Wraps = in.wrapping(fn)
	in.summarizeWaits(fn, s)
	in.summarizeRoots(fn, s)
	if obj := declared(fn); obj != nil && obj.Exported() {
		s.Says = in.says(fn) // in the package itself says is asked
	}
	return s
}

// The parts of a summary that questions about other functions need stand on
// their own: a summary asks for them while others are not finished.

// ends returns the parameters whose end fn waits for before it returns.
func (in *Info) ends(fn *ssa.Function) []int {
	if e, ok := in.memoEnds[fn]; ok {
		return e
	}
	in.memoEnds[fn] = nil // while it is computed: recursion adds nothing
	var out []int
	for i, p := range fn.Params {
		if catalog.IsContext(p.Type()) && in.returnsEnded(fn, p) {
			out = append(out, i)
		}
	}
	in.memoEnds[fn] = out
	return out
}

// paramMode returns how a function runs its parameter p, a function.
func (in *Info) paramMode(p *ssa.Parameter) Mode {
	if m, ok := in.memoParam[p]; ok {
		return m
	}
	in.memoParam[p] = Unseen
	m := in.referrersMode(p, 0).mode
	in.memoParam[p] = m
	return m
}

// returnsEnded reports whether the context p has ended wherever fn returns.
func (in *Info) returnsEnded(fn *ssa.Function, p *ssa.Parameter) bool {
	found := false
	for _, b := range fn.Blocks {
		r, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return)
		if !ok || b == fn.Recover {
			continue
		}
		if _, ok := in.endedAt(p, r); !ok {
			return false
		}
		found = true
	}
	return found
}

// contexts returns what is known of the contexts that fn returns.
func (in *Info) contexts(fn *ssa.Function) []Returned {
	var out []Returned
	results := fn.Signature.Results()
	for n := range results.Len() {
		if !isContextLike(results.At(n).Type()) {
			continue
		}
		k := in.returnedBy(fn, n)
		r := Returned{Result: n, Param: -1, Kind: k.Kind, Limit: k.Limit, Severed: k.Severed, Cancelable: k.Cancelable}
		if k.Source != nil {
			if r.Param = slices.Index(fn.Params, k.Source); r.Param < 0 {
				continue // the parameter of an outer function
			}
		}
		if k.Kind == Unknown || k.Kind == Bounded && k.Source == nil && !k.Fresh {
			continue
		}
		out = append(out, r)
	}
	return out
}

// makesClients notes the clients that fn returns.
func (in *Info) makesClients(fn *ssa.Function, s *BudgetlintSummary) {
	results := fn.Signature.Results()
	for n := range results.Len() {
		if typ := clientType(in, results.At(n).Type()); typ != "" {
			if b := in.returnsClient(fn, n, typ); b != catalog.Unknown {
				s.Makes = append(s.Makes, Made{n, b})
			}
		}
	}
}

// clientType returns the catalogue's name of a client type, also for the
// interfaces that stand for one.
func clientType(in *Info, t types.Type) string {
	name := catalog.TypeName(t)
	switch {
	case name == "":
		return ""
	case name == "net/http.RoundTripper":
		return "net/http.Transport"
	case isStubClient(t):
		return connType
	case in.table.Client(name) != nil:
		return name
	}
	return ""
}

// isStubClient reports whether t is the interface of a generated gRPC client.
func isStubClient(t types.Type) bool {
	iface, ok := t.Underlying().(*types.Interface)
	return ok && iface.NumMethods() > 0 && catalog.IsStub(iface.Method(0).Signature())
}

// summarizeWaits notes the parameters that fn waits on.
func (in *Info) summarizeWaits(fn *ssa.Function, s *BudgetlintSummary) {
	add := func(w Waits) {
		for i, old := range s.Waits {
			if old.Param == w.Param {
				if weight[w.Bound] > weight[old.Bound] {
					s.Waits[i] = w // the wait that nothing bounds is the one to know
				}
				return
			}
		}
		s.Waits = append(s.Waits, w)
	}
	in.awaitedCalls(fn, func(c ssa.CallInstruction) {
		if w := in.waitAt[c]; w != nil {
			if i := in.paramOf(fn, w.Context); i >= 0 && (w.Context.Kind == Caller || w.Context.Kind == Bounded) {
				bound := w.Bound()
				if w.Context.Kind == Bounded {
					bound = catalog.Bounded
				}
				add(Waits{Param: i, Kind: w.Row.Kind, Call: w.Name(), At: in.Position(c.Pos()), Bound: bound})
			}
			return
		}
		sum := in.SummaryOf(c.Common())
		if sum == nil {
			return
		}
		for _, w := range sum.Waits {
			if w.Param >= len(c.Common().Args) {
				continue
			}
			k := in.known(c.Common().Args[w.Param], c)
			if i := in.paramOf(fn, k); i >= 0 && (k.Kind == Caller || k.Kind == Bounded) {
				w.Param = i
				if k.Kind == Bounded {
					w.Bound = catalog.Bounded
				}
				add(w)
			}
		}
	})
	slices.SortFunc(s.Waits, func(a, b Waits) int { return cmp.Compare(a.Param, b.Param) })
}

// weight orders bounds by how much a caller needs to know of them.
var weight = map[catalog.Bound]int{catalog.Bounded: 0, catalog.Unknown: 1, catalog.Unbounded: 2}

// paramOf returns the index of fn's parameter that the context comes from, -1
// if it is none.
func (in *Info) paramOf(fn *ssa.Function, k Knowledge) int {
	if k.Source == nil {
		return -1
	}
	return slices.Index(fn.Params, k.Source)
}

// awaitedCalls calls f with each call of fn, and of the closures in it, that
// the caller of fn waits for.
func (in *Info) awaitedCalls(fn *ssa.Function, f func(ssa.CallInstruction)) {
	for _, b := range fn.Blocks {
		for _, i := range b.Instrs {
			switch c := i.(type) {
			case *ssa.Call:
				f(c)
			case *ssa.Go:
				if in.joined(c) {
					f(c)
				}
			}
		}
	}
	for _, a := range fn.AnonFuncs {
		if in.modeOf(a).mode == Awaited {
			in.awaitedCalls(a, f)
		}
	}
}

// summarizeRoots notes the empty contexts that fn makes and waits below.
func (in *Info) summarizeRoots(fn *ssa.Function, s *BudgetlintSummary) {
	if fn.Parent() != nil || in.reachOf(fn, nil).Param != nil || Undoes(fn) || in.Test(fn.Pos()) {
		return // reported there, if anywhere
	}
	const deepest = 3
	var best *OwnRoot
	in.awaitedCalls(fn, func(c ssa.CallInstruction) {
		if best != nil {
			return
		}
		if l := in.limitAt(c); l != nil && l.Parent.Kind == None && !l.Parent.Severed {
			if in.Place(c).Mode != Awaited {
				return
			}
			if name := in.waitsBelow(l); name != "" {
				best = &OwnRoot{Limit: l.Const, Call: name, At: in.Position(c.Pos())}
			}
			return
		}
		if sum := in.SummaryOf(c.Common()); sum != nil && len(sum.Roots) > 0 && sum.Roots[0].Depth < deepest && in.Place(c).Mode == Awaited {
			r := sum.Roots[0]
			r.Depth++
			best = &r
		}
	})
	if best != nil {
		s.Roots = []OwnRoot{*best}
	}
}

// waitsBelow returns the name of a catalogued call that waits below the limit,
// "" if none is proven to.
func (in *Info) waitsBelow(l *Limit) string {
	if l.Polls {
		return callName(l.Fn)
	}
	flow := in.Flow(l.Ctx)
	for _, u := range flow.Calls {
		if _, ok := u.Call.(*ssa.Call); !ok {
			continue
		}
		fn := Callee(u.Call.Common())
		if w := in.waitAt[u.Call]; w != nil && w.Row.Kind != catalog.Server {
			return w.Name()
		}
		if sum := in.SummaryOf(u.Call.Common()); sum != nil && fn != nil && !Releases(fn.Name()) {
			for _, w := range sum.Waits {
				if w.Param < len(u.Call.Common().Args) && u.Call.Common().Args[w.Param] == u.Arg && w.Kind != catalog.Server {
					return w.Call
				}
			}
		}
	}
	return ""
}

// exportFacts exports the summaries of the functions and variables that other
// packages can name.
func (in *Info) exportFacts() {
	for _, fn := range in.Funcs {
		obj := declared(fn)
		if obj == nil || fn.Parent() != nil || obj.Pkg() != in.pass.Pkg || fn.Origin() != nil {
			continue
		}
		s := in.Summary(fn)
		s.SQL = in.limitsSQL && isConstructor(obj)
		if !s.empty() {
			in.pass.ExportObjectFact(obj, s)
		}
	}
	scope := in.pass.Pkg.Scope()
	for _, name := range scope.Names() {
		if tn, ok := scope.Lookup(name).(*types.TypeName); ok && tn.Exported() {
			in.exportInterface(tn)
		}
		v, ok := scope.Lookup(name).(*types.Var)
		if !ok || !v.Exported() {
			continue
		}
		typ := clientType(in, v.Type())
		if typ == "" {
			continue
		}
		if g := in.Funcs[0].Prog.Package(in.pass.Pkg).Var(name); g != nil {
			if b := in.variable(g, typ); b != catalog.Unknown {
				in.pass.ExportObjectFact(v, &BudgetlintSummary{Bound: b})
			}
		}
	}
}

// isConstructor reports whether a function is one by which other packages get
// what this one makes.
func isConstructor(fn *types.Func) bool {
	return fn.Exported() && fn.Signature().Recv() == nil && fn.Signature().Results().Len() > 0
}

// exportInterface exports which methods of an interface put a limit on their
// context in each of the package's implementations: a hand-written interface
// that has the shape of a gRPC stub is none.
func (in *Info) exportInterface(tn *types.TypeName) {
	iface, ok := tn.Type().Underlying().(*types.Interface)
	if !ok {
		return
	}
	for m := range iface.ExplicitMethods() {
		if m.Exported() && catalog.IsStub(m.Signature()) && in.limitedMethod(m) {
			in.pass.ExportObjectFact(m, &BudgetlintSummary{Limits: true})
		}
	}
}
