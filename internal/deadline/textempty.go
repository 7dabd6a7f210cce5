package deadline

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/budgetlint/budgetlint/internal/catalog"
)

// emptyAnswers notes the returns of fn that answer an expired deadline with
// nothing and a nil error.
func (in *Info) emptyAnswers(fn *ssa.Function) {
	e := errorResult(fn.Signature)
	if e < 0 || !in.speaks(fn) {
		return
	}
	for _, b := range fn.Blocks {
		r, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return)
		if !ok || b == fn.Recover {
			continue
		}
		g := in.expiredAt(b)
		if g == nil || !in.nilError(r, e, spot{}) || !in.empty(r, e, g) || in.documented(fn) {
			continue
		}
		a := &Answer{Kind: EmptyAnswer, Results: fn.Signature.Results(), Line: in.Line(g.pos)}
		f := &flow{in: in, src: textSource{at: r}}
		a.Pos, a.End = f.statement(r)
		if g.err != nil {
			if _, c := in.cause(g.err); c != nil {
				if callee := Callee(c.Common()); callee != nil {
					a.Call = callName(callee)
				}
			}
		} else {
			a.What = "ctx"
		}
		in.answers = append(in.answers, a)
	}
}

// expiredAt returns the condition that an expired deadline leads to a block by,
// nil if none is proven to.
func (in *Info) expiredAt(b *ssa.BasicBlock) *guard {
	var found *guard
	for _, any := range in.guards(b) {
		for n := range any {
			g := &any[n]
			if g.kind == guardDeadline && g.not && len(any) == 1 {
				return nil // the deadline goes another way
			}
		}
		if found != nil {
			continue
		}
		expired, canceled, other := (*guard)(nil), false, false
		for n := range any {
			g := &any[n]
			switch {
			case g.not:
				other = true
			case g.kind == guardDeadline:
				expired = g
			case g.kind == guardEnded && in.mayExpire(g.ctx):
				expired = g
			case g.kind == guardCanceled:
				canceled = true
			}
		}
		if expired == nil && canceled {
			return nil // only a cancelled call gives nothing
		}
		if expired != nil && !other {
			found = expired
		}
	}
	return found
}

// mayExpire reports whether a context that has ended may have done so by time:
// it has a limit, or is the caller's. That of an HTTP request ends when the
// client has gone: net/http sets no limit on it.
func (in *Info) mayExpire(ctx ssa.Value) bool {
	k := in.Context(ctx)
	return k.Kind == Bounded || k.Kind == Caller && k.Source != nil && catalog.TypeName(k.Source.Type()) != "net/http.Request"
}

// empty reports whether a return hands back nothing where its caller looks for
// something.
func (in *Info) empty(r *ssa.Return, e int, g *guard) bool {
	fn := r.Parent()
	values := 0
	for n, v := range r.Results {
		if n == e {
			continue
		}
		t := fn.Signature.Results().At(n).Type()
		if b, ok := t.Underlying().(*types.Basic); ok && b.Info()&types.IsBoolean != 0 {
			return false // a verdict, or "not yet"
		}
		if !in.zero(v) {
			return false
		}
		values++
	}
	if values > 0 {
		return true
	}
	if g.err == nil {
		return false
	}
	_, c := in.cause(g.err)
	return c != nil && in.fills(c)
}

// zero reports whether v is the zero value, or an empty list.
func (in *Info) zero(v ssa.Value) bool {
	switch v := v.(type) {
	case *ssa.Const:
		if v.Value == nil {
			return true
		}
		if n, ok := number(v); ok {
			return n == 0
		}
		s, ok := stringConst(v)
		return ok && s == ""
	case *ssa.UnOp:
		if a, ok := v.X.(*ssa.Alloc); ok && v.Op == token.MUL {
			if _, ok := deref(a.Type()).Underlying().(*types.Struct); ok {
				return len(*a.Referrers()) == 1 // T{}, nothing is stored
			}
		}
		vals, ok := in.stored(v)
		if !ok || len(vals) == 0 {
			return false
		}
		for _, x := range vals {
			if !in.zero(x) {
				return false
			}
		}
		return true
	case *ssa.Slice:
		a, ok := v.X.(*ssa.Alloc)
		if !ok {
			return false
		}
		arr, ok := deref(a.Type()).Underlying().(*types.Array)
		return ok && arr.Len() == 0
	case *ssa.MakeMap:
		return len(*v.Referrers()) == 1
	}
	return false
}

// fills reports whether a call fills what a parameter of its function points
// to, so that its caller finds nothing there if the call fails.
func (in *Info) fills(c *ssa.Call) bool {
	fn := Callee(c.Common())
	if fn == nil || !readVerbs[first(catalog.Words(fn.Name()))] {
		return false
	}
	for _, a := range c.Common().Args {
		p, ok := in.canonical(a).(*ssa.Parameter)
		if !ok || isReceiver(p) || isContextLike(p.Type()) || p.Parent() != c.Parent() {
			continue
		}
		switch t := p.Type().Underlying().(type) {
		case *types.Pointer:
			return true
		case *types.Interface:
			if !implementsError(t) {
				return true
			}
		}
	}
	return false
}

func first(words []string) string {
	if len(words) == 0 {
		return ""
	}
	return words[0]
}

var readVerbs = map[string]bool{
	"list": true, "get": true, "find": true, "fetch": true, "load": true, "read": true, "scan": true, "decode": true, "unmarshal": true, "query": true,
	"select": true, "lookup": true, "retrieve": true, "describe": true, "search": true, "all": true, "first": true, "take": true, "collect": true,
}

// documented reports whether the comment of a function tells what it does when
// time is up.
func (in *Info) documented(fn *ssa.Function) bool {
	for fn.Parent() != nil {
		fn = fn.Parent()
	}
	d, ok := fn.Syntax().(*ast.FuncDecl)
	if !ok || d.Doc == nil {
		return false
	}
	text := strings.ToLower(d.Doc.Text())
	for _, w := range [...]string{"partial", "timeout", "time out", "times out", "timed out", "deadline", "best effort", "best-effort", "expire"} {
		if strings.Contains(text, w) {
			return true
		}
	}
	return false
}
