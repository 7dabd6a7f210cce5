package deadline

import (
	"go/ast"
	"go/types"
	"strings"
	"time"

	"golang.org/x/tools/go/ssa"

	"github.com/budgetlint/budgetlint/internal/catalog"
)

// A Limit is a call that puts a limit on a context.
type Limit struct {
	Call ssa.CallInstruction
	Fn   *types.Func // nil for a closure
	// Parent is what is known of the context that is limited; ParentValue is
	// that context, nil where a function of first-party code makes it itself.
	Parent      Knowledge
	ParentValue ssa.Value
	// Dur is the duration or the point in time; Const is the duration if it
	// is a constant, else 0.
	Dur   ssa.Value
	Const time.Duration
	// Ctx is the derived context; nil if it is dropped, or if Polls.
	Ctx   ssa.Value
	Polls bool
	// Factory: the call is of a function of first-party code that returns a
	// fresh context with a limit.
	Factory bool
}

// Limits returns the calls in the package that put a limit on a context, in
// order.
func (in *Info) Limits() []*Limit {
	if in.index == nil {
		return nil
	}
	var out []*Limit
	for _, c := range in.calls {
		if l := in.limitAt(c); l != nil {
			out = append(out, l)
		}
	}
	return out
}

func (in *Info) limitAt(c ssa.CallInstruction) *Limit {
	fn := Callee(c.Common())
	row := in.table.Limiter(fn)
	if row == nil {
		return in.factory(c, fn)
	}
	l := &Limit{Call: c, Fn: fn, Polls: row.Polls}
	l.ParentValue = argument(c.Common(), row.Parent)
	l.Parent = in.Context(l.ParentValue)
	l.Dur = argument(c.Common(), row.Limit)
	l.Const = in.duration(l.Dur, row.Deadline)
	if call, ok := c.(*ssa.Call); ok && !row.Polls {
		l.Ctx = extract(call, 0)
	}
	return l
}

// factory returns the limit of a call of a first-party function that returns a
// fresh context with a limit, nil if it is none.
func (in *Info) factory(c ssa.CallInstruction, fn *types.Func) *Limit {
	call, ok := c.(*ssa.Call)
	if !ok || !returnsCancel(c.Common().Signature()) {
		return nil
	}
	var contexts []Returned
	if f := in.body(c.Common()); f != nil {
		contexts = in.contexts(f)
	} else if s := in.imported(fn); s != nil {
		contexts = s.Contexts
	}
	for _, r := range contexts {
		if r.Kind != Bounded {
			continue
		}
		if r.Param >= 0 {
			if r.Param >= len(c.Common().Args) {
				continue
			}
			// It derives from what it is handed, which may be empty here.
			v := c.Common().Args[r.Param]
			if k := in.Context(v); k.Kind == None {
				return &Limit{Call: c, Fn: fn, Factory: true, Const: r.Limit, Parent: k, ParentValue: v, Ctx: extract(call, r.Result)}
			}
			continue
		}
		return &Limit{
			Call: c, Fn: fn, Factory: true, Const: r.Limit,
			Parent: Knowledge{Kind: None, Root: call, Fresh: true, Severed: r.Severed},
			Ctx:    extract(call, r.Result),
		}
	}
	return nil
}

// A Flow is where a context goes.
type Flow struct {
	// Calls are the calls that are handed the context, or one derived from it,
	// or a value that carries it.
	Calls []FlowCall
	// Kept: it is stored in a struct, or returned: its life is not this call.
	Kept bool
	// Awaits are the places where its Done channel is received from.
	Awaits []ssa.Instruction
}

// A FlowCall is a call that is handed a context.
type FlowCall struct {
	Call ssa.CallInstruction
	Arg  ssa.Value
}

// Flow follows a context to the calls that are handed it, through derivations,
// requests made with it, local variables and closures.
func (in *Info) Flow(ctx ssa.Value) *Flow {
	f := &Flow{}
	if ctx != nil {
		in.flow(ctx, f, map[ssa.Value]bool{})
	}
	return f
}

func (in *Info) flow(v ssa.Value, f *Flow, seen map[ssa.Value]bool) {
	if v == nil || seen[v] || v.Referrers() == nil {
		return
	}
	seen[v] = true
	for _, r := range *v.Referrers() {
		switch r := r.(type) {
		case *ssa.Phi:
			in.flow(r, f, seen)
		case *ssa.MakeInterface:
			in.flow(r, f, seen)
		case *ssa.ChangeInterface:
			in.flow(r, f, seen)
		case *ssa.ChangeType:
			in.flow(r, f, seen)
		case *ssa.TypeAssert:
			in.flow(r, f, seen)
		case *ssa.Extract:
			in.flow(r, f, seen)
		case *ssa.Return:
			f.Kept = true
		case *ssa.MapUpdate, *ssa.Send:
			f.Kept = true
		case *ssa.MakeClosure:
			if fn, ok := r.Fn.(*ssa.Function); ok {
				for i, b := range r.Bindings {
					if b == v && i < len(fn.FreeVars) {
						in.flow(fn.FreeVars[i], f, seen)
					}
				}
			}
		case *ssa.Store:
			if r.Val != v {
				continue
			}
			switch a := r.Addr.(type) {
			case *ssa.Alloc:
				in.flowVariable(a, f, seen)
			case *ssa.FreeVar:
				if outer, _ := in.captured(a); outer != nil {
					in.flowVariable(outer, f, seen)
				}
			case *ssa.IndexAddr:
				if arr, ok := a.X.(*ssa.Alloc); ok {
					for _, rr := range *arr.Referrers() {
						if s, ok := rr.(*ssa.Slice); ok {
							in.flow(s, f, seen)
						}
					}
				}
			default:
				f.Kept = true
			}
		case ssa.CallInstruction:
			in.flowCall(v, r, f, seen)
		}
	}
}

// flowVariable follows a context kept in a local variable.
func (in *Info) flowVariable(a ssa.Value, f *Flow, seen map[ssa.Value]bool) {
	if seen[a] || a.Referrers() == nil {
		return
	}
	seen[a] = true
	for _, r := range *a.Referrers() {
		switch r := r.(type) {
		case *ssa.UnOp:
			in.flow(r, f, seen)
		case *ssa.MakeClosure:
			if fn, ok := r.Fn.(*ssa.Function); ok {
				for i, b := range r.Bindings {
					if b == a && i < len(fn.FreeVars) {
						in.flowVariable(fn.FreeVars[i], f, seen)
					}
				}
			}
		}
	}
}

func (in *Info) flowCall(v ssa.Value, c ssa.CallInstruction, f *Flow, seen map[ssa.Value]bool) {
	common := c.Common()
	fn := Callee(common)
	if receiver(common) == v && fn != nil && isContextLike(v.Type()) {
		if fn.Name() == "Done" {
			if call, ok := c.(*ssa.Call); ok && call.Referrers() != nil {
				for _, r := range *call.Referrers() {
					switch r.(type) {
					case *ssa.UnOp, *ssa.Select:
						f.Awaits = append(f.Awaits, r)
					}
				}
			}
		}
		return
	}
	if fn == nil || !derivesOnly(fn) {
		f.Calls = append(f.Calls, FlowCall{c, v})
	}
	call, ok := c.(*ssa.Call)
	if !ok || fn == nil {
		return
	}
	// What the call makes of the context: a derived one, or a carrier.
	sig := fn.Signature()
	results := sig.Results()
	for n := range results.Len() {
		t := results.At(n).Type()
		if !isContextLike(t) && in.table.Carrier(catalog.TypeName(t)) == nil {
			continue
		}
		if fn.Pkg() != nil && fn.Pkg().Path() == "context" && fn.Name() == "WithoutCancel" {
			continue
		}
		if results.Len() == 1 {
			in.flow(call, f, seen)
		} else {
			in.flow(extract(call, n), f, seen)
		}
	}
}

// derivesOnly reports whether a function does nothing with a context but make
// another, or a carrier of it.
func derivesOnly(fn *types.Func) bool {
	if fn.Pkg() == nil {
		return false
	}
	switch fn.Pkg().Path() {
	case "context":
		return true
	case "net/http":
		return strings.HasPrefix(fn.Name(), "NewRequest") || fn.Name() == "WithContext" || fn.Name() == "Clone"
	case "os/exec":
		return fn.Name() == "CommandContext"
	}
	results := fn.Signature().Results()
	return results.Len() > 0 && isContextLike(results.At(0).Type())
}

// Releases reports whether a function's name says that it undoes, releases or
// ends something, or tells of it: work that must outlive the caller's context.
func Releases(name string) bool {
	for i, w := range catalog.Words(name) {
		if i == 0 && releases[w] || anywhere[w] {
			return true
		}
	}
	return false
}

// Undoes reports whether a function, or the one that it stands in, undoes,
// releases or tells of a failure: its name says so, or it is handed the error.
// Such work must be done after the caller's context has ended, too.
func Undoes(fn *ssa.Function) bool {
	for fn.Parent() != nil {
		fn = fn.Parent()
	}
	if Releases(fn.Name()) {
		return true
	}
	for _, w := range catalog.Words(fn.Name()) {
		switch w {
		case "fail", "failed", "failure", "failures", "error", "errors":
			return true
		}
	}
	for _, p := range fn.Params {
		if isError(p.Type()) {
			return true
		}
	}
	return false
}

func set[T comparable](vals ...T) map[T]bool {
	m := map[T]bool{}
	for _, v := range vals {
		m[v] = true
	}
	return m
}

var (
	// releases are first words of such names.
	releases = set(
		"abort", "cancel", "clean", "close", "deregister", "detach", "disconnect", "dispose",
		"drain", "end", "finalize", "finish", "flush", "graceful", "kill", "leave", "logout",
		"release", "revert", "revoke", "stop", "terminate", "undo", "unregister", "unsubscribe",
		"destroy", "exit", "quit")
	// anywhere are words that say it wherever they stand.
	anywhere = set("rollback", "cleanup", "shutdown", "teardown", "unlock", "release", "undo", "revert")
)

// Quiet reports whether a call only notes something: it logs, traces, counts,
// or constructs, and does not wait.
func Quiet(fn *types.Func) bool {
	if fn == nil || fn.Pkg() == nil {
		return false
	}
	switch path := fn.Pkg().Path(); {
	case path == "log/slog", path == "log", path == "context":
		return true
	case strings.HasPrefix(path, "go.opentelemetry.io/otel"), strings.HasPrefix(path, "go.uber.org/zap"),
		strings.HasPrefix(path, "github.com/rs/zerolog"), strings.HasPrefix(path, "github.com/sirupsen/logrus"):
		return true
	}
	switch last := fn.Pkg().Name(); last {
	case "log", "logger", "logging", "metrics", "trace", "tracing", "zlog", "klog", "stats":
		return true
	}
	switch fn.Name() {
	case "Info", "Infof", "Infow", "Debug", "Debugf", "Debugw", "Warn", "Warnf", "Warnw", "Error", "Errorf", "Errorw", "Log", "LogAttrs":
		return true
	}
	return false
}

// Name is the function that puts the limit, as messages say it.
func (l *Limit) Name() string {
	if l.Fn == nil {
		return "this closure"
	}
	return l.Fn.Name()
}

// Idle reports whether the function that a call is of, known with its body,
// does nothing with the argument but keep it.
func (in *Info) Idle(f FlowCall) bool {
	body := in.body(f.Call.Common())
	if body == nil {
		return false
	}
	for i, a := range f.Call.Common().Args {
		if a == f.Arg && i < len(body.Params) {
			flow := in.Flow(body.Params[i])
			return len(flow.Calls) == 0 && len(flow.Awaits) == 0
		}
	}
	return false
}

// Forced reports whether a timer closes the server by force while a call waits
// for it to shut down.
func (in *Info) Forced(w *Wait) bool {
	for _, b := range w.Call.Parent().Blocks {
		for _, i := range b.Instrs {
			c, ok := i.(ssa.CallInstruction)
			if !ok || catalog.FullName(Callee(c.Common())) != "time.AfterFunc" {
				continue
			}
			if f := in.closureIn(in.canonical(c.Common().Args[1])); f != nil && closes(f) {
				return true
			}
			if mc, ok := c.Common().Args[1].(*ssa.MakeClosure); ok { // srv.Close
				if f, ok := mc.Fn.(*ssa.Function); ok && f.Synthetic != "" && strings.HasPrefix(f.Name(), "Close") {
					return true
				}
			}
		}
	}
	return false
}

// closes reports whether a function closes an HTTP server.
func closes(f *ssa.Function) bool {
	for _, b := range f.Blocks {
		for _, i := range b.Instrs {
			if c, ok := i.(ssa.CallInstruction); ok && catalog.FullName(Callee(c.Common())) == "(*net/http.Server).Close" {
				return true
			}
		}
	}
	return false
}

// Calls returns all calls of the functions that matter, in order.
func (in *Info) Calls() []ssa.CallInstruction {
	if in.index == nil {
		return nil
	}
	return in.calls
}

// After reports whether b can run after a, in one function.
func After(a, b ssa.Instruction) bool { return a.Parent() == b.Parent() && after(a, b) }

// Dominates reports whether a has run whenever b does, in one function.
func Dominates(a, b ssa.Instruction) bool { return a.Parent() == b.Parent() && dominates(a, b) }

// EachTurn reports whether a limit starts anew each turn of a loop that its
// parent was made before, and that never asks what is left: neither Err nor
// Done nor Deadline of any context.
func (in *Info) EachTurn(l *Limit) bool {
	if !inLoop(l.Call) {
		return false
	}
	parent, ok := in.canonical(l.ParentValue).(ssa.Instruction)
	if !ok || parent.Parent() != l.Call.Parent() || after(l.Call, parent) {
		return false
	}
	for _, b := range l.Call.Parent().Blocks {
		for _, i := range b.Instrs {
			if c, ok := i.(ssa.CallInstruction); ok && after(l.Call, i) && after(i, l.Call) {
				r := receiver(c.Common())
				if r == nil || !isContextLike(r.Type()) {
					continue
				}
				switch Callee(c.Common()).Name() {
				case "Err", "Done", "Deadline":
					return false
				}
			}
		}
	}
	return true
}

// ContextArg returns the context that a limit is derived from as it stands in
// the call, nil if it is not known which argument that is.
func (in *Info) ContextArg(l *Limit) ast.Expr {
	return in.argOf(l, func(row *catalog.Limiter) int { return row.Parent })
}

// LimitArg returns the duration or the point in time as it stands in the call,
// nil if it is not known which argument that is.
func (in *Info) LimitArg(l *Limit) ast.Expr {
	return in.argOf(l, func(row *catalog.Limiter) int { return row.Limit })
}

func (in *Info) argOf(l *Limit, number func(*catalog.Limiter) int) ast.Expr {
	call, row := in.Expr(l.Call), in.table.Limiter(l.Fn)
	if call == nil || row == nil || number(row) > len(call.Args) {
		return nil
	}
	return call.Args[number(row)-1]
}

// Same reports whether two values are the same thing: one value, or loads of
// one field of the same thing.
func (in *Info) Same(a, b ssa.Value) bool { return in.same(a, b) }
