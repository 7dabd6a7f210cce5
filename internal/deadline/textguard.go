package deadline

import (
	"go/constant"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/budgetlint/budgetlint/internal/catalog"
)

// A guardKind says what a condition tells of a failure.
type guardKind uint8

const (
	guardNone     guardKind = iota
	guardFailed             // an error is not nil
	guardDeadline           // it is that of an expired deadline
	guardEnded              // a context has ended, by time or by hand
	guardCanceled           // it is that of a cancelled context
	guardKnown              // it is one known condition
)

// A guard is a condition that leads to a block, in one of its two outcomes.
type guard struct {
	kind guardKind
	err  ssa.Value // the error that is asked about
	ctx  ssa.Value // the context of guardEnded
	not  bool      // the outcome is that it is not so
	pos  token.Pos
}

// guards returns what leads to a block, innermost first: each element holds the
// conditions of which one was true.
func (in *Info) guards(b *ssa.BasicBlock) [][]guard {
	if g, ok := in.memoGuards[b]; ok {
		return g
	}
	var out [][]guard
	if g := in.entries(b); g != nil {
		out = append(out, g)
	}
	if d := b.Idom(); d != nil {
		out = append(out, in.guards(d)...)
	}
	in.memoGuards[b] = out
	return out
}

// entries returns the conditions on the edges into a block, nil if one of the
// edges has none.
func (in *Info) entries(b *ssa.BasicBlock) []guard {
	if len(b.Preds) == 0 {
		return nil
	}
	var out []guard
	for _, p := range b.Preds {
		i, ok := p.Instrs[len(p.Instrs)-1].(*ssa.If)
		if !ok || p.Succs[0] == p.Succs[1] {
			return nil
		}
		g := in.guardOf(i.Cond)
		if g.kind == guardNone {
			return nil
		}
		if b == p.Succs[1] {
			g.not = !g.not
		}
		out = append(out, g)
	}
	return out
}

// guardOf returns what a condition tells if it is true.
func (in *Info) guardOf(cond ssa.Value) guard {
	switch c := cond.(type) {
	case *ssa.UnOp:
		if c.Op == token.NOT {
			g := in.guardOf(c.X)
			g.not = !g.not
			return g
		}
	case *ssa.BinOp:
		if c.Op == token.EQL || c.Op == token.NEQ {
			g := in.comparison(c.X, c.Y)
			g.not = g.not != (c.Op == token.NEQ)
			if !g.pos.IsValid() {
				g.pos = c.Pos()
			}
			return g
		}
	case *ssa.Call:
		g := in.question(c)
		g.pos = c.Pos()
		return g
	case *ssa.Extract:
		switch t := c.Tuple.(type) {
		case *ssa.TypeAssert:
			if implementsError(t.X.Type()) {
				return guard{kind: guardKnown, err: t.X, pos: t.Pos()}
			}
		case *ssa.UnOp: // _, ok := <-ctx.Done()
			if t.Op == token.ARROW {
				if ctx := in.doneOf(t.X); ctx != nil {
					return guard{kind: guardEnded, ctx: ctx, not: true, pos: t.Pos()}
				}
			}
		case *ssa.Call: // an errors.As of generics
			if len(t.Common().Args) > 0 && implementsError(t.Common().Args[0].Type()) {
				return guard{kind: guardKnown, err: t.Common().Args[0], pos: t.Pos()}
			}
		}
	}
	return guard{}
}

// comparison returns what x == y tells.
func (in *Info) comparison(x, y ssa.Value) guard {
	if isNilConst(x) {
		x, y = y, x
	}
	switch {
	case isNilConst(y):
		if ctx := in.errOf(x); ctx != nil {
			return guard{kind: guardEnded, ctx: ctx, not: true}
		}
		if implementsError(x.Type()) {
			return guard{kind: guardFailed, err: x, not: true}
		}
	case in.selected(x, y) != nil:
		st := in.selected(x, y)
		if ctx := in.doneOf(st.Chan); ctx != nil {
			return guard{kind: guardEnded, ctx: ctx, pos: st.Pos}
		}
	case isCode(x) || isCode(y):
		switch codeOf(x, y) {
		case 0:
			return guard{kind: guardFailed, not: true}
		case 1:
			return guard{kind: guardCanceled, err: in.codeError(x, y)}
		case 4:
			return guard{kind: guardDeadline, err: in.codeError(x, y)}
		}
		return guard{kind: guardKnown, err: in.codeError(x, y)}
	case implementsError(x.Type()) && implementsError(y.Type()):
		if sentinel(x) != nil {
			x, y = y, x
		}
		return in.isSentinel(x, y)
	}
	return guard{}
}

// codeError returns the error whose gRPC code is compared, nil if it is not
// known.
func (in *Info) codeError(x, y ssa.Value) ssa.Value {
	for _, v := range [...]ssa.Value{x, y} {
		if c, ok := in.canonical(v).(*ssa.Call); ok && len(c.Common().Args) == 1 && implementsError(c.Common().Args[0].Type()) {
			return c.Common().Args[0]
		}
	}
	return nil
}

// isSentinel returns what an error's being a sentinel tells.
func (in *Info) isSentinel(err, is ssa.Value) guard {
	g := guard{kind: guardKnown, err: err}
	if s := sentinel(is); s != nil {
		switch name := s.Pkg.Pkg.Path() + "." + s.Name(); name {
		case "context.DeadlineExceeded", "os.ErrDeadlineExceeded":
			g.kind = guardDeadline
		case "context.Canceled":
			g.kind = guardCanceled
		}
	}
	if ctx := in.errOf(err); ctx != nil {
		g.ctx = ctx
	}
	return g
}

// sentinel returns the package variable that v is loaded from, nil if it is
// none.
func sentinel(v ssa.Value) *ssa.Global {
	if u, ok := v.(*ssa.UnOp); ok && u.Op == token.MUL {
		if g, ok := u.X.(*ssa.Global); ok && g.Pkg != nil {
			return g
		}
	}
	return nil
}

// question returns what a call that returns a bool tells of an error.
func (in *Info) question(c *ssa.Call) guard {
	common := c.Common()
	fn := Callee(common)
	if fn == nil {
		return guard{}
	}
	args := common.Args
	switch name := catalog.FullName(fn); {
	case (name == "errors.Is" || strings.HasSuffix(name, "/errors.Is")) && len(args) == 2:
		return in.isSentinel(args[0], args[1])
	case strings.HasSuffix(name, "errors.As") || name == "errors.AsType":
		return guard{kind: guardKnown, err: args[0]}
	case name == "os.IsTimeout":
		return guard{kind: guardDeadline, err: args[0]}
	}
	if fn.Name() == "Timeout" && receiver(common) != nil && implementsError(receiver(common).Type()) {
		return guard{kind: guardDeadline, err: receiver(common)}
	}
	// IsNotFound(err), err.Is..., strings.Contains(err.Error(), ...), also of
	// a receiver (client.IsNotFound).
	for _, a := range args {
		if implementsError(a.Type()) {
			if strings.Contains(strings.ToLower(fn.Name()), "timeout") || strings.Contains(strings.ToLower(fn.Name()), "deadline") {
				return guard{kind: guardDeadline, err: a}
			}
			return guard{kind: guardKnown, err: a}
		}
		if e, ok := in.canonical(a).(*ssa.Call); ok {
			if f := Callee(e.Common()); f != nil && f.Name() == "Error" {
				if r := receiver(e.Common()); r != nil && implementsError(r.Type()) {
					return guard{kind: guardKnown, err: r}
				}
			}
		}
	}
	return guard{}
}

// A failure is what is known of why a block runs.
type failure struct {
	err   ssa.Value
	call  *ssa.Call // the failed call
	ended token.Pos // or where a context is known to have ended
}

// failureAt returns the failure of a call because of which a block runs, nil
// where none is proven or it is one known condition.
func (in *Info) failureAt(b *ssa.BasicBlock) *failure {
	for _, any := range in.guards(b) {
		known, lets := false, false
		var f failure
		for _, g := range any {
			switch {
			case g.not && g.kind == guardFailed, g.not && g.kind == guardEnded:
				return nil // it went well
			case g.not:
			case g.kind == guardKnown || g.kind == guardCanceled:
				known = true
			case g.kind == guardEnded:
				if !in.mayExpire(g.ctx) {
					return nil
				}
				lets, f.ended = true, g.pos
			default:
				lets = true
				if f.err == nil {
					f.err = g.err
				}
			}
		}
		if lets {
			if f.err == nil {
				if !f.ended.IsValid() {
					return nil
				}
				return &f
			}
			kind, call := in.cause(f.err)
			if kind != causeWait || call == nil {
				return nil
			}
			f.call, f.ended = call, token.NoPos
			return &f
		}
		if known {
			return nil
		}
	}
	return nil
}

// knownCondition reports whether a text is made for one known condition of its
// error, which is an answer. A condition that lets the deadline through is
// none.
func (in *Info) knownCondition(src textSource) bool {
	if src.err == nil {
		return false // failureAt asked
	}
	for _, any := range in.guards(src.at.Block()) {
		known := true
		for _, g := range any {
			if g.not || g.kind != guardKnown && g.kind != guardCanceled || g.err == nil || !in.sameFailure(g.err, src.err) {
				known = false
			}
		}
		if known {
			return true
		}
	}
	return false
}

// sameFailure reports whether two errors may be of one failure.
func (in *Info) sameFailure(a, b ssa.Value) bool {
	if in.same(a, b) {
		return true
	}
	_, ca := in.cause(a)
	_, cb := in.cause(b)
	return ca != nil && ca == cb
}

// A causeKind says what an error tells of.
type causeKind uint8

const (
	causeUnknown causeKind = iota
	causeWait              // a call that failed
	causeInput             // what the caller handed in, or the program's own verdict
	causeGiven             // nothing: it was handed in
)

type causeOf struct {
	kind causeKind
	call *ssa.Call
}

// cause returns what an error tells of, and the call that failed.
func (in *Info) cause(err ssa.Value) (causeKind, *ssa.Call) {
	if c, ok := in.memoCause[err]; ok {
		return c.kind, c.call
	}
	in.memoCause[err] = causeOf{} // a loop adds nothing
	kind, call := in.findCause(err)
	in.memoCause[err] = causeOf{kind, call}
	return kind, call
}

func (in *Info) findCause(err ssa.Value) (causeKind, *ssa.Call) {
	switch v := err.(type) {
	case *ssa.Parameter:
		return causeGiven, nil
	case *ssa.FreeVar:
		if b, _ := in.binding(v); b != nil {
			return in.cause(b)
		}
	case *ssa.Phi:
		return in.causes(v.Edges)
	case *ssa.MakeInterface:
		return in.cause(v.X)
	case *ssa.ChangeInterface:
		return in.cause(v.X)
	case *ssa.ChangeType:
		return in.cause(v.X)
	case *ssa.TypeAssert:
		return in.cause(v.X)
	case *ssa.Extract:
		switch t := v.Tuple.(type) {
		case *ssa.Call:
			return in.failed(t)
		case *ssa.TypeAssert:
			return in.cause(t.X)
		case *ssa.Select:
			return causeWait, nil
		}
	case *ssa.Call:
		return in.failed(v)
	case *ssa.UnOp:
		switch v.Op {
		case token.ARROW:
			return causeWait, nil
		case token.MUL:
			if vals, _ := in.stored(v); len(vals) > 0 {
				return in.causes(vals)
			}
			if fa, ok := v.X.(*ssa.FieldAddr); ok {
				return in.kept(fa.X)
			}
			if _, ok := v.X.(*ssa.Global); ok {
				return causeInput, nil // a sentinel of its own
			}
		}
	case *ssa.Field:
		return in.kept(v.X)
	}
	return causeUnknown, nil
}

// kept returns the cause of an error kept in a struct: that of the call that
// returned the struct, or of the goroutine that sent it.
func (in *Info) kept(v ssa.Value) (causeKind, *ssa.Call) {
	for range 6 {
		switch x := v.(type) {
		case *ssa.UnOp:
			if x.Op == token.ARROW {
				return causeWait, nil
			}
			vals, ok := in.stored(x)
			if !ok || len(vals) != 1 {
				return causeUnknown, nil
			}
			v = vals[0]
		case *ssa.Alloc:
			var val ssa.Value
			for _, r := range *x.Referrers() {
				if s, ok := r.(*ssa.Store); ok && s.Addr == x {
					if val != nil {
						return causeUnknown, nil
					}
					val = s.Val
				}
			}
			if val == nil {
				return causeUnknown, nil
			}
			v = val
		case *ssa.Extract:
			if _, ok := x.Tuple.(*ssa.Select); ok {
				return causeWait, nil
			}
			c, ok := x.Tuple.(*ssa.Call)
			if !ok {
				return causeUnknown, nil
			}
			return in.failed(c)
		case *ssa.Call:
			return in.failed(x)
		default:
			return causeUnknown, nil
		}
	}
	return causeUnknown, nil
}

// causes joins the causes of several errors: a wait that failed is the one to
// know.
func (in *Info) causes(errs []ssa.Value) (causeKind, *ssa.Call) {
	kind, call := causeUnknown, (*ssa.Call)(nil)
	for _, e := range errs {
		if isNilConst(e) {
			continue
		}
		k, c := in.cause(e)
		switch {
		case k == causeGiven:
			return causeGiven, nil
		case k == causeWait:
			if kind != causeWait || call == nil {
				kind, call = k, c
			}
		case kind != causeWait && k == causeInput:
			kind, call = k, c
		}
	}
	return kind, call
}

// failed returns what the error of a call tells of.
func (in *Info) failed(c *ssa.Call) (causeKind, *ssa.Call) {
	common := c.Common()
	fn := Callee(common)
	if fn == nil {
		return causeWait, c
	}
	if onlyError(fn.Signature()) && fn.Signature().Results().Len() == 1 {
		// What wraps or joins errors tells of theirs.
		var errs []ssa.Value
		for _, a := range append(variadic(common), common.Args...) {
			for {
				if ci, ok := a.(*ssa.ChangeInterface); ok {
					a = ci.X
				} else if mi, ok := a.(*ssa.MakeInterface); ok {
					a = mi.X
				} else {
					break
				}
			}
			if implementsError(a.Type()) {
				errs = append(errs, a)
			}
		}
		if len(errs) > 0 {
			return in.causes(errs)
		}
		if makesError(fn) {
			return causeInput, c
		}
	}
	if catalog.Checks(fn) || catalog.OnInput(fn) && in.fromCaller(common) || in.computes(in.body(common)) && in.fromCaller(common) {
		return causeInput, c
	}
	if isMarshal(fn) {
		return causeInput, c
	}
	return causeWait, c
}

// isMarshal reports whether fn writes a value down: that fails because of the
// value.
func isMarshal(fn *types.Func) bool {
	return strings.HasPrefix(fn.Name(), "Marshal") && catalog.Hands(fn) == catalog.HandsOn
}

// makesError reports whether fn makes a new error.
func makesError(fn *types.Func) bool {
	switch name := catalog.FullName(fn); name {
	case "errors.New", "fmt.Errorf", "google.golang.org/grpc/status.Error", "google.golang.org/grpc/status.Errorf":
		return true
	default:
		return strings.HasSuffix(name, "/errors.New") || strings.HasSuffix(name, "/errors.Errorf")
	}
}

// fromCaller reports whether what a call is handed comes from the caller of the
// function, or from nobody: not from a call that waits.
func (in *Info) fromCaller(c *ssa.CallCommon) bool {
	args := c.Args
	if c.IsInvoke() {
		args = append([]ssa.Value{c.Value}, args...)
	}
	for _, a := range args {
		if in.fetched(a, 0) {
			return false
		}
	}
	return true
}

// fetched reports whether a value is known to come from a call that waits.
func (in *Info) fetched(v ssa.Value, depth int) bool {
	if depth > 8 {
		return false
	}
	switch v := v.(type) {
	case *ssa.Extract:
		return in.fetched(v.Tuple, depth+1)
	case *ssa.Call:
		fn := Callee(v.Common())
		if fn == nil {
			_, builtin := v.Common().Value.(*ssa.Builtin)
			return !builtin
		}
		if !catalog.Harmless(fn) && !in.computes(in.body(v.Common())) && fn.Signature().Results().Len() > 1 && implementsError(fn.Signature().Results().At(fn.Signature().Results().Len()-1).Type()) {
			return true
		}
		for _, a := range v.Common().Args {
			if in.fetched(a, depth+1) {
				return true
			}
		}
	case *ssa.Convert:
		return in.fetched(v.X, depth+1)
	case *ssa.ChangeType:
		return in.fetched(v.X, depth+1)
	case *ssa.MakeInterface:
		return in.fetched(v.X, depth+1)
	case *ssa.ChangeInterface:
		return in.fetched(v.X, depth+1)
	case *ssa.Slice:
		return in.fetched(v.X, depth+1)
	case *ssa.Field:
		return in.fetched(v.X, depth+1)
	case *ssa.FieldAddr:
		return in.fetched(v.X, depth+1)
	case *ssa.IndexAddr:
		return in.fetched(v.X, depth+1)
	case *ssa.Phi:
		for _, e := range v.Edges {
			if e != v && in.fetched(e, depth+2) {
				return true
			}
		}
	case *ssa.UnOp:
		if vals, _ := in.stored(v); len(vals) > 0 {
			for _, x := range vals {
				if in.fetched(x, depth+1) {
					return true
				}
			}
			return false
		}
		return in.fetched(v.X, depth+1)
	}
	return false
}

// computes reports whether a function of the package waits for nobody: it only
// computes with what it is handed.
func (in *Info) computes(fn *ssa.Function) bool {
	if fn == nil {
		return false
	}
	if c, ok := in.memoComputes[fn]; ok {
		return c
	}
	in.memoComputes[fn] = true // recursion adds nothing
	c := in.onlyComputes(fn)
	in.memoComputes[fn] = c
	return c
}

func (in *Info) onlyComputes(fn *ssa.Function) bool {
	for _, p := range fn.Params {
		if isContextLike(p.Type()) {
			return false
		}
	}
	for _, b := range fn.Blocks {
		for _, i := range b.Instrs {
			switch i := i.(type) {
			case *ssa.Go, *ssa.Send, *ssa.Select:
				return false
			case *ssa.UnOp:
				if i.Op == token.ARROW {
					return false
				}
			case ssa.CallInstruction:
				common := i.Common()
				if _, ok := common.Value.(*ssa.Builtin); ok {
					continue
				}
				callee := Callee(common)
				if callee == nil || !catalog.Harmless(callee) && !in.computes(in.body(common)) {
					return false
				}
			}
		}
	}
	return true
}

// tellsTheInput reports whether the error behind a text is not that of a wait:
// it tells of what the caller handed in, or was handed in itself.
func (in *Info) tellsTheInput(src textSource) bool {
	if src.err == nil {
		return false
	}
	kind, _ := in.cause(src.err)
	return kind != causeWait
}

// besideOutput reports whether a text holds what the failed call returned
// besides its error: the output of a command that failed is an answer, and the
// error belongs to it.
func (in *Info) besideOutput(src textSource) bool {
	c, ok := src.at.(*ssa.Call)
	if !ok || src.err == nil {
		return false
	}
	for _, a := range append(variadic(c.Common()), c.Common().Args...) {
		if in.outputOf(a, src.err, 0) {
			return true
		}
	}
	return false
}

// outputOf reports whether v is made of another result of the call whose error
// is err.
func (in *Info) outputOf(v, err ssa.Value, depth int) bool {
	if err == nil || depth > 6 {
		return false
	}
	_, call := in.cause(err)
	if call == nil {
		return false
	}
	switch v := v.(type) {
	case *ssa.Extract:
		return v.Tuple == ssa.Value(call) && !implementsError(v.Type()) && contentType(v.Type())
	case *ssa.Convert:
		return in.outputOf(v.X, err, depth+1)
	case *ssa.MakeInterface:
		return in.outputOf(v.X, err, depth+1)
	case *ssa.Phi:
		for _, e := range v.Edges {
			if in.outputOf(e, err, depth+2) {
				return true
			}
		}
	case *ssa.UnOp:
		if vals, _ := in.stored(v); len(vals) == 1 {
			return in.outputOf(vals[0], err, depth+1)
		}
	case *ssa.BinOp:
		return in.outputOf(v.X, err, depth+1) || in.outputOf(v.Y, err, depth+1)
	case *ssa.Call:
		fn := Callee(v.Common())
		if catalog.Hands(fn) != catalog.HandsOn {
			return false
		}
		if b := receiver(v.Common()); b != nil {
			return runsCommand(call) && v.Parent() == call.Parent()
		}
		for _, a := range append(variadic(v.Common()), v.Common().Args...) {
			if in.outputOf(a, err, depth+1) {
				return true
			}
		}
	}
	return false
}

// runsCommand reports whether a call runs a command, whose output a buffer
// holds.
func runsCommand(c *ssa.Call) bool {
	r := receiver(c.Common())
	return r != nil && catalog.TypeName(r.Type()) == "os/exec.Cmd"
}

// number returns the value of a constant number.
func number(v ssa.Value) (int64, bool) {
	c, ok := v.(*ssa.Const)
	if !ok || c.Value == nil || c.Value.Kind() != constant.Int {
		return 0, false
	}
	n, exact := constant.Int64Val(c.Value)
	return n, exact
}
