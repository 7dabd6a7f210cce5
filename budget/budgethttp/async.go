package budgethttp

import (
	"bytes"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"maps"
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/budgetlint/budgetlint/budget"
)

// An Async answers requests later: with 202, where the result will be (Location)
// and when to ask for it (Retry-After). The work goes on with a budget of its own,
// that of its class, and its result can be fetched from Results until it expires.
// Work that long requests are given this way does not hold up short ones.
//
// A request may wait for the result all the same (Prefer: respond-async, wait=5):
// if it is there by then, it gets it as usual.
//
// The fields must not be changed once it is in use. The zero Async is ready for
// use. It is safe for concurrent use.
type Async struct {
	// Path is where Results is served; empty is "/results/".
	Path string

	// Store holds the results; nil is a *Memory of its own.
	Store Store

	// Need is how long the work usually takes. A request that brings less is
	// answered later, whatever its class. Zero asks for none.
	Need time.Duration

	// MaxWait is the longest that a request may wait, whatever it prefers. Zero
	// is 30 s.
	MaxWait time.Duration

	// Poll is what those who fetch a result are told to wait; zero is 1 s.
	Poll time.Duration

	// Running is how many may be worked on at a time; zero is 64. More are
	// refused with 503 and a Retry-After.
	Running int

	// MaxBody is the most that the body of a request may have, which is read
	// before it is answered; zero is 1 MiB. More is refused with 413.
	MaxBody int64

	// Done, if not nil, is called with each result, for those who do not poll: a
	// webhook, a message. It may take what is left of the context's budget, which
	// is the work's.
	Done func(ctx context.Context, id string, r Result)

	once    sync.Once
	store   Store
	mu      sync.Mutex
	running int
	closed  bool
	idle    chan struct{} // closed when the last one is done, if anybody waits
}

// A Result is the answer to a request that was answered later.
type Result struct {
	Status int
	Header http.Header
	Body   []byte
}

func (a *Async) init() {
	a.once.Do(func() {
		if a.store = a.Store; a.store == nil {
			a.store = new(Memory)
		}
	})
}

func or[T comparable](v, otherwise T) T {
	var zero T
	if v == zero {
		return otherwise
	}
	return v
}

func (a *Async) path() string {
	return strings.TrimSuffix(or(a.Path, "/results/"), "/") + "/"
}

// serve starts the work on a request and answers it.
func (a *Async) serve(w http.ResponseWriter, r *http.Request, next http.Handler, class budget.Class, wait time.Duration, preferred bool) {
	a.init()
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, or(a.MaxBody, 1<<20)))
	if err != nil {
		var large *http.MaxBytesError
		if errors.As(err, &large) {
			http.Error(w, fmt.Sprintf("the request has more than %d bytes", large.Limit), http.StatusRequestEntityTooLarge)
		} else {
			http.Error(w, "the request could not be read", http.StatusBadRequest)
		}
		return
	}
	if !a.enter() {
		a.refuse(w)
		return
	}
	id := rand.Text()
	if err := a.store.Create(r.Context(), id); err != nil {
		a.leave()
		if !errors.Is(err, ErrFull) {
			slog.ErrorContext(r.Context(), "budgethttp: no place for a result", "err", err)
		}
		a.refuse(w)
		return
	}
	ctx, cancel := budget.Detach(r.Context(), class)
	work := r.Clone(ctx)
	work.Body = io.NopCloser(bytes.NewReader(body))
	done := make(chan Result, 1)
	go func() {
		defer a.leave()
		defer cancel()
		result := record(next, work)
		// The result of work whose time is over is stored all the same.
		if err := a.store.Finish(context.WithoutCancel(ctx), id, result); err != nil {
			slog.ErrorContext(ctx, "budgethttp: a result was not stored", "id", id, "err", err)
		}
		done <- result
		if a.Done != nil {
			a.tell(ctx, id, result)
		}
	}()

	if wait = min(wait, or(a.MaxWait, 30*time.Second)); wait > 0 {
		timer := time.NewTimer(wait)
		defer timer.Stop()
		select {
		case result := <-done:
			result.write(w)
			return
		case <-timer.C:
		case <-r.Context().Done():
			return // nobody is left to be told
		}
	}
	if preferred {
		w.Header().Set("Preference-Applied", "respond-async")
	}
	w.Header().Set("Location", a.path()+id)
	a.pending(w)
}

// tell calls the hook; what goes wrong there does not concern the result.
func (a *Async) tell(ctx context.Context, id string, r Result) {
	defer func() {
		if p := recover(); p != nil {
			slog.ErrorContext(ctx, "budgethttp: Done panicked", "id", id, "panic", p)
		}
	}()
	a.Done(ctx, id, r)
}

func (a *Async) pending(w http.ResponseWriter) {
	w.Header().Set("Retry-After", seconds(or(a.Poll, time.Second)))
	_ = writeJSON(w, http.StatusAccepted, map[string]string{"status": "pending"})
}

func (a *Async) refuse(w http.ResponseWriter) {
	w.Header().Set("Retry-After", seconds(or(a.Poll, time.Second)))
	http.Error(w, "too much is being worked on", http.StatusServiceUnavailable)
}

func (a *Async) enter() bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.closed || a.running >= or(a.Running, 64) {
		return false
	}
	a.running++
	return true
}

func (a *Async) leave() {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.running--; a.running == 0 && a.idle != nil {
		close(a.idle)
		a.idle = nil
	}
}

// Shutdown refuses new work and waits until what was accepted is done, or until
// ctx ends, whose cause it returns then.
func (a *Async) Shutdown(ctx context.Context) error {
	a.mu.Lock()
	a.closed = true
	if a.running == 0 {
		a.mu.Unlock()
		return nil
	}
	if a.idle == nil {
		a.idle = make(chan struct{})
	}
	idle := a.idle
	a.mu.Unlock()
	select {
	case <-idle:
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

// Results returns the handler that results are fetched from, to be served at
// Path: 202 until there is one, then the answer as it would have been, and 404 for
// what is not known or has expired. Whoever knows an address can fetch; addresses
// cannot be guessed.
func (a *Async) Results() http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		a.init()
		if r.Method != http.MethodGet && r.Method != http.MethodHead {
			w.Header().Set("Allow", "GET, HEAD")
			http.Error(w, "results can only be fetched", http.StatusMethodNotAllowed)
			return
		}
		result, done, err := a.store.Load(r.Context(), r.URL.Path[strings.LastIndexByte(r.URL.Path, '/')+1:])
		switch {
		case errors.Is(err, ErrUnknown):
			http.Error(w, "no such result, or it has expired", http.StatusNotFound)
		case err != nil:
			slog.ErrorContext(r.Context(), "budgethttp: a result could not be loaded", "err", err)
			http.Error(w, "the result could not be loaded", http.StatusInternalServerError)
		case !done:
			a.pending(w)
		default:
			result.write(w)
		}
	})
}

func (r Result) write(w http.ResponseWriter) {
	maps.Copy(w.Header(), r.Header)
	w.WriteHeader(r.Status)
	// An error means that the client has gone.
	_, _ = w.Write(r.Body)
}

// record runs a handler and returns its answer.
func record(h http.Handler, r *http.Request) (result Result) {
	rec := &recorder{header: http.Header{}}
	defer func() {
		if p := recover(); p != nil {
			if p != http.ErrAbortHandler {
				slog.ErrorContext(r.Context(), "budgethttp: a handler panicked", "path", r.URL.Path, "panic", p)
			}
			result = Result{Status: http.StatusInternalServerError, Header: http.Header{}}
		}
	}()
	h.ServeHTTP(rec, r)
	if rec.status == 0 {
		rec.WriteHeader(http.StatusOK)
	}
	return Result{rec.status, rec.sent, rec.body.Bytes()}
}

// A recorder is the ResponseWriter of a handler whose client waits elsewhere.
type recorder struct {
	header, sent http.Header
	status       int
	body         bytes.Buffer
}

func (r *recorder) Header() http.Header { return r.header }

func (r *recorder) WriteHeader(status int) {
	if r.status == 0 && status >= 200 { // those below come before the answer
		r.status, r.sent = status, r.header.Clone()
	}
}

func (r *recorder) Write(p []byte) (int, error) {
	r.WriteHeader(http.StatusOK)
	return r.body.Write(p)
}
