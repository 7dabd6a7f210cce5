package runtime_test

import (
	"context"
	"testing"
	"time"

	avast4 "github.com/avast/retry-go/v4"
	avast5 "github.com/avast/retry-go/v5"
	"github.com/budgetlint/budgetlint/budget"
	"github.com/budgetlint/budgetlint/budget/budgetbreaker"
	"github.com/cenkalti/backoff/v5"
	"github.com/failsafe-go/failsafe-go"
	"github.com/failsafe-go/failsafe-go/circuitbreaker"
	"github.com/failsafe-go/failsafe-go/retrypolicy"
	"github.com/failsafe-go/failsafe-go/timeout"
	"github.com/sethvargo/go-retry"
	"github.com/sony/gobreaker/v2"
)

const perTry = sec

// A cost is one operation that succeeds at once, under ctx, which has a deadline.
// The measure of all is the first. What can be made beforehand is.
type cost struct {
	name string
	make func() func(ctx context.Context)
}

var costs = []cost{
	{"context.WithTimeout", func() func(context.Context) {
		return func(ctx context.Context) {
			_, cancel := context.WithTimeout(ctx, perTry)
			cancel()
		}
	}},
	{"budget.Left", func() func(context.Context) {
		return func(ctx context.Context) { left, _ = budget.Left(ctx) }
	}},
	{"budget.Affords", func() func(context.Context) {
		return func(ctx context.Context) { budget.Affords(ctx, perTry) }
	}},
	{"budget.Within", func() func(context.Context) {
		return func(ctx context.Context) {
			_, cancel := budget.Within(ctx, perTry)
			cancel()
		}
	}},
	{"budget Hop.Begin and End", func() func(context.Context) {
		hop := budget.Hop{Name: "crm", Cap: perTry}
		return func(ctx context.Context) {
			a, err := hop.Begin(ctx)
			must(err)
			must(a.End(nil))
		}
	}},
	{"budget.Call, retries allowed", func() func(context.Context) {
		hop := budget.Hop{Name: "crm", Cap: perTry, Tries: 3, Base: ms}
		return func(ctx context.Context) {
			_, err := budget.Call(ctx, &hop, value)
			must(err)
		}
	}},
	{"budget.Call, with budgetbreaker", func() func(context.Context) {
		hop := budget.Hop{Name: "crm", Cap: perTry, Tries: 3, Base: ms}
		b, err := budgetbreaker.New(budgetbreaker.Settings{Cap: hop.Cap})
		must(err)
		hop.Breaker = b
		return func(ctx context.Context) {
			_, err := budget.Call(ctx, &hop, value)
			must(err)
		}
	}},
	{"failsafe-go Retry and Timeout", func() func(context.Context) {
		e := failsafe.With[none](retrypolicy.NewBuilder[none]().WithMaxAttempts(3).WithDelay(ms).Build(), timeout.New[none](perTry))
		return func(ctx context.Context) {
			must(e.WithContext(ctx).RunWithExecution(func(e failsafe.Execution[none]) error { return nothing(e.Context()) }))
		}
	}},
	{"failsafe-go Retry", func() func(context.Context) {
		e := failsafe.With[none](retrypolicy.NewBuilder[none]().WithMaxAttempts(3).WithDelay(ms).Build())
		return func(ctx context.Context) {
			must(e.WithContext(ctx).RunWithExecution(func(e failsafe.Execution[none]) error { return nothing(e.Context()) }))
		}
	}},
	{"backoff Retry, WithTimeout in each attempt", func() func(context.Context) {
		return func(ctx context.Context) {
			_, err := backoff.Retry(ctx, func() (int, error) {
				ctx, cancel := context.WithTimeout(ctx, perTry)
				defer cancel()
				return value(ctx)
			}, backoff.WithMaxTries(3))
			must(err)
		}
	}},
	{"backoff Retry", func() func(context.Context) {
		return func(ctx context.Context) {
			_, err := backoff.Retry(ctx, func() (int, error) { return value(ctx) }, backoff.WithMaxTries(3))
			must(err)
		}
	}},
	{"sethvargo Do, WithTimeout in each attempt", func() func(context.Context) {
		return func(ctx context.Context) {
			must(retry.Do(ctx, retry.WithMaxRetries(2, retry.NewConstant(ms)), func(ctx context.Context) error {
				ctx, cancel := context.WithTimeout(ctx, perTry)
				defer cancel()
				return nothing(ctx)
			}))
		}
	}},
	{"sethvargo Do", func() func(context.Context) {
		return func(ctx context.Context) {
			must(retry.Do(ctx, retry.WithMaxRetries(2, retry.NewConstant(ms)), nothing))
		}
	}},
	{"avast v4 Do", func() func(context.Context) {
		return func(ctx context.Context) {
			must(avast4.Do(func() error { return nothing(ctx) }, avast4.Context(ctx), avast4.Attempts(3), avast4.Delay(ms)))
		}
	}},
	{"avast v5 Do", func() func(context.Context) {
		return func(ctx context.Context) { // the context is an option of New
			must(avast5.New(avast5.Context(ctx), avast5.Attempts(3), avast5.Delay(ms)).Do(func() error { return nothing(ctx) }))
		}
	}},
	{"budgetbreaker Allow and done", func() func(context.Context) {
		b, err := budgetbreaker.New(budgetbreaker.Settings{Cap: perTry})
		must(err)
		return func(context.Context) {
			done, err := b.Allow()
			must(err)
			done("")
		}
	}},
	{"gobreaker Allow and done, rolling", func() func(context.Context) {
		b := gobreaker.NewTwoStepCircuitBreaker[none](gobreaker.Settings{Interval: 12 * sec, BucketPeriod: sec})
		return func(context.Context) {
			done, err := b.Allow()
			must(err)
			done(nil)
		}
	}},
	{"failsafe-go breaker, permit and record", func() func(context.Context) {
		b := circuitbreaker.NewBuilder[none]().WithFailureRateThreshold(share, minCalls, 12*sec).Build()
		return func(context.Context) {
			if !b.TryAcquirePermit() {
				panic("refused")
			}
			b.RecordSuccess()
		}
	}},
}

var left time.Duration

func nothing(context.Context) error { return nil }

func value(context.Context) (int, error) { return 1, nil }

func must(err error) {
	if err != nil {
		panic(err)
	}
}

// BenchmarkCost measures them under a plain context. ./run makes a table of it.
func BenchmarkCost(b *testing.B) {
	ctx, cancel := context.WithTimeout(context.Background(), time.Hour)
	defer cancel()
	for _, c := range costs {
		b.Run(c.name, func(b *testing.B) {
			f := c.make()
			b.ReportAllocs()
			for b.Loop() {
				f(ctx)
			}
		})
	}
}

// The gates are ratios and allocations, which a busy machine does not change.
func TestAllocs(t *testing.T) {
	ctx, cancel := context.WithTimeout(context.Background(), time.Hour)
	defer cancel()
	got := make(map[string]float64)
	for _, c := range costs {
		f := c.make()
		got[c.name] = testing.AllocsPerRun(100, func() { f(ctx) })
	}
	for name, most := range map[string]float64{
		"budget.Left":                     0,
		"budget.Affords":                  0,
		"budget.Within":                   4,
		"budget Hop.Begin and End":        6,
		"budget.Call, retries allowed":    7,
		"budget.Call, with budgetbreaker": 9,
		"budgetbreaker Allow and done":    2,
	} {
		if n, ok := got[name]; !ok || n > most {
			t.Errorf("%s: %v allocations, want at most %v", name, n, most)
		}
	}
}
