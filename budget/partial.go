package budget

import (
	"context"
	"encoding/json"
	"errors"
	"time"
)

// A Partial is an answer of which parts may be missing: what there is, what there
// is not, and whether asking again can help. It is made to be sent, as JSON or
// otherwise. An answer with nothing in Missing is complete.
type Partial[T any] struct {
	Value   T         `json:"value"`
	Missing []Missing `json:"missing,omitempty"`
}

// Missing is a part of an answer that could not be had. It carries a [Reason]
// and never the text of an error: a reader, a language model above all, would
// take the text for a part of the answer and go on from it.
//
// As JSON, RetryAfter is retry_after_ms, in whole milliseconds.
type Missing struct {
	Part       string
	Reason     Reason
	Retryable  bool          // asking again can help
	RetryAfter time.Duration // but not before this; zero if nobody said
}

type missingJSON struct {
	Part         string `json:"part"`
	Reason       Reason `json:"reason"`
	Retryable    bool   `json:"retryable"`
	RetryAfterMS int64  `json:"retry_after_ms,omitempty"`
}

// MarshalJSON implements [json.Marshaler].
func (m Missing) MarshalJSON() ([]byte, error) {
	// Rounded up: asking earlier does not help.
	ms := (max(m.RetryAfter, 0) + time.Millisecond - 1) / time.Millisecond
	return json.Marshal(missingJSON{m.Part, m.Reason, m.Retryable, int64(ms)})
}

// UnmarshalJSON implements [json.Unmarshaler].
func (m *Missing) UnmarshalJSON(data []byte) error {
	var j missingJSON
	if err := json.Unmarshal(data, &j); err != nil {
		return err
	}
	*m = Missing{j.Part, j.Reason, j.Retryable, milliseconds(j.RetryAfterMS)}
	return nil
}

// milliseconds is the duration of so many, or the longest one there is.
func milliseconds(n int64) time.Duration {
	const most = int64(1<<63-1) / int64(time.Millisecond)
	return time.Duration(min(max(n, 0), most)) * time.Millisecond
}

// Miss says in a reply's words why a part is missing. What err says in its own
// words belongs into a log.
func Miss(part string, err error) Missing {
	m := Missing{Part: part, Reason: Failed, Retryable: marked(err), RetryAfter: retryAfter(err)}
	var e *Error
	switch {
	case errors.As(err, &e):
		m.Reason, m.Retryable = e.Reason, e.Retryable()
	case errors.Is(err, context.DeadlineExceeded):
		m.Reason, m.Retryable = BudgetTimeout, true
	case errors.Is(err, context.Canceled):
		m.Reason = Canceled
	}
	return m
}
