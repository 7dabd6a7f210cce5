package deadline

import (
	"fmt"
	"testing"

	"golang.org/x/tools/go/ssa"
)

// TestEnded asks whether the context that use is handed has ended.
func TestEnded(t *testing.T) {
	for _, trap := range []trap{
		{"received from Done", `
func f(ctx, other context.Context) {
	use(ctx)
	<-ctx.Done()
	use(ctx) //= ended
	use(other)
	child, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	use(child) //= ended
	use(context.WithValue(child, 1, 2)) //= ended
	use(context.WithoutCancel(ctx))
	use(context.Background())
}`},
		{"selected", `
func f(ctx context.Context, ch chan int) {
	select {
	case <-ctx.Done():
		use(ctx) //= ended
	case <-ch:
		use(ctx)
	}
	use(ctx)
	for {
		select {
		case <-ctx.Done():
			use(ctx) //= ended
			return
		default:
		}
		use(ctx)
	}
}`},
		{"asked for its error", `
func f(ctx context.Context, err error) {
	if ctx.Err() != nil {
		use(ctx) //= ended
	}
	if err := ctx.Err(); err != nil {
		use(ctx) //= ended
	}
	if ctx.Err() == nil {
		use(ctx)
	} else {
		use(ctx) //= ended
	}
	if errors.Is(ctx.Err(), context.DeadlineExceeded) {
		use(ctx) //= ended
	}
	if ctx.Err() == context.Canceled {
		use(ctx) //= ended
	}
	if context.Cause(ctx) != nil {
		use(ctx) //= ended
	}
	if err != nil {
		use(ctx)
	}
	if errors.Is(err, context.Canceled) {
		use(ctx)
	}
	if err != nil && ctx.Err() != nil {
		use(ctx) //= ended
	}
	if err != nil || ctx.Err() != nil {
		use(ctx)
	}
}`},
		{"cancelled", `
func f(ctx context.Context, c bool) {
	child, cancel := context.WithTimeout(ctx, time.Second)
	grandchild := context.WithValue(child, 1, 2)
	defer cancel()
	use(child)
	cancel()
	use(child) //= ended
	use(grandchild) //= ended
	use(ctx)
	sibling, stop := context.WithCancel(ctx)
	if c {
		stop()
	}
	use(sibling)
	var cancelCause context.CancelCauseFunc
	child, cancelCause = context.WithCancelCause(ctx)
	use(child)
	cancelCause(nil)
	use(child) //= ended
}`},
		{"a new context in the same variable", `
func f(ctx context.Context) {
	<-ctx.Done()
	use(ctx) //= ended
	ctx = context.Background()
	use(ctx)
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
	defer cancel()
	use(ctx)
}`},
		{"loops", `
func f(ctx context.Context, n int) {
	for range n {
		child, cancel := context.WithTimeout(ctx, time.Second)
		use(child)
		cancel()
		use(child) //= ended
	}
	for range n {
		use(ctx)
		if ctx.Err() != nil {
			break
		}
		use(ctx)
	}
	use(ctx)
}`},
		{"closures", `
func f(ctx context.Context) {
	child, cancel := context.WithTimeout(ctx, time.Second)
	report := func() { use(child) } //= ended
	cancel()
	report()
	before := func() { use(ctx) }
	before()
	<-ctx.Done()
	func() { use(ctx) }() //= ended
	go func() { use(ctx) }()
}`},
		{"requests", `
func f(r, s *http.Request) {
	<-r.Context().Done()
	use(r.Context()) //= ended
	use(s.Context())
}`},
		{"fields", `
type T struct{ ctx, other context.Context }

func f(a, b *T) {
	<-a.ctx.Done()
	use(a.ctx) //= ended
	use(a.other)
	use(b.ctx)
}`},
		{"not a context", `
type T struct{}

func (T) Done() chan int { return nil }
func (T) Err() error     { return nil }

func f(ctx context.Context, t T) {
	<-t.Done()
	use(ctx)
	<-ctx.Done()
	use(ctx) //= ended
}`},
	} {
		t.Run(trap.name, func(t *testing.T) {
			in := analyse(t, trap.src)
			verify(t, in, ofUse(func(c ssa.CallInstruction, v ssa.Value) string {
				pos, ok := in.Ended(v, c)
				if !ok {
					return ""
				}
				if !pos.IsValid() {
					return "ended, nobody knows where"
				}
				return "ended"
			}))
		})
	}
}

// TestEndedSince asks for the line since which the context has ended.
func TestEndedSince(t *testing.T) {
	in := analyse(t, `
func f(ctx context.Context, c bool) {
	child, cancel := context.WithCancel(ctx)
	if c {
		cancel()
		use(child) //= since 5
	}
	if child.Err() != nil {
		use(child) //= since 8
		return
	}
	<-ctx.Done()
	use(child) //= since 12
	func() {
		use(ctx) //= since 12
	}()
}`)
	verify(t, in, ofUse(func(c ssa.CallInstruction, v ssa.Value) string {
		pos, ok := in.Ended(v, c)
		if !ok {
			return ""
		}
		return fmt.Sprintf("since %d", in.Line(pos))
	}))
}
