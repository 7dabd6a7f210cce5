package budgetotel_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/metric"
	"go.opentelemetry.io/otel/metric/noop"
	sdk "go.opentelemetry.io/otel/sdk/metric"
	"go.opentelemetry.io/otel/sdk/metric/metricdata"

	"github.com/budgetlint/budgetlint/budget"
	"github.com/budgetlint/budgetlint/budget/budgetotel"
)

const (
	ms  = time.Millisecond
	sec = time.Second
)

// start returns an observer and what reads its metrics.
func start(t testing.TB, opts ...budgetotel.Option) (*budgetotel.Observer, func() []metricdata.Metrics) {
	t.Helper()
	reader := sdk.NewManualReader()
	o, err := budgetotel.New(sdk.NewMeterProvider(sdk.WithReader(reader)), opts...)
	if err != nil {
		t.Fatal(err)
	}
	return o, func() []metricdata.Metrics {
		t.Helper()
		var rm metricdata.ResourceMetrics
		if err := reader.Collect(context.Background(), &rm); err != nil {
			t.Fatal(err)
		}
		if len(rm.ScopeMetrics) == 0 {
			return nil
		}
		return rm.ScopeMetrics[0].Metrics
	}
}

// lines writes metrics down as "name{class,hop,reason} count sum", sorted.
func lines(metrics []metricdata.Metrics) []string {
	var all []string
	labels := func(set attribute.Set) string {
		var b []string
		for _, kv := range set.ToSlice() {
			b = append(b, string(kv.Key)+"="+kv.Value.AsString())
		}
		return "{" + strings.Join(b, " ") + "}"
	}
	for _, m := range metrics {
		switch data := m.Data.(type) {
		case metricdata.Histogram[float64]:
			for _, p := range data.DataPoints {
				all = append(all, fmt.Sprintf("%s%s %d %gs", m.Name, labels(p.Attributes), p.Count, p.Sum))
			}
		case metricdata.Sum[int64]:
			for _, p := range data.DataPoints {
				all = append(all, fmt.Sprintf("%s%s %d", m.Name, labels(p.Attributes), p.Value))
			}
		default:
			all = append(all, fmt.Sprintf("%s: a %T", m.Name, m.Data))
		}
	}
	slices.Sort(all)
	return all
}

func wantLines(t *testing.T, got []metricdata.Metrics, want ...string) {
	t.Helper()
	slices.Sort(want)
	if g := lines(got); !slices.Equal(g, want) {
		t.Errorf("recorded\n\t%s\nwant\n\t%s", strings.Join(g, "\n\t"), strings.Join(want, "\n\t"))
	}
}

// takes is a call that takes d, or fails when its context ends.
func takes(d time.Duration) func(context.Context) (string, error) {
	return func(ctx context.Context) (string, error) {
		select {
		case <-time.After(d):
			return "answer", nil
		case <-ctx.Done():
			return "", ctx.Err()
		}
	}
}

// The hop where time ran out is the one that the metrics name: one request for
// which a hop was too slow, and one for which too little was left.
func TestTheHopWhereTimeRanOut(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		o, read := start(t)
		class := budget.Class{Name: "short", Total: 10 * sec, Reserve: sec, Observer: o}
		search := budget.Hop{Name: "search", Cap: 6 * sec}
		ledger := budget.Hop{Name: "ledger", Cap: 4 * sec}
		request := func(first, second time.Duration) {
			ctx, end := class.Start(t.Context())
			defer end()
			budget.Call(ctx, &search, takes(first))
			budget.Call(ctx, &ledger, takes(second))
		}
		request(sec, time.Hour)     // the ledger takes all of its 4s
		request(6*sec-1, time.Hour) // the search leaves it 3s
		request(sec, sec)
		wantLines(t, read(),
			"budget.hop.duration{class=short hop=ledger reason=budget_timeout} 1 3.000000001s",
			"budget.hop.duration{class=short hop=ledger reason=hop_timeout} 1 4s",
			"budget.hop.duration{class=short hop=ledger reason=ok} 1 1s",
			"budget.hop.duration{class=short hop=search reason=ok} 3 7.999999999s",
			"budget.hop.given{class=short hop=ledger} 3 11.000000001s",
			"budget.hop.given{class=short hop=search} 3 18s",
			"budget.left{class=short} 3 14s",
		)
	})
}

// Each event goes to the instruments that it is for, and to no other.
func TestEvents(t *testing.T) {
	const labels = "{class=c hop=h reason="
	tests := []struct {
		name string
		e    budget.Event
		want []string
	}{
		{"success", budget.Event{Attempt: 1, Made: true, Given: 2 * sec, Elapsed: sec},
			[]string{"budget.hop.duration" + labels + "ok} 1 1s", "budget.hop.given{class=c hop=h} 1 2s"}},
		{"failed retry", budget.Event{Attempt: 2, Made: true, Given: 2 * sec, Elapsed: sec, Reason: budget.Failed},
			[]string{"budget.hop.duration" + labels + "failed} 1 1s", "budget.hop.given{class=c hop=h} 1 2s"}},
		{"unbounded", budget.Event{Attempt: 1, Made: true, Elapsed: sec},
			[]string{"budget.hop.duration" + labels + "ok} 1 1s", "budget.hop.unbounded{class=c hop=h} 1"}},
		{"unbounded, failed at once", budget.Event{Attempt: 1, Made: true, Reason: budget.Failed},
			[]string{"budget.hop.duration" + labels + "failed} 1 0s", "budget.hop.unbounded{class=c hop=h} 1"}},
		{"refused, spent", budget.Event{Attempt: 1, Left: -sec, Reason: budget.Spent},
			[]string{"budget.hop.refused" + labels + "spent} 1"}},
		{"refused, no time", budget.Event{Attempt: 1, Left: sec, Reason: budget.NoTime},
			[]string{"budget.hop.refused" + labels + "no_time} 1"}},
		{"refused, open", budget.Event{Attempt: 1, Reason: budget.Open},
			[]string{"budget.hop.refused" + labels + "open} 1"}},
		{"refused, canceled before", budget.Event{Attempt: 1, Reason: budget.Canceled},
			[]string{"budget.hop.refused" + labels + "canceled} 1"}},
		{"canceled in it", budget.Event{Attempt: 1, Made: true, Given: 2 * sec, Elapsed: sec, Reason: budget.Canceled},
			[]string{"budget.hop.duration" + labels + "canceled} 1 1s", "budget.hop.given{class=c hop=h} 1 2s"}},
		{"denied, no time", budget.Event{Attempt: 2, Reason: budget.NoTime},
			[]string{"budget.retry.denied" + labels + "no_time} 1"}},
		{"denied, open", budget.Event{Attempt: 3, Reason: budget.Open},
			[]string{"budget.retry.denied" + labels + "open} 1"}},
		{"reason of a later version", budget.Event{Attempt: 1, Made: true, Given: sec, Elapsed: sec, Reason: "new"},
			[]string{"budget.hop.duration" + labels + "other} 1 1s", "budget.hop.given{class=c hop=h} 1 1s"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			o, read := start(t)
			tt.e.Hop, tt.e.Class = "h", "c"
			o.Hop(t.Context(), tt.e)
			wantLines(t, read(), tt.want...)
		})
	}
}

func TestRequests(t *testing.T) {
	o, read := start(t)
	for _, e := range []budget.RequestEvent{
		{Class: "short", Given: 10 * sec, Left: 4 * sec},
		{Class: "short", Given: 10 * sec, Left: 0},
		{Class: "short", Given: 10 * sec, Left: -50 * ms},
		{Class: "late", Given: -sec, Left: -2 * sec}, // over when it came
		{Class: "watch", Elapsed: time.Hour},         // no deadline
	} {
		o.Request(t.Context(), e)
	}
	wantLines(t, read(), "budget.left{class=short} 3 3.95s", "budget.left{class=late} 1 -2s")

	// Those that were late are in the buckets up to zero.
	for _, m := range read() {
		for _, p := range m.Data.(metricdata.Histogram[float64]).DataPoints {
			zero, found := slices.BinarySearch(p.Bounds, 0)
			if !found {
				t.Fatalf("no bound at zero: %v", p.Bounds)
			}
			var late uint64
			for _, n := range p.BucketCounts[:zero+1] {
				late += n
			}
			if class, _ := p.Attributes.Value("class"); class.AsString() == "short" && late != 2 {
				t.Errorf("%d were late, want 2", late)
			}
		}
	}
}

// What package budget says comes out at the other end.
func TestDeniedAndRefused(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		o, read := start(t)
		ctx, end := budget.Class{Name: "short", Total: 10 * sec, Observer: o}.Start(t.Context())
		defer end()
		busy := func(context.Context) (int, error) {
			time.Sleep(sec)
			return 0, budget.Transient(errors.New("busy"), 8*sec)
		}
		budget.Call(ctx, &budget.Hop{Name: "search", Cap: 2 * sec, Tries: 3}, busy)
		budget.Call(ctx, &budget.Hop{Name: "ledger", Min: 9500 * ms}, busy)
		wantLines(t, read(),
			"budget.hop.duration{class=short hop=search reason=failed} 1 1s",
			"budget.hop.given{class=short hop=search} 1 2s",
			"budget.retry.denied{class=short hop=search reason=no_time} 1",
			"budget.hop.refused{class=short hop=ledger reason=no_time} 1",
		)
	})
}

// Names that are made up at run time end up in "other".
func TestLimit(t *testing.T) {
	o, read := start(t, budgetotel.WithLimit(2))
	hop := func(hop, class string) {
		o.Hop(t.Context(), budget.Event{Hop: hop, Class: class, Attempt: 1, Reason: budget.Spent})
	}
	for range 2 {
		hop("a", "c")
		hop("b", "c")
		for i := range 1000 {
			hop(fmt.Sprint("made up ", i), "c")
		}
		hop("made up", "d")
		hop("made up", "e") // no room for the class
		o.Request(t.Context(), budget.RequestEvent{Class: "c", Given: sec, Left: sec})
		o.Request(t.Context(), budget.RequestEvent{Class: "d", Given: sec, Left: sec})
		o.Request(t.Context(), budget.RequestEvent{Class: "e", Given: sec, Left: sec})
	}
	wantLines(t, read(),
		"budget.hop.refused{class=c hop=a reason=spent} 2",
		"budget.hop.refused{class=c hop=b reason=spent} 2",
		"budget.hop.refused{class=c hop=other reason=spent} 2000",
		"budget.hop.refused{class=d hop=other reason=spent} 2",
		"budget.hop.refused{class=other hop=other reason=spent} 2",
		"budget.left{class=c} 2 2s",
		"budget.left{class=d} 2 2s",
		"budget.left{class=other} 2 2s",
	)

	none, read := start(t, budgetotel.WithLimit(-1))
	none.Hop(t.Context(), budget.Event{Hop: "a", Class: "c", Attempt: 1, Reason: budget.Spent})
	wantLines(t, read(), "budget.hop.refused{class=other hop=other reason=spent} 1")
}

func TestConcurrentUse(t *testing.T) {
	const workers, rounds, limit = 8, 200, 50
	o, read := start(t, budgetotel.WithLimit(limit))
	var wg sync.WaitGroup
	for range workers {
		wg.Go(func() {
			for i := range rounds {
				o.Hop(t.Context(), budget.Event{Hop: fmt.Sprint(i), Class: "c", Attempt: 1, Made: true, Given: sec, Elapsed: sec})
				o.Request(t.Context(), budget.RequestEvent{Class: fmt.Sprint(i), Given: sec, Left: sec})
			}
		})
	}
	wg.Wait()
	counts, sets := map[string]uint64{}, map[string]int{}
	for _, m := range read() {
		for _, p := range m.Data.(metricdata.Histogram[float64]).DataPoints {
			counts[m.Name] += p.Count
			sets[m.Name]++
		}
	}
	for _, name := range []string{"budget.hop.duration", "budget.hop.given", "budget.left"} {
		if counts[name] != workers*rounds || sets[name] != limit+1 {
			t.Errorf("%s: %d values in %d sets, want %d in %d", name, counts[name], sets[name], workers*rounds, limit+1)
		}
	}
}

// refusing is a provider that refuses an instrument.
type refusing struct{ noop.MeterProvider }

func (refusing) Meter(string, ...metric.MeterOption) metric.Meter { return refusingMeter{} }

type refusingMeter struct{ noop.Meter }

var errRefused = errors.New("refused")

func (refusingMeter) Int64Counter(name string, _ ...metric.Int64CounterOption) (metric.Int64Counter, error) {
	if name == "budget.hop.unbounded" {
		return nil, errRefused
	}
	return noop.Int64Counter{}, nil
}

func TestRefusedInstrument(t *testing.T) {
	if o, err := budgetotel.New(refusing{}); o != nil || !errors.Is(err, errRefused) {
		t.Errorf("got %v, %v", o, err)
	}
}

// events are one of each kind, with names that are known and one that is not.
var events = []budget.Event{
	{Hop: "search", Class: "short", Attempt: 1, Made: true, Given: 2 * sec, Elapsed: sec},
	{Hop: "search", Class: "short", Attempt: 1, Made: true, Given: 2 * sec, Elapsed: 2 * sec, Reason: budget.HopTimeout},
	{Hop: "ledger", Class: "short", Attempt: 1, Made: true, Elapsed: sec},
	{Hop: "ledger", Class: "short", Attempt: 1, Reason: budget.Open},
	{Hop: "ledger", Class: "short", Attempt: 2, Reason: budget.NoTime},
	{Hop: "made up", Class: "short", Attempt: 1, Made: true, Given: 2 * sec, Elapsed: sec},
}

func TestNoAllocations(t *testing.T) {
	o, err := budgetotel.New(noop.NewMeterProvider(), budgetotel.WithLimit(2))
	if err != nil {
		t.Fatal(err)
	}
	ctx := t.Context()
	if n := testing.AllocsPerRun(100, func() {
		for _, e := range events {
			o.Hop(ctx, e)
		}
		o.Request(ctx, budget.RequestEvent{Class: "short", Given: 10 * sec, Left: sec})
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

// What the attributes that are made once are worth: the same two histograms with
// the SDK behind them, through the Observer and with attributes for each call.
func BenchmarkHop(b *testing.B) {
	e := budget.Event{Hop: "search", Class: "short", Attempt: 1, Made: true, Given: 2 * sec, Elapsed: sec}
	b.Run("observer", func(b *testing.B) {
		o, _ := start(b)
		b.ReportAllocs()
		for b.Loop() {
			o.Hop(b.Context(), e)
		}
	})
	b.Run("attributes-per-call", func(b *testing.B) {
		meter := sdk.NewMeterProvider(sdk.WithReader(sdk.NewManualReader())).Meter("bench")
		duration, err := meter.Float64Histogram("duration")
		if err != nil {
			b.Fatal(err)
		}
		given, err := meter.Float64Histogram("given")
		if err != nil {
			b.Fatal(err)
		}
		b.ReportAllocs()
		for b.Loop() {
			hop, class := attribute.String("hop", e.Hop), attribute.String("class", e.Class)
			duration.Record(b.Context(), e.Elapsed.Seconds(), metric.WithAttributes(hop, class, attribute.String("reason", "ok")))
			given.Record(b.Context(), e.Given.Seconds(), metric.WithAttributes(hop, class))
		}
	})
}
