package deadline

import (
	"go/constant"
	"go/token"
	"go/types"
	"math"
	"strings"
	"time"

	"golang.org/x/tools/go/ssa"

	"github.com/budgetlint/budgetlint/internal/catalog"
)

// A Pause is a place where a function waits for time to pass.
type Pause struct {
	At ssa.Instruction
	// Name is what pauses, as messages say it: "time.Sleep", "<-time.After".
	Name string
	// Dur is the duration, nil if it is not seen there.
	Dur ssa.Value
	// Known is the duration if it is a constant, Most the longest that it
	// can be; 0 if that cannot be told.
	Known, Most time.Duration
	// Ends is the context whose end also ends the pause; nil if none does.
	Ends ssa.Value
}

// pauses returns the pauses of a function, in order.
func (in *Info) pauses(fn *ssa.Function) []*Pause {
	if ps, ok := in.memoPauses[fn]; ok {
		return ps
	}
	in.memoPauses[fn] = nil // recursion adds nothing
	var ps []*Pause
	for _, b := range fn.Blocks {
		for _, i := range b.Instrs {
			if p := in.pause(i); p != nil {
				p.At = i
				if p.Dur != nil {
					p.Known = in.duration(p.Dur, false)
					if p.Most = p.Known; p.Most == 0 {
						p.Most = in.most(p.Dur, 0)
					}
				}
				ps = append(ps, p)
			}
		}
	}
	in.memoPauses[fn] = ps
	return ps
}

func (in *Info) pause(i ssa.Instruction) *Pause {
	switch i := i.(type) {
	case *ssa.UnOp:
		if i.Op == token.ARROW {
			if name, d, ok := in.timer(i.X); ok {
				return &Pause{Name: "<-" + name, Dur: d}
			}
		}
	case *ssa.Select:
		return in.selectPause(i)
	case *ssa.Call:
		return in.callPause(i)
	}
	return nil
}

// timer returns the duration after which the channel of a timer, not of a
// ticker, says that time has passed.
func (in *Info) timer(ch ssa.Value) (name string, d ssa.Value, ok bool) {
	switch x := in.canonical(ch).(type) {
	case *ssa.Call:
		if catalog.FullName(Callee(x.Common())) == "time.After" {
			return "time.After", x.Common().Args[0], true
		}
	case *ssa.UnOp:
		fa, isField := x.X.(*ssa.FieldAddr)
		if !isField || x.Op != token.MUL || catalog.TypeName(fa.X.Type()) != "time.Timer" {
			return "", nil, false
		}
		if c, isCall := in.canonical(fa.X).(*ssa.Call); isCall && catalog.FullName(Callee(c.Common())) == "time.NewTimer" {
			return "timer.C", c.Common().Args[0], true
		}
		return "timer.C", nil, true
	}
	return "", nil, false
}

// selectPause: a select statement that waits for a timer and for nothing else,
// or for the end of a context beside.
func (in *Info) selectPause(s *ssa.Select) *Pause {
	if !s.Blocking {
		return nil
	}
	var p *Pause
	var ends ssa.Value
	for _, st := range s.States {
		if st.Dir != types.RecvOnly {
			return nil
		}
		if name, d, ok := in.timer(st.Chan); ok {
			// Of several timers the one that is made for this wait.
			if made, ok := in.canonical(st.Chan).(ssa.Instruction); p == nil || p.Dur == nil || ok && made.Block() == s.Block() {
				p = &Pause{Name: "<-" + name, Dur: d}
			}
		} else if ctx := in.doneOf(st.Chan); ctx != nil {
			ends = ctx
		} else {
			return nil // somebody else can end it
		}
	}
	if p != nil {
		p.Ends = ends
	}
	return p
}

// callPause: time.Sleep and its like, and functions of first-party code that
// pause.
func (in *Info) callPause(c *ssa.Call) *Pause {
	common := c.Common()
	fn := Callee(common)
	if fn == nil {
		return nil
	}
	if row := in.table.Pauser(fn); row != nil {
		if row.Told {
			return nil
		}
		p := &Pause{Name: callName(fn), Dur: argument(common, row.Dur)}
		if row.Ctx > 0 {
			p.Ends = argument(common, row.Ctx)
		}
		return p
	}
	var sum []Paused
	if f := in.body(common); f != nil {
		if f.Parent() != nil {
			return nil // a closure's own pauses are looked at there
		}
		sum = in.pausesOf(f)
	} else if s := in.imported(fn); s != nil {
		sum = s.Pauses
	}
	if len(sum) == 0 {
		return nil
	}
	s := sum[0]
	p := &Pause{Name: in.CallName(c), Known: s.Known, Most: s.Most}
	if s.Dur >= 0 && s.Dur < len(common.Args) {
		p.Dur = common.Args[s.Dur]
	}
	if s.Ends >= 0 && s.Ends < len(common.Args) {
		p.Ends = common.Args[s.Ends]
	}
	return p
}

// Paused is that a function does little but pause.
type Paused struct {
	Dur         int // the parameter that is the duration; -1: none is
	Ends        int // the parameter that is a context which ends it; -1: none does
	Known, Most time.Duration
}

// pausesOf returns how a function pauses that has no loop and pauses on each
// way through it but those on which it finds nothing to wait for.
func (in *Info) pausesOf(f *ssa.Function) []Paused {
	if len(f.Blocks) > 12 || len(in.loops(f)) > 0 {
		return nil
	}
	ps := in.pauses(f)
	if len(ps) != 1 || !pauser(f) {
		return nil
	}
	p := Paused{Dur: -1, Ends: -1, Known: ps[0].Known, Most: ps[0].Most}
	for i, param := range f.Params {
		if ps[0].Dur != nil && in.canonical(ps[0].Dur) == ssa.Value(param) {
			p.Dur = i
		}
		if ps[0].Ends != nil && in.derives(ps[0].Ends, param) {
			p.Ends = i
		}
	}
	if ps[0].Ends != nil && p.Ends < 0 {
		return nil // it ends with a context that the caller does not hand in
	}
	return []Paused{p}
}

// pauser reports whether a function calls nothing that may fail: it is a pause,
// not work with a pause in it.
func pauser(f *ssa.Function) bool {
	for _, b := range f.Blocks {
		for _, i := range b.Instrs {
			if c, ok := i.(*ssa.Call); ok {
				results := c.Common().Signature().Results()
				if results.Len() > 0 && isError(results.At(results.Len()-1).Type()) {
					if fn := Callee(c.Common()); fn == nil || contextMethod(c, "Err") == nil && catalog.FullName(fn) != "context.Cause" {
						return false
					}
				}
			}
		}
	}
	return true
}

// most returns the longest that a duration can be, 0 if that cannot be told.
func (in *Info) most(v ssa.Value, depth int) time.Duration {
	f := in.upper(v, depth)
	if f <= 0 || f > math.MaxInt64/2 {
		return 0
	}
	return time.Duration(f)
}

// upper returns a number that v does not exceed, 0 if none can be told.
func (in *Info) upper(v ssa.Value, depth int) float64 {
	if v == nil || depth > 8 {
		return 0
	}
	switch x := in.canonical(v).(type) {
	case *ssa.Const:
		if x.Value == nil {
			return 0
		}
		if n := constant.ToFloat(x.Value); n.Kind() == constant.Float {
			f, _ := constant.Float64Val(n)
			return f
		}
	case *ssa.Convert:
		return in.upper(x.X, depth+1)
	case *ssa.UnOp:
		return float64(in.duration(x, false))
	case *ssa.BinOp:
		a, b := in.upper(x.X, depth+1), in.upper(x.Y, depth+1)
		if a <= 0 || b <= 0 {
			return 0
		}
		switch x.Op {
		case token.ADD:
			return a + b
		case token.MUL:
			return a * b
		case token.QUO:
			if c, ok := x.Y.(*ssa.Const); ok && c.Value != nil {
				return a / b
			}
		case token.REM:
			return b
		}
	case *ssa.Phi:
		m := 0.0
		for _, e := range x.Edges {
			u := in.upper(e, depth+1)
			if u <= 0 {
				return 0
			}
			m = max(m, u)
		}
		return m
	case *ssa.Call:
		return in.upperCall(x, depth)
	}
	return 0
}

func (in *Info) upperCall(c *ssa.Call, depth int) float64 {
	args := c.Common().Args
	if b, ok := c.Common().Value.(*ssa.Builtin); ok {
		m := 0.0
		for _, a := range args {
			u := in.upper(a, depth+1)
			switch b.Name() {
			case "min":
				if u > 0 && (m == 0 || u < m) {
					m = u
				}
			case "max":
				if u <= 0 {
					return 0
				}
				m = max(m, u)
			}
		}
		return m
	}
	fn := Callee(c.Common())
	if fn == nil || fn.Pkg() == nil || !strings.HasPrefix(fn.Pkg().Path(), "math/rand") {
		return 0
	}
	switch {
	case fn.Name() == "Float64" || fn.Name() == "Float32":
		return 1
	case len(args) > 0 && (strings.HasPrefix(fn.Name(), "Int") || strings.HasSuffix(fn.Name(), "N") || strings.HasPrefix(fn.Name(), "Uint")):
		return in.upper(args[len(args)-1], depth+1)
	}
	return 0
}
