package budgetgrpc_test

import (
	"context"
	"errors"
	"io"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"google.golang.org/genproto/googleapis/rpc/errdetails"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/types/known/durationpb"
	"google.golang.org/protobuf/types/known/wrapperspb"

	"github.com/budgetlint/budgetlint/budget"
	"github.com/budgetlint/budgetlint/budget/budgetgrpc"
)

// hop makes every method that hop.
func hop(h *budget.Hop) grpc.DialOption {
	return grpc.WithUnaryInterceptor(budgetgrpc.UnaryClientInterceptor(
		budgetgrpc.WithHops(func(string) *budget.Hop { return h })))
}

func streamHop(h *budget.Hop) grpc.DialOption {
	return grpc.WithStreamInterceptor(budgetgrpc.StreamClientInterceptor(
		budgetgrpc.WithHops(func(string) *budget.Hop { return h })))
}

var unary = grpc.WithUnaryInterceptor(budgetgrpc.UnaryClientInterceptor())

// waits is a method that takes d, or fails when its context ends.
func waits(d time.Duration) func(context.Context, string) (string, error) {
	return func(ctx context.Context, text string) (string, error) {
		select {
		case <-time.After(d):
			return text, nil
		case <-ctx.Done():
			return "", ctx.Err()
		}
	}
}

// pushBack is a status that says when to come back.
func pushBack(code codes.Code, after time.Duration) error {
	st, err := status.New(code, "busy").WithDetails(&errdetails.RetryInfo{RetryDelay: durationpb.New(after)})
	if err != nil {
		panic(err)
	}
	return st.Err()
}

func reasonOf(t *testing.T, err error) *budget.Error {
	t.Helper()
	var e *budget.Error
	if !errors.As(err, &e) {
		t.Fatalf("error %v (%T), want a *budget.Error", err, err)
	}
	return e
}

func TestServerSeesTheRestLessReserve(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var left time.Duration
		conn := serve(t, &echo{get: func(ctx context.Context, text string) (string, error) {
			left, _ = budget.Left(ctx)
			return text, nil
		}})
		tests := []struct {
			name string
			opt  grpc.DialOption
			want time.Duration
		}{
			{"rest less reserve", unary, 28 * sec},
			{"cap", hop(&budget.Hop{Cap: 5 * sec}), 5 * sec},
			{"cap above the rest", hop(&budget.Hop{Cap: time.Minute}), 28 * sec},
			{"exempt method keeps the context's deadline", hop(nil), 30 * sec},
		}
		for _, tt := range tests {
			ctx, end := budget.Class{Total: 30 * sec, Reserve: 2 * sec}.Start(t.Context())
			if out, err := get(ctx, conn(tt.opt)); err != nil || out != "hello" {
				t.Errorf("%s: got %q, %v", tt.name, out, err)
			}
			end()
			if left != tt.want {
				t.Errorf("%s: the server has %v left, want %v", tt.name, left, tt.want)
			}
		}
	})
}

func TestNoDeadlineStaysNone(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var bounded bool
		conn := serve(t, &echo{get: func(ctx context.Context, text string) (string, error) {
			_, bounded = ctx.Deadline()
			return text, nil
		}})
		if _, err := get(t.Context(), conn(unary)); err != nil || bounded {
			t.Errorf("error %v, a deadline: %t", err, bounded)
		}
	})
}

// Each server keeps a reserve of its own back, and nobody takes one twice.
func TestReserveIsTakenOnceOverTwoHops(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var first, second time.Duration
		class := func(c budget.Class) grpc.ServerOption {
			return grpc.UnaryInterceptor(budgetgrpc.UnaryServerInterceptor(budgetgrpc.WithClass(c)))
		}
		far := serve(t, &echo{get: func(ctx context.Context, text string) (string, error) {
			second, _ = budget.Left(ctx)
			return text, nil
		}}, class(budget.Class{}))
		farConn := far(unary)
		near := serve(t, &echo{get: func(ctx context.Context, text string) (string, error) {
			first, _ = budget.Left(ctx)
			return get(ctx, farConn)
		}}, class(budget.Class{Reserve: sec}))

		ctx, end := budget.Class{Total: 30 * sec, Reserve: 2 * sec}.Start(t.Context())
		defer end()
		if _, err := get(ctx, near(unary)); err != nil {
			t.Fatal(err)
		}
		if first != 27*sec || second != 27*sec {
			t.Errorf("left at the first server %v and at the second %v, want 27s at both", first, second)
		}
	})
}

func TestNoCallWithoutTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var calls atomic.Int32
		e := &echo{
			get: func(context.Context, string) (string, error) { calls.Add(1); return "", nil },
			put: func(grpc.ServerStream) error { calls.Add(1); return nil },
		}
		conn := serve(t, e)(hop(&budget.Hop{Min: 2 * sec}), streamHop(&budget.Hop{Min: 2 * sec}))
		tests := []struct {
			name   string
			limit  time.Duration
			reason budget.Reason
		}{
			{"spent", 0, budget.Spent},
			{"below Min", sec, budget.NoTime},
		}
		for _, tt := range tests {
			ctx, cancel := context.WithTimeout(t.Context(), tt.limit)
			_, err := get(ctx, conn)
			_, serr := conn.NewStream(ctx, &putDesc, putMethod)
			cancel()
			for _, err := range []error{err, serr} {
				if e := reasonOf(t, err); e.Reason != tt.reason || e.Attempts != 0 {
					t.Errorf("%s: error %v, want %s", tt.name, err, tt.reason)
				}
				if status.Code(err) != codes.DeadlineExceeded {
					t.Errorf("%s: code %v", tt.name, status.Code(err))
				}
			}
		}
		if n := calls.Load(); n != 0 {
			t.Errorf("%d calls were made", n)
		}
	})
}

// What a caller may ask of the error of a call, and what it learns.
func TestErrorOfACall(t *testing.T) {
	plain := func(err error) func(context.Context, string) (string, error) {
		return func(context.Context, string) (string, error) { return "", err }
	}
	tests := []struct {
		name     string
		hop      budget.Hop
		total    time.Duration // zero is none
		cancel   time.Duration // zero is never
		get      func(context.Context, string) (string, error)
		reason   budget.Reason
		code     codes.Code
		deadline bool // matches context.DeadlineExceeded
		canceled bool // matches context.Canceled
		after    time.Duration
		message  string // of the server, if it is to be kept
	}{
		{name: "cap", hop: budget.Hop{Cap: sec}, total: 9 * sec, get: waits(time.Hour),
			reason: budget.HopTimeout, code: codes.DeadlineExceeded, deadline: true},
		{name: "end of the budget", total: 3 * sec, get: waits(time.Hour),
			reason: budget.BudgetTimeout, code: codes.DeadlineExceeded, deadline: true},
		{name: "canceled", total: 9 * sec, cancel: sec, get: waits(time.Hour),
			reason: budget.Canceled, code: codes.Canceled, canceled: true},
		{name: "breaker", hop: budget.Hop{Breaker: &breaker{open: true}}, get: waits(0),
			reason: budget.Open, code: codes.Unavailable, after: 7 * sec},
		{name: "failure", total: 9 * sec, get: plain(status.Error(codes.NotFound, "no such thing")),
			reason: budget.Failed, code: codes.NotFound, message: "no such thing"},
		{name: "failure that says when to come back", get: plain(pushBack(codes.Aborted, 4*sec)),
			reason: budget.Failed, code: codes.Aborted, after: 4 * sec},
		{name: "quota", get: plain(pushBack(codes.ResourceExhausted, 5*sec)),
			reason: budget.Failed, code: codes.ResourceExhausted, after: 5 * sec},
		// Only the server has run out of time, so the hop is not to blame for all
		// that it was given.
		{name: "deadline of the server", hop: budget.Hop{Tries: 3}, total: 9 * sec, get: plain(status.Error(codes.DeadlineExceeded, "too late")),
			reason: budget.Failed, code: codes.DeadlineExceeded, deadline: true},
		// The caller is still there, whoever has left the server.
		{name: "cancel of the server", hop: budget.Hop{Tries: 3}, total: 9 * sec, get: plain(status.Error(codes.Canceled, "gone")),
			reason: budget.Failed, code: codes.Canceled},
		{name: "retry that does not fit", hop: budget.Hop{Tries: 3, Cap: 2 * sec}, total: 9 * sec, get: plain(pushBack(codes.Unavailable, 8*sec)),
			reason: budget.NoTime, code: codes.DeadlineExceeded, deadline: true, after: 8 * sec},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				conn := serve(t, &echo{get: tt.get})(hop(&tt.hop))
				ctx, cancel := context.WithCancel(t.Context())
				defer cancel()
				if tt.total > 0 {
					var end context.CancelFunc
					ctx, end = budget.Class{Total: tt.total}.Start(ctx)
					defer end()
				}
				if tt.cancel > 0 {
					time.AfterFunc(tt.cancel, cancel)
				}
				_, err := get(ctx, conn)
				if _, direct := err.(interface{ GRPCStatus() *status.Status }); !direct {
					t.Errorf("%T is no status", err)
				}
				e := reasonOf(t, err)
				if e.Reason != tt.reason || e.RetryAfter != tt.after || e.Hop != "test.Echo/Get" {
					t.Errorf("hop %q, reason %q, retry after %v; want %q, %v (%v)", e.Hop, e.Reason, e.RetryAfter, tt.reason, tt.after, err)
				}
				if e.Reason != budget.Open && e.Attempts != 1 {
					t.Errorf("%d attempts", e.Attempts)
				}
				st, ok := status.FromError(err)
				if !ok || st.Code() != tt.code {
					t.Errorf("status %v, want %v", st, tt.code)
				}
				var after time.Duration
				for _, d := range st.Details() {
					if r, ok := d.(*errdetails.RetryInfo); ok {
						after = r.RetryDelay.AsDuration()
					}
				}
				if after != tt.after {
					t.Errorf("RetryInfo of the status %v, want %v", after, tt.after)
				}
				if got := errors.Is(err, context.DeadlineExceeded); got != tt.deadline {
					t.Errorf("is context.DeadlineExceeded: %t", got)
				}
				if got := errors.Is(err, context.Canceled); got != tt.canceled {
					t.Errorf("is context.Canceled: %t", got)
				}
				var timeout interface{ Timeout() bool }
				if !errors.As(err, &timeout) || timeout.Timeout() != tt.deadline {
					t.Error("Timeout says something else than errors.Is")
				}
				if tt.message != "" && st.Message() != tt.message {
					t.Errorf("message %q", st.Message())
				}
			})
		})
	}
}

// answers is a method that gives one answer after the other, the last for ever.
func answers(calls *atomic.Int32, errs ...error) func(context.Context, string) (string, error) {
	return func(_ context.Context, text string) (string, error) {
		n := int(calls.Add(1))
		if err := errs[min(n, len(errs))-1]; err != nil {
			return "", err
		}
		return text, nil
	}
}

func TestRetry(t *testing.T) {
	down := status.Error(codes.Unavailable, "down")
	tests := []struct {
		name  string
		hop   budget.Hop
		total time.Duration
		errs  []error
		calls int32
		took  time.Duration // -1: do not ask
		code  codes.Code
	}{
		{"unavailable", budget.Hop{Tries: 3, Cap: sec}, 9 * sec, []error{down, down, nil}, 3, 0, codes.OK},
		{"unavailable to the end", budget.Hop{Tries: 3, Cap: sec}, 9 * sec, []error{down}, 3, 0, codes.Unavailable},
		{"one try", budget.Hop{Cap: sec}, 9 * sec, []error{down, nil}, 1, 0, codes.Unavailable},
		{"not before the server said", budget.Hop{Tries: 2, Cap: sec}, 9 * sec, []error{pushBack(codes.Unavailable, 3*sec), nil}, 2, 3 * sec, codes.OK},
		{"fits exactly", budget.Hop{Tries: 2, Cap: 2 * sec}, 9 * sec, []error{pushBack(codes.Unavailable, 7*sec), nil}, 2, 7 * sec, codes.OK},
		{"does not fit", budget.Hop{Tries: 2, Cap: 2 * sec}, 9 * sec, []error{pushBack(codes.Unavailable, 7*sec+1), nil}, 1, 0, codes.DeadlineExceeded},
		{"quota with push-back", budget.Hop{Tries: 2, Cap: sec}, 9 * sec, []error{pushBack(codes.ResourceExhausted, sec), nil}, 2, sec, codes.OK},
		{"quota without push-back", budget.Hop{Tries: 2, Cap: sec}, 9 * sec, []error{status.Error(codes.ResourceExhausted, "enough"), nil}, 1, 0, codes.ResourceExhausted},
		{"push-back below zero", budget.Hop{Tries: 2, Cap: sec}, 9 * sec, []error{pushBack(codes.ResourceExhausted, -sec), nil}, 1, 0, codes.ResourceExhausted},
		{"deadline of the server", budget.Hop{Tries: 2, Cap: sec}, 9 * sec, []error{status.Error(codes.DeadlineExceeded, ""), nil}, 1, 0, codes.DeadlineExceeded},
		{"cancel of the server", budget.Hop{Tries: 2, Cap: sec}, 9 * sec, []error{status.Error(codes.Canceled, ""), nil}, 1, 0, codes.Canceled},
		{"push-back of another code", budget.Hop{Tries: 2, Cap: sec}, 9 * sec, []error{pushBack(codes.Aborted, sec), nil}, 1, 0, codes.Aborted},
		{"another code that the hop asks for", budget.Hop{Tries: 2, Cap: sec, Transient: func(err error) bool { return status.Code(err) == codes.Aborted }},
			9 * sec, []error{pushBack(codes.Aborted, sec), nil}, 2, sec, codes.OK},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var calls atomic.Int32
				conn := serve(t, &echo{get: answers(&calls, tt.errs...)})(hop(&tt.hop))
				ctx, end := budget.Class{Total: tt.total}.Start(t.Context())
				defer end()
				start := time.Now()
				_, err := get(ctx, conn)
				if status.Code(err) != tt.code || calls.Load() != tt.calls || time.Since(start) != tt.took {
					t.Errorf("%v after %v and %d calls, want %v after %v and %d", err, time.Since(start), calls.Load(), tt.code, tt.took, tt.calls)
				}
			})
		})
	}
}

// A breaker remembers what it was told.
type breaker struct {
	open bool
	told []budget.Reason
}

func (b *breaker) Allow() (func(budget.Reason), error) {
	if b.open {
		return nil, opened{}
	}
	return func(r budget.Reason) { b.told = append(b.told, r) }, nil
}

type opened struct{}

func (opened) Error() string             { return "open" }
func (opened) RetryAfter() time.Duration { return 7 * sec }

func TestBreakerIsTold(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var b breaker
		var quick atomic.Bool
		h := &budget.Hop{Cap: 2 * sec, Breaker: &b}
		e := &echo{
			get: func(ctx context.Context, text string) (string, error) {
				if quick.Load() {
					return text, nil
				}
				return waits(time.Hour)(ctx, text)
			},
			list: func(_ string, s grpc.ServerStream) error { <-s.Context().Done(); return s.Context().Err() },
		}
		conn := serve(t, e)(hop(h), streamHop(h))
		call := func(total time.Duration) {
			ctx, end := budget.Class{Total: total}.Start(t.Context())
			defer end()
			get(ctx, conn)
		}
		call(9 * sec) // longer than the cap
		call(sec)     // shorter
		quick.Store(true)
		call(9 * sec) // in time
		s := list(t, t.Context(), conn)
		if err := s.RecvMsg(&text{}); status.Code(err) != codes.DeadlineExceeded {
			t.Error(err)
		}
		want := []budget.Reason{budget.HopTimeout, budget.BudgetTimeout, "", budget.HopTimeout}
		if len(b.told) != len(want) {
			t.Fatalf("told %q, want %q", b.told, want)
		}
		for i := range want {
			if b.told[i] != want[i] {
				t.Fatalf("told %q, want %q", b.told, want)
			}
		}
	})
}

func TestHopNames(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var seen log
		conn := serve(t, &echo{get: waits(0)})
		ctx, end := budget.Class{Name: "short", Total: 9 * sec, Observer: &seen}.Start(t.Context())
		defer end()
		for _, o := range []grpc.DialOption{unary, hop(&budget.Hop{Name: "search"}), hop(&budget.Hop{Cap: sec}), hop(nil)} {
			if _, err := get(ctx, conn(o)); err != nil {
				t.Fatal(err)
			}
		}
		var names []string
		for _, e := range seen.seen() {
			names = append(names, e.Hop)
		}
		if got := strings.Join(names, " "); got != "test.Echo/Get search test.Echo/Get" {
			t.Error(got)
		}
	})
}

// list opens a server stream.
func list(t *testing.T, ctx context.Context, conn *grpc.ClientConn) grpc.ClientStream {
	t.Helper()
	s, err := conn.NewStream(ctx, &listDesc, listMethod)
	if err != nil {
		t.Fatal(err)
	}
	if err := s.SendMsg(wrapperspb.String("all")); err != nil {
		t.Fatal(err)
	}
	if err := s.CloseSend(); err != nil {
		t.Fatal(err)
	}
	return s
}

// every sends a message each second.
func every(n int, last error) func(string, grpc.ServerStream) error {
	return func(_ string, s grpc.ServerStream) error {
		for range n {
			select {
			case <-time.After(sec):
			case <-s.Context().Done():
				return s.Context().Err()
			}
			if err := s.SendMsg(wrapperspb.String("part")); err != nil {
				return err
			}
		}
		return last
	}
}

func TestStreamIsOneAttempt(t *testing.T) {
	tests := []struct {
		name    string
		list    func(string, grpc.ServerStream) error
		hop     budget.Hop
		parts   int
		reason  budget.Reason
		code    codes.Code
		elapsed time.Duration
	}{
		{"to its end", every(3, nil), budget.Hop{Cap: 9 * sec}, 3, "", codes.OK, 3 * sec},
		{"failure", every(2, status.Error(codes.DataLoss, "")), budget.Hop{Cap: 9 * sec}, 2, budget.Failed, codes.DataLoss, 2 * sec},
		{"cap bounds the whole", every(9, nil), budget.Hop{Cap: 2*sec + 500*ms}, 2, budget.HopTimeout, codes.DeadlineExceeded, 2*sec + 500*ms},
		{"budget", every(99, nil), budget.Hop{}, 9, budget.BudgetTimeout, codes.DeadlineExceeded, 9*sec + 500*ms},
		{"no retry", every(0, status.Error(codes.Unavailable, "")), budget.Hop{Tries: 3}, 0, budget.Failed, codes.Unavailable, 0},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var seen log
				conn := serve(t, &echo{list: tt.list})(streamHop(&tt.hop))
				ctx, end := budget.Class{Total: 10 * sec, Reserve: 500 * ms, Observer: &seen}.Start(t.Context())
				defer end()
				s := list(t, ctx, conn)
				var err error
				parts := 0
				for {
					if err = s.RecvMsg(&text{}); err != nil {
						break
					}
					if parts++; len(seen.seen()) != 0 {
						t.Error("the attempt is over before the stream is")
					}
				}
				if tt.reason == "" {
					if err != io.EOF {
						t.Errorf("got %v, want io.EOF itself", err)
					}
				} else if e := reasonOf(t, err); e.Reason != tt.reason || e.Hop != "test.Echo/List" || status.Code(err) != tt.code {
					t.Errorf("got %v, want %s and %v", err, tt.reason, tt.code)
				}
				if again := s.RecvMsg(&text{}); tt.reason != "" && status.Code(again) != tt.code {
					t.Errorf("asked again: %v", again)
				}
				synctest.Wait()
				hops := seen.seen()
				if parts != tt.parts || len(hops) != 1 || hops[0].Reason != tt.reason || hops[0].Elapsed != tt.elapsed {
					t.Errorf("%d parts, attempts %+v", parts, hops)
				}
			})
		})
	}
}

// The one answer to a client stream is not its end: the status follows.
func TestClientStream(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var seen log
		conn := serve(t, &echo{put: func(s grpc.ServerStream) error {
			n := 0
			for s.RecvMsg(&text{}) == nil {
				n++
			}
			if n != 2 {
				return status.Errorf(codes.OutOfRange, "%d", n)
			}
			return s.SendMsg(wrapperspb.String("two"))
		}})(streamHop(&budget.Hop{}))
		ctx, end := budget.Class{Total: 10 * sec, Observer: &seen}.Start(t.Context())
		defer end()
		put := func(n int) (*text, error) {
			s, err := conn.NewStream(ctx, &putDesc, putMethod)
			if err != nil {
				t.Fatal(err)
			}
			g := grpc.GenericClientStream[text, text]{ClientStream: s}
			for range n {
				if err := g.Send(wrapperspb.String("part")); err != nil {
					t.Fatal(err)
				}
			}
			return g.CloseAndRecv()
		}
		if out, err := put(2); err != nil || out.Value != "two" {
			t.Errorf("got %v, %v", out, err)
		}
		if _, err := put(3); status.Code(err) != codes.OutOfRange || reasonOf(t, err).Reason != budget.Failed {
			t.Errorf("got %v", err)
		}
		if hops := seen.seen(); len(hops) != 2 || hops[0].Reason != "" || hops[1].Reason != budget.Failed {
			t.Errorf("attempts %+v", hops)
		}
	})
}

// SendMsg ends the stream if this side cannot send.
func TestMessageThatCannotBeSent(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var seen log
		conn := serve(t, &echo{put: func(s grpc.ServerStream) error { return s.RecvMsg(&text{}) }})(streamHop(&budget.Hop{}))
		ctx, end := budget.Class{Observer: &seen}.Start(t.Context())
		defer end()
		s, err := conn.NewStream(ctx, &putDesc, putMethod)
		if err != nil {
			t.Fatal(err)
		}
		err = s.SendMsg("no message of protobuf")
		if status.Code(err) != codes.Internal || reasonOf(t, err).Reason != budget.Failed {
			t.Errorf("got %v", err)
		}
		if hops := seen.seen(); len(hops) != 1 || hops[0].Reason != budget.Failed {
			t.Errorf("attempts %+v", hops)
		}
	})
}

// A stream that nobody reads to its end ends with its context, and leaves nothing
// behind.
func TestAbandonedStream(t *testing.T) {
	tests := []struct {
		name   string
		hop    budget.Hop
		cancel bool
		reason budget.Reason
	}{
		{"canceled", budget.Hop{}, true, budget.Canceled},
		{"cap", budget.Hop{Cap: 2 * sec}, false, budget.HopTimeout},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var seen log
				conn := serve(t, &echo{list: every(99, nil)})(streamHop(&tt.hop))
				class, end := budget.Class{Observer: &seen}.Start(t.Context())
				defer end()
				warm, stop := context.WithCancel(class)
				if err := list(t, warm, conn).RecvMsg(&text{}); err != nil {
					t.Fatal(err)
				}
				stop()
				synctest.Wait()
				before := runtime.NumGoroutine()

				const streams = 20
				for range streams {
					ctx, cancel := context.WithCancel(class)
					defer cancel()
					if err := list(t, ctx, conn).RecvMsg(&text{}); err != nil {
						t.Fatal(err)
					}
					if tt.cancel {
						cancel()
					}
				}
				time.Sleep(3 * sec)
				synctest.Wait()
				hops := seen.seen()
				if len(hops) != streams+1 {
					t.Fatalf("%d of %d attempts ended", len(hops), streams+1)
				}
				for _, e := range hops[1:] {
					if e.Reason != tt.reason {
						t.Errorf("attempt %+v, want %s", e, tt.reason)
					}
				}
				// One for each stream would be too many; the runtime starts some, too.
				if after := runtime.NumGoroutine(); after >= before+streams {
					t.Errorf("%d goroutines, %d before", after, before)
				}
			})
		})
	}
}
