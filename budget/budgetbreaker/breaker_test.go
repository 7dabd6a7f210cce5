package budgetbreaker_test

import (
	"context"
	"errors"
	"math"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/budgetlint/budgetlint/budget"
	"github.com/budgetlint/budgetlint/budget/budgetbreaker"
	"github.com/sony/gobreaker/v2"
)

const (
	ms  = time.Millisecond
	sec = time.Second
)

func breaker(t testing.TB, s budgetbreaker.Settings) *budgetbreaker.Breaker {
	t.Helper()
	b, err := budgetbreaker.New(s)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// A load is what calls a hop: rate calls a second, one goroutine each.
type load struct {
	rate int
	last time.Duration
	// slow says of a call, by its number, whether the hop does not answer it.
	slow func(n int) bool
	call func(slow bool)
}

// run makes the calls of the load, until the breaker has opened if that is all
// that is asked, and waits for their end. What opens only then does not count.
func (l load) run(o *opening, once bool) {
	var wg sync.WaitGroup
	for n := 0; n < int(l.last.Seconds()*float64(l.rate)) && !(once && o.seen()); n++ {
		wg.Go(func() { l.call(l.slow(n)) })
		time.Sleep(sec / time.Duration(l.rate))
	}
	o.end()
	wg.Wait()
}

// percent is evenly spread: of 100 calls in a row, p are slow.
func percent(p int) func(int) bool {
	return func(n int) bool { return (n+1)*p/100 > n*p/100 }
}

// answer waits like a hop that takes 10 ms, or too long.
func answer(ctx context.Context, slow bool) error {
	if slow {
		<-ctx.Done()
		return ctx.Err()
	}
	time.Sleep(10 * ms)
	return nil
}

// opening is when a breaker opened for the first time, zero if it did not.
type opening struct {
	mu    sync.Mutex
	start time.Time
	after time.Duration
	over  bool
}

func (o *opening) change(_ string, _, to gobreaker.State) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if to == gobreaker.StateOpen && o.after == 0 && !o.over {
		o.after = time.Since(o.start)
	}
}

func (o *opening) seen() bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.after > 0
}

func (o *opening) end() {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.over = true
}

// expect is when a steady share p of timeouts should be seen, of which the
// failures are known one cap late: cap·p(1-r)/(p-r), as Settings.Window says.
func expect(cap, window time.Duration, p, r float64) time.Duration {
	if p <= r {
		return 0
	}
	if t := time.Duration(float64(cap) * p * (1 - r) / (p - r)); t < window {
		return t.Round(ms)
	}
	return 0
}

func TestOpensByTimeoutRate(t *testing.T) {
	const hopCap = 5 * sec
	for _, tt := range []struct {
		name    string
		window  time.Duration
		percent int
		opens   time.Duration // zero is never
	}{
		{"far below", 0, 10, 0},
		{"at the rate", 0, 15, 0},
		{"above by less than the window sees", 0, 16, 0},
		{"barely above", 0, 18, 25500 * ms},
		{"above", 0, 20, 17 * sec},
		{"twice as much", 0, 30, 8500 * ms},
		{"all", 0, 100, 5 * sec},
		{"shortest window, far below", 50 * sec, 10, 0},
		{"shortest window, barely above", 50 * sec, 18, 25500 * ms},
		{"shortest window, above", 50 * sec, 20, 17 * sec},
		{"long window, above by less than the default sees", 300 * sec, 16, 68 * sec},
	} {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				o := opening{start: time.Now()}
				hop := budget.Hop{Name: "crm", Cap: hopCap}
				hop.Breaker = breaker(t, budgetbreaker.Settings{Name: hop.Name, Cap: hop.Cap, Window: tt.window, OnChange: o.change})
				load{20, 10 * time.Minute, percent(tt.percent), func(slow bool) {
					_, _ = budget.Call(t.Context(), &hop, func(ctx context.Context) (int, error) { return 0, answer(ctx, slow) })
				}}.run(&o, true)

				window := tt.window
				if window == 0 {
					window = 12 * hopCap
				}
				if want := expect(hopCap, window, float64(tt.percent)/100, 0.15); want != tt.opens && tt.percent < 100 {
					t.Errorf("formula says %v", want)
				}
				// Calls come one by one, so that it takes some more.
				if late := o.after - tt.opens; late < 0 || late > sec || o.seen() != (tt.opens > 0) {
					t.Errorf("opened after %v, want %v (0 is never)", o.after, tt.opens)
				}
			})
		})
	}
}

// Why New refuses short windows: results are booked where the call started, and
// those that are late are missing.
func TestShortWindowsSeeNothing(t *testing.T) {
	const hopCap = 5 * sec
	for _, tt := range []struct {
		name           string
		window, bucket time.Duration
		percent        int
		opens          bool
	}{
		{"fixed 2s", 2 * sec, 0, 30, false},
		{"fixed 2s", 2 * sec, 0, 50, false},
		{"fixed 10s", 10 * sec, 0, 20, false},
		{"rolling 10s", 10 * sec, sec, 20, false},
		{"rolling 10s", 10 * sec, sec, 30, true},
		{"rolling 60s", 60 * sec, 5 * sec, 20, true},
	} {
		synctest.Test(t, func(t *testing.T) {
			o := opening{start: time.Now()}
			raw := gobreaker.NewTwoStepCircuitBreaker[int](gobreaker.Settings{
				Interval:     tt.window,
				BucketPeriod: tt.bucket,
				ReadyToTrip: func(c gobreaker.Counts) bool {
					known := c.TotalFailures + c.TotalSuccesses
					return known >= 20 && float64(c.TotalFailures)/float64(known) > 0.15
				},
				OnStateChange: o.change,
			})
			load{20, 10 * time.Minute, percent(tt.percent), func(slow bool) {
				done, err := raw.Allow()
				if err != nil {
					return
				}
				ctx, cancel := context.WithTimeout(t.Context(), hopCap)
				defer cancel()
				done(answer(ctx, slow))
			}}.run(&o, true)
			if o.seen() != tt.opens {
				t.Errorf("%s at %d%%: opened after %v, want opened %v", tt.name, tt.percent, o.after, tt.opens)
			}
			_, err := budgetbreaker.New(budgetbreaker.Settings{Cap: hopCap, Window: tt.window})
			if short := tt.window < 10*hopCap; short != (err != nil) {
				t.Errorf("New with a window of %v: %v", tt.window, err)
			}
		})
	}
}

// A window that is fixed loses what starts in it and ends behind it.
func TestWindowHasNoEdge(t *testing.T) {
	for _, before := range []time.Duration{30 * sec, 57 * sec, 59 * sec} {
		synctest.Test(t, func(t *testing.T) {
			o := opening{start: time.Now()}
			hop := budget.Hop{Cap: 5 * sec}
			hop.Breaker = breaker(t, budgetbreaker.Settings{Cap: hop.Cap, OnChange: o.change})
			time.Sleep(before)
			load{20, 20 * sec, func(n int) bool { return n < 40 }, func(slow bool) {
				_, _ = budget.Call(t.Context(), &hop, func(ctx context.Context) (int, error) { return 0, answer(ctx, slow) })
			}}.run(&o, true)
			if !o.seen() {
				t.Errorf("two bad seconds after %v of silence did not open it", before)
			}
		})
	}
}

// A hop that flutters or has one bad moment in a Window is not shut.
func TestFlutterDoesNotOpen(t *testing.T) {
	for name, slow := range map[string]func(int) bool{
		"a steady 14 percent": percent(14),
		// 20 a second: all calls of five seconds in each minute.
		"five bad seconds a minute": func(n int) bool { return n%1200 >= 1100 },
		"ten in a row of a hundred": func(n int) bool { return n%100 >= 90 },
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				o := opening{start: time.Now()}
				hop := budget.Hop{Cap: 5 * sec}
				hop.Breaker = breaker(t, budgetbreaker.Settings{Cap: hop.Cap, OnChange: o.change})
				load{20, 10 * time.Minute, slow, func(slow bool) {
					_, _ = budget.Call(t.Context(), &hop, func(ctx context.Context) (int, error) { return 0, answer(ctx, slow) })
				}}.run(&o, false)
				if o.seen() {
					t.Errorf("opened after %v", o.after)
				}
			})
		})
	}
}

// What callers do to themselves is not the hop's fault, even if all of them do.
func TestCallersDoNotOpen(t *testing.T) {
	for name, caller := range map[string]func(context.Context) (context.Context, context.CancelFunc){
		"budget shorter than the cap": func(ctx context.Context) (context.Context, context.CancelFunc) {
			return budget.Class{Total: 2 * sec}.Start(ctx)
		},
		"reserve cuts the cap": func(ctx context.Context) (context.Context, context.CancelFunc) {
			return budget.Class{Total: 5500 * ms, Reserve: sec}.Start(ctx)
		},
		"gone": func(ctx context.Context) (context.Context, context.CancelFunc) {
			ctx, cancel := context.WithCancel(ctx)
			time.AfterFunc(sec, cancel)
			return ctx, cancel
		},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				o := opening{start: time.Now()}
				hop := budget.Hop{Cap: 5 * sec}
				hop.Breaker = breaker(t, budgetbreaker.Settings{Cap: hop.Cap, OnChange: o.change})
				load{20, 3 * time.Minute, percent(100), func(slow bool) {
					ctx, cancel := caller(t.Context())
					defer cancel()
					if _, err := budget.Call(ctx, &hop, func(ctx context.Context) (int, error) { return 0, answer(ctx, slow) }); err == nil {
						t.Error("a call was answered")
					}
				}}.run(&o, false)
				if o.seen() {
					t.Errorf("opened after %v", o.after)
				}
			})
		})
	}
}

// A hop that fails fast answers in time: that is for another kind of breaker.
func TestFailuresDoNotOpen(t *testing.T) {
	b := breaker(t, budgetbreaker.Settings{Cap: sec})
	for range 1000 {
		report(t, b, budget.Failed)
	}
	if s := b.State(); s != gobreaker.StateClosed {
		t.Errorf("state %v", s)
	}
	// They count, for the hop: 176 of 1176 are not above 0.15, one more is.
	for range 176 {
		report(t, b, budget.HopTimeout)
	}
	if s := b.State(); s != gobreaker.StateClosed {
		t.Errorf("state %v at 0.1497", s)
	}
	report(t, b, budget.HopTimeout)
	if s := b.State(); s != gobreaker.StateOpen {
		t.Errorf("state %v above 0.15", s)
	}
}

// report makes a call that ends at once, like that.
func report(t *testing.T, b *budgetbreaker.Breaker, r budget.Reason) {
	t.Helper()
	done, err := b.Allow()
	if err != nil {
		t.Fatalf("refused: %v", err)
	}
	done(r)
}

func TestStrictlyAboveRateAndMinCalls(t *testing.T) {
	for _, tt := range []struct {
		name            string
		s               budgetbreaker.Settings
		answers, others int
		opens           int // by which timeout
	}{
		{"one less than MinCalls", budgetbreaker.Settings{}, 0, 0, 20},
		{"20 calls, 3 timeouts are 0.15", budgetbreaker.Settings{}, 17, 0, 4},
		{"those not counted do not make up MinCalls", budgetbreaker.Settings{}, 0, 100, 20},
		{"those not counted do not thin the rate", budgetbreaker.Settings{}, 17, 100, 4},
		{"0.29 of 100 is not above 0.29", budgetbreaker.Settings{Rate: 0.29}, 71, 0, 30},
		{"half", budgetbreaker.Settings{Rate: 0.5, MinCalls: 4}, 10, 0, 11},
	} {
		t.Run(tt.name, func(t *testing.T) {
			tt.s.Cap = sec
			b := breaker(t, tt.s)
			for range tt.answers {
				report(t, b, "")
			}
			for range tt.others {
				report(t, b, budget.Canceled)
			}
			n := 0
			for b.State() == gobreaker.StateClosed && n < 1000 {
				report(t, b, budget.HopTimeout)
				n++
			}
			if n != tt.opens {
				t.Errorf("opened by timeout %d, want %d", n, tt.opens)
			}
		})
	}
}

// opened returns a breaker that has just opened.
func opened(t *testing.T, s budgetbreaker.Settings) *budgetbreaker.Breaker {
	t.Helper()
	b := breaker(t, s)
	for range 20 {
		report(t, b, budget.HopTimeout)
	}
	if s := b.State(); s != gobreaker.StateOpen {
		t.Fatalf("state %v", s)
	}
	return b
}

type retryAfter interface{ RetryAfter() time.Duration }

func TestOpenSaysWhenToAskAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		hop := budget.Hop{Name: "crm", Cap: 5 * sec}
		hop.Breaker = opened(t, budgetbreaker.Settings{Name: hop.Name, Cap: hop.Cap, Probes: 1})
		time.Sleep(10 * sec)

		called := false
		_, err := budget.Call(t.Context(), &hop, func(context.Context) (int, error) { called = true; return 0, nil })
		var e *budget.Error
		if !errors.As(err, &e) || e.Reason != budget.Open || called {
			t.Fatalf("got %v, called %v", err, called)
		}
		if !errors.Is(err, gobreaker.ErrOpenState) {
			t.Errorf("%v does not match ErrOpenState", err)
		}
		if e.RetryAfter != 20*sec {
			t.Errorf("RetryAfter %v, want half of 60s less 10s", e.RetryAfter)
		}
		if m := budget.Miss("crm", err); !m.Retryable || m.RetryAfter != 20*sec {
			t.Errorf("in a reply: %+v", m)
		}
		if want := "budget: crm: breaker is open: budgetbreaker: crm: circuit breaker is open, try again in 20s"; err.Error() != want {
			t.Errorf("text %q, want %q", err, want)
		}

		// One moment before, then at the time that was said.
		time.Sleep(e.RetryAfter - 1)
		if _, err := hop.Breaker.Allow(); err == nil {
			t.Error("let through too early")
		}
		time.Sleep(time.Nanosecond)
		done, err := hop.Breaker.Allow()
		if err != nil {
			t.Fatalf("refused at the time that was said: %v", err)
		}
		// While the probe is under way.
		_, err = hop.Breaker.Allow()
		if !errors.Is(err, gobreaker.ErrTooManyRequests) {
			t.Errorf("second probe: %v", err)
		}
		if r, ok := err.(retryAfter); !ok || r.RetryAfter() != hop.Cap {
			t.Errorf("second probe: %v, want to be told the cap", err)
		}
		done("")
		if _, err := hop.Breaker.Allow(); err != nil {
			t.Errorf("after an answered probe: %v", err)
		}
	})
}

func TestHalfOpen(t *testing.T) {
	const closed, open, half = gobreaker.StateClosed, gobreaker.StateOpen, gobreaker.StateHalfOpen
	for _, tt := range []struct {
		name   string
		probes uint32
		calls  []budget.Reason
		want   gobreaker.State
	}{
		{"nobody has called", 0, nil, half},
		{"two of three", 0, []budget.Reason{"", ""}, half},
		{"three of three", 0, []budget.Reason{"", "", ""}, closed},
		{"a failure is an answer", 1, []budget.Reason{budget.Failed}, closed},
		{"the first times out", 0, []budget.Reason{budget.HopTimeout}, open},
		{"the last times out", 0, []budget.Reason{"", "", budget.HopTimeout}, open},
		{"not counted", 1, []budget.Reason{budget.Canceled, budget.BudgetTimeout, budget.Spent}, half},
		{"not counted between", 2, []budget.Reason{budget.Canceled, "", budget.BudgetTimeout, ""}, closed},
	} {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				b := opened(t, budgetbreaker.Settings{Cap: sec, Open: 5 * sec, Probes: tt.probes})
				time.Sleep(5 * sec)
				for _, r := range tt.calls {
					report(t, b, r)
				}
				if s := b.State(); s != tt.want {
					t.Errorf("state %v, want %v", s, tt.want)
				}
			})
		})
	}
}

// Calls that are not counted give their place back. A breaker that forgets to
// take it stays shut for good.
func TestUncountedProbesDoNotWedge(t *testing.T) {
	for _, probes := range []uint32{1, 3} {
		synctest.Test(t, func(t *testing.T) {
			hop := budget.Hop{Cap: 5 * sec}
			b := opened(t, budgetbreaker.Settings{Cap: hop.Cap, Probes: probes})
			hop.Breaker = b
			time.Sleep(30 * sec)
			for range 50 {
				ctx, cancel := context.WithTimeout(t.Context(), sec)
				_, err := budget.Call(ctx, &hop, func(ctx context.Context) (int, error) { return 0, answer(ctx, true) })
				cancel()
				var e *budget.Error
				if !errors.As(err, &e) || e.Reason != budget.BudgetTimeout {
					t.Fatalf("got %v", err)
				}
			}
			if s := b.State(); s != gobreaker.StateHalfOpen {
				t.Fatalf("state %v after calls that are not counted", s)
			}
			for range probes {
				if _, err := budget.Call(t.Context(), &hop, func(ctx context.Context) (int, error) { return 0, answer(ctx, false) }); err != nil {
					t.Fatal(err)
				}
			}
			if s := b.State(); s != gobreaker.StateClosed {
				t.Errorf("state %v after %d answers", s, probes)
			}
		})
	}
}

// A probe that panics ends, too.
func TestPanicDoesNotWedge(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		hop := budget.Hop{Cap: sec}
		hop.Breaker = opened(t, budgetbreaker.Settings{Cap: hop.Cap, Open: sec, Probes: 1})
		time.Sleep(sec)
		func() {
			defer func() { _ = recover() }()
			_, _ = budget.Call(t.Context(), &hop, func(context.Context) (int, error) { panic("probe") })
		}()
		if _, err := hop.Breaker.Allow(); err != nil {
			t.Error(err)
		}
	})
}

// Calls from before the breaker opened say nothing of the hop as it is now.
func TestLateResultsAreNotProbes(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := breaker(t, budgetbreaker.Settings{Cap: sec, Open: sec, Probes: 1})
		late, err := b.Allow()
		if err != nil {
			t.Fatal(err)
		}
		for range 20 {
			report(t, b, budget.HopTimeout)
		}
		time.Sleep(sec)
		late("")
		if s := b.State(); s != gobreaker.StateHalfOpen {
			t.Errorf("state %v", s)
		}
	})
}

func TestOnChange(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var got []string
		b := opened(t, budgetbreaker.Settings{Name: "crm", Cap: sec, Open: 5 * sec, Probes: 1, OnChange: func(name string, from, to gobreaker.State) {
			got = append(got, name+": "+from.String()+" to "+to.String())
		}})
		time.Sleep(5 * sec)
		report(t, b, budget.HopTimeout)
		time.Sleep(5 * sec)
		report(t, b, "")
		want := "crm: closed to open, crm: open to half-open, crm: half-open to open, crm: open to half-open, crm: half-open to closed"
		if s := strings.Join(got, ", "); s != want {
			t.Errorf("got  %s\nwant %s", s, want)
		}
	})
}

func TestNewRefuses(t *testing.T) {
	for _, tt := range []struct {
		name string
		s    budgetbreaker.Settings
		says string // empty if it is to be accepted
	}{
		{"no cap", budgetbreaker.Settings{}, "set it to the hop's Cap"},
		{"negative cap", budgetbreaker.Settings{Cap: -1}, "set it to the hop's Cap"},
		{"endless cap", budgetbreaker.Settings{Cap: math.MaxInt64}, "no Window is long enough"},
		{"short window", budgetbreaker.Settings{Cap: 5 * sec, Window: 10 * sec}, "use at least 50s (10 x Cap)"},
		{"window barely too short", budgetbreaker.Settings{Cap: 5 * sec, Window: 50*sec - 1}, "use at least 50s (10 x Cap)"},
		{"negative window", budgetbreaker.Settings{Cap: 5 * sec, Window: -1}, "use at least 50s (10 x Cap)"},
		{"endless window", budgetbreaker.Settings{Cap: 5 * sec, Window: math.MaxInt64}, "use at least 50s (10 x Cap)"},
		{"negative rate", budgetbreaker.Settings{Cap: sec, Rate: -0.1}, "use one above 0 and below 1"},
		{"a rate that nothing is above", budgetbreaker.Settings{Cap: sec, Rate: 1}, "use one above 0 and below 1"},
		{"percent", budgetbreaker.Settings{Cap: sec, Rate: 15}, "use one above 0 and below 1"},
		{"not a number", budgetbreaker.Settings{Cap: sec, Rate: math.NaN()}, "use one above 0 and below 1"},
		{"negative calls", budgetbreaker.Settings{Cap: sec, MinCalls: -1}, "or 0 for 20"},
		{"calls that nobody can count", budgetbreaker.Settings{Cap: sec, MinCalls: math.MaxInt32 + 1}, "or 0 for 20"},
		{"negative open", budgetbreaker.Settings{Cap: sec, Open: -sec}, "or 0 for half of the Window"},
		{"only a cap", budgetbreaker.Settings{Cap: sec}, ""},
		{"shortest window", budgetbreaker.Settings{Cap: 5 * sec, Window: 50 * sec}, ""},
		{"a cap of hours", budgetbreaker.Settings{Cap: 100 * time.Hour}, ""},
		{"a cap of nothing", budgetbreaker.Settings{Cap: 1, Window: 10, Open: 1}, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			tt.s.Name = "crm"
			b, err := budgetbreaker.New(tt.s)
			if tt.says == "" {
				if err != nil {
					t.Error(err)
				}
				return
			}
			if err == nil || b != nil {
				t.Fatalf("got %v, %v", b, err)
			}
			if !strings.HasPrefix(err.Error(), "budgetbreaker: crm: ") || !strings.Contains(err.Error(), tt.says) {
				t.Errorf("%q does not say %q", err, tt.says)
			}
		})
	}
}

// Two calls a second are enough for the default window of a short cap.
func TestDefaultWindowReachesMinCalls(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		o := opening{start: time.Now()}
		hop := budget.Hop{Cap: 100 * ms}
		hop.Breaker = breaker(t, budgetbreaker.Settings{Cap: hop.Cap, OnChange: o.change})
		load{3, time.Minute, percent(100), func(slow bool) {
			_, _ = budget.Call(t.Context(), &hop, func(ctx context.Context) (int, error) { return 0, answer(ctx, slow) })
		}}.run(&o, true)
		if !o.seen() {
			t.Error("never opened")
		}
	})
}

// Real time, for the race detector.
func TestConcurrentUse(t *testing.T) {
	hop := budget.Hop{Cap: ms}
	b := breaker(t, budgetbreaker.Settings{Cap: hop.Cap, Window: 20 * ms, MinCalls: 2, Open: ms, OnChange: func(string, gobreaker.State, gobreaker.State) {}})
	hop.Breaker = b
	var wg sync.WaitGroup
	for n := range 8 {
		wg.Go(func() {
			for i := range 50 {
				_, _ = budget.Call(t.Context(), &hop, func(ctx context.Context) (int, error) {
					if (i+n)%3 == 0 {
						<-ctx.Done()
						return 0, ctx.Err()
					}
					return 0, nil
				})
				b.State()
			}
		})
	}
	wg.Wait()
}

func pass(b *budgetbreaker.Breaker) {
	done, err := b.Allow()
	if err != nil {
		panic(err)
	}
	done("")
}

func BenchmarkAllowDone(b *testing.B) {
	br := breaker(b, budgetbreaker.Settings{Cap: sec})
	b.ReportAllocs()
	for b.Loop() {
		pass(br)
	}
}

func TestAllocs(t *testing.T) {
	b := breaker(t, budgetbreaker.Settings{Cap: sec})
	if got := testing.AllocsPerRun(100, func() { pass(b) }); got > 2 {
		t.Errorf("let through: %v allocations, want at most 2", got)
	}
	o := opened(t, budgetbreaker.Settings{Cap: sec, Open: time.Hour})
	if got := testing.AllocsPerRun(100, func() { _, _ = o.Allow() }); got > 1 {
		t.Errorf("refused: %v allocations, want at most 1", got)
	}
}
