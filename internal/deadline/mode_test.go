package deadline

import (
	"testing"

	"golang.org/x/tools/go/ssa"
)

// TestPlace asks how the code at a call runs, and whose context is in reach.
func TestPlace(t *testing.T) {
	for _, trap := range []trap{
		{"reach", `
type S struct{ ctx context.Context }

func a(ctx context.Context)                        { use(nil) } //= awaited ctx
func b(n int, c context.Context, d context.Context) { use(nil) } //= awaited c
func c(_ context.Context)                          { use(nil) } //= awaited the blank context parameter
func d(context.Context)                            { use(nil) } //= awaited the unnamed context parameter
func e(w http.ResponseWriter, r *http.Request)     { use(nil) } //= awaited r.Context()
func f(_ http.ResponseWriter, _ *http.Request)     { use(nil) } //= awaited the blank context parameter
func g(r *http.Request, ctx context.Context)       { use(nil) } //= awaited ctx
func h(s grpc.ServerStream)                        { use(nil) } //= awaited s.Context()
func i(c *gin.Context)                             { use(nil) } //= awaited c.Request.Context()
func j(n int)                                      { use(nil) } //= awaited
func k(t *testing.T)                               { use(nil) } //= awaited
func l(s *S)                                       { use(nil) } //= awaited
func (s *S) m()                                    { use(s.ctx) } //= awaited
func (s *S) n(ctx context.Context)                 { use(s.ctx) } //= awaited ctx
func main()                                        { use(nil) } //= awaited
func init()                                        { use(nil) } //= awaited
func o[T any](ctx context.Context, v T)            { use(nil) } //= awaited ctx
`},
		{"closures that run in place", `
func f(ctx context.Context, c bool) {
	func() { use(nil) }() //= awaited ctx
	g := func() { use(nil) } //= awaited ctx
	g()
	h := func(n int) { use(nil) } //= awaited ctx
	if c {
		h(1)
	}
	h(2)
	func() {
		func() { use(nil) }() //= awaited ctx
	}()
	func(inner context.Context) { use(nil) }(ctx) //= awaited inner
	slices.SortFunc([]int{1}, func(a, b int) int { use(nil); return 0 }) //= awaited ctx
}`},
		{"closures that go somewhere", `
type T struct{ f func() }

var global func()

func f(ctx context.Context, ch chan func(), t *T, run func(func())) func() {
	ch <- func() { use(nil) } //= unseen
	t.f = func() { use(nil) } //= unseen
	global = func() { use(nil) } //= unseen
	run(func() { use(nil) }) //= unseen
	http.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) { use(nil) }) //= awaited r.Context()
	_ = func() { use(nil) } //= unseen
	return func() { use(nil) } //= unseen
}`},
		{"goroutines", `
func f(ctx context.Context) {
	go func() { use(nil) }() //= detached goroutine
	go func(ctx context.Context) { use(nil) }(ctx) //= detached goroutine
	go func() {
		func() { use(nil) }() //= detached goroutine
	}()
	g := func() { use(nil) } //= detached goroutine
	go g()
}

func h() { use(nil) } //= detached goroutine
func i() { go h() }

func j() { use(nil) } //= awaited
func k() { go j(); j() }

func Exported() { use(nil) } //= detached goroutine
func l() { go Exported() }

type T struct{}

func (T) m() { use(nil) } //= detached goroutine
func n(t T) { go t.m() }
`},
		{"goroutines that are joined", `
func group(ctx context.Context) {
	var wg sync.WaitGroup
	wg.Add(1)
	go func() {
		defer wg.Done()
		use(nil) //= awaited ctx
	}()
	wg.Wait()
}

func groupOfAnother(ctx context.Context, wg *sync.WaitGroup) {
	wg.Add(1)
	go func() {
		defer wg.Done()
		use(nil) //= detached goroutine
	}()
}

func twoGroups(ctx context.Context, a, b *sync.WaitGroup) {
	go func() {
		defer a.Done()
		use(nil) //= detached goroutine
	}()
	b.Wait()
}

func before(ctx context.Context, wg *sync.WaitGroup) {
	wg.Wait()
	go func() {
		defer wg.Done()
		use(nil) //= detached goroutine
	}()
}

func argument(ctx context.Context) {
	var wg sync.WaitGroup
	go func(g *sync.WaitGroup) {
		use(nil) //= awaited ctx
		g.Done()
	}(&wg)
	wg.Wait()
}

func method(ctx context.Context) {
	var wg sync.WaitGroup
	wg.Go(func() { use(nil) }) //= awaited ctx
	wg.Wait()
}

func methodWithoutWait(ctx context.Context, wg *sync.WaitGroup) {
	wg.Go(func() { use(nil) }) //= detached goroutine
}

func errorGroup(ctx context.Context) error {
	g, ctx := errgroup.WithContext(ctx)
	g.Go(func() error { use(nil); return nil }) //= awaited ctx
	return g.Wait()
}

func errorGroupWithoutWait(ctx context.Context) {
	g := new(errgroup.Group)
	g.Go(func() error { use(nil); return nil }) //= detached goroutine
}

func channel(ctx context.Context) error {
	errc := make(chan error)
	go func() {
		use(nil) //= awaited ctx
		errc <- nil
	}()
	return <-errc
}

func closed(ctx context.Context) {
	done := make(chan struct{})
	go func() {
		defer close(done)
		use(nil) //= awaited ctx
	}()
	<-done
}

func selected(ctx context.Context) error {
	errc := make(chan error, 1)
	go func() {
		use(nil) //= detached goroutine
		errc <- nil
	}()
	select {
	case err := <-errc:
		return err
	case <-ctx.Done():
		return ctx.Err()
	}
}

func unread(ctx context.Context, errc chan error) {
	go func() {
		use(nil) //= detached goroutine
		errc <- nil
	}()
}`},
		{"deferred", `
func f(ctx context.Context) {
	defer use(nil) //= awaited ctx
	defer func() { use(nil) }() //= detached defer
	defer func() {
		func() { use(nil) }() //= detached defer
	}()
	defer g()
	defer h()
	h()
	cleanup := func() { use(nil) } //= detached defer
	defer cleanup()
	i := func() { use(nil) } //= detached defer
	defer i()
	i()
}

func g() { use(nil); deeper() } //= detached defer
func deeper() { use(nil) } //= detached defer
func h() { use(nil) } //= awaited
`},
		{"run by a library", `
func f(ctx context.Context, t *testing.T, once *sync.Once, g *singleflight.Group) {
	t.Cleanup(func() { use(nil) }) //= detached Cleanup
	context.AfterFunc(ctx, func() { use(nil) }) //= detached AfterFunc
	time.AfterFunc(1, func() { use(nil) }) //= detached AfterFunc
	once.Do(func() { use(nil) }) //= detached Do
	g.Do("", func() (any, error) { use(nil); return nil, nil }) //= detached Do
	_ = sync.OnceValue(func() int { use(nil); return 0 }) //= detached OnceValue
}`},
		{"run by a function of the package", `
func inline(run func()) { run() }
func indirect(run func()) { inline(run) }
func later(run func()) { go run() }
func deferring(run func()) { defer run() }
func kept(run func()) { keep = run }
func both(run func()) { run(); go run() }
func variadic(run ...func()) { run[0]() }
func generic[T any](run func() T) T { return run() }

var keep func()

func f(ctx context.Context) {
	inline(func() { use(nil) }) //= awaited ctx
	indirect(func() { use(nil) }) //= awaited ctx
	later(func() { use(nil) }) //= detached goroutine
	deferring(func() { use(nil) }) //= detached goroutine
	kept(func() { use(nil) }) //= unseen
	both(func() { use(nil) }) //= detached goroutine
	variadic(func() { use(nil) }) //= unseen
	generic(func() int { use(nil); return 1 }) //= awaited ctx
	defer inline(func() { use(nil) }) //= detached defer
	go inline(func() { use(nil) }) //= detached goroutine
	inline(named)
}

func named() { use(nil) } //= awaited
`},
		{"run by a function of another package", `
-- example.com/lib/lib.go --
package lib

func Inline(ctx context.Context, run func()) { run() }
func Later(ctx context.Context, run func()) { go run() }
-- example.com/p/p.go --
package p; import "example.com/lib"

func f(ctx context.Context) {
	lib.Inline(ctx, func() { use(nil) }) //= awaited ctx
	lib.Later(ctx, func() { use(nil) }) //= detached goroutine
}`},
		{"after the end", `
func a(ctx context.Context) {
	use(nil) //= awaited ctx
	<-ctx.Done()
	use(nil) //= detached ended
}

func b(ctx context.Context, ch chan int) {
	select {
	case <-ctx.Done():
		use(nil) //= detached ended
	case <-ch:
		use(nil) //= awaited ctx
	}
	use(nil) //= awaited ctx
}

func c(ctx context.Context, err error) {
	if ctx.Err() != nil {
		use(nil) //= detached ended
	} else {
		use(nil) //= awaited ctx
	}
	if errors.Is(err, context.Canceled) {
		use(nil) //= detached ended
	}
	if err == context.DeadlineExceeded {
		use(nil) //= detached ended
	}
	if context.Cause(ctx) != nil {
		use(nil) //= detached ended
	}
	use(nil) //= awaited ctx
}

func d(ctx context.Context) {
	if ctx.Err() == nil {
		use(nil) //= awaited ctx
		return
	}
	use(nil) //= detached ended
}

func e(ctx context.Context) {
	if _, ok := <-ctx.Done(); !ok {
		use(nil) //= detached ended
	}
}

func g(ctx context.Context) {
	if ctx.Err() != nil {
		func() { use(nil) }() //= detached failure
	}
}`},
		{"after a cancel", `
func own(ctx context.Context) {
	child, cancel := context.WithTimeout(ctx, time.Second)
	use(child) //= awaited ctx
	cancel()
	use(nil) //= awaited ctx
}

func root(ctx context.Context) {
	_, cancel := context.WithCancel(context.Background())
	cancel()
	use(nil) //= awaited ctx
}`},
		{"after a failure", `
func a(ctx context.Context, err error) {
	if err != nil {
		use(nil) //= detached failure
	} else {
		use(nil) //= awaited ctx
	}
	if err == nil {
		use(nil) //= awaited ctx
		return
	}
	use(nil) //= detached failure
}

func b(ctx context.Context, err error) {
	if errors.Is(err, os.ErrNotExist) {
		use(nil) //= detached failure
	}
	if err != nil && err.Error() == "" {
		use(nil) //= detached failure
	}
	if err != nil || ctx == nil {
		use(nil) //= awaited ctx
	}
}`},
		{"no context, or a stop", `
func a(ctx context.Context) {
	if ctx == nil {
		use(nil) //= detached nil
	}
	if ctx != nil {
		use(nil) //= awaited ctx
	}
}

func b(ctx context.Context, stop chan struct{}, sig chan os.Signal, values chan int) {
	select {
	case <-stop:
		use(nil) //= detached stopped
	case <-sig:
		use(nil) //= detached stopped
	case <-values:
		use(nil) //= awaited ctx
	}
	<-values
	use(nil) //= awaited ctx
	<-sig
	use(nil) //= detached stopped
}`},
	} {
		t.Run(trap.name, func(t *testing.T) {
			in := analyse(t, trap.src)
			verify(t, in, ofUse(func(c ssa.CallInstruction, _ ssa.Value) string {
				p := in.Place(c)
				s := [...]string{"unseen", "awaited", "detached"}[p.Mode]
				if p.Why != "" {
					s += " " + p.Why
				}
				if p.Reach.Param != nil {
					s += " " + p.Reach.Describe()
				}
				return s
			}))
		})
	}
}
