package budget_test

import (
	"context"
	"testing"
	"time"

	"github.com/budgetlint/budgetlint/budget"
)

// The measure of all of them is the first: what a context with a deadline costs
// under one that has a deadline. Quote ratios of one run.
func BenchmarkWithTimeout(b *testing.B) {
	ctx, cancel := request()
	defer cancel()
	b.ReportAllocs()
	for b.Loop() {
		_, cancel := context.WithTimeout(ctx, time.Second)
		cancel()
	}
}

func request() (context.Context, context.CancelFunc) {
	return budget.Class{Name: "short", Total: time.Minute, Reserve: time.Second}.Start(context.Background())
}

var sink time.Duration

func left(ctx context.Context) { sink, _ = budget.Left(ctx) }

func BenchmarkLeft(b *testing.B) {
	ctx, cancel := request()
	defer cancel()
	b.ReportAllocs()
	for b.Loop() {
		left(ctx)
	}
}

func BenchmarkAffords(b *testing.B) {
	ctx, cancel := request()
	defer cancel()
	b.ReportAllocs()
	for b.Loop() {
		budget.Affords(ctx, time.Second)
	}
}

func within(ctx context.Context) {
	_, cancel := budget.Within(ctx, time.Second)
	cancel()
}

func BenchmarkWithin(b *testing.B) {
	ctx, cancel := request()
	defer cancel()
	b.ReportAllocs()
	for b.Loop() {
		within(ctx)
	}
}

var (
	plain    = budget.Hop{Name: "crm", Cap: time.Second}
	retrying = budget.Hop{Name: "crm", Cap: time.Second, Tries: 3, Base: time.Millisecond}
	// wide never fits twice.
	wide = budget.Hop{Name: "crm", Cap: time.Hour, Tries: 3, Base: time.Millisecond}
)

func begin(ctx context.Context) {
	a, err := plain.Begin(ctx)
	if err != nil {
		panic(err)
	}
	_ = a.End(nil)
}

func BenchmarkBeginEnd(b *testing.B) {
	ctx, cancel := request()
	defer cancel()
	b.ReportAllocs()
	for b.Loop() {
		begin(ctx)
	}
}

func succeeds(context.Context) (int, error) { return 1, nil }

func call(ctx context.Context) {
	if _, err := budget.Call(ctx, &retrying, succeeds); err != nil {
		panic(err)
	}
}

func BenchmarkCall(b *testing.B) {
	ctx, cancel := request()
	defer cancel()
	b.ReportAllocs()
	for b.Loop() {
		call(ctx)
	}
}

var errMarked = budget.Transient(errBusy, 0)

func fails(context.Context) (int, error) { return 0, errMarked }

func refused(ctx context.Context) { _, _ = budget.Call(ctx, &wide, fails) }

func BenchmarkCallRefusedRetry(b *testing.B) {
	ctx, cancel := request()
	defer cancel()
	b.ReportAllocs()
	for b.Loop() {
		refused(ctx)
	}
}

func TestAllocs(t *testing.T) {
	ctx, cancel := request()
	defer cancel()
	deep := context.Context(ctx)
	for range 8 {
		deep = context.WithValue(deep, userKey{}, 1)
	}
	for _, tt := range []struct {
		name string
		f    func()
		most float64
	}{
		{"Left", func() { left(ctx) }, 0},
		{"Left below eight values", func() { left(deep) }, 0},
		{"Affords", func() { budget.Affords(ctx, time.Second) }, 0},
		{"Within", func() { within(ctx) }, 4},
		{"Begin and End", func() { begin(ctx) }, 6},
		{"Call", func() { call(ctx) }, 7},
		{"Call with a refused retry", func() { refused(ctx) }, 9},
		{"Sleep that does not fit", func() { _ = budget.Sleep(ctx, time.Hour) }, 1},
	} {
		if got := testing.AllocsPerRun(100, tt.f); got > tt.most {
			t.Errorf("%s: %v allocations, want at most %v", tt.name, got, tt.most)
		}
	}
}
