package budget

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"
)

// A Reason says how an attempt ended, or why it was not made. The set is closed
// and the strings are stable: they may be sent, stored and counted. The empty
// Reason is success.
type Reason string

// The reasons.
const (
	// Spent: nothing was left when the attempt was to begin.
	Spent Reason = "spent"
	// NoTime: something was left, but less than the attempt, or the pause
	// before it and the attempt, would have needed.
	NoTime Reason = "no_time"
	// HopTimeout: the attempt ran until the hop's own Cap.
	HopTimeout Reason = "hop_timeout"
	// BudgetTimeout: the attempt ran until the request had nothing left, before
	// the hop's Cap. It says nothing of the hop: it was given too little.
	BudgetTimeout Reason = "budget_timeout"
	// Open: the hop's breaker refused the attempt.
	Open Reason = "open"
	// Canceled: whoever made the request has gone.
	Canceled Reason = "canceled"
	// Failed: the attempt failed in time.
	Failed Reason = "failed"
)

// timed reports whether the reason is that there was too little time.
func (r Reason) timed() bool {
	switch r {
	case Spent, NoTime, HopTimeout, BudgetTimeout:
		return true
	}
	return false
}

var texts = map[Reason]string{
	Spent:         "nothing left of the budget",
	NoTime:        "too little time left",
	HopTimeout:    "ran to the hop's timeout",
	BudgetTimeout: "ran to the end of the budget",
	Open:          "breaker is open",
	Canceled:      "canceled",
	Failed:        "failed",
}

// Error is the error of everything in this package: use [errors.As] to learn the
// reason. It matches [context.DeadlineExceeded] where time was the reason, and
// [context.Canceled] where the caller has gone, whatever the last attempt
// returned; what that was can be matched, too.
type Error struct {
	Hop    string // name of the hop, if there is one
	Reason Reason
	// Attempts is how many attempts were made.
	Attempts int
	// Given and Elapsed are what the last attempt was given and what it took.
	// Given is zero if nothing bounded it.
	Given, Elapsed time.Duration
	// Left is what the request had left for work when the error was made.
	Left time.Duration
	// Needs is what the step that was refused would have needed; only for NoTime.
	Needs time.Duration
	// RetryAfter is when trying again may help, as the other side said; zero if
	// it said nothing.
	RetryAfter time.Duration
	// Err is what the last attempt returned, or why the context had ended. It
	// can be nil.
	Err error

	transient bool
}

func (e *Error) Error() string {
	var b strings.Builder
	b.WriteString("budget: ")
	if e.Hop != "" {
		b.WriteString(e.Hop + ": ")
	}
	if s, ok := texts[e.Reason]; ok {
		b.WriteString(s)
	} else {
		b.WriteString(string(e.Reason))
	}
	if e.Reason == NoTime {
		fmt.Fprintf(&b, " (needs %v, %v left)", round(e.Needs), round(e.Left))
	}
	switch {
	case e.Attempts == 1:
		fmt.Fprintf(&b, " after %v", round(e.Elapsed))
	case e.Attempts > 1:
		fmt.Fprintf(&b, " after %d attempts, the last of %v", e.Attempts, round(e.Elapsed))
	}
	if e.Err != nil {
		b.WriteString(": " + e.Err.Error())
	}
	return b.String()
}

func round(d time.Duration) time.Duration {
	if d < time.Millisecond && d > -time.Millisecond {
		return d
	}
	return d.Round(time.Millisecond)
}

// Unwrap returns Err.
func (e *Error) Unwrap() error { return e.Err }

// Is makes errors.Is(err, context.DeadlineExceeded) true where time was the
// reason, and errors.Is(err, context.Canceled) where the caller has gone.
func (e *Error) Is(target error) bool {
	switch target {
	case context.DeadlineExceeded:
		return e.Reason.timed()
	case context.Canceled:
		return e.Reason == Canceled
	}
	return false
}

// Timeout reports whether time was the reason. It makes an Error a timeout for
// those who ask as of a [net.Error].
func (e *Error) Timeout() bool { return e.Reason.timed() }

// Retryable reports whether the same request, made anew with a budget of its own,
// may succeed: if time was the reason, here or on the other side, or a breaker was
// open, or if the failure was a transient one.
func (e *Error) Retryable() bool {
	return e.Reason.timed() || e.Reason == Open ||
		e.Reason == Failed && (e.transient || errors.Is(e.Err, context.DeadlineExceeded))
}

// Transient marks an error as one that may go away by itself, so that [Call]
// makes another attempt, if there is time. after is how long the other side asked
// to wait (Retry-After), zero if it did not say: no attempt is made earlier.
// Nothing is retried that is not marked, by this or by [Hop.Transient].
// Transient(nil, after) is nil.
func Transient(err error, after time.Duration) error {
	if err == nil {
		return nil
	}
	return &transient{err, after}
}

type transient struct {
	err   error
	after time.Duration
}

func (t *transient) Error() string { return t.err.Error() }
func (t *transient) Unwrap() error { return t.err }

// RetryAfter is how adapters and breakers hand a pause on.
func (t *transient) RetryAfter() time.Duration { return t.after }

// marked reports whether an error is marked as transient.
func marked(err error) bool {
	var t *transient
	if errors.As(err, &t) {
		return true
	}
	var e *Error
	return errors.As(err, &e) && e.Reason == Failed && e.transient
}

// retryAfter returns how long to wait before trying again, as far as err says.
func retryAfter(err error) time.Duration {
	var r interface{ RetryAfter() time.Duration }
	if errors.As(err, &r) {
		return max(r.RetryAfter(), 0)
	}
	var e *Error
	if errors.As(err, &e) {
		return e.RetryAfter
	}
	return 0
}
