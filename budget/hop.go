package budget

import (
	"context"
	"errors"
	"math/rand/v2"
	"time"
)

// A Hop is one place where the program waits for another service. It is a plain
// value, usually a package variable, must not be changed while it is in use, and
// is safe for concurrent use. The zero Hop makes one attempt, which gets all that
// the request has left for work.
type Hop struct {
	Name string // for errors and metrics: the service and what it is asked

	// Cap is the longest that one attempt may take: from the hop's own latency,
	// 99th percentile and two sigma of it from minute to minute. An attempt gets
	// Cap or what is left for work, whichever is less. Zero is no limit but
	// what is left.
	Cap time.Duration

	// Min is the least that an attempt needs to have a chance. With less left,
	// none is made. In an overload it decides how much of the work is of use: far
	// below what answers need, it lets work begin that will be cut off.
	Min time.Duration

	// Tries is the most attempts that [Call] makes; zero means one. Another one is
	// made only after an error that is marked as transient, and only if the pause
	// before it and one whole attempt (Cap, or without one Min or what the last
	// attempt took, whichever is longer) fit into what is left.
	Tries int

	// The pause before attempt n+1 is drawn from 0 to min(Max, Base·2ⁿ⁻¹), all
	// equally likely ("full jitter"), and is at least what the other side asked
	// for. A Max of zero is no limit.
	Base, Max time.Duration

	// Transient reports whether an error may go away by itself, beside those
	// marked by the function [Transient]. Nil knows of no others.
	Transient func(error) bool

	// Breaker, if there is one, is asked before each attempt.
	Breaker Breaker
}

// An Attempt is one attempt of a hop: a context to make the call with, which ends
// when the time of the attempt does. End has to be called, by one goroutine; as a
// context it is safe for concurrent use.
type Attempt struct {
	context.Context
	parent   context.Context
	cancel   context.CancelFunc
	done     func(Reason) // of the breaker, nil without one
	hop      *Hop
	scope    *scope
	number   int
	start    time.Time
	deadline time.Time // zero if there is none
	capped   bool      // the deadline is that of the Cap
	ended    bool
}

// Begin begins an attempt whose call is written by hand:
//
//	a, err := hop.Begin(ctx)
//	if err != nil {
//		return err
//	}
//	err = a.End(call(a))
//
// It returns an [*Error] and makes none if nothing is left ([Spent]), if less
// than Min is ([NoTime]), if ctx was canceled, or if the breaker is open. [Call]
// does the same, and retries.
func (h *Hop) Begin(ctx context.Context) (*Attempt, error) {
	a, e := h.begin(ctx, 1)
	if e != nil {
		return nil, e
	}
	return a, nil
}

// End ends the attempt with what its call returned, and returns nil or an
// [*Error] that wraps it. Whether time was the reason is not asked of the error,
// but of the cause of the attempt's context, or of the clock: a broken connection
// may be noticed before the timer. Only in the last tenth of the attempt's time is
// an error believed that matches [context.DeadlineExceeded]: the other side had
// that time, too, and kept a reserve. A second call changes nothing and returns
// what it was given.
func (a *Attempt) End(err error) error {
	if a.ended {
		return err
	}
	if e := a.end(err); e != nil {
		return e
	}
	return nil
}

// begin begins the attempt of that number.
func (h *Hop) begin(ctx context.Context, number int) (*Attempt, *Error) {
	s := scopeOf(ctx)
	now := time.Now()
	outer, bounded := ctx.Deadline()
	end, left := outer, time.Duration(0)
	if bounded {
		end = s.usableBefore(outer)
		left = end.Sub(now)
	}
	ended := ctx.Err()
	refuse := func(e *Error) (*Attempt, *Error) {
		e.Hop, e.Attempts, e.Left = h.Name, number-1, left
		s.observe(ctx, Event{Hop: h.Name, Attempt: number, Left: left, Reason: e.Reason})
		return nil, e
	}
	switch {
	case ended == context.Canceled:
		return refuse(&Error{Reason: Canceled, Err: context.Cause(ctx)})
	case ended != nil || bounded && left <= 0:
		return refuse(&Error{Reason: Spent, Err: context.Cause(ctx)})
	case bounded && left < h.Min:
		return refuse(&Error{Reason: NoTime, Needs: h.Min})
	}
	var done func(Reason)
	if h.Breaker != nil {
		var err error
		if done, err = h.Breaker.Allow(); err != nil {
			return refuse(&Error{Reason: Open, Err: err, RetryAfter: retryAfter(err)})
		}
	}
	a := &Attempt{parent: ctx, done: done, hop: h, scope: s, number: number, start: now, deadline: end}
	if h.Cap > 0 && (!bounded || h.Cap <= left) {
		a.deadline, a.capped = now.Add(h.Cap), true
	}
	// No timer where the caller's does.
	if end = a.deadline; !end.IsZero() && (!bounded || end.Before(outer)) {
		a.Context, a.cancel = context.WithDeadlineCause(ctx, end, (*expired)(a))
	} else {
		a.Context, a.cancel = context.WithCancel(ctx)
	}
	return a, nil
}

// end ends the attempt; nil is success.
func (a *Attempt) end(err error) *Error {
	a.ended = true
	observed := a.scope != nil && a.scope.observer != nil
	if err == nil && !observed { // which needs no clock
		a.cancel()
		if a.done != nil {
			a.done("")
		}
		return nil
	}
	now := time.Now()
	reason := a.reason(err, now)
	a.cancel()
	if a.done != nil {
		a.done(reason)
	}
	given := time.Duration(0)
	if !a.deadline.IsZero() {
		given = a.deadline.Sub(a.start)
	}
	left, _ := Left(a.parent)
	a.scope.observe(a.parent, Event{Hop: a.hop.Name, Attempt: a.number, Made: true, Given: given, Elapsed: now.Sub(a.start), Left: left, Reason: reason})
	if reason == "" {
		return nil
	}
	e := &Error{Hop: a.hop.Name, Reason: reason, Attempts: a.number, Given: given, Elapsed: now.Sub(a.start), Left: left, Err: err}
	if reason == Failed {
		e.transient = marked(err) || a.hop.Transient != nil && a.hop.Transient(err)
		e.RetryAfter = retryAfter(err)
	}
	return e
}

// reason returns how the attempt ended with err.
func (a *Attempt) reason(err error, now time.Time) Reason {
	if err == nil {
		return ""
	}
	bounded := !a.deadline.IsZero()
	due := bounded && !now.Before(a.deadline)
	if !due && bounded && errors.Is(err, context.DeadlineExceeded) {
		// The other side keeps a reserve of its own.
		due = now.Sub(a.start) >= a.deadline.Sub(a.start)/10*9
	}
	if ended := a.Err(); ended != nil {
		// The cause is what came first.
		switch cause := context.Cause(a.Context); {
		case cause == error((*expired)(a)):
			due = true
		case ended == context.Canceled:
			return Canceled
		case !due:
			return BudgetTimeout
		}
	}
	switch {
	case due && a.capped:
		return HopTimeout
	case due:
		return BudgetTimeout
	}
	return Failed
}

// observe tells the request's observer of an attempt. A nil scope has none.
func (s *scope) observe(ctx context.Context, e Event) {
	if s != nil && s.observer != nil {
		e.Class = s.class
		s.observer.Hop(ctx, e)
	}
}

// expired is an attempt as the cause of its own end.
type expired Attempt

func (x *expired) Error() string {
	which := "the hop's timeout of "
	if !x.capped {
		which = "what was left of the budget, "
	}
	name := x.hop.Name
	if name != "" {
		name += ": "
	}
	return "budget: " + name + which + round(x.deadline.Sub(x.start)).String()
}

func (*expired) Is(target error) bool { return target == context.DeadlineExceeded }
func (*expired) Timeout() bool        { return true }

// Call makes the attempts of a hop: op is called with the context of an attempt,
// up to h.Tries times, as long as what is left allows. It returns what the last
// attempt returned; a failure as an [*Error]. A nil h is the zero Hop.
//
// After a failure that is marked as transient, the pause is drawn first and
// then compared with what is left, never shortened to fit: squeezed pauses would
// add load in an overload. If the pause and a whole attempt do not fit, Call
// returns at once with the reason [NoTime] and the last failure, while ctx is
// still alive. An attempt that ran until its end is not repeated: it would run
// into the same wall.
func Call[T any](ctx context.Context, h *Hop, op func(context.Context) (T, error)) (T, error) {
	if h == nil {
		h = new(Hop)
	}
	for n := 1; ; n++ {
		a, e := h.begin(ctx, n)
		if e != nil {
			var none T
			return none, e
		}
		v, err := run(a, op)
		if e = a.end(err); e == nil {
			return v, nil
		}
		if n >= h.Tries || !e.transient {
			return v, e
		}
		if e = h.pause(ctx, e); e != nil {
			return v, e
		}
	}
}

// run calls op. A panic ends the attempt on its way.
func run[T any](a *Attempt, op func(context.Context) (T, error)) (v T, err error) {
	returned := false
	defer func() {
		if !returned {
			a.end(errPanic)
		}
	}()
	v, err = op(a)
	returned = true
	return v, err
}

type panicked struct{}

func (panicked) Error() string { return "budget: the attempt panicked" }

var errPanic error = panicked{}

// pause waits before the attempt that follows on the failure last, or says why
// there is none.
func (h *Hop) pause(ctx context.Context, last *Error) *Error {
	delay := max(h.delay(last.Attempts), last.RetryAfter)
	whole := h.Cap
	if whole <= 0 {
		whole = max(h.Min, last.Elapsed)
	}
	e := *last
	if left, ok := Left(ctx); ok && left-whole < delay {
		e.Reason, e.Left, e.Needs, e.transient = NoTime, left, delay+whole, false
		if e.Needs < 0 { // a pause that no clock can show
			e.Needs = 1<<63 - 1
		}
		scopeOf(ctx).observe(ctx, Event{Hop: h.Name, Attempt: last.Attempts + 1, Left: left, Reason: NoTime})
		return &e
	}
	if delay > 0 {
		timer := time.NewTimer(delay)
		defer timer.Stop()
		select {
		case <-timer.C:
		case <-ctx.Done():
		}
	}
	if ctx.Err() == nil { // both may have been ready
		return nil
	}
	e.Reason, e.transient = endOf(ctx), false
	e.Left, _ = Left(ctx)
	return &e
}

// delay draws the pause after the n-th attempt.
func (h *Hop) delay(n int) time.Duration {
	if h.Base <= 0 {
		return 0
	}
	const longest = time.Duration(1<<63 - 2)
	most := longest
	if n-1 < 62 && h.Base <= longest>>(n-1) {
		most = h.Base << (n - 1)
	}
	if h.Max > 0 {
		most = min(most, h.Max)
	}
	return rand.N(most + 1)
}
