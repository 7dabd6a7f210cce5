package deadline

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/ssa"
)

// limitAt returns the limit that a call puts on a context, nil if none.
func limitAt(in *Info, c ssa.CallInstruction) *Limit {
	ls := in.Limits()
	if i := slices.IndexFunc(ls, func(l *Limit) bool { return l.Call == c }); i >= 0 {
		return ls[i]
	}
	return nil
}

func TestLimits(t *testing.T) {
	for _, trap := range []trap{
		{"library", `
func f(ctx context.Context, d time.Duration) {
	_, cancel := context.WithTimeout(ctx, time.Second) //= 1s below caller of ctx, dropped
	a, _ := context.WithTimeoutCause(ctx, d, nil) //= 0s below caller of ctx
	b, _ := context.WithDeadline(a, time.Now().Add(time.Minute)) //= 1m0s below bounded of ctx
	c, _ := context.WithDeadlineCause(context.Background(), time.Time{}, nil) //= 0s below none from context.Background()
	e, _ := context.WithCancel(b)
	use(c)
	use(e)
	cancel()
}`},
		{"factory", `
func fresh() (context.Context, context.CancelFunc) {
	return context.WithTimeout(context.Background(), 5*time.Second) //= 5s below none from context.Background()
}

func detached(ctx context.Context) (context.Context, context.CancelFunc) {
	return context.WithTimeout(context.WithoutCancel(ctx), time.Second) //= 1s below none from context.WithoutCancel severed
}

func derived(ctx context.Context) (context.Context, context.CancelFunc) {
	return context.WithTimeout(ctx, time.Second) //= 1s below caller of ctx
}

func without() context.Context {
	ctx, cancel := context.WithTimeout(context.Background(), time.Second) //= 1s below none from context.Background()
	_ = cancel
	return ctx
}

func f(ctx context.Context) {
	a, _ := fresh() //= 5s below none from an empty context, factory
	b, _ := detached(ctx) //= 1s below none from an empty context severed, factory
	c, _ := derived(ctx)
	use(a)
	use(b)
	use(c)
	use(without())
}`},
	} {
		t.Run(trap.name, func(t *testing.T) {
			in := analyse(t, trap.src)
			verify(t, in, func(c ssa.CallInstruction) string {
				l := limitAt(in, c)
				if l == nil {
					return ""
				}
				s := fmt.Sprintf("%v below %s", l.Const, describe(l.Parent))
				if l.Ctx == nil {
					s += ", dropped"
				}
				if l.Factory {
					s += ", factory"
				}
				return s
			})
		})
	}
}

// TestLimitAt asks where the smallest limit is set.
func TestLimitAt(t *testing.T) {
	in := analyse(t, `
func f(ctx context.Context, c bool) {
	a, _ := context.WithTimeout(ctx, time.Second)
	b, _ := context.WithTimeout(a, time.Minute)
	use(b) //= 1s at 3
	d, _ := context.WithTimeout(b, time.Millisecond)
	use(d) //= 1ms at 6
	e := a
	if c {
		e, _ = context.WithTimeout(ctx, time.Hour)
	}
	use(e) //= 1h0m0s at 10
	g, _ := context.WithTimeout(ctx, time.Hour)
	if c {
		g = a
	}
	use(g) //= 1h0m0s at 13
	h, _ := fresh()
	use(h) //= 1m0s at 18
}

func fresh() (context.Context, context.CancelFunc) {
	return context.WithTimeout(context.Background(), time.Minute)
}`)
	verify(t, in, ofUse(func(_ ssa.CallInstruction, v ssa.Value) string {
		k := in.Context(v)
		return fmt.Sprintf("%v at %d", k.Limit, in.Line(k.LimitAt))
	}))
}

// TestFlow asks where the context of each limit goes.
func TestFlow(t *testing.T) {
	for _, trap := range []trap{
		{"calls", `
func g(context.Context) error { return nil }
func h(any) {}

func f(ctx context.Context, fn func(context.Context)) {
	a, _ := context.WithTimeout(ctx, time.Second) //= use g go:g defer:use h fn
	use(a)
	g(a)
	go g(a)
	defer use(a)
	h(a)
	fn(a)
	use(ctx)
	a.Err()
	b, _ := context.WithTimeout(ctx, time.Second) //=
	_ = b
	_, cancel := context.WithTimeout(ctx, time.Second) //=
	cancel()
}`},
		{"derived and carried", `
func f(ctx context.Context, c *http.Client) {
	a, _ := context.WithTimeout(ctx, time.Second) //= use Do Output
	b, _ := context.WithCancel(context.WithValue(a, 1, 2))
	use(b)
	r, _ := http.NewRequestWithContext(b, "", "", nil)
	c.Do(r)
	exec.CommandContext(a, "").Output()
	use(context.WithoutCancel(a))
}`},
		{"variables and closures", `
func f(ctx context.Context, c bool) {
	a, _ := context.WithTimeout(ctx, time.Second) //= use use use
	b := ctx
	if c {
		b = a
	}
	use(b)
	func() { use(a) }()
	d := a
	func() {
		func() { use(d) }()
	}()
}`},
		{"kept", `
type T struct{ ctx context.Context }

func f(ctx context.Context, t *T, ch chan context.Context, m map[int]context.Context) context.Context {
	a, _ := context.WithTimeout(ctx, time.Second) //= kept
	t.ctx = a
	b, _ := context.WithTimeout(ctx, time.Second) //= kept
	ch <- b
	c, _ := context.WithTimeout(ctx, time.Second) //= kept
	m[1] = c
	d, _ := context.WithTimeout(ctx, time.Second) //= kept
	return d
}`},
		{"waited for", `
func f(ctx context.Context, ch chan int) {
	a, _ := context.WithTimeout(ctx, time.Second) //= awaits
	<-a.Done()
	b, _ := context.WithTimeout(ctx, time.Second) //= awaits
	select {
	case <-b.Done():
	case <-ch:
	}
	c, _ := context.WithTimeout(ctx, time.Second) //=
	c.Done()
}`},
		{"variadic", `
func g(...any) {}

func f(ctx context.Context) {
	a, _ := context.WithTimeout(ctx, time.Second) //= g
	g(1, a)
}`},
	} {
		t.Run(trap.name, func(t *testing.T) {
			in := analyse(t, strings.ReplaceAll(trap.src, "//=\n", "//= none\n"))
			verify(t, in, func(c ssa.CallInstruction) string {
				l := limitAt(in, c)
				if l == nil {
					return ""
				}
				flow := in.Flow(l.Ctx)
				var words []string
				slices.SortStableFunc(flow.Calls, func(a, b FlowCall) int { return int(a.Call.Pos() - b.Call.Pos()) })
				for _, f := range flow.Calls {
					name := f.Call.Common().Value.Name()
					if fn := Callee(f.Call.Common()); fn != nil {
						name = fn.Name()
					}
					switch f.Call.(type) {
					case *ssa.Go:
						name = "go:" + name
					case *ssa.Defer:
						name = "defer:" + name
					}
					words = append(words, name)
				}
				if flow.Kept {
					words = append(words, "kept")
				}
				if len(flow.Awaits) > 0 {
					words = append(words, "awaits")
				}
				if len(words) == 0 {
					return "none"
				}
				return strings.Join(words, " ")
			})
		})
	}
}

// TestEachTurn asks which limits start anew each turn of a loop below a parent
// that does not.
func TestEachTurn(t *testing.T) {
	in := analyse(t, `
func f(ctx context.Context, n int) {
	total, _ := context.WithTimeout(ctx, time.Minute)
	for range n {
		a, cancel := context.WithTimeout(total, time.Second) //= each turn
		use(a)
		cancel()
	}
	for range n {
		a, cancel := context.WithTimeout(total, time.Second)
		use(a)
		cancel()
		if total.Err() != nil {
			return
		}
	}
	for range n {
		select {
		case <-total.Done():
			return
		default:
		}
		a, cancel := context.WithTimeout(total, time.Second)
		use(a)
		cancel()
	}
	for range n {
		own, stop := context.WithTimeout(ctx, time.Minute)
		a, cancel := context.WithTimeout(own, time.Second)
		use(a)
		cancel()
		stop()
	}
	a, _ := context.WithTimeout(total, time.Second)
	use(a)
	for {
		a, cancel := context.WithTimeout(total, time.Second)
		use(a)
		cancel()
		return
	}
}`)
	verify(t, in, func(c ssa.CallInstruction) string {
		if l := limitAt(in, c); l != nil && in.EachTurn(l) {
			return "each turn"
		}
		return ""
	})
}

// TestContextArg asks where the context and the limit stand in a call.
func TestContextArg(t *testing.T) {
	in := analyse(t, `
func f(ctx context.Context) {
	context.WithTimeout(context.Background(), 1) //= "context.Background()", "1"
	context.WithDeadline((context.TODO()), time.Time{}) //= "(context.TODO())", "time.Time{}"
	context.WithTimeout(ctx, 1) //= "ctx", "1"
	fresh()
}

func fresh() (context.Context, context.CancelFunc) {
	return context.WithTimeout(context.Background(), 1) //= "context.Background()", "1"
}`)
	src := source(t, in)
	verify(t, in, func(c ssa.CallInstruction) string {
		l := limitAt(in, c)
		if l == nil {
			return ""
		}
		parent, limit := in.ContextArg(l), in.LimitArg(l)
		if parent == nil || limit == nil {
			return ""
		}
		return fmt.Sprintf("%q, %q", src(parent.Pos(), parent.End()), src(limit.Pos(), limit.End()))
	})
}

func TestFromDeadline(t *testing.T) {
	in := analyse(t, `
func f(ctx context.Context, d time.Duration) {
	at, ok := ctx.Deadline()
	context.WithDeadline(ctx, at) //= from a deadline
	context.WithDeadline(ctx, at.Add(-time.Second)) //= from a deadline
	context.WithTimeout(ctx, time.Until(at)/2) //= from a deadline
	context.WithTimeout(ctx, d)
	if left := time.Until(at); ok && left < d {
		d = left
	}
	context.WithTimeout(ctx, d) //= from a deadline
	context.WithTimeout(ctx, min(time.Second, time.Until(at))) //= from a deadline
	context.WithDeadline(ctx, time.Now().Add(time.Second))
}`)
	verify(t, in, func(c ssa.CallInstruction) string {
		if l := limitAt(in, c); l != nil && in.FromDeadline(l.Dur) {
			return "from a deadline"
		}
		return ""
	})
	if in.FromDeadline(nil) {
		t.Error("no duration is from a deadline")
	}
}

func TestReleases(t *testing.T) {
	for _, name := range []string{"Close", "close", "closeAll", "Shutdown", "gracefulStop", "doCleanup", "RollbackTx", "unlock_row", "UnregisterNode", "HTTPShutdown", "end"} {
		if !Releases(name) {
			t.Errorf("%s does not release", name)
		}
	}
	for _, name := range []string{"", "_", "Get", "closest", "Enclose", "isClosed", "Endpoint", "EndpointFor", "Flusher", "Stopwatch", "HTTPGet"} {
		if Releases(name) {
			t.Errorf("%s releases", name)
		}
	}
}
