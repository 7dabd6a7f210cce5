package budgetotel

import (
	"context"
	"errors"
	"maps"
	"sync"
	"sync/atomic"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/metric"

	"github.com/budgetlint/budgetlint/budget"
)

// scope is the name that the instruments are found under.
const scope = "github.com/budgetlint/budgetlint/budget/budgetotel"

// Advice for the bounds of buckets, in seconds. A view of the SDK can set others.
var (
	durations = []float64{.005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10, 20, 30, 60}
	rests     = []float64{-10, -1, -.1, 0, .05, .1, .25, .5, 1, 2.5, 5, 10, 30, 60}
)

// other stands for the names that are over the limit.
const other = "other"

// An Option is an option of [New].
type Option func(*Observer)

// WithLimit sets how many pairs of a hop and a class are counted by name. Those
// that come later are counted as the hop "other", so that names that are made up
// at run time cannot use up memory. As many classes keep their name beside
// "other"; then they are "other", too. The default is 200. The SDK has a limit of
// its own, 2000 sets of attributes for an instrument if nobody has set another.
func WithLimit(n int) Option {
	return func(o *Observer) { o.limit = max(n, 0) }
}

// An Observer records what it is told as metrics. It is safe for concurrent use,
// and one may serve all classes of a program. Use [New]: the zero Observer does
// not work.
type Observer struct {
	duration, given, left      metric.Float64Histogram
	denied, refused, unbounded metric.Int64Counter

	limit   int
	hops    cache[hopKey, hopSets]
	classes cache[string, classSet]
}

var _ budget.RequestObserver = (*Observer)(nil)

// New returns an Observer that records with a meter of the provider, which must
// not be nil. It fails if the provider refuses an instrument.
func New(provider metric.MeterProvider, opts ...Option) (*Observer, error) {
	o := &Observer{limit: 200}
	for _, opt := range opts {
		opt(o)
	}
	meter := provider.Meter(scope)
	var errs [6]error
	histogram := func(name, text string, bounds []float64, err *error) (h metric.Float64Histogram) {
		h, *err = meter.Float64Histogram(name, metric.WithUnit("s"), metric.WithDescription(text), metric.WithExplicitBucketBoundaries(bounds...))
		return h
	}
	counter := func(name, unit, text string, err *error) (c metric.Int64Counter) {
		c, *err = meter.Int64Counter(name, metric.WithUnit(unit), metric.WithDescription(text))
		return c
	}
	o.duration = histogram("budget.hop.duration", "What the attempts of a hop took.", durations, &errs[0])
	o.given = histogram("budget.hop.given", "What the attempts of a hop were given.", durations, &errs[1])
	o.left = histogram("budget.left", "What requests had left of their budget at the reply, negative if it was late.", rests, &errs[2])
	o.denied = counter("budget.retry.denied", "{retry}", "Retries that were not made, because there was no time or the breaker was open.", &errs[3])
	o.refused = counter("budget.hop.refused", "{attempt}", "First attempts of a hop that were not made.", &errs[4])
	o.unbounded = counter("budget.hop.unbounded", "{attempt}", "Attempts of a hop that no deadline bounded.", &errs[5])
	if err := errors.Join(errs[:]...); err != nil {
		return nil, err
	}
	return o, nil
}

// Hop implements [budget.Observer].
func (o *Observer) Hop(ctx context.Context, e budget.Event) {
	sets := o.hopSets(e.Hop, e.Class)
	set := &sets.reasons[index(e.Reason)]
	switch {
	case e.Made:
		o.duration.Record(ctx, e.Elapsed.Seconds(), set.record...)
		if e.Given == 0 {
			o.unbounded.Add(ctx, 1, sets.plain.add...)
		} else {
			o.given.Record(ctx, e.Given.Seconds(), sets.plain.record...)
		}
	case e.Attempt > 1:
		o.denied.Add(ctx, 1, set.add...)
	default:
		o.refused.Add(ctx, 1, set.add...)
	}
}

// Request implements [budget.RequestObserver]. A request without a deadline has
// nothing that could be left of it.
func (o *Observer) Request(ctx context.Context, e budget.RequestEvent) {
	if e.Given != 0 {
		o.left.Record(ctx, e.Left.Seconds(), o.classSet(e.Class).record...)
	}
}

// reasons are the values of the attribute, the closed set of package budget.
// The last one is for what it does not know.
var reasons = [...]budget.Reason{
	"ok",
	budget.Spent,
	budget.NoTime,
	budget.HopTimeout,
	budget.BudgetTimeout,
	budget.Open,
	budget.Canceled,
	budget.Failed,
	other,
}

// index returns where in reasons r is.
func index(r budget.Reason) int {
	if r == "" {
		return 0
	}
	for i := 1; i < len(reasons)-1; i++ {
		if reasons[i] == r {
			return i
		}
	}
	return len(reasons) - 1
}

// A set is a set of attributes, made once, as instruments take it. To make the
// set and the slice anew for each call would be four allocations.
type set struct {
	record []metric.RecordOption
	add    []metric.AddOption
}

func newSet(kvs ...attribute.KeyValue) set {
	o := metric.WithAttributeSet(attribute.NewSet(kvs...))
	return set{[]metric.RecordOption{o}, []metric.AddOption{o}}
}

type (
	hopKey  struct{ hop, class string }
	hopSets struct {
		plain   set // hop and class
		reasons [len(reasons)]set
	}
	classSet struct{ set }
)

func newHopSets(k hopKey) *hopSets {
	hop, class := attribute.String("hop", k.hop), attribute.String("class", k.class)
	s := &hopSets{plain: newSet(hop, class)}
	for i, r := range reasons {
		s.reasons[i] = newSet(hop, class, attribute.String("reason", string(r)))
	}
	return s
}

// hopSets returns the attributes of a hop.
func (o *Observer) hopSets(hop, class string) *hopSets {
	if s := o.hops.get(hopKey{hop, class}, o.limit, newHopSets); s != nil {
		return s
	}
	if s := o.hops.get(hopKey{other, class}, 2*o.limit, newHopSets); s != nil {
		return s
	}
	return o.hops.get(hopKey{other, other}, 2*o.limit+1, newHopSets)
}

// classSet returns the attributes of a class.
func (o *Observer) classSet(class string) *classSet {
	make := func(class string) *classSet { return &classSet{newSet(attribute.String("class", class))} }
	if s := o.classes.get(class, o.limit, make); s != nil {
		return s
	}
	return o.classes.get(other, o.limit+1, make)
}

// A cache makes a value for each key, up to a limit. It is read much more often
// than it grows, so it is copied to grow, and read without a lock. (A sync.Map
// would allocate for its keys.)
type cache[K comparable, V any] struct {
	m  atomic.Pointer[map[K]*V]
	mu sync.Mutex // to grow
}

// get returns the value of a key, or nil if it has none and limit values are there.
func (c *cache[K, V]) get(k K, limit int, make func(K) *V) *V {
	m := c.m.Load()
	if m != nil {
		if v := (*m)[k]; v != nil || len(*m) >= limit {
			return v
		}
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	old := map[K]*V{}
	if m := c.m.Load(); m != nil { // it may have grown meanwhile
		old = *m
	}
	if v := old[k]; v != nil || len(old) >= limit {
		return v
	}
	grown := maps.Clone(old)
	v := make(k)
	grown[k] = v
	c.m.Store(&grown)
	return v
}
