package budgethttp

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"strconv"
	"syscall"
	"time"

	"github.com/budgetlint/budgetlint/budget"
)

// A Transport writes into each request how long the receiver has: what is left of
// the request's context, less the reserve, in whole milliseconds and rounded down.
// It has to be the innermost one, so that each attempt of whatever retries says
// its own time. A request with less than a millisecond left is not sent: the
// error is a [*budget.Error] with the reason [budget.Spent]. Of a context with no
// deadline nothing is written, and a header that stands there is taken off.
//
// The zero Transport is ready for use. It must not be changed after that, and is
// safe for concurrent use.
type Transport struct {
	// Base makes the request; nil is http.DefaultTransport.
	Base http.RoundTripper
	// Header is what is written; the zero Header is RequestTimeout.
	Header Header
}

// RoundTrip implements [http.RoundTripper].
func (t *Transport) RoundTrip(req *http.Request) (*http.Response, error) {
	base, header := t.Base, t.Header
	if base == nil {
		base = http.DefaultTransport
	}
	if header.Format == nil {
		header = RequestTimeout
	}
	left, ok := budget.Left(req.Context())
	switch {
	case ok && left < time.Millisecond:
		if req.Body != nil {
			_ = req.Body.Close() // a transport always does
		}
		return nil, &budget.Error{Hop: req.URL.Host, Reason: budget.Spent, Left: left, Err: context.Cause(req.Context())}
	case ok:
		// A transport must not change its request.
		req = req.Clone(req.Context())
		if req.Header == nil {
			req.Header = http.Header{}
		}
		req.Header.Set(header.Name, header.Format(left))
	case len(req.Header.Values(header.Name)) > 0:
		req = req.Clone(req.Context())
		req.Header.Del(header.Name)
	}
	return base.RoundTrip(req)
}

// CloseIdleConnections closes those of the base.
func (t *Transport) CloseIdleConnections() {
	if c, ok := t.Base.(interface{ CloseIdleConnections() }); ok {
		c.CloseIdleConnections()
	} else if t.Base == nil {
		http.DefaultClient.CloseIdleConnections()
	}
}

// A StatusError is a response that is a failure. [Do] makes it of those that say
// that trying again may help; a function that reads responses can use it for
// others. A 504 matches [context.DeadlineExceeded]: the time of the other side was
// over.
type StatusError struct {
	Code int // of the response, as 503
}

// Is makes a 504 match [context.DeadlineExceeded].
func (e *StatusError) Is(target error) bool {
	return target == context.DeadlineExceeded && e.Code == http.StatusGatewayTimeout
}

func (e *StatusError) Error() string {
	return fmt.Sprintf("the response was %d %s", e.Code, http.StatusText(e.Code))
}

// Do makes a request as a hop: each attempt has its own time, which covers read,
// too, and another one is made only as [budget.Call] says. read gets each response
// that is not to be tried again, whatever its status; it need not close the body,
// and cannot use it after it has returned. A nil c is a client whose transport is
// a [Transport].
//
// Tried again are, with time left and tries (Hop.Tries):
//   - responses 429 and 503, which say that nothing was done, and what could not
//     be sent as no connection was made;
//   - responses 502 and broken connections, if the method is idempotent
//     (RFC 9110, section 9.2.2) or the request has an Idempotency-Key.
//
// A body has to be one that can be sent again (GetBody, which http.NewRequest
// sets for the usual readers). What breaks after the response has begun is the
// affair of read: mark its error with [budget.Transient] if trying again is right.
// A Retry-After header is honoured. If no attempt is left, the error wraps a
// [*StatusError] or what the client returned.
func Do[T any](ctx context.Context, h *budget.Hop, c *http.Client, req *http.Request, read func(*http.Response) (T, error)) (T, error) {
	if c == nil {
		c = defaultClient
	}
	body := req.Body != nil && req.Body != http.NoBody
	again := !body || req.GetBody != nil
	first := true
	return budget.Call(ctx, h, func(ctx context.Context) (v T, err error) {
		r := req.WithContext(ctx)
		if !first && body {
			if r.Body, err = req.GetBody(); err != nil {
				return v, err
			}
		}
		first = false
		resp, err := c.Do(r)
		if err != nil {
			if again && broken(err, idempotent(req)) {
				err = budget.Transient(err, 0)
			}
			return v, err
		}
		defer func() {
			// A short rest is read, so that the connection can be used again.
			_, _ = io.CopyN(io.Discard, resp.Body, 4<<10)
			_ = resp.Body.Close()
		}()
		if again && retryable(resp.StatusCode, idempotent(req)) {
			return v, budget.Transient(&StatusError{resp.StatusCode}, RetryAfter(resp.Header))
		}
		return read(resp)
	})
}

var defaultClient = &http.Client{Transport: new(Transport)}

// retryable reports whether a response asks for another try.
func retryable(code int, idempotent bool) bool {
	switch code {
	case http.StatusTooManyRequests, http.StatusServiceUnavailable:
		return true
	case http.StatusBadGateway: // it may have been done
		return idempotent
	}
	return false
}

// broken reports whether an error of a client is that a connection was not made
// or did not hold.
func broken(err error, idempotent bool) bool {
	var u *url.Error
	if errors.As(err, &u) {
		err = u.Err
	}
	var op *net.OpError
	if errors.As(err, &op) && op.Op == "dial" {
		return true // nothing was sent
	}
	if !idempotent {
		return false
	}
	return errors.Is(err, io.EOF) || errors.Is(err, syscall.ECONNRESET) || errors.Is(err, syscall.EPIPE)
}

// idempotent reports whether a request may be made twice.
func idempotent(r *http.Request) bool {
	switch r.Method {
	case "", http.MethodGet, http.MethodHead, http.MethodOptions, http.MethodTrace, http.MethodPut, http.MethodDelete:
		return true
	}
	return r.Header.Get("Idempotency-Key") != "" || r.Header.Get("X-Idempotency-Key") != ""
}

// RetryAfter returns how long a response asks to wait (RFC 9110, section 10.2.3:
// seconds, or a date), zero if it does not say or if that is over.
func RetryAfter(h http.Header) time.Duration {
	v := h.Get("Retry-After")
	if v == "" {
		return 0
	}
	if n, err := strconv.ParseUint(v, 10, 64); err == nil {
		return times(n, time.Second)
	}
	at, err := http.ParseTime(v)
	if err != nil {
		return 0
	}
	return max(time.Until(at), 0)
}
