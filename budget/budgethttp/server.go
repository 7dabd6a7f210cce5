package budgethttp

import (
	"fmt"
	"net/http"
	"strings"
	"time"

	"github.com/budgetlint/budgetlint/budget"
)

// Options are how a server gives requests their budget.
type Options struct {
	// Class returns the class of a request. It must not be nil. A function for
	// one class only: [Always].
	Class func(*http.Request) budget.Class

	// Accept are the headers that may shorten the budget; the least of them
	// counts. Nil is RequestTimeout alone. They are taken off the request: a
	// proxy that passed a length of time on would give the next service the time
	// that has gone by since once more.
	Accept []Header

	// Require refuses requests that bring no budget with 400.
	Require bool

	// Strict refuses requests with a malformed header of Accept with 400, which
	// suits a service whose callers are known. Otherwise the header is ignored.
	Strict bool

	// Malformed, if not nil, is told of each malformed header: count them.
	Malformed func(*http.Request, Header)

	// Async, if not nil, answers requests later: those of a class that is Async,
	// those that prefer it (Prefer: respond-async), and those that bring less
	// time than their work usually needs.
	Async *Async
}

// Always returns a function for [Options.Class] that puts each request into c.
func Always(c budget.Class) func(*http.Request) budget.Class {
	return func(*http.Request) budget.Class { return c }
}

// Middleware returns a middleware that starts each request's budget and ends it
// when the handler returns. It has to be the outermost one, as the time until it
// runs is not counted. The budget is the class's Total or what the caller says,
// whichever is less. A request that has nothing left for work when it comes in is
// answered with 504 at once.
//
// The handler gets the ResponseWriter as it is, but for requests that are
// answered later; see [Async].
func Middleware(o Options) func(http.Handler) http.Handler {
	if o.Class == nil {
		panic("budgethttp: Options.Class is nil")
	}
	if o.Accept == nil {
		o.Accept = []Header{RequestTimeout}
	}
	return func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { o.serve(w, r, next) })
	}
}

func (o *Options) serve(w http.ResponseWriter, r *http.Request, next http.Handler) {
	limit, limited, bad := within(r.Header, o.Accept)
	for _, h := range bad {
		if o.Malformed != nil {
			o.Malformed(r, h)
		}
	}
	switch {
	case len(bad) > 0 && o.Strict:
		http.Error(w, fmt.Sprintf("malformed %s header", bad[0].Name), http.StatusBadRequest)
		return
	case !limited && o.Require:
		http.Error(w, "no time limit: send how many milliseconds this request has in the header "+o.Accept[0].Name, http.StatusBadRequest)
		return
	}
	class := o.Class(r)
	var prefers preference
	if o.Async != nil {
		// What can't be read is no preference.
		prefers, _ = parsePrefer(strings.Join(r.Header.Values("Prefer"), ","))
	}
	// What is taken off is taken off for the handler only.
	r = r.WithContext(r.Context())
	r.Header = r.Header.Clone()
	for _, h := range o.Accept {
		r.Header.Del(h.Name)
	}
	if o.Async != nil && (class.Async || prefers.async || limited && limit < o.Async.Need) {
		wait := time.Duration(0)
		if prefers.hasWait {
			wait = prefers.wait
		}
		if limited && limit-class.Reserve < wait {
			wait = limit - class.Reserve
		}
		o.Async.serve(w, r, next, class, wait, prefers.async)
		return
	}
	if limited && (class.Total <= 0 || limit < class.Total) {
		class.Total = limit
	}
	ctx, cancel := class.Start(r.Context())
	defer cancel()
	// A limit of zero is none to a class.
	if left, ok := budget.Left(ctx); ok && left <= 0 || limited && limit == 0 {
		WriteError(w, &budget.Error{Reason: budget.Spent, Left: min(left, 0)})
		return
	}
	next.ServeHTTP(w, r.WithContext(ctx))
}
