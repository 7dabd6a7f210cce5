package deadline

import (
	"fmt"
	"testing"
	"time"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"
)

// Questions that depend on each other in cycles have one answer, whatever the
// order, and are answered in time that grows with the code.

func TestLoops(t *testing.T) {
	for _, trap := range []trap{
		{"loop that derives", `
func f(ctx context.Context, n int) {
	a := ctx
	for range n {
		use(a) //= caller of ctx
		a = context.WithValue(a, 1, 2)
		use(a) //= caller of ctx
	}
	use(a) //= caller of ctx
}`},
		{"loop that limits, asked at its head first", `
func f(ctx context.Context, n int) {
	c := ctx
	for range n {
		use(c) //= caller of ctx
		c, _ = context.WithTimeout(c, time.Second)
		use(c) //= bounded 1s of ctx
	}
}`},
		{"variable set once", `
var once = 2 * time.Second

func f(ctx context.Context) {
	b, _ := context.WithTimeout(ctx, once)
	use(b) //= bounded 2s of ctx
}`},
		{"variable set again by a kept function: 1m is no proof", `
var limit = time.Second

func Slow(ctx context.Context) { limit = time.Minute }

func f(ctx context.Context) {
	b, _ := context.WithTimeout(ctx, limit)
	use(b) //= bounded of ctx
}`},
	} {
		t.Run(trap.name, func(t *testing.T) {
			in := analyse(t, trap.src)
			verify(t, in, ofUse(func(_ ssa.CallInstruction, v ssa.Value) string { return describe(in.Context(v)) }))
		})
	}
}

func within(t *testing.T, f func()) {
	t.Helper()
	done := make(chan bool)
	go func() { f(); close(done) }()
	select {
	case <-done:
	case <-time.After(2 * time.Second):
		t.Error("not done after 2s")
	}
}

func TestManyFieldCopies(t *testing.T) { // n!
	src := "\ntype T struct{ ctx context.Context }\nfunc g(t *T) { use(t.ctx) }\n"
	for i := range 12 {
		src += fmt.Sprintf("func c%d(a, b *T) { a.ctx = b.ctx }\n", i)
	}
	within(t, func() {
		in := analyse(t, src)
		for _, c := range in.Calls() {
			in.Context(c.Common().Args[0])
		}
	})
}

func TestManyBranches(t *testing.T) { // 2^n
	src := "\ntype T struct{ ctx context.Context }\nfunc g(t *T, c []bool) { ctx := t.ctx\n"
	for i := range 40 {
		src += fmt.Sprintf("if c[%d] { ctx = context.WithValue(ctx, 1, 2) }\n", i)
	}
	within(t, func() {
		in := analyse(t, src+"use(ctx)\n}")
		cs := in.Calls()
		in.Context(cs[len(cs)-1].Common().Args[0])
	})
}

func TestManyFilters(t *testing.T) { // 2^n, of whatever making
	src := "\nfunc g(db *gorm.DB, c []bool) {\n"
	for i := range 40 {
		src += fmt.Sprintf("if c[%d] { db = db.Where(%d) }\n", i, i)
	}
	within(t, func() { analyse(t, src+"db.Find(nil)\n}\nfunc h(ctx context.Context) {}") })
}

func TestManyRequests(t *testing.T) { // 2^n
	src := "\nfunc g(r *http.Request, s *http.Client, c []bool) {\n"
	for i := range 40 {
		src += fmt.Sprintf("if c[%d] { r = r.WithContext(context.WithValue(r.Context(), %d, 1)) }\n", i, i)
	}
	within(t, func() { analyse(t, src+"s.Do(r)\n}") })
}

func TestEmptyInfo(t *testing.T) {
	for name, ask := range map[string]func(*Info){
		"Vias":    func(in *Info) { in.Vias() },
		"Limits":  func(in *Info) { in.Limits() },
		"Servers": func(in *Info) { in.Servers() },
	} {
		func() {
			defer func() {
				if r := recover(); r != nil {
					t.Errorf("%s: %v", name, r)
				}
			}()
			ask(&Info{pass: &analysis.Pass{}})
		}()
	}
}

func TestEndedPosition(t *testing.T) {
	in := analyse(t, `
func f(ctx context.Context, ch chan int) {
	select {
	case <-ctx.Done():
		println()
		use(ctx) //= since 4
	case <-ch:
	}
}`)
	verify(t, in, ofUse(func(c ssa.CallInstruction, v ssa.Value) string {
		pos, _ := in.Ended(v, c)
		return fmt.Sprintf("since %d", in.Line(pos))
	}))
}
