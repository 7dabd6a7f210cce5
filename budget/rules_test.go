package budget_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net"
	"runtime"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/budgetlint/budgetlint/budget"
)

const (
	ms  = time.Millisecond
	sec = time.Second
)

// A log is an observer that remembers.
type log struct {
	mu       sync.Mutex
	hops     []budget.Event
	requests []budget.RequestEvent
}

func (l *log) Hop(_ context.Context, e budget.Event) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.hops = append(l.hops, e)
}

func (l *log) Request(_ context.Context, e budget.RequestEvent) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.requests = append(l.requests, e)
}

// waits is a call that takes d, or fails when its context ends.
func waits(d time.Duration) func(context.Context) (string, error) {
	return func(ctx context.Context) (string, error) {
		select {
		case <-time.After(d):
			return "answer", nil
		case <-ctx.Done():
			return "", ctx.Err()
		}
	}
}

// hangs is a call that waits for its context only.
func hangs(ctx context.Context) (string, error) {
	<-ctx.Done()
	return "", ctx.Err()
}

var errBusy = errors.New("busy")

// asError returns err as *budget.Error.
func asError(t *testing.T, err error) *budget.Error {
	t.Helper()
	var e *budget.Error
	if !errors.As(err, &e) {
		t.Fatalf("error %v (%T), want a *budget.Error", err, err)
	}
	return e
}

func wantReason(t *testing.T, err error, want budget.Reason) *budget.Error {
	t.Helper()
	e := asError(t, err)
	if e.Reason != want {
		t.Fatalf("reason %q, want %q (%v)", e.Reason, want, err)
	}
	return e
}

// Rule 1: the deadline of a hop is the earlier one of now + Cap and the deadline
// less the reserve, which is taken off once.
func TestHopGetsCapOrTheRestLessReserve(t *testing.T) {
	tests := []struct {
		name string
		cap  time.Duration
		want time.Duration // from now
	}{
		{"cap is less", 3 * sec, 3 * sec},
		{"rest is less", 60 * sec, 27 * sec},
		{"no cap", 0, 27 * sec},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				ctx, cancel := budget.Class{Total: 30 * sec, Reserve: 2 * sec}.Start(t.Context())
				defer cancel()
				time.Sleep(1 * sec)
				outer := budget.Hop{Cap: tt.cap}
				_, err := budget.Call(ctx, &outer, func(ctx context.Context) (int, error) {
					if left, ok := budget.Left(ctx); !ok || left != tt.want {
						t.Errorf("left %v, %t, want %v", left, ok, tt.want)
					}
					if end, _ := ctx.Deadline(); time.Until(end) != tt.want {
						t.Errorf("deadline in %v, want %v", time.Until(end), tt.want)
					}
					// A hop in a hop does not pay the reserve again.
					inner := budget.Hop{}
					return budget.Call(ctx, &inner, func(ctx context.Context) (int, error) {
						if left, _ := budget.Left(ctx); left != tt.want {
							t.Errorf("left in the inner hop %v, want %v", left, tt.want)
						}
						return 0, nil
					})
				})
				if err != nil {
					t.Error(err)
				}
			})
		})
	}
}

// Rule 2: another attempt only if the pause and one whole attempt fit, drawn
// first and then tested; the pause is uniform in [0, min(Max, Base·2ⁿ⁻¹)], or
// what the other side asked for.
func TestRetryNeedsTimeForPauseAndWholeAttempt(t *testing.T) {
	tests := []struct {
		name     string
		hop      budget.Hop
		after    time.Duration // asked for by the other side
		took     time.Duration // by each attempt
		total    time.Duration
		attempts int
		reason   budget.Reason
		elapsed  time.Duration
	}{
		{"fits exactly", budget.Hop{Cap: 400 * ms, Tries: 2}, 200 * ms, 0, 600 * ms, 2, budget.Failed, 200 * ms},
		{"one nanosecond short", budget.Hop{Cap: 400 * ms, Tries: 2}, 200 * ms, 0, 600*ms - 1, 1, budget.NoTime, 0},
		{"cap alone is too much", budget.Hop{Cap: 400 * ms, Tries: 9}, 0, 100 * ms, 450 * ms, 1, budget.NoTime, 100 * ms},
		{"without cap the last attempt counts", budget.Hop{Tries: 9, Min: ms}, 0, 300 * ms, 500 * ms, 1, budget.NoTime, 300 * ms},
		{"without cap Min counts", budget.Hop{Tries: 9, Min: 300 * ms}, 0, 100 * ms, 350 * ms, 1, budget.NoTime, 100 * ms},
		{"as often as Tries", budget.Hop{Cap: 100 * ms, Tries: 3}, 50 * ms, 0, 10 * sec, 3, budget.Failed, 100 * ms},
		{"once by default", budget.Hop{Cap: 100 * ms}, 0, 0, 10 * sec, 1, budget.Failed, 0},
		{"no deadline, no gate", budget.Hop{Tries: 3}, sec, 0, 0, 3, budget.Failed, 2 * sec},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				ctx, cancel := budget.Class{Total: tt.total}.Start(t.Context())
				defer cancel()
				start, n := time.Now(), 0
				_, err := budget.Call(ctx, &tt.hop, func(context.Context) (int, error) {
					n++
					time.Sleep(tt.took)
					return 0, budget.Transient(errBusy, tt.after)
				})
				e := wantReason(t, err, tt.reason)
				if n != tt.attempts || e.Attempts != n {
					t.Errorf("%d attempts, error says %d, want %d", n, e.Attempts, tt.attempts)
				}
				if got := time.Since(start); got != tt.elapsed {
					t.Errorf("returned after %v, want %v", got, tt.elapsed)
				}
				if !errors.Is(err, errBusy) {
					t.Errorf("last failure lost: %v", err)
				}
			})
		})
	}
}

func TestPauseIsUniform(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const rounds = 2000
		h := budget.Hop{Tries: 4, Base: 100 * ms, Max: 300 * ms}
		sums := make([]time.Duration, 3)
		for range rounds {
			var at []time.Time
			_, _ = budget.Call(t.Context(), &h, func(context.Context) (int, error) {
				at = append(at, time.Now())
				return 0, budget.Transient(errBusy, 0)
			})
			if len(at) != 4 {
				t.Fatalf("%d attempts", len(at))
			}
			for i, most := range []time.Duration{100 * ms, 200 * ms, 300 * ms} {
				d := at[i+1].Sub(at[i])
				if d < 0 || d > most {
					t.Fatalf("pause %d of %v, want at most %v", i+1, d, most)
				}
				sums[i] += d
			}
		}
		for i, most := range []time.Duration{100 * ms, 200 * ms, 300 * ms} {
			// Twelve standard deviations of the mean.
			mean, tolerance := sums[i]/rounds, most*12/155
			if mean < most/2-tolerance || mean > most/2+tolerance {
				t.Errorf("mean of pause %d is %v, want about %v", i+1, mean, most/2)
			}
		}
	})
}

// Rule 3: a sleep ends with its context, there is none after the last attempt,
// and no attempt begins once the context is done, even if the timer fired, too.
func TestNoAttemptAfterTheEnd(t *testing.T) {
	t.Run("sleep ends with the context", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			ctx, cancel := context.WithCancel(t.Context())
			time.AfterFunc(300*ms, cancel)
			start, n := time.Now(), 0
			_, err := budget.Call(ctx, &budget.Hop{Tries: 3}, func(context.Context) (int, error) {
				n++
				return 0, budget.Transient(errBusy, sec)
			})
			wantReason(t, err, budget.Canceled)
			if n != 1 || time.Since(start) != 300*ms {
				t.Errorf("%d attempts, returned after %v", n, time.Since(start))
			}
			if !errors.Is(err, context.Canceled) || !errors.Is(err, errBusy) {
				t.Errorf("%v does not match both the cancellation and the last failure", err)
			}
		})
	})
	t.Run("both at once", func(t *testing.T) {
		for range 100 { // either case of a select may be taken
			synctest.Test(t, func(t *testing.T) {
				ctx, cancel := context.WithCancel(t.Context())
				defer cancel()
				time.AfterFunc(sec, cancel)
				n := 0
				_, err := budget.Call(ctx, &budget.Hop{Tries: 3}, func(context.Context) (int, error) {
					n++
					return 0, budget.Transient(errBusy, sec)
				})
				// Whichever is first, what began is what is told.
				if e := asError(t, err); e.Attempts != n || n == 1 && e.Reason != budget.Canceled {
					t.Errorf("%d attempts, %v", n, err)
				}
				synctest.Wait()
				if err := budget.Sleep(ctx, 0); err == nil {
					t.Error("Sleep returned nil on an ended context")
				}
			})
		}
	})
	t.Run("none after the last", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			start := time.Now()
			_, err := budget.Call(t.Context(), &budget.Hop{Tries: 2}, func(context.Context) (int, error) {
				return 0, budget.Transient(errBusy, sec)
			})
			wantReason(t, err, budget.Failed)
			if time.Since(start) != sec {
				t.Errorf("returned after %v, want one pause", time.Since(start))
			}
		})
	})
}

// Rule 4: an attempt that ran to its given time is never repeated, by the cause
// or by the clock, whatever its error is.
func TestNoSameWallTwice(t *testing.T) {
	reset := budget.Transient(&net.OpError{Op: "read", Err: errors.New("connection reset")}, 0)
	ops := map[string]func(context.Context) (string, error){
		"error of the context": hangs,
		"error of the network": func(ctx context.Context) (string, error) { <-ctx.Done(); return "", reset },
		// The context of an attempt may not have noticed yet.
		"before the timer": func(context.Context) (string, error) { time.Sleep(400 * ms); return "", reset },
		"later":            func(context.Context) (string, error) { time.Sleep(700 * ms); return "", reset },
	}
	for name, op := range ops {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				n := 0
				all := func(error) bool { return true }
				_, err := budget.Call(t.Context(), &budget.Hop{Name: "db", Cap: 400 * ms, Tries: 3, Transient: all}, func(ctx context.Context) (string, error) {
					n++
					return op(ctx)
				})
				e := wantReason(t, err, budget.HopTimeout)
				if n != 1 || e.Attempts != 1 || e.Given != 400*ms {
					t.Errorf("%d attempts, error %+v", n, e)
				}
			})
		})
	}
}

// Rule 5: HopTimeout if the cap ran out, BudgetTimeout if the budget did, and a
// breaker sees which.
func TestWhoseTimeout(t *testing.T) {
	tests := []struct {
		name  string
		total time.Duration
		cap   time.Duration
		leave time.Duration // the caller goes
		err   error
		want  budget.Reason
	}{
		{"cap", 10 * sec, sec, 0, nil, budget.HopTimeout},
		{"cap without budget", 0, sec, 0, nil, budget.HopTimeout},
		{"both at once", sec, sec, 0, nil, budget.HopTimeout},
		{"budget", sec, 2 * sec, 0, nil, budget.BudgetTimeout},
		{"budget without cap", sec, 0, 0, nil, budget.BudgetTimeout},
		{"caller", 10 * sec, 2 * sec, sec, nil, budget.Canceled},
		{"failure", 10 * sec, 2 * sec, 0, errBusy, budget.Failed},
		{"the other side's deadline", 10 * sec, 2 * sec, 0, context.DeadlineExceeded, budget.Failed},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				ctx, cancel := budget.Class{Total: tt.total}.Start(t.Context())
				defer cancel()
				if tt.leave > 0 {
					time.AfterFunc(tt.leave, cancel)
				}
				var b fakeBreaker
				h := budget.Hop{Cap: tt.cap, Breaker: &b}
				_, err := budget.Call(ctx, &h, func(ctx context.Context) (string, error) {
					if tt.err != nil {
						return "", tt.err
					}
					return hangs(ctx)
				})
				wantReason(t, err, tt.want)
				if !slices.Equal(b.done, []budget.Reason{tt.want}) {
					t.Errorf("breaker was told %q, want %q", b.done, tt.want)
				}
			})
		})
	}
}

// A service that keeps a reserve says that its time is over a little before ours
// is. An earlier one has a limit of its own.
func TestTimeoutOfTheOtherSide(t *testing.T) {
	for took, want := range map[time.Duration]budget.Reason{
		940 * ms: budget.HopTimeout,
		900 * ms: budget.HopTimeout,
		890 * ms: budget.Failed,
		100 * ms: budget.Failed,
	} {
		synctest.Test(t, func(t *testing.T) {
			n := 0
			_, err := budget.Call(t.Context(), &budget.Hop{Cap: sec, Tries: 2}, func(context.Context) (int, error) {
				n++
				time.Sleep(took)
				return 0, budget.Transient(fmt.Errorf("the other side: %w", context.DeadlineExceeded), 0)
			})
			if e := asError(t, err); e.Reason != want || (n == 1) != (want == budget.HopTimeout) {
				t.Errorf("after %v: %s, %d attempts, want %s", took, e.Reason, n, want)
			}
		})
	}
}

// A fakeBreaker remembers what it was told.
type fakeBreaker struct {
	open error
	done []budget.Reason
}

func (b *fakeBreaker) Allow() (func(budget.Reason), error) {
	if b.open != nil {
		return nil, b.open
	}
	return func(r budget.Reason) { b.done = append(b.done, r) }, nil
}

// Rule 6: stopping early returns at once, with the last failure, as a deadline
// error, and the context is still alive.
func TestStopsEarlyWithTheLastFailure(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := budget.Class{Total: 250 * ms}.Start(t.Context())
		defer cancel()
		start := time.Now()
		_, err := budget.Call(ctx, &budget.Hop{Tries: 3, Min: ms}, func(context.Context) (int, error) {
			return 0, budget.Transient(errBusy, sec)
		})
		e := wantReason(t, err, budget.NoTime)
		if time.Since(start) != 0 {
			t.Errorf("returned after %v", time.Since(start))
		}
		if !errors.Is(err, context.DeadlineExceeded) || !errors.Is(err, errBusy) || !e.Timeout() || !e.Retryable() {
			t.Errorf("%v: want a deadline error with the last failure", err)
		}
		if e.RetryAfter != sec || e.Needs != sec+ms || e.Left != 250*ms {
			t.Errorf("%+v", e)
		}
		if ctx.Err() != nil {
			t.Error("the context has ended")
		}
	})
}

// Rule 7: only what is marked, or named by the hop, is retried; cancellation
// never.
func TestOnlyTransientIsRetried(t *testing.T) {
	tests := []struct {
		name  string
		err   error
		named func(error) bool
		want  int
	}{
		{"marked", budget.Transient(errBusy, 0), nil, 3},
		{"marked below a wrapper", fmt.Errorf("ask: %w", budget.Transient(errBusy, 0)), nil, 3},
		{"named", errBusy, func(err error) bool { return errors.Is(err, errBusy) }, 3},
		{"not marked", errBusy, nil, 1},
		{"named another", errBusy, func(error) bool { return false }, 1},
		{"canceled by the other side", context.Canceled, nil, 1},
		{"its deadline", context.DeadlineExceeded, nil, 1},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				n := 0
				_, err := budget.Call(t.Context(), &budget.Hop{Tries: 3, Transient: tt.named}, func(context.Context) (int, error) { n++; return 0, tt.err })
				if n != tt.want {
					t.Errorf("%d attempts, want %d", n, tt.want)
				}
				e := wantReason(t, err, budget.Failed)
				// Its time being over is no reason to try now, but with a new budget.
				again := tt.want > 1 || errors.Is(tt.err, context.DeadlineExceeded)
				if e.Retryable() != again || !errors.Is(err, tt.err) {
					t.Errorf("retryable %t, %v", e.Retryable(), err)
				}
			})
		})
	}
	t.Run("the caller has gone", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			ctx, cancel := context.WithCancelCause(t.Context())
			n, why := 0, errors.New("tab closed")
			_, err := budget.Call(ctx, &budget.Hop{Tries: 3}, func(context.Context) (int, error) {
				n++
				cancel(why)
				return 0, budget.Transient(errBusy, 0)
			})
			if e := wantReason(t, err, budget.Canceled); n != 1 || e.Retryable() || !errors.Is(err, context.Canceled) {
				t.Errorf("%d attempts, %v", n, err)
			}
			_, err = budget.Call(ctx, &budget.Hop{}, func(context.Context) (int, error) { n++; return 0, nil })
			if wantReason(t, err, budget.Canceled); n != 1 || !errors.Is(err, why) {
				t.Errorf("%d attempts, %v", n, err)
			}
		})
	})
}

// Rule 8: without a deadline and without a cap the call runs, and what was given
// is reported as zero. No default total is invented.
func TestNoDeadlineIsSeen(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var l log
		ctx, cancel := budget.Class{Name: "short", Observer: &l}.Start(t.Context())
		defer cancel()
		v, err := budget.Call(ctx, &budget.Hop{Name: "crm"}, func(ctx context.Context) (string, error) {
			if _, ok := ctx.Deadline(); ok {
				t.Error("a deadline was invented")
			}
			if _, ok := budget.Left(ctx); ok {
				t.Error("Left knows of a deadline")
			}
			return waits(time.Hour)(ctx)
		})
		if err != nil || v != "answer" {
			t.Errorf("%q, %v", v, err)
		}
		want := []budget.Event{{Class: "short", Hop: "crm", Attempt: 1, Made: true, Elapsed: time.Hour}}
		if !slices.Equal(l.hops, want) {
			t.Errorf("events\n got %+v\nwant %+v", l.hops, want)
		}
	})
}

// Rule 9: a panic goes on after the attempt has ended, no goroutine is left, and
// no timer is made where the caller's comes first.
func TestPanicAndNoGoroutine(t *testing.T) {
	synctest.Test(t, func(t *testing.T) { // which fails if a goroutine is left
		var l log
		ctx, cancel := budget.Class{Total: sec, Observer: &l}.Start(t.Context())
		defer cancel()
		var b fakeBreaker
		var attempt context.Context
		func() {
			defer func() {
				if p := recover(); p != "boom" {
					t.Errorf("recovered %v", p)
				}
			}()
			_, _ = budget.Call(ctx, &budget.Hop{Breaker: &b}, func(ctx context.Context) (int, error) { attempt = ctx; panic("boom") })
		}()
		if attempt.Err() == nil || len(l.hops) != 1 || l.hops[0].Reason != budget.Failed || len(b.done) != 1 {
			t.Errorf("attempt %v, events %+v, breaker %q", attempt.Err(), l.hops, b.done)
		}
		// Goexit, as t.FailNow in a handler's test does.
		done := make(chan bool)
		go func() {
			defer close(done)
			_, _ = budget.Call(ctx, &budget.Hop{}, func(context.Context) (int, error) { runtime.Goexit(); return 0, nil })
		}()
		<-done
		if len(l.hops) != 2 {
			t.Errorf("events %+v", l.hops)
		}
	})
}

// Rule 10: every cause matches context.DeadlineExceeded.
func TestCausesAreDeadlineErrors(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := budget.Class{Name: "short", Total: 3 * sec, Reserve: sec}.Start(t.Context())
		defer cancel()
		capped, err := (&budget.Hop{Name: "crm", Cap: sec}).Begin(ctx)
		if err != nil {
			t.Fatal(err)
		}
		rest, err := (&budget.Hop{Name: "model"}).Begin(ctx)
		if err != nil {
			t.Fatal(err)
		}
		for _, tt := range []struct {
			ctx  context.Context
			text string
		}{
			{capped, "budget: crm: the hop's timeout of 1s"},
			{rest, "budget: model: what was left of the budget, 2s"},
			{ctx, "budget: the 3s of class short are over"},
		} {
			<-tt.ctx.Done()
			cause := context.Cause(tt.ctx)
			var timeout interface{ Timeout() bool }
			if !errors.As(cause, &timeout) || !timeout.Timeout() {
				t.Errorf("cause %v is no timeout", cause)
			}
			if !errors.Is(cause, context.DeadlineExceeded) || errors.Is(cause, context.Canceled) || cause.Error() != tt.text {
				t.Errorf("cause %q, want %q and a deadline error", cause, tt.text)
			}
			if tt.ctx.Err() != context.DeadlineExceeded {
				t.Errorf("Err %v", tt.ctx.Err())
			}
		}
		_ = rest.End(rest.Err())
		_ = capped.End(capped.Err())
	})
}

// Whatever the numbers are: no attempt outlives the budget less the reserve,
// pauses and attempts together stay within it, and NoTime means that the next
// attempt did not fit.
func TestProperties(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	upTo := func(d time.Duration) time.Duration { return time.Duration(r.Int64N(int64(d) + 1)) }
	for range 500 {
		total, reserve := upTo(2*sec)+1, upTo(500*ms)
		h := budget.Hop{Cap: upTo(600 * ms), Min: upTo(100 * ms), Tries: 1 + r.IntN(5), Base: upTo(200 * ms), Max: upTo(400 * ms)}
		after, took := upTo(200*ms), upTo(700*ms)
		synctest.Test(t, func(t *testing.T) {
			ctx, cancel := budget.Class{Total: total, Reserve: reserve}.Start(t.Context())
			defer cancel()
			start := time.Now()
			_, err := budget.Call(ctx, &h, func(attempt context.Context) (string, error) {
				end, ok := attempt.Deadline()
				if !ok || end.Sub(start) > total-reserve {
					t.Errorf("attempt may run to %v, budget %v less %v", end.Sub(start), total, reserve)
				}
				if h.Cap > 0 && time.Until(end) > h.Cap {
					t.Errorf("attempt gets %v, cap %v", time.Until(end), h.Cap)
				}
				if _, err := waits(took)(attempt); err != nil {
					return "", err
				}
				return "", budget.Transient(errBusy, after)
			})
			if total > reserve && time.Since(start) > total-reserve {
				t.Errorf("%v used, budget %v less %v", time.Since(start), total, reserve)
			}
			e := asError(t, err)
			if e.Reason == budget.NoTime && e.Left >= e.Needs {
				t.Errorf("NoTime with %v left for %v", e.Left, e.Needs)
			}
			if whole := max(h.Cap, h.Min); e.Reason == budget.NoTime && e.Needs < min(whole, h.Min) {
				t.Errorf("NoTime for %v, hop %+v", e.Needs, h)
			}
		})
	}
}
