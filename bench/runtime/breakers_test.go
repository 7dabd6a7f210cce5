package runtime_test

import (
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/budgetlint/budgetlint/budget"
	"github.com/budgetlint/budgetlint/budget/budgetbreaker"
	"github.com/failsafe-go/failsafe-go/circuitbreaker"
	"github.com/sony/gobreaker/v2"
)

const (
	hopCap   = 5 * sec
	share    = 0.15
	minCalls = 20
)

// A guard is a breaker: allow returns nil if it refuses, else what is to be
// called with whether the call timed out.
type guard struct {
	allow func() func(timeout bool)
	open  func() bool
}

type breakers struct {
	name   string
	module string
	make   func() (guard, error)
}

func gobreakers(interval, bucket time.Duration) func() (guard, error) {
	return func() (guard, error) {
		b := gobreaker.NewTwoStepCircuitBreaker[none](gobreaker.Settings{
			Interval:     interval,
			BucketPeriod: bucket,
			ReadyToTrip: func(c gobreaker.Counts) bool {
				return c.Requests >= minCalls && float64(c.TotalFailures)/float64(c.Requests) > share
			},
		})
		return guard{func() func(bool) {
			done, err := b.Allow()
			if err != nil {
				return nil
			}
			return func(timeout bool) {
				if timeout {
					done(errBusy)
				} else {
					done(nil)
				}
			}
		}, func() bool { return b.State() == gobreaker.StateOpen }}, nil
	}
}

func failsafes(window time.Duration) func() (guard, error) {
	return func() (guard, error) {
		b := circuitbreaker.NewBuilder[none]().WithFailureRateThreshold(share, minCalls, window).Build()
		return guard{func() func(bool) {
			if !b.TryAcquirePermit() {
				return nil
			}
			return func(timeout bool) {
				if timeout {
					b.RecordFailure()
				} else {
					b.RecordSuccess()
				}
			}
		}, b.IsOpen}, nil
	}
}

var allBreakers = []breakers{
	{"budgetbreaker, defaults (60 s)", "", func() (guard, error) {
		b, err := budgetbreaker.New(budgetbreaker.Settings{Cap: hopCap, Rate: share, MinCalls: minCalls})
		if err != nil {
			return guard{}, err
		}
		return guard{func() func(bool) {
			done, err := b.Allow()
			if err != nil {
				return nil
			}
			return func(timeout bool) {
				if timeout {
					done(budget.HopTimeout)
				} else {
					done("")
				}
			}
		}, func() bool { return b.State() == gobreaker.StateOpen }}, nil
	}},
	{"gobreaker, fixed 2 s", "github.com/sony/gobreaker/v2", gobreakers(2*sec, 0)},
	{"gobreaker, fixed 10 s", "github.com/sony/gobreaker/v2", gobreakers(10*sec, 0)},
	{"gobreaker, rolling 10 s", "github.com/sony/gobreaker/v2", gobreakers(10*sec, sec)},
	{"gobreaker, rolling 60 s", "github.com/sony/gobreaker/v2", gobreakers(60*sec, 5*sec)},
	{"failsafe-go, rate over 10 s", "github.com/failsafe-go/failsafe-go", failsafes(10 * sec)},
	{"failsafe-go, rate over 60 s", "github.com/failsafe-go/failsafe-go", failsafes(60 * sec)},
}

// opens returns when a breaker opens if so many of 1000 calls time out after the
// cap and the others are answered after 10 ms, at 20 calls a second; zero is
// never in ten minutes. One goroutine makes all calls, so that the order of what
// happens at one time does not change.
func opens(t *testing.T, b breakers, permille int) (after time.Duration) {
	const every = sec / 20
	synctest.Test(t, func(t *testing.T) {
		g, err := b.make()
		if err != nil {
			t.Fatal(err)
		}
		start := time.Now()
		waiting := make(map[int]func(timeout bool)) // by when they time out
		for n := range int(10 * time.Minute / every) {
			if done := waiting[n]; done != nil {
				delete(waiting, n)
				done(true)
			}
			if g.open() {
				after = time.Since(start)
				return
			}
			done := g.allow()
			time.Sleep(10 * ms)
			switch timeout := (n+1)*permille/1000 > n*permille/1000; {
			case done == nil:
			case timeout:
				waiting[n+int(hopCap/every)] = done
			default:
				done(false)
			}
			time.Sleep(every - 10*ms)
		}
	})
	return after
}

func TestBreakers(t *testing.T) {
	rates := []int{100, 145, 150, 180, 200, 300, 500}
	version := versions(t)
	var b strings.Builder
	b.WriteString("| breaker | version |")
	for _, p := range rates {
		fmt.Fprintf(&b, " %v %% |", float64(p)/10)
	}
	b.WriteString("\n|---|---|" + strings.Repeat("---|", len(rates)) + "\n")
	for _, br := range allBreakers {
		v := "here"
		if br.module != "" {
			v = version(br.module)
		}
		fmt.Fprintf(&b, "| %s | %s |", br.name, v)
		for _, p := range rates {
			if after := opens(t, br, p); after > 0 {
				fmt.Fprintf(&b, " %.1f s |", after.Seconds())
			} else {
				b.WriteString(" never |")
			}
		}
		b.WriteString("\n")
	}
	check(t, "breakers", b.String())
}

// A call that says nothing of the hop has to give its place among the probes
// back. What is not recorded keeps it.
func TestUncountedProbes(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ours, err := budgetbreaker.New(budgetbreaker.Settings{Cap: hopCap, Open: sec})
		if err != nil {
			t.Fatal(err)
		}
		theirs := circuitbreaker.NewBuilder[none]().WithFailureRateThreshold(share, minCalls, 10*sec).WithDelay(sec).Build()
		for range minCalls {
			if done, err := ours.Allow(); err == nil {
				done(budget.HopTimeout)
			}
			theirs.TryAcquirePermit()
			theirs.RecordFailure()
		}
		if ours.State() != gobreaker.StateOpen || !theirs.IsOpen() {
			t.Fatal("not open")
		}
		time.Sleep(sec)
		permits := 0
		for range 50 {
			if done, err := ours.Allow(); err == nil {
				done(budget.Canceled)
			}
			if theirs.TryAcquirePermit() {
				permits++
			}
		}
		time.Sleep(24 * time.Hour)
		if _, err := ours.Allow(); err != nil {
			t.Errorf("budgetbreaker: %v", err)
		}
		if permits != minCalls || theirs.TryAcquirePermit() {
			t.Errorf("failsafe-go: %d permits, and then another one; the docs say otherwise", permits)
		}
	})
}
