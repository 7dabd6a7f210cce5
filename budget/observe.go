package budget

import (
	"context"
	"time"
)

// An Observer is told of each attempt of each hop, when it has ended or was
// refused. It is called by the goroutine of the attempt, so it must be quick and
// safe for concurrent use. The context is the caller's, so that a metric can be
// linked to the request.
type Observer interface {
	Hop(ctx context.Context, e Event)
}

// An Event is one attempt, or one that was not made: refused, or denied as a retry
// if its Attempt is above 1.
type Event struct {
	Class   string // of the request, empty if none was started
	Hop     string
	Attempt int // counts from 1
	// Made says that the attempt was made. One that was not has neither Given nor
	// Elapsed, and the Reason [Spent], [NoTime], [Open] or [Canceled].
	Made bool
	// Given is the time that the attempt had, zero if nothing bounded it, which
	// is worth an alarm.
	Given   time.Duration
	Elapsed time.Duration
	// Left is what the request had left for work at the end of the attempt; zero
	// if it has no deadline.
	Left   time.Duration
	Reason Reason // empty after success
}

// A RequestObserver is an Observer that is also told of each request that
// [Class.Start] began, when the function that it returned is called.
type RequestObserver interface {
	Observer
	Request(ctx context.Context, e RequestEvent)
}

// A RequestEvent is one request.
type RequestEvent struct {
	Class   string
	Given   time.Duration // from the start to the deadline, zero if there is none
	Elapsed time.Duration
	Left    time.Duration // to the deadline, the reserve included; negative if the reply was late
}

// A Breaker refuses attempts of a hop that keeps running into its timeout. It
// must be safe for concurrent use.
type Breaker interface {
	// Allow returns an error if the attempt is refused, else a function that is
	// called once with the attempt's Reason. Of these only [HopTimeout] says that
	// the hop is too slow; [BudgetTimeout] and [Canceled] say nothing of it. An
	// error with a method RetryAfter() time.Duration says when to ask again.
	Allow() (done func(Reason), err error)
}
