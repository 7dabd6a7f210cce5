package deadline

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/budgetlint/budgetlint/internal/catalog"
)

// replyAnswers notes where the text of an error is sent to the user of a
// service as it is.
func (in *Info) replyAnswers(src textSource) {
	seen := map[ssa.Value]bool{}
	var follow func(v ssa.Value, depth int)
	follow = func(v ssa.Value, depth int) {
		if v == nil || seen[v] || v.Referrers() == nil || depth > 8 {
			return
		}
		seen[v] = true
		for _, r := range *v.Referrers() {
			switch r := r.(type) {
			case *ssa.BinOp, *ssa.Convert, *ssa.ChangeType, *ssa.Phi, *ssa.MakeInterface, *ssa.Slice:
				follow(r.(ssa.Value), depth+1)
			case *ssa.Store:
				if ia, ok := r.Addr.(*ssa.IndexAddr); ok && r.Val == v {
					if a, ok := ia.X.(*ssa.Alloc); ok {
						for _, rr := range *a.Referrers() {
							if s, ok := rr.(*ssa.Slice); ok {
								follow(s, depth+1)
							}
						}
					}
				}
			case *ssa.Call:
				if catalog.Hands(Callee(r.Common())) == catalog.HandsOn {
					follow(resultOf(r, 0), depth+1)
				} else {
					in.reply(r, v, src)
				}
			}
		}
	}
	if c, ok := src.at.(*ssa.Call); ok && (src.reply || catalog.Hands(Callee(c.Common())) == catalog.HandsInto) {
		in.reply(c, nil, src)
		return
	}
	follow(src.val, 0)
}

// reply notes a call that sends the text v, or what it formats itself.
func (in *Info) reply(c *ssa.Call, v ssa.Value, src textSource) {
	common := c.Common()
	fn := Callee(common)
	row := catalog.ReplyOf(fn)
	if row == nil || !in.toUser(fn, common) {
		return
	}
	if v != nil && !slices.ContainsFunc(row.Text, func(n int) bool { return argument(common, n) == v }) {
		return
	}
	if row.Status > 0 {
		if n, ok := number(argument(common, row.Status)); ok && n >= 400 && n < 500 {
			return // of the user's own input
		}
	}
	if row.Code > 0 {
		n, ok := number(argument(common, row.Code))
		if !ok || !serverCode(n) {
			return
		}
	}
	if _, call := in.cause(src.err); call != nil && isStreamSend(call) {
		return // whoever it is for has gone
	}
	a := &Answer{Kind: ReplyAnswer, What: row.Name, Results: c.Parent().Signature.Results()}
	a.Pos, a.End = in.At(c)
	if _, call := in.cause(src.err); call != nil {
		a.Line = in.Line(call.Pos())
		if f := Callee(call.Common()); f != nil {
			a.Call = callName(f)
		}
	}
	in.answers = append(in.answers, a)
}

// serverCode reports whether a gRPC code is that of a failure behind the
// service: Unknown, Internal, Unavailable, DataLoss.
func serverCode(n int64) bool { return n == 2 || n == 13 || n == 14 || n == 15 }

// toUser reports whether a writer that a call writes to is that of a reply.
func (in *Info) toUser(fn *types.Func, c *ssa.CallCommon) bool {
	switch catalog.FullName(fn) {
	case "fmt.Fprint", "fmt.Fprintf", "fmt.Fprintln", "io.WriteString":
		return catalog.TypeName(beforeInterface(c.Args[0]).Type()) == "net/http.ResponseWriter"
	case "(net/http.Header).Set", "(net/http.Header).Add":
		h, ok := in.canonical(receiver(c)).(*ssa.Call)
		return ok && Callee(h.Common()) != nil && catalog.FullName(Callee(h.Common())) == "(net/http.ResponseWriter).Header"
	}
	return true
}

func beforeInterface(v ssa.Value) ssa.Value {
	for {
		switch x := v.(type) {
		case *ssa.ChangeInterface:
			v = x.X
		case *ssa.MakeInterface:
			v = x.X
		default:
			return v
		}
	}
}

// isStreamSend reports whether a call sends a message on a stream.
func isStreamSend(c *ssa.Call) bool {
	fn, r := Callee(c.Common()), receiver(c.Common())
	if fn == nil || r == nil || fn.Name() != "Send" && fn.Name() != "SendMsg" {
		return false
	}
	obj, _, _ := types.LookupFieldOrMethod(r.Type(), true, nil, "SendMsg")
	return obj != nil
}
