package budget

import (
	"context"
	"sync"
	"time"
)

// A Class is a kind of requests that have one budget: "short", "long-document".
// It is a plain value, usually a package variable, and safe for concurrent use.
// The zero Class adds nothing: requests keep the deadline that they came with.
type Class struct {
	Name string

	// Total is the time for a request from its start to its reply. A deadline
	// that the request came with counts, too: the earlier one holds. Zero sets
	// no deadline.
	Total time.Duration

	// Reserve is the part of the budget that is kept back for writing the reply:
	// [Left] does not count it, and no hop gets it. It comes off a shorter
	// deadline that the request came with as well. A reserve that is as long as
	// that leaves no time for work, and every hop is refused at once.
	Reserve time.Duration

	// Async marks requests that are answered before they are done: accepted, to
	// be fetched later. Transports act on it.
	Async bool

	// Observer is told of each attempt and, if it is a [RequestObserver], of
	// each request. Nil keeps the observer of a class that was started before.
	Observer Observer
}

// Start begins the budget of a request of the class. The context it returns ends
// when the budget does, and then its cause matches [context.DeadlineExceeded].
// The function it returns ends the request and must be called, once the reply is
// written.
func (c Class) Start(ctx context.Context) (context.Context, context.CancelFunc) {
	s := &scope{class: c.Name, observer: c.Observer, start: time.Now()}
	if outer := scopeOf(ctx); outer != nil {
		if s.observer == nil {
			s.observer = outer.observer
		}
		if s.class == "" {
			s.class = outer.class
		}
	}
	var cancel context.CancelFunc
	end, ok := ctx.Deadline()
	if own := s.start.Add(c.Total); c.Total > 0 && (!ok || own.Before(end)) {
		s.Context, cancel = context.WithDeadlineCause(ctx, own, &spent{c.Name, c.Total})
		end, ok = own, true
	} else {
		s.Context, cancel = context.WithCancel(ctx)
	}
	if ok {
		s.deadline, s.usable = end, end.Add(-c.Reserve)
		// What an outer class keeps back stays kept back.
		if u, _ := usable(ctx); !u.IsZero() && u.Before(s.usable) {
			s.usable = u
		}
	}
	o, observed := s.observer.(RequestObserver)
	if !observed {
		return s, cancel
	}
	return s, sync.OnceFunc(func() {
		now := time.Now()
		e := RequestEvent{Class: s.class, Elapsed: now.Sub(s.start)}
		if ok {
			e.Given, e.Left = s.deadline.Sub(s.start), s.deadline.Sub(now)
		}
		o.Request(s, e)
		cancel()
	})
}

// Detach starts a budget of its own for work that goes on when the request of ctx
// has ended: the background half of an answer that was only accepted. It keeps
// the values of ctx, not its deadline, its reserve or its end. With a Total of
// zero nothing bounds that work.
func Detach(ctx context.Context, c Class) (context.Context, context.CancelFunc) {
	return c.Start(context.WithoutCancel(ctx))
}

// A scope is the context of a started request.
type scope struct {
	context.Context
	class    string
	observer Observer
	start    time.Time
	deadline time.Time // zero if there is none
	usable   time.Time // deadline less the reserve
}

// The key is the variable's address, which nobody else can have.
var scopeKey int

func (s *scope) Value(key any) any {
	if key == &scopeKey {
		return s
	}
	return s.Context.Value(key)
}

// scopeOf returns the request that ctx belongs to, nil if none was started.
func scopeOf(ctx context.Context) *scope {
	s, _ := ctx.Value(&scopeKey).(*scope)
	return s
}

// usableBefore returns when the time for work is over in a context of the request
// that has the deadline end.
func (s *scope) usableBefore(end time.Time) time.Time {
	// A later deadline than the request's is that of work that was detached from
	// it (context.WithoutCancel), which the request's reserve is no part of.
	if s != nil && s.usable.Before(end) && !s.deadline.Before(end) {
		return s.usable
	}
	return end
}

// spent is the cause of a context whose request has used its budget up.
type spent struct {
	class string
	total time.Duration
}

func (s *spent) Error() string {
	if s.class == "" {
		return "budget: the request's " + s.total.String() + " are over"
	}
	return "budget: the " + s.total.String() + " of class " + s.class + " are over"
}

func (*spent) Is(target error) bool { return target == context.DeadlineExceeded }
func (*spent) Timeout() bool        { return true }
