package demo

import (
	"net/http"
	"sync"
	"time"

	"github.com/budgetlint/budgetlint/examples/supportagent/systems"
)

// A Call is one call of a system, in the scenario's seconds since the start.
type Call struct {
	System     string
	Start, End time.Duration
	Err        error // the call got no answer
}

// A Timeline keeps what was called when. It is a transport, so that it sees
// the calls of an agent that knows nothing of it.
type Timeline struct {
	next      http.RoundTripper
	endpoints systems.Endpoints
	scale     int
	start     time.Time

	mu    sync.Mutex
	calls []Call
	print func(Call) // may be nil
}

// NewTimeline returns a timeline that starts now. Each second counts for scale
// seconds of the scenario.
func NewTimeline(next http.RoundTripper, e systems.Endpoints, scale int) *Timeline {
	return &Timeline{next: next, endpoints: e, scale: scale, start: time.Now()}
}

// Now returns the scenario's time since the start.
func (t *Timeline) Now() time.Duration {
	return time.Since(t.start) * time.Duration(t.scale)
}

// Calls returns the calls that have ended, in the order of their ends.
func (t *Timeline) Calls() []Call {
	t.mu.Lock()
	defer t.mu.Unlock()
	return append([]Call(nil), t.calls...)
}

// RoundTrip makes the call and remembers it.
func (t *Timeline) RoundTrip(req *http.Request) (*http.Response, error) {
	call := Call{System: t.endpoints.Name(req.URL.Host), Start: t.Now()}
	resp, err := t.next.RoundTrip(req)
	call.End, call.Err = t.Now(), err

	t.mu.Lock()
	defer t.mu.Unlock()
	t.calls = append(t.calls, call)
	if t.print != nil {
		t.print(call)
	}
	return resp, err
}
