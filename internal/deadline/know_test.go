package deadline

import (
	"testing"

	"golang.org/x/tools/go/ssa"
)

// A trap is a source with the answers that a question must get.
type trap struct{ name, src string }

func TestContext(t *testing.T) {
	for _, trap := range []trap{
		{"roots", `
func f(ctx context.Context) {
	use(context.Background())             //= none from context.Background()
	use(context.TODO())                   //= none from context.TODO()
	use(context.WithoutCancel(ctx))       //= none from context.WithoutCancel severed
	use(context.WithValue(ctx, 1, 2))     //= caller of ctx
	use(ctx)                              //= caller of ctx
	use(nil)                              //= unknown
}`},
		{"below a root", `
func f() {
	a, cancel := context.WithCancel(context.Background())
	use(a) //= none from context.Background() cancelable
	b := context.WithValue(a, 1, 2)
	use(b) //= none from context.Background() cancelable
	c, stop := signal.NotifyContext(context.TODO(), os.Interrupt)
	use(c) //= none from context.TODO() cancelable
	d, cancelCause := context.WithCancelCause(context.Background())
	use(d) //= none from context.Background() cancelable
	use(context.WithoutCancel(d)) //= none from context.WithoutCancel severed
	cancel(); stop(); cancelCause(nil)
}`},
		{"limits", `
func f(ctx context.Context, d time.Duration, at time.Time) {
	a, cancel := context.WithTimeout(ctx, 3*time.Second)
	use(a) //= bounded 3s of ctx
	b, _ := context.WithTimeoutCause(context.Background(), 3*time.Second, nil)
	use(b) //= bounded 3s from context.Background()
	c, _ := context.WithTimeout(ctx, d)
	use(c) //= bounded of ctx
	e, _ := context.WithDeadline(ctx, time.Now().Add(2*time.Second))
	use(e) //= bounded 2s of ctx
	g, _ := context.WithDeadlineCause(ctx, at, nil)
	use(g) //= bounded of ctx
	h, _ := context.WithDeadline(ctx, at.Add(time.Second))
	use(h) //= bounded of ctx
	i, _ := context.WithTimeout(nil, time.Second)
	use(i) //= bounded 1s
	cancel()
}`},
		{"limits below limits", `
func f(ctx context.Context, d time.Duration) {
	a, _ := context.WithTimeout(ctx, 3*time.Second)
	b, _ := context.WithTimeout(a, 5*time.Second)
	use(b) //= bounded 3s of ctx
	c, _ := context.WithTimeout(a, time.Second)
	use(c) //= bounded 1s of ctx
	e, _ := context.WithTimeout(a, d)
	use(e) //= bounded 3s of ctx
	g, _ := context.WithCancel(e)
	use(g) //= bounded 3s of ctx
	use(context.WithoutCancel(g)) //= none from context.WithoutCancel severed
}`},
		{"durations", `
const fixed = 2 * time.Second

var twice = 2 * time.Second
var Exported = 2 * time.Second

func init() { twice = time.Second }

func f(ctx context.Context, n int) {
	a, _ := context.WithTimeout(ctx, fixed)
	use(a) //= bounded 2s of ctx
	c, _ := context.WithTimeout(ctx, twice)
	use(c) //= bounded of ctx
	d, _ := context.WithTimeout(ctx, Exported)
	use(d) //= bounded of ctx
	e, _ := context.WithTimeout(ctx, time.Duration(n)*time.Second)
	use(e) //= bounded of ctx
	local := 4 * time.Second
	g, _ := context.WithTimeout(ctx, local)
	use(g) //= bounded 4s of ctx
	if n > 1 {
		local = time.Second
	}
	h, _ := context.WithTimeout(ctx, local)
	use(h) //= bounded of ctx
	i, _ := context.WithTimeout(ctx, max(fixed, time.Minute))
	use(i) //= bounded 1m0s of ctx
}`},
		{"two paths", `
func f(ctx, other context.Context, c bool) {
	a := context.Background()
	if c {
		a = context.TODO()
	}
	use(a) //= none from context.Background()
	b := context.Background()
	if c {
		b = ctx
	}
	use(b) //= unknown
	d := ctx
	if c {
		d, _ = context.WithTimeout(ctx, time.Second)
	}
	use(d) //= caller of ctx
	e := ctx
	if c {
		e = other
	}
	use(e) //= caller
	g, _ := context.WithTimeout(ctx, time.Second)
	if c {
		g, _ = context.WithTimeout(ctx, time.Minute)
	}
	use(g) //= bounded 1m0s of ctx
	h, _ := context.WithTimeout(ctx, time.Second)
	if c {
		h, _ = context.WithTimeout(context.Background(), 2*time.Second)
	}
	use(h) //= bounded 2s from context.Background() fresh=false
	i, _ := context.WithCancel(context.Background())
	if c {
		i = context.WithoutCancel(ctx)
	}
	use(i) //= none from context.Background() cancelable
	var k context.Context
	if c {
		k = ctx
	}
	use(k) //= unknown
}`},
		{"switch", `
func f(ctx context.Context, n int) {
	var a context.Context
	switch n {
	case 1:
		a = context.Background()
	case 2:
		a = context.TODO()
	default:
		a = context.WithoutCancel(ctx)
	}
	use(a) //= none from context.Background()
}`},
		{"loops", `
func f(ctx context.Context, n int) {
	b := context.Background()
	for i := 0; i < n; i++ {
		if i == 1 {
			b = context.WithValue(b, 1, 2)
		}
		use(b) //= none from context.Background()
	}
	c := ctx
	for range n {
		c, _ = context.WithTimeout(c, time.Second)
		use(c) //= bounded 1s of ctx
	}
	use(c) //= caller of ctx
	d := context.Background()
	for range n {
		use(d) //= unknown
		d = ctx
	}
	for range n {
		e, cancel := context.WithTimeout(ctx, time.Second)
		use(e) //= bounded 1s of ctx
		cancel()
	}
}`},
		{"captured", `
func f(ctx context.Context, c bool) {
	func() { use(ctx) }() //= caller of ctx
	go func() {
		func() { use(ctx) }() //= caller of ctx
	}()
	a, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	func() { use(a) }() //= bounded 1s of ctx
	func(ctx context.Context) { use(ctx) }(a) //= caller of ctx
	b := context.Background()
	g := func() { use(b) } //= unknown
	b = a
	g()
	d := context.Background()
	if c {
		d = context.TODO()
	}
	func() { use(d) }() //= none from context.Background()
	e := context.Background()
	func() { e = ctx }()
	use(e) //= unknown
	h := context.Background()
	use(h) //= none from context.Background()
	i := func() { use(h) } //= none from context.Background()
	i()
}`},
		{"captured and shadowed", `
func f(ctx context.Context) {
	func() {
		ctx, cancel := context.WithTimeout(ctx, time.Second)
		defer cancel()
		use(ctx) //= bounded 1s of ctx
	}()
	use(ctx) //= caller of ctx
	func() {
		ctx := context.Background()
		use(ctx) //= none from context.Background()
		func() { use(ctx) }() //= none from context.Background()
	}()
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	func() { use(ctx) }() //= bounded 1m0s of ctx
}`},
		{"fields", `
type T struct {
	empty, mixed, never context.Context
	Exported context.Context
}

func f(ctx context.Context, c bool, t *T) {
	a := &T{empty: context.Background(), mixed: ctx, Exported: context.Background()}
	use(a.empty)    //= none from context.Background()
	use(a.mixed)    //= caller of ctx
	use(a.Exported) //= none from context.Background()
	use(t.empty)    //= none from context.Background()
	use(t.mixed)    //= unknown
	use(t.never)    //= unknown
	use(t.Exported) //= unknown
	t.mixed = context.Background()
}`},
		{"variables of the package", `
var empty = context.Background()
var mixed = context.Background()
var limited, _ = context.WithTimeout(context.Background(), time.Second)
var Exported = context.Background()

func f(ctx context.Context) {
	mixed = ctx
	use(empty)    //= none from context.Background()
	use(mixed)    //= unknown
	use(limited)  //= unknown
	use(Exported) //= unknown
}`},
		{"helpers", `
func with(ctx context.Context, d time.Duration) (context.Context, context.CancelFunc) {
	return context.WithTimeout(ctx, d)
}

func fresh() (context.Context, context.CancelFunc) {
	return context.WithTimeout(context.Background(), 5*time.Second)
}

func empty() context.Context { return context.Background() }

func named(ctx context.Context) (out context.Context, err error) {
	out = context.WithValue(ctx, 1, 2)
	return
}

func either(ctx context.Context) context.Context {
	if ctx != nil {
		return ctx
	}
	return context.Background()
}

func detach(ctx context.Context) context.Context { return context.WithoutCancel(ctx) }

func again(ctx context.Context, n int) context.Context {
	if n == 0 {
		return ctx
	}
	return again(ctx, n-1)
}

type S struct{ ctx context.Context }

func (s *S) background() context.Context { return context.TODO() }
func (s *S) get() context.Context { return s.ctx }

func f(ctx context.Context, s *S) {
	a, _ := with(ctx, time.Second)
	use(a) //= bounded of ctx
	b, _ := fresh()
	use(b) //= bounded 5s from an empty context
	use(empty()) //= none from an empty context
	c, _ := named(ctx)
	use(c) //= caller of ctx
	d, _ := named(context.Background())
	use(d) //= none from context.Background()
	use(either(ctx)) //= unknown
	use(detach(ctx)) //= none from an empty context severed
	use(again(ctx, 2)) //= caller of ctx
	use(s.background()) //= none from an empty context
	use(s.get()) //= unknown
	g := func() context.Context { return context.Background() }
	use(g()) //= none from an empty context
	h := func() context.Context { return ctx }
	use(h()) //= caller of ctx
}`},
		{"helpers of another package", `
-- example.com/lib/lib.go --
package lib

func With(ctx context.Context) (context.Context, context.CancelFunc) {
	return context.WithTimeout(ctx, 3*time.Second)
}

func Fresh() (context.Context, context.CancelFunc) {
	return context.WithTimeout(context.Background(), 5*time.Second)
}

func Detach(ctx context.Context) context.Context { return context.WithoutCancel(ctx) }

type T[E any] struct{}

func (T[E]) Empty(E) context.Context { return context.Background() }

func Pick[E any](ctx context.Context, e E) context.Context { return ctx }
-- example.com/p/p.go --
package p; import "example.com/lib"

func f(ctx context.Context) {
	a, _ := lib.With(ctx)
	use(a) //= bounded 3s of ctx
	b, _ := lib.With(context.Background())
	use(b) //= bounded 3s from context.Background()
	c, _ := lib.Fresh()
	use(c) //= bounded 5s from an empty context
	use(lib.Detach(ctx)) //= none from an empty context severed
	use(lib.T[int]{}.Empty(1)) //= none from an empty context
	use(lib.Pick(ctx, "")) //= caller of ctx
}`},
		{"libraries", `
type Limiter interface {
	WithTimeout(ctx context.Context) context.Context
	Start(ctx context.Context) (context.Context, func())
	Span(ctx context.Context) (context.Context, error)
}

func f(ctx context.Context, l Limiter) {
	g, a := errgroup.WithContext(ctx)
	use(a) //= caller of ctx
	use(pprof.WithLabels(context.Background(), pprof.Labels())) //= none from context.Background()
	use(l.WithTimeout(ctx)) //= caller of ctx
	use(l.WithTimeout(context.Background())) //= unknown
	b, _ := l.Start(context.Background())
	use(b) //= unknown
	c, _ := l.Span(context.Background())
	use(c) //= none from context.Background()
	g.Wait()
}`},
		{"requests and streams", `
type server struct{ r *http.Request }

func (s *server) f(w http.ResponseWriter, r *http.Request, stream grpc.ServerStream, c *gin.Context, t *testing.T) {
	use(r.Context())         //= caller of r
	use(stream.Context())    //= caller of stream
	use(c)                   //= caller of c
	use(c.Request.Context()) //= caller of c
	use(s.r.Context())       //= unknown
	use(t.Context())         //= caller of t
	a, _ := http.NewRequest("", "", nil)
	use(a.Context()) //= none from an empty context
	b, _ := http.NewRequestWithContext(r.Context(), "", "", nil)
	use(b.Context()) //= caller of r
	b = b.WithContext(context.Background())
	use(b.Context()) //= none from context.Background()
	use(r.Clone(context.TODO()).Context()) //= none from context.TODO()
}`},
		{"conversions", `
type own struct{ context.Context }
type alias = context.Context
type iface interface{ context.Context }

func f(ctx context.Context, i iface, o own, v any) {
	use(alias(ctx)) //= caller of ctx
	use(i) //= caller of i
	use(o) //= caller of o
	use(any(ctx).(context.Context)) //= caller of ctx
	use(v.(context.Context)) //= unknown
	use(own{context.Background()}) //= unknown
	if c, ok := v.(context.Context); ok {
		use(c) //= unknown
	}
}`},
		{"containers", `
func f(ctx context.Context) {
	use([]context.Context{context.Background()}[0]) //= unknown
	use(map[int]context.Context{1: context.Background()}[1]) //= unknown
	ch := make(chan context.Context, 1)
	ch <- ctx
	use(<-ch) //= unknown
	p := &ctx
	use(*p) //= caller of ctx
}`},
		{"generics", `
func g[T any](ctx context.Context, v T) {
	use(ctx) //= caller of ctx
	a, _ := context.WithTimeout(ctx, time.Second)
	use(a) //= bounded 1s of ctx
}

func h[C context.Context](c C) {
	use(c) //= caller of c
}

func f(ctx context.Context) {
	g(ctx, 1)
	h(ctx)
}`},
	} {
		t.Run(trap.name, func(t *testing.T) {
			in := analyse(t, trap.src)
			verify(t, in, ofUse(func(_ ssa.CallInstruction, v ssa.Value) string { return describe(in.Context(v)) }))
		})
	}
}
