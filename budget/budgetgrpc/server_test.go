package budgetgrpc_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"google.golang.org/genproto/googleapis/rpc/errdetails"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/types/known/wrapperspb"

	"github.com/budgetlint/budgetlint/budget"
	"github.com/budgetlint/budgetlint/budget/budgetgrpc"
)

// both are the interceptors of a server.
func both(opts ...budgetgrpc.ServerOption) []grpc.ServerOption {
	return []grpc.ServerOption{
		grpc.UnaryInterceptor(budgetgrpc.UnaryServerInterceptor(opts...)),
		grpc.StreamInterceptor(budgetgrpc.StreamServerInterceptor(opts...)),
	}
}

func TestClassOfACall(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var seen log
		var left time.Duration
		classes := budgetgrpc.WithClasses(func(method string) budget.Class {
			c := budget.Class{Name: "short", Total: 10 * sec, Reserve: sec, Observer: &seen}
			if method == listMethod {
				c.Name, c.Total = "long", time.Minute
			}
			return c
		})
		e := &echo{
			get: func(ctx context.Context, text string) (string, error) {
				left, _ = budget.Left(ctx)
				time.Sleep(2 * sec)
				return text, nil
			},
			list: func(_ string, s grpc.ServerStream) error {
				left, _ = budget.Left(s.Context())
				time.Sleep(3 * sec)
				return nil
			},
		}
		conn := serve(t, e, both(classes)...)()
		if _, err := get(t.Context(), conn); err != nil || left != 9*sec {
			t.Errorf("left %v, error %v", left, err)
		}
		// The client's deadline counts, and pays the reserve.
		ctx, cancel := context.WithTimeout(t.Context(), 5*sec)
		defer cancel()
		if _, err := get(ctx, conn); err != nil || left != 4*sec {
			t.Errorf("left %v, error %v", left, err)
		}
		list(t, t.Context(), conn).RecvMsg(&text{})
		if left != 59*sec {
			t.Errorf("left of the stream %v", left)
		}
		want := []budget.RequestEvent{
			{Class: "short", Given: 10 * sec, Elapsed: 2 * sec, Left: 8 * sec},
			{Class: "short", Given: 5 * sec, Elapsed: 2 * sec, Left: 3 * sec},
			{Class: "long", Given: time.Minute, Elapsed: 3 * sec, Left: 57 * sec},
		}
		if fmt.Sprint(seen.requests) != fmt.Sprint(want) {
			t.Errorf("requests %+v, want %+v", seen.requests, want)
		}
	})
}

func TestRequireDeadline(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var calls atomic.Int32
		e := &echo{
			get:  func(context.Context, string) (string, error) { calls.Add(1); return "", nil },
			list: func(string, grpc.ServerStream) error { calls.Add(1); return nil },
		}
		bounded, cancel := context.WithTimeout(t.Context(), sec)
		defer cancel()

		conn := serve(t, e, both(budgetgrpc.RequireDeadline(nil), budgetgrpc.WithClass(budget.Class{Total: 9 * sec}))...)()
		_, err := get(t.Context(), conn)
		serr := list(t, t.Context(), conn).RecvMsg(&text{})
		for _, err := range []error{err, serr} {
			if status.Code(err) != codes.InvalidArgument || !strings.Contains(err.Error(), "context.WithTimeout") {
				t.Errorf("got %v", err)
			}
		}
		if n := calls.Load(); n != 0 {
			t.Errorf("%d handlers ran", n)
		}
		if _, err := get(bounded, conn); err != nil || calls.Load() != 1 {
			t.Errorf("with a deadline: %v", err)
		}

		some := serve(t, e, both(budgetgrpc.RequireDeadline(func(method string) bool { return method != listMethod }))...)()
		if _, err := get(t.Context(), some); status.Code(err) != codes.InvalidArgument {
			t.Errorf("got %v", err)
		}
		list(t, t.Context(), some).RecvMsg(&text{})
		if calls.Load() != 2 {
			t.Error("the exempt stream did not reach its handler")
		}
	})
}

// A call that has waited too long before its handler is not started any more.
func TestDeadOnArrival(t *testing.T) {
	tests := []struct {
		name   string
		class  budget.Class
		least  time.Duration
		queue  time.Duration
		cancel bool
		reason budget.Reason // empty: the handler runs
		code   codes.Code
	}{
		{"in time", budget.Class{}, 0, 9 * sec, false, "", codes.OK},
		{"nothing but the reserve", budget.Class{Reserve: 2 * sec}, 0, 8 * sec, false, budget.Spent, codes.DeadlineExceeded},
		{"not even that", budget.Class{Reserve: 3 * sec}, 0, 8 * sec, false, budget.Spent, codes.DeadlineExceeded},
		{"less than the least", budget.Class{}, 3 * sec, 8 * sec, false, budget.NoTime, codes.DeadlineExceeded},
		{"just the least", budget.Class{}, 3 * sec, 7 * sec, false, "", codes.OK},
		{"a class below the least", budget.Class{Total: sec}, 3 * sec, 0, false, budget.NoTime, codes.DeadlineExceeded},
		{"the caller has gone", budget.Class{}, 0, 5 * sec, true, budget.Canceled, codes.Canceled},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var calls atomic.Int32
				var refusal error
				queue := func(ctx context.Context, req any, _ *grpc.UnaryServerInfo, handler grpc.UnaryHandler) (any, error) {
					time.Sleep(tt.queue)
					var reply any
					reply, refusal = handler(ctx, req)
					return reply, refusal
				}
				conn := serve(t, &echo{get: func(context.Context, string) (string, error) { calls.Add(1); return "", nil }},
					grpc.ChainUnaryInterceptor(queue, budgetgrpc.UnaryServerInterceptor(
						budgetgrpc.WithClass(tt.class),
						budgetgrpc.WithMin(func(string) time.Duration { return tt.least }))))()
				ctx, cancel := context.WithTimeout(t.Context(), 10*sec)
				defer cancel()
				if tt.cancel {
					time.AfterFunc(sec, cancel)
				}
				_, err := get(ctx, conn)
				if status.Code(err) != tt.code {
					t.Errorf("the client got %v", err)
				}
				time.Sleep(20 * sec) // until the server has done with it
				synctest.Wait()
				if ran := calls.Load() == 1; ran != (tt.reason == "") {
					t.Errorf("the handler ran: %t", ran)
				}
				if tt.reason == "" {
					return
				}
				if e := reasonOf(t, refusal); e.Reason != tt.reason {
					t.Errorf("refused with %v", refusal)
				}
				if status.Code(refusal) != tt.code || !strings.Contains(refusal.Error(), "it was not started") {
					t.Errorf("refused with %v", refusal)
				}
			})
		})
	}
}

// What a handler's error is to the client.
func TestErrorOfAHandler(t *testing.T) {
	const secret = "db-7.internal: password authentication failed"
	inner := errors.New(secret)
	as := func(r budget.Reason, err error) error {
		return &budget.Error{Hop: "ledger", Reason: r, Attempts: 1, Err: err}
	}
	tests := []struct {
		name  string
		err   error
		code  codes.Code
		text  string
		after time.Duration
	}{
		{"spent", as(budget.Spent, inner), codes.DeadlineExceeded, "ledger: nothing was left of the time", 0},
		{"no time", as(budget.NoTime, inner), codes.DeadlineExceeded, "ledger: too little time was left", 0},
		{"hop timeout", as(budget.HopTimeout, inner), codes.DeadlineExceeded, "ledger: took longer than it may", 0},
		{"budget timeout", as(budget.BudgetTimeout, inner), codes.DeadlineExceeded, "ledger: took all of the time that was left", 0},
		{"open", &budget.Error{Hop: "ledger", Reason: budget.Open, RetryAfter: 3 * sec, Err: inner}, codes.Unavailable,
			"ledger: is not asked for now, it kept running out of time", 3 * sec},
		{"open, nobody knows how long", as(budget.Open, inner), codes.Unavailable, "ledger: is not asked for now, it kept running out of time", 0},
		{"canceled", as(budget.Canceled, inner), codes.Canceled, "ledger: the caller has gone", 0},
		{"failed", as(budget.Failed, inner), codes.Unknown, "ledger: failed", 0},
		{"failed with a status", as(budget.Failed, status.Error(codes.NotFound, secret)), codes.NotFound, "ledger: failed", 0},
		{"failed because of a hop inside", as(budget.Failed, as(budget.HopTimeout, inner)), codes.DeadlineExceeded, "ledger: failed", 0},
		{"reason of a later version", as("new", inner), codes.Unknown, "ledger: failed", 0},
		{"no hop", &budget.Error{Reason: budget.NoTime, Err: inner}, codes.DeadlineExceeded, "too little time was left", 0},
		{"wrapped", fmt.Errorf("%s: %w", secret, as(budget.HopTimeout, inner)), codes.DeadlineExceeded, "ledger: took longer than it may", 0},
		{"joined", errors.Join(inner, as(budget.HopTimeout, nil)), codes.DeadlineExceeded, "ledger: took longer than it may", 0},
		{"status of the handler", status.Error(codes.NotFound, "no such account"), codes.NotFound, "no such account", 0},
		{"status of the handler around it", withStatus{status.New(codes.Aborted, "come again"), as(budget.Open, inner)}, codes.Aborted, "come again", 0},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var logged error
				watch := func(ctx context.Context, req any, _ *grpc.UnaryServerInfo, handler grpc.UnaryHandler) (any, error) {
					reply, err := handler(ctx, req)
					logged = err
					if err != nil {
						err = fmt.Errorf("watched: %w", err) // as some do
					}
					return reply, err
				}
				e := &echo{
					get:  func(context.Context, string) (string, error) { return "", tt.err },
					list: func(string, grpc.ServerStream) error { return tt.err },
				}
				conn := serve(t, e, both()...)()
				watched := serve(t, e, grpc.ChainUnaryInterceptor(watch, budgetgrpc.UnaryServerInterceptor()))()
				_, err := get(t.Context(), conn)
				serr := list(t, t.Context(), conn).RecvMsg(&text{})
				for _, err := range []error{err, serr} {
					st := status.Convert(err)
					if st.Code() != tt.code || st.Message() != tt.text {
						t.Errorf("got %v, want %v %q", st, tt.code, tt.text)
					}
					var after time.Duration
					for _, d := range st.Details() {
						after = d.(*errdetails.RetryInfo).RetryDelay.AsDuration()
					}
					if after != tt.after {
						t.Errorf("RetryInfo %v, want %v", after, tt.after)
					}
				}
				_, err = get(t.Context(), watched)
				if status.Code(err) != tt.code || strings.Contains(err.Error(), secret) {
					t.Errorf("watched, the client gets %v", err)
				}
				if !errors.Is(logged, tt.err) && !errors.Is(tt.err, logged) {
					t.Errorf("the watcher has %v, not the error of the handler", logged)
				}
			})
		})
	}
}

// withStatus is an error that has chosen its status.
type withStatus struct {
	st  *status.Status
	err error
}

func (w withStatus) Error() string              { return w.st.Message() }
func (w withStatus) Unwrap() error              { return w.err }
func (w withStatus) GRPCStatus() *status.Status { return w.st }

// From the handler that fails to the client two services away: each answers in
// time to say why, and none repeats what another said.
func TestErrorOverTwoServices(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		far := serve(t, &echo{get: waits(time.Hour)})(hop(&budget.Hop{Name: "ledger", Cap: 2 * sec}))
		near := serve(t, &echo{get: func(ctx context.Context, _ string) (string, error) { return get(ctx, far) }},
			both(budgetgrpc.WithClass(budget.Class{Total: 9 * sec, Reserve: sec}))...)(unary)
		ctx, end := budget.Class{Total: 30 * sec}.Start(t.Context())
		defer end()
		start := time.Now()
		_, err := get(ctx, near)
		st := status.Convert(err)
		if st.Code() != codes.DeadlineExceeded || st.Message() != "ledger: took longer than it may" || time.Since(start) != 2*sec {
			t.Errorf("after %v: %v", time.Since(start), st)
		}
		// Here nothing has run out: it is the other side that says so.
		if e := reasonOf(t, err); e.Reason != budget.Failed || !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("got %v", err)
		}
	})
}

// The reserve of the server is what lets the client hear why.
func TestReserveAnswersBeforeTheClientGoes(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		far := serve(t, &echo{get: waits(time.Hour)})(unary)
		near := serve(t, &echo{get: func(ctx context.Context, _ string) (string, error) { return get(ctx, far) }},
			both(budgetgrpc.WithClass(budget.Class{Reserve: 200 * ms}))...)()
		ctx, cancel := context.WithTimeout(t.Context(), 5*sec)
		defer cancel()
		start := time.Now()
		_, err := get(ctx, near)
		if st := status.Convert(err); st.Message() != "test.Echo/Get: took all of the time that was left" || time.Since(start) != 4800*ms {
			t.Errorf("after %v: %v", time.Since(start), st)
		}
	})
}

// A budget ends with its request even if the handler panics.
func TestPanicEndsTheRequest(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var seen log
		recovers := func(ctx context.Context, req any, _ *grpc.UnaryServerInfo, handler grpc.UnaryHandler) (reply any, err error) {
			defer func() {
				if recover() != nil {
					err = status.Error(codes.Internal, "panic")
				}
			}()
			return handler(ctx, req)
		}
		conn := serve(t, &echo{get: func(context.Context, string) (string, error) { panic("oh") }},
			grpc.ChainUnaryInterceptor(recovers, budgetgrpc.UnaryServerInterceptor(budgetgrpc.WithClass(budget.Class{Total: sec, Observer: &seen}))))()
		if _, err := get(t.Context(), conn); status.Code(err) != codes.Internal {
			t.Error(err)
		}
		if len(seen.requests) != 1 {
			t.Errorf("requests %+v", seen.requests)
		}
	})
}

// A long stream has no total, but is a request that ends.
func TestStreamOfAClassWithoutTotal(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var seen log
		conn := serve(t, &echo{list: func(_ string, s grpc.ServerStream) error {
			if _, ok := budget.Left(s.Context()); ok {
				t.Error("the stream is bounded")
			}
			time.Sleep(time.Hour)
			return s.SendMsg(wrapperspb.String("late"))
		}}, both(budgetgrpc.WithClass(budget.Class{Name: "watch", Observer: &seen}))...)(streamHop(nil))
		s := list(t, t.Context(), conn)
		var out text
		if err := s.RecvMsg(&out); err != nil || out.Value != "late" {
			t.Errorf("got %v, %v", out.Value, err)
		}
		s.RecvMsg(&out)
		if len(seen.requests) != 1 || seen.requests[0].Elapsed != time.Hour {
			t.Errorf("requests %+v", seen.requests)
		}
	})
}
