package systems

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"sync"
	"time"

	"github.com/budgetlint/budgetlint/budget/budgethttp"
)

// An Arrival is a question and when it is asked.
type Arrival struct {
	At       time.Duration
	Document bool // about a long document
	Question Question
	Within   time.Duration // what the user gives the gateway, if not zero
	Patience time.Duration // after which the user leaves, if not zero
}

// An Outcome is what became of a question.
type Outcome struct {
	Arrival
	Waited   time.Duration // until the gateway had said something
	Accepted bool          // what it said was that the answer comes later
	Done     time.Duration // until the user had the answer, or knew that there is none
	Status   int           // of the answer
	Reply    Reply         // if Status is 200
	Err      error         // no answer at all
}

// Complete reports whether the user got all of the answer.
func (o Outcome) Complete() bool {
	return o.Err == nil && o.Status == http.StatusOK && len(o.Reply.Missing) == 0
}

// Replay asks the gateway all questions, each in its time, and returns what became
// of them, in the same order. told, if it is not nil, gets each outcome when it is
// known, one at a time.
func (r *Running) Replay(ctx context.Context, load []Arrival, told func(Outcome)) []Outcome {
	outcomes := make([]Outcome, len(load))
	var wg sync.WaitGroup
	var mu sync.Mutex
	for i, a := range load {
		wg.Go(func() {
			time.Sleep(a.At)
			outcomes[i] = r.Ask(ctx, a)
			if told != nil {
				mu.Lock()
				defer mu.Unlock()
				told(outcomes[i])
			}
		})
	}
	wg.Wait()
	return outcomes
}

// Ask asks the gateway a question at once, and fetches the answer if it comes
// later.
func (r *Running) Ask(ctx context.Context, a Arrival) Outcome {
	o := Outcome{Arrival: a}
	if a.Patience > 0 {
		var leave context.CancelFunc
		ctx, leave = context.WithTimeout(ctx, a.Patience)
		defer leave()
	}
	start := time.Now()
	fail := func(err error) Outcome {
		o.Err, o.Done = err, time.Since(start)
		return o
	}
	path := Answers
	if a.Document {
		path = Documents
	}
	body, err := json.Marshal(a.Question)
	if err != nil {
		return fail(err)
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, r.URL+path, bytes.NewReader(body))
	if err != nil {
		return fail(err)
	}
	if a.Within > 0 {
		req.Header.Set(budgethttp.RequestTimeout.Name, budgethttp.RequestTimeout.Format(a.Within))
	}
	for first := true; ; first = false {
		resp, err := r.Transport.RoundTrip(req)
		if err != nil {
			return fail(err)
		}
		data, err := io.ReadAll(resp.Body)
		resp.Body.Close()
		if err != nil {
			return fail(err)
		}
		if first {
			o.Waited = time.Since(start)
		}
		if o.Status = resp.StatusCode; o.Status != http.StatusAccepted {
			if o.Status == http.StatusOK {
				err = json.Unmarshal(data, &o.Reply)
			}
			o.Err, o.Done = err, time.Since(start)
			return o
		}
		if first {
			o.Accepted = true
			if req, err = http.NewRequestWithContext(ctx, http.MethodGet, r.URL+resp.Header.Get("Location"), nil); err != nil {
				return fail(err)
			}
		}
		select {
		case <-time.After(budgethttp.RetryAfter(resp.Header)):
		case <-ctx.Done():
			return fail(ctx.Err())
		}
	}
}
