// Package budgetbreaker is a breaker for one hop that opens when too many of its
// attempts run into the hop's own timeout: [github.com/sony/gobreaker/v2] behind
// [budget.Breaker]. It knows of one hop in one process, and nothing of others.
//
// Only [budget.HopTimeout] counts against the hop. An answer in time counts for
// it, an error too ([budget.Failed]): it did not keep the caller waiting. All
// else, [budget.BudgetTimeout] and [budget.Canceled] above all, says something of
// the caller and is not counted, so that impatient callers do not open the
// breaker for everyone.
package budgetbreaker

import (
	"fmt"
	"math"
	"sync/atomic"
	"time"

	"github.com/budgetlint/budgetlint/budget"
	"github.com/sony/gobreaker/v2"
)

// The defaults of [Settings], and the shortest Window, in Caps.
const (
	defaultRate     = 0.15
	defaultMinCalls = 20
	defaultProbes   = 3
	defaultCaps     = 12
	defaultWindow   = 10 * time.Second
	leastCaps       = 10
	buckets         = 12
)

// Settings say when a breaker opens. Only Cap has to be set.
type Settings struct {
	Name string // for errors and OnChange: that of the hop

	// Cap is the hop's Cap: how long an attempt takes that runs into the hop's
	// timeout. It has to be above zero: a hop without a Cap has no timeout that
	// could be counted.
	Cap time.Duration

	// Rate is the share of timeouts above which the breaker opens, between 0 and
	// 1; zero means 0.15. The share is that among the calls of the last Window
	// that timed out or were answered.
	Rate float64

	// MinCalls is how many such calls it takes; zero means 20. A hop with fewer
	// in a Window never opens its breaker: give it a longer Window.
	MinCalls int

	// Window is how far back calls are counted, by their start. Zero means 12 x
	// Cap, or 10 s if that is longer. It cannot be shorter than 10 x Cap: calls
	// that will time out are the last to be known, for one Cap they are missing,
	// while those answered are counted. So a steady share of timeouts of p opens
	// the breaker after about Cap x p(1-Rate)/(p-Rate), if that is within the
	// Window, and else never. With a Rate of 0.15 a Window of 12 x Cap sees what
	// is above 0.162; one of 2 x Cap would not see 0.2.
	Window time.Duration

	// Open is how long the breaker stays open before it lets probes through. Zero
	// means half of the Window: probes that run into a timeout then take up no
	// more than about a seventh of the time.
	Open time.Duration

	// Probes is how many calls are let through then; zero means 3. If all of them
	// are answered, the breaker closes, and the first that times out opens it
	// again. A call that is not counted is replaced by another one.
	Probes uint32

	// OnChange is told of each change of the state. The breaker is locked
	// meanwhile: OnChange must be quick, and must not call the breaker.
	OnChange func(name string, from, to gobreaker.State)
}

// A Breaker is a [budget.Breaker]. [New] makes it, and it is safe for concurrent
// use. Hops that wait for different services should not share one.
type Breaker struct {
	inner *gobreaker.TwoStepCircuitBreaker[struct{}]
	name  string
	cap   time.Duration
	made  time.Time
	until atomic.Int64 // when the state open ends, from made
}

var _ budget.Breaker = (*Breaker)(nil)

// New returns a closed breaker, or an error that says what to change if a setting
// makes no sense or would keep the breaker from ever opening.
func New(s Settings) (*Breaker, error) {
	if err := s.complete(); err != nil {
		if s.Name != "" {
			return nil, fmt.Errorf("budgetbreaker: %s: %w", s.Name, err)
		}
		return nil, fmt.Errorf("budgetbreaker: %w", err)
	}
	b := &Breaker{name: s.Name, cap: s.Cap, made: time.Now()}
	b.inner = gobreaker.NewTwoStepCircuitBreaker[struct{}](gobreaker.Settings{
		Name:        s.Name,
		MaxRequests: s.Probes,
		Interval:    s.Window,
		// Rounded up: rounded down it would take one bucket more.
		BucketPeriod: (s.Window + buckets - 1) / buckets,
		// gobreaker waits for more than the Timeout.
		Timeout: max(s.Open-1, 1),
		ReadyToTrip: func(c gobreaker.Counts) bool {
			// Not c.Requests, which has those that are under way.
			known := float64(c.TotalFailures) + float64(c.TotalSuccesses)
			return known >= float64(s.MinCalls) && float64(c.TotalFailures)/known > s.Rate
		},
		IsExcluded:   func(err error) bool { return err == errUncounted },
		IsSuccessful: func(err error) bool { return err == nil },
		OnStateChange: func(name string, from, to gobreaker.State) {
			if to == gobreaker.StateOpen {
				b.until.Store(int64(time.Since(b.made) + s.Open))
			}
			if s.OnChange != nil {
				s.OnChange(name, from, to)
			}
		},
	})
	return b, nil
}

// complete sets the defaults and refuses what cannot work.
func (s *Settings) complete() error {
	const longest = time.Duration(math.MaxInt64)
	if s.Rate == 0 {
		s.Rate = defaultRate
	}
	if s.MinCalls == 0 {
		s.MinCalls = defaultMinCalls
	}
	if s.Probes == 0 {
		s.Probes = defaultProbes
	}
	switch {
	case s.Cap <= 0:
		return fmt.Errorf("a Cap of %v: set it to the hop's Cap, without which no attempt runs into a timeout of the hop", s.Cap)
	case s.Cap > longest/defaultCaps/2:
		return fmt.Errorf("a Cap of %v: no Window is long enough for it", s.Cap)
	case !(s.Rate > 0 && s.Rate < 1): // not a number, too
		return fmt.Errorf("a Rate of %v: it is a share, use one above 0 and below 1, or 0 for %v", s.Rate, defaultRate)
	case s.MinCalls < 0 || s.MinCalls > math.MaxInt32:
		return fmt.Errorf("MinCalls of %d: use what the hop is called in a Window at least, or 0 for %d", s.MinCalls, defaultMinCalls)
	case s.Window < 0 || s.Window > longest/2:
		return fmt.Errorf("a Window of %v: use at least %v (%d x Cap), or 0 for the default", s.Window, leastCaps*s.Cap, leastCaps)
	case s.Window > 0 && s.Window < leastCaps*s.Cap:
		return fmt.Errorf("a Window of %v: attempts that time out after %v are known too late to be counted in it, use at least %v (%d x Cap), or 0 for the default",
			s.Window, s.Cap, leastCaps*s.Cap, leastCaps)
	case s.Open < 0 || s.Open > longest/2:
		return fmt.Errorf("an Open of %v: use some Caps of %v, or 0 for half of the Window", s.Open, s.Cap)
	}
	if s.Window == 0 {
		s.Window = max(defaultCaps*s.Cap, defaultWindow)
	}
	if s.Open == 0 {
		s.Open = s.Window / 2
	}
	return nil
}

// Allow implements [budget.Breaker]. If the call is refused, the error matches
// [gobreaker.ErrOpenState], or [gobreaker.ErrTooManyRequests] while probes are
// under way, and has a method RetryAfter: the time until there are probes, and
// the Cap, the longest that they take.
func (b *Breaker) Allow() (done func(budget.Reason), err error) {
	report, err := b.inner.Allow()
	if err != nil {
		after := b.cap
		if err == gobreaker.ErrOpenState {
			after = max(time.Duration(b.until.Load())-time.Since(b.made), 0)
		}
		return nil, &refused{b.name, after, err}
	}
	return func(r budget.Reason) { report(outcome(r)) }, nil
}

// State returns the state. A breaker that has been open for long enough is
// half-open, also if nobody has called since.
func (b *Breaker) State() gobreaker.State { return b.inner.State() }

// What gobreaker is told beside nil, an answer.
type told string

func (t told) Error() string { return string(t) }

var (
	errTimeout   error = told("timeout")
	errUncounted error = told("not counted")
)

// outcome is what an attempt that ended like that says of the hop.
func outcome(r budget.Reason) error {
	switch r {
	case "", budget.Failed:
		return nil
	case budget.HopTimeout:
		return errTimeout
	}
	return errUncounted
}

// refused is the error of a call that was not let through.
type refused struct {
	name  string
	after time.Duration
	err   error
}

func (r *refused) Error() string {
	name := r.name
	if name != "" {
		name += ": "
	}
	return fmt.Sprintf("budgetbreaker: %s%v, try again in %v", name, r.err, r.after.Round(time.Millisecond))
}

func (r *refused) Unwrap() error { return r.err }

// RetryAfter is what [budget.Error.RetryAfter] is taken from.
func (r *refused) RetryAfter() time.Duration { return r.after }
