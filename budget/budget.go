// Package budget keeps the one number that matters while services wait for each
// other: how much time this request has left. It is a deadline budget: time, not
// retry tokens.
//
// A request gets one deadline where it enters ([Class.Start]), a part of which is
// kept back for the reply (the reserve). Everything below asks what is left
// ([Left], [Affords]), takes no more than that ([Within], [Hop]), and starts
// nothing that cannot end in time: a retry runs only if its delay and one whole
// attempt still fit ([Call], [Sleep]). What could not be had by then, the reply
// says ([Partial]).
//
// The deadline is the context's own, so that everything that knows contexts
// keeps to it, and every function here works on any context. The package knows
// nothing of transports: they are in budgethttp and budgetgrpc. It starts no
// goroutines and has no clock of its own: tests use testing/synctest.
package budget

import (
	"context"
	"time"
)

// Left returns how much time ctx has left for work: until its deadline, less the
// reserve of the request's [Class]. It is negative once that is over, and false
// if ctx has no deadline. The reserve is taken off once: a context that
// [Within] or [Hop.Begin] made already ends before it.
func Left(ctx context.Context) (time.Duration, bool) {
	end, ok := usable(ctx)
	if !ok {
		return 0, false
	}
	return time.Until(end), true
}

// Affords reports whether ctx has at least d left for work, or has no deadline.
// A context that has ended affords nothing.
//
// It is the gate for retry loops that are not made by this package:
//
//	if !budget.Affords(ctx, delay+perTry) {
//		return err // the next attempt could not end in time
//	}
func Affords(ctx context.Context, d time.Duration) bool {
	if ctx.Err() != nil {
		return false
	}
	left, ok := Left(ctx)
	return !ok || left >= d
}

// Within is [context.WithTimeout] that leaves the reserve: the context it returns
// ends after limit, or when ctx has nothing left for work, whichever is first.
// As there, a limit that is not positive has run out already, and the caller has
// to call the function that is returned.
func Within(ctx context.Context, limit time.Duration) (context.Context, context.CancelFunc) {
	end := time.Now().Add(limit)
	if u, ok := usable(ctx); ok && u.Before(end) {
		end = u
	}
	return context.WithDeadline(ctx, end)
}

// Sleep pauses for d and returns nil, or returns an [*Error] as soon as the pause
// makes no sense: at once, with the reason [NoTime], if d does not fit into what
// is left, and with [Canceled] or [BudgetTimeout] if ctx ends meanwhile. An ended
// context makes even a pause that is not positive fail.
func Sleep(ctx context.Context, d time.Duration) error {
	if ctx.Err() == nil && d > 0 {
		if left, ok := Left(ctx); ok && left < d {
			return &Error{Reason: NoTime, Left: left, Needs: d}
		}
		timer := time.NewTimer(d)
		defer timer.Stop()
		select {
		case <-timer.C:
		case <-ctx.Done():
		}
	}
	// Asked last: both may have been ready.
	if ctx.Err() == nil {
		return nil
	}
	left, _ := Left(ctx)
	return &Error{Reason: endOf(ctx), Left: left, Err: context.Cause(ctx)}
}

// usable returns when the time for work is over.
func usable(ctx context.Context) (time.Time, bool) {
	end, ok := ctx.Deadline()
	if !ok {
		return end, false
	}
	return scopeOf(ctx).usableBefore(end), true
}

// endOf returns why an ended context has ended.
func endOf(ctx context.Context) Reason {
	if ctx.Err() == context.Canceled {
		return Canceled
	}
	return BudgetTimeout
}
