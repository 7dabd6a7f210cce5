package deadline

import (
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/budgetlint/budgetlint/internal/catalog"
)

// A Mode says who waits for a function, or for the code at a place.
type Mode uint8

const (
	// Unseen: it cannot be told who runs it.
	Unseen Mode = iota
	// Awaited: whoever started it waits for it.
	Awaited
	// Detached: nobody waits; Why says what runs it.
	Detached
)

// use is one way in which a function is used; as the answer for a function it
// is what all its uses have in common.
type use struct {
	call  ssa.CallInstruction // a static call, go or defer of it
	value ssa.Value           // or the function as a value
	at    ssa.Instruction     // where

	mode Mode
	why  string // of Detached: "goroutine", "defer", ...
	// inline are the places at which an awaited closure runs, for a look at
	// what is known there.
	inline []ssa.Instruction
}

// modeOf returns how fn runs: all its uses in the package together. Detached
// needs every use to be.
func (in *Info) modeOf(fn *ssa.Function) use {
	if m, ok := in.memoMode[fn]; ok {
		return m
	}
	if in.moding[fn] {
		return use{mode: Detached, why: "recursion"} // adds nothing to the other uses
	}
	in.moding[fn] = true
	m := in.mode(fn)
	delete(in.moding, fn)
	in.memoMode[fn] = m
	return m
}

func (in *Info) mode(fn *ssa.Function) use {
	uses := in.uses[fn]
	if len(uses) == 0 {
		if fn.Parent() != nil {
			return use{mode: Unseen}
		}
		return use{mode: Awaited} // somebody else's call
	}
	out := use{mode: Detached}
	unseen, detached := false, ""
	for _, u := range uses {
		var m use
		if u.call != nil {
			m = in.callMode(u.call, u.call)
		} else {
			m = in.valueMode(u.value, u.at, 0)
		}
		switch m.mode {
		case Awaited:
			out.mode = Awaited
			out.inline = append(out.inline, m.inline...)
		case Unseen:
			unseen = true
		case Detached:
			if out.why == "" || out.why == "recursion" {
				out.why = m.why
			}
			detached = m.why
		}
	}
	if fn.Parent() != nil && detached != "" && detached != "recursion" {
		// A closure that runs both ways is not proven to be awaited, see
		// weaker.
		return use{mode: Detached, why: detached}
	}
	if unseen {
		if fn.Parent() == nil {
			// A declared function that is handed around is somebody's callback.
			return use{mode: Awaited, inline: out.inline}
		}
		if out.mode == Detached {
			return use{mode: Unseen}
		}
	}
	return out
}

// callMode returns how the function called by c runs; at is the place that
// stands for it in its function.
func (in *Info) callMode(c ssa.CallInstruction, at ssa.Instruction) use {
	switch c := c.(type) {
	case *ssa.Go:
		if in.joined(c) {
			return use{mode: Awaited, inline: []ssa.Instruction{at}}
		}
		return use{mode: Detached, why: "goroutine"}
	case *ssa.Defer:
		return use{mode: Detached, why: "defer"}
	}
	// What runs in a detached function is detached.
	if m := in.modeOf(at.Parent()); m.mode == Detached {
		return use{mode: Detached, why: m.why}
	}
	for _, r := range in.regions(at.Parent()) {
		switch r.why {
		case ended, cancelled, maybe, failed, stopped:
			if r.holds(at) {
				return use{mode: Detached, why: "failure"}
			}
		}
	}
	return use{mode: Awaited, inline: []ssa.Instruction{at}}
}

// valueMode returns how a function value runs that is made at an instruction:
// it follows the value to the calls of it and to the functions that it is
// handed to.
func (in *Info) valueMode(v ssa.Value, at ssa.Instruction, depth int) use {
	if depth > 4 {
		return use{mode: Unseen}
	}
	if mc, ok := v.(*ssa.MakeClosure); ok && at == ssa.Instruction(mc) {
		// All the closure's referrers.
		return in.referrersMode(mc, depth)
	}
	return in.oneUse(v, at, depth)
}

func (in *Info) referrersMode(v ssa.Value, depth int) use {
	if v.Referrers() == nil || len(*v.Referrers()) == 0 {
		return use{mode: Unseen}
	}
	out := use{}
	first := true
	for _, r := range *v.Referrers() {
		if _, ok := r.(*ssa.DebugRef); ok {
			continue
		}
		m := in.oneUse(v, r, depth)
		if first {
			out, first = m, false
			continue
		}
		out = weaker(out, m)
	}
	return out
}

// weaker joins two uses of one value: awaited in one and detached in another
// is not proven to be awaited.
func weaker(a, b use) use {
	switch {
	case a.mode == Unseen || b.mode == Unseen:
		return use{mode: Unseen}
	case a.mode == Detached:
		return a
	case b.mode == Detached:
		return b
	}
	a.inline = append(a.inline, b.inline...)
	return a
}

// oneUse returns how the function value v runs by the instruction at, which
// uses it.
func (in *Info) oneUse(v ssa.Value, at ssa.Instruction, depth int) use {
	switch r := at.(type) {
	case *ssa.ChangeType:
		return in.referrersMode(r, depth+1)
	case *ssa.MakeInterface:
		return in.referrersMode(r, depth+1)
	case *ssa.Store:
		if r.Val != v {
			return use{mode: Unseen}
		}
		switch a := r.Addr.(type) {
		case *ssa.Alloc:
			return in.variableMode(a, depth+1)
		case *ssa.IndexAddr:
			// An element of a variadic argument's array.
			if arr, ok := a.X.(*ssa.Alloc); ok {
				return in.variadicMode(arr, depth+1)
			}
		}
		return use{mode: Unseen}
	case ssa.CallInstruction:
		c := r.Common()
		if !c.IsInvoke() && in.canonicalFunc(c.Value) == in.canonicalFunc(v) {
			return in.callMode(r, r)
		}
		for i, a := range c.Args {
			if a == v {
				return in.argumentMode(r, i)
			}
		}
	case *ssa.MakeClosure:
		// Captured by another closure: runs where that one calls it.
		fn, ok := r.Fn.(*ssa.Function)
		if !ok {
			return use{mode: Unseen}
		}
		out := use{mode: Unseen}
		first := true
		for i, b := range r.Bindings {
			if b == v && i < len(fn.FreeVars) {
				m := in.referrersMode(fn.FreeVars[i], depth+1)
				if first {
					out, first = m, false
				} else {
					out = weaker(out, m)
				}
			}
		}
		return out
	}
	return use{mode: Unseen}
}

func (in *Info) canonicalFunc(v ssa.Value) ssa.Value {
	if f := in.closureIn(v); f != nil {
		return f
	}
	return v
}

// variableMode returns how a function runs that is kept in a local variable.
func (in *Info) variableMode(a ssa.Value, depth int) use {
	if a.Referrers() == nil {
		return use{mode: Unseen}
	}
	out := use{mode: Unseen}
	first := true
	join := func(m use) {
		if first {
			out, first = m, false
		} else {
			out = weaker(out, m)
		}
	}
	for _, r := range *a.Referrers() {
		switch r := r.(type) {
		case *ssa.Store, *ssa.DebugRef:
		case *ssa.UnOp:
			join(in.referrersMode(r, depth))
		case *ssa.MakeClosure:
			fn, ok := r.Fn.(*ssa.Function)
			if !ok {
				return use{mode: Unseen}
			}
			for i, b := range r.Bindings {
				if b == a && i < len(fn.FreeVars) {
					join(in.variableMode(fn.FreeVars[i], depth+1))
				}
			}
		default:
			return use{mode: Unseen}
		}
		if depth > 6 {
			return use{mode: Unseen}
		}
	}
	return out
}

func (in *Info) variadicMode(arr *ssa.Alloc, depth int) use {
	for _, r := range *arr.Referrers() {
		if s, ok := r.(*ssa.Slice); ok && s.Referrers() != nil {
			for _, rr := range *s.Referrers() {
				if c, ok := rr.(ssa.CallInstruction); ok {
					for i, a := range c.Common().Args {
						if a == s {
							return in.argumentMode(c, i)
						}
					}
				}
			}
		}
	}
	return use{mode: Unseen}
}

// argumentMode returns how a function runs that is the i-th of a call's Args.
func (in *Info) argumentMode(c ssa.CallInstruction, i int) use {
	common := c.Common()
	if _, ok := c.(*ssa.Go); ok {
		return use{mode: Detached, why: "goroutine"}
	}
	if _, ok := c.(*ssa.Defer); ok {
		return use{mode: Detached, why: "defer"}
	}
	if fn := Callee(common); fn != nil {
		switch runs := catalog.Runs(fn); runs {
		case catalog.RunsInline:
			return in.callMode(c, c)
		case catalog.RunsDetached:
			return use{mode: Detached, why: fn.Name()}
		case catalog.RunsJoined:
			if in.joined(c) {
				return in.callMode(c, c)
			}
			return use{mode: Detached, why: "goroutine"}
		}
		if s := in.imported(fn); s != nil {
			for _, p := range s.Funcs {
				if p.Param == i {
					return in.runAs(p.Mode, c)
				}
			}
			return use{mode: Unseen}
		}
	}
	if f := in.body(common); f != nil && i < len(f.Params) {
		return in.runAs(in.paramMode(f.Params[i]), c)
	}
	return use{mode: Unseen}
}

// runAs is how a function runs that a call hands to one which runs it so.
func (in *Info) runAs(m Mode, c ssa.CallInstruction) use {
	switch m {
	case Awaited:
		return in.callMode(c, c)
	case Detached:
		return use{mode: Detached, why: "goroutine"}
	}
	return use{mode: Unseen}
}

// joined reports whether the function that starts a goroutine waits for it
// before it returns, with nothing else to end the wait: the same group's Wait,
// or a receive from a channel that the goroutine sends to.
func (in *Info) joined(c ssa.CallInstruction) bool {
	common := c.Common()
	fn := c.Parent()
	if _, ok := c.(*ssa.Go); !ok {
		// group.Go(f): group.Wait() in the same function.
		group := receiver(common)
		if group == nil {
			return false
		}
		return in.waitsFor(fn, group, c)
	}
	body := in.body(common)
	if body == nil {
		return false
	}
	// The goroutine says wg.Done(), the starter wg.Wait().
	for _, b := range body.Blocks {
		for _, i := range b.Instrs {
			done, ok := i.(ssa.CallInstruction)
			if !ok || catalog.FullName(Callee(done.Common())) != "(*sync.WaitGroup).Done" {
				continue
			}
			if in.waitsFor(fn, in.outer(receiver(done.Common()), c), c) {
				return true
			}
		}
	}
	// Or it sends on a channel that the starter receives from, not in a select.
	for _, b := range body.Blocks {
		for _, i := range b.Instrs {
			var ch ssa.Value
			switch i := i.(type) {
			case *ssa.Send:
				ch = i.Chan
			case ssa.CallInstruction:
				if bi, ok := i.Common().Value.(*ssa.Builtin); ok && bi.Name() == "close" {
					ch = i.Common().Args[0]
				}
			}
			if ch != nil && in.receivesFrom(fn, in.outer(ch, c), c) {
				return true
			}
		}
	}
	return false
}

// outer returns the value outside that v of a goroutine's body stands for: a
// captured variable or an argument.
func (in *Info) outer(v ssa.Value, c ssa.CallInstruction) ssa.Value {
	v = in.canonical(v)
	if p, ok := v.(*ssa.Parameter); ok {
		for i, q := range p.Parent().Params {
			if p == q && i < len(c.Common().Args) {
				return in.canonical(c.Common().Args[i])
			}
		}
	}
	return v
}

func (in *Info) waitsFor(fn *ssa.Function, group ssa.Value, start ssa.Instruction) bool {
	if group == nil {
		return false
	}
	for _, b := range fn.Blocks {
		for _, i := range b.Instrs {
			w, ok := i.(ssa.CallInstruction) // also defer wg.Wait()
			if !ok {
				continue
			}
			m := Callee(w.Common())
			if m == nil || m.Name() != "Wait" || receiver(w.Common()) == nil {
				continue
			}
			_, last := i.(*ssa.Defer)
			if in.same(receiver(w.Common()), group) && (last || after(start, w)) {
				return true
			}
		}
	}
	return false
}

func (in *Info) receivesFrom(fn *ssa.Function, ch ssa.Value, start ssa.Instruction) bool {
	for _, b := range fn.Blocks {
		for _, i := range b.Instrs {
			if r, ok := i.(*ssa.UnOp); ok && r.Op.String() == "<-" && in.same(r.X, ch) && after(start, r) {
				return true
			}
		}
	}
	return false
}

// A Place says how the code at an instruction runs, seen from the function
// whose caller it keeps waiting.
type Place struct {
	Mode Mode
	Why  string // of Detached: what runs it, or what is known there
	// Reach is the caller's context that is in reach there; its Param is nil
	// if there is none.
	Reach Reach
}

// A Reach is a way to the caller's context.
type Reach struct {
	Param *ssa.Parameter
	// Expr is the source text that yields the context; "" for a parameter
	// that is blank or has no name.
	Expr string
}

// Describe names the way for a message: "ctx", "r.Context()", "the unnamed
// context parameter".
func (r Reach) Describe() string {
	if r.Expr == "" {
		if r.Param.Object().Name() == "_" {
			return "the blank context parameter"
		}
		return "the unnamed context parameter"
	}
	return r.Expr
}

// What names the kind of the way: a parameter that is a context, a request or
// another value that has one, a test.
func (r Reach) What() string {
	switch {
	case isContextLike(r.Param.Type()) && !strings.HasSuffix(r.Expr, ")"):
		return "parameter"
	case strings.HasPrefix(catalog.TypeName(r.Param.Type()), "testing."):
		return "test"
	}
	return "request"
}

// Place returns how the code at an instruction runs and which caller's context
// is in reach. It looks outward: from a closure that is awaited to the
// function that waits for it.
func (in *Info) Place(at ssa.Instruction) Place {
	for range 8 {
		fn := at.Parent()
		if why := in.knownAt(at); why != "" {
			return Place{Mode: Detached, Why: why}
		}
		reach := in.reachOf(fn, at)
		m := in.modeOf(fn)
		if m.mode == Detached {
			return Place{Mode: Detached, Why: m.why}
		}
		if reach.Param != nil {
			return Place{Mode: Awaited, Reach: reach}
		}
		if fn.Parent() == nil {
			return Place{Mode: Awaited}
		}
		if m.mode == Unseen {
			return Place{Mode: Unseen}
		}
		// The closure runs in its parent, at one or more places.
		next := ssa.Instruction(nil)
		for _, i := range m.inline {
			if why := in.knownAt(i); why != "" {
				return Place{Mode: Detached, Why: why}
			}
			if next == nil {
				next = i
			}
		}
		if next == nil {
			return Place{Mode: Unseen}
		}
		at = next
	}
	return Place{Mode: Unseen}
}

// knownAt returns why a fresh context is right at an instruction, "" if
// nothing in its function says so.
func (in *Info) knownAt(at ssa.Instruction) string {
	for _, r := range in.regions(at.Parent()) {
		if !r.holds(at) {
			continue
		}
		switch r.why {
		case ended:
			return "ended"
		case cancelled:
			// One's own child that was cancelled says nothing of the caller's.
			if k := in.Context(r.ctx); k.Kind != Bounded && k.Source == nil {
				return "ended"
			}
		case maybe:
			return "ended"
		case failed:
			return "failure"
		case isNil:
			return "nil"
		case stopped:
			return "stopped"
		}
	}
	return ""
}

// reachOf returns the caller's context among the parameters of fn.
func (in *Info) reachOf(fn *ssa.Function, at ssa.Instruction) Reach {
	params := fn.Params
	if fn.Signature.Recv() != nil && len(params) > 0 {
		params = params[1:]
	}
	for _, p := range params {
		if catalog.IsContext(p.Type()) {
			return Reach{Param: p, Expr: usable(p, "")}
		}
	}
	for _, p := range params {
		if command(p.Type()) && !in.callsContext(fn, p) {
			continue
		}
		if isContextLike(p.Type()) {
			expr := ""
			switch catalog.TypeName(p.Type()) {
			case "github.com/gin-gonic/gin.Context":
				expr = ".Request.Context()"
			case "github.com/gofiber/fiber/v2.Ctx":
				expr = ".UserContext()"
			}
			return Reach{Param: p, Expr: usable(p, expr)}
		}
		if strings.HasPrefix(catalog.TypeName(p.Type()), "testing.") && !in.cfg.Tests {
			continue
		}
		if expr := contextGetter(p.Type()); expr != "" {
			return Reach{Param: p, Expr: usable(p, expr)}
		}
	}
	return Reach{}
}

// command reports whether t is a command of a command-line library. Its context
// is empty unless the program gives it one (cobra's ExecuteContext, cli's
// RunContext), which a function shows that asks it for its context.
func command(t types.Type) bool {
	switch catalog.TypeName(t) {
	case "github.com/spf13/cobra.Command", "github.com/urfave/cli.Context", "github.com/urfave/cli/v2.Context":
		return true
	}
	return false
}

func usable(p *ssa.Parameter, suffix string) string {
	if name := p.Object().Name(); name != "" && name != "_" {
		return name + suffix
	}
	return ""
}

// contextGetter returns how a value of type t yields its context: a method
// Context, or a method or field Request of a web framework's context.
func contextGetter(t types.Type) string {
	switch catalog.TypeName(t) {
	case "crypto/tls.ClientHelloInfo", "crypto/tls.CertificateRequestInfo":
		return "" // a certificate is for all handshakes, not for this one
	}
	if returnsContext(t, "Context") {
		return ".Context()"
	}
	if returnsContext(t, "UserContext") {
		return ".UserContext()" // fiber v2
	}
	obj, _, _ := types.LookupFieldOrMethod(t, true, nil, "Request")
	switch obj := obj.(type) {
	case *types.Func: // echo
		if r := obj.Signature().Results(); r.Len() == 1 && obj.Signature().Params().Len() == 0 && catalog.TypeName(r.At(0).Type()) == "net/http.Request" {
			return ".Request().Context()"
		}
	case *types.Var: // gin, beego
		if catalog.TypeName(obj.Type()) == "net/http.Request" && strings.HasSuffix(catalog.TypeName(t), "Context") {
			return ".Request.Context()"
		}
	}
	return ""
}

func returnsContext(t types.Type, method string) bool {
	obj, _, _ := types.LookupFieldOrMethod(t, true, nil, method)
	fn, ok := obj.(*types.Func)
	return ok && fn.Signature().Params().Len() == 0 && fn.Signature().Results().Len() == 1 && catalog.IsContext(fn.Signature().Results().At(0).Type())
}

// callsContext reports whether the function asks p for its context.
func (in *Info) callsContext(fn *ssa.Function, p *ssa.Parameter) bool {
	if p.Referrers() == nil {
		return false
	}
	for _, r := range *p.Referrers() {
		switch r := r.(type) {
		case *ssa.Call:
			if m := Callee(r.Common()); m != nil && m.Name() == "Context" {
				return true
			}
		case *ssa.FieldAddr:
			if fieldOf(r).Name() == "Context" {
				return true
			}
		}
	}
	return false
}
