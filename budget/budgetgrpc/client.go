package budgetgrpc

import (
	"context"
	"errors"
	"io"
	"strings"
	"sync"
	"time"

	"google.golang.org/genproto/googleapis/rpc/errdetails"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"

	"github.com/budgetlint/budgetlint/budget"
)

// A ClientOption is an option of the client interceptors.
type ClientOption func(*client)

// WithHops sets which hop a method is, by its full name ("/pkg.Service/Method").
// A hop without a Name gets the method's: one hop may stand for many methods, as
// long as it may share their Breaker. Nil exempts a method: its calls pass
// unchanged, with the deadline of their context. That is for streams that are to
// live long. Without this option every method is a hop of one try and no cap.
//
// The function is called for each call, so it should return values that were made
// before, and must be safe for concurrent use.
func WithHops(hop func(fullMethod string) *budget.Hop) ClientOption {
	return func(c *client) { c.hop = hop }
}

type client struct {
	hop func(fullMethod string) *budget.Hop
}

func newClient(opts []ClientOption) *client {
	c := &client{hop: func(string) *budget.Hop { return &budget.Hop{} }}
	for _, o := range opts {
		o(c)
	}
	return c
}

// hopOf returns the hop of a method, named, or nil.
func (c *client) hopOf(method string) *budget.Hop {
	h := c.hop(method)
	if h == nil || h.Name != "" {
		return h
	}
	named := *h
	named.Name = strings.TrimPrefix(method, "/")
	return &named
}

// UnaryClientInterceptor returns an interceptor that makes each unary call as
// [budget.Call] does: the deadline that goes out is that of the attempt, which is
// the hop's Cap or what is left less the reserve, and no attempt is made without
// time. A context without a deadline stays without one, unless the hop has a Cap.
//
// With more than one of the hop's Tries, these are tried again: UNAVAILABLE, and
// RESOURCE_EXHAUSTED if the server said when to come back (RetryInfo), never
// sooner than it said. That is all: neither DEADLINE_EXCEEDED nor CANCELED is, and
// other codes are only if the hop's Transient says so. The server may have done
// what it was asked before it became unavailable, so give Tries only to methods
// that may run twice.
//
// The error is a [*budget.Error] for [errors.As], and a status for
// [status.FromError]: DEADLINE_EXCEEDED where time was the reason, UNAVAILABLE
// where the breaker is open, CANCELED where the caller has gone, and else the
// status of the last attempt. It matches [context.DeadlineExceeded] where time was
// the reason, and also where only the server said DEADLINE_EXCEEDED; the reason is
// then [budget.Failed], because the server did not use up what it was given. A
// pause that the server asked for is in the error's RetryAfter.
//
// The interceptor is safe for concurrent use. It belongs outside of others that
// make calls of their own, and inside those that only watch.
func UnaryClientInterceptor(opts ...ClientOption) grpc.UnaryClientInterceptor {
	c := newClient(opts)
	return func(ctx context.Context, method string, req, reply any, cc *grpc.ClientConn, invoker grpc.UnaryInvoker, opts ...grpc.CallOption) error {
		h := c.hopOf(method)
		if h == nil {
			return invoker(ctx, method, req, reply, cc, opts...)
		}
		var last error
		_, err := budget.Call(ctx, h, func(ctx context.Context) (struct{}, error) {
			last = invoker(ctx, method, req, reply, cc, opts...)
			return struct{}{}, mark(last)
		})
		return callErrorOf(err, last)
	}
}

// StreamClientInterceptor returns an interceptor that makes each stream one
// attempt of its hop, without retries. The attempt lasts until the stream ends:
// until RecvMsg returns an error ([io.EOF] is success) or the only message of a
// client stream's answer, or, if nobody reads it to its end, until its context ends. So cancel the context of a stream that you
// leave, as gRPC itself asks. The hop's Cap bounds the whole stream; exempt
// streams that are to live longer with [WithHops].
//
// Errors are those of [UnaryClientInterceptor]; [io.EOF] stays io.EOF.
func StreamClientInterceptor(opts ...ClientOption) grpc.StreamClientInterceptor {
	c := newClient(opts)
	return func(ctx context.Context, desc *grpc.StreamDesc, cc *grpc.ClientConn, method string, streamer grpc.Streamer, opts ...grpc.CallOption) (grpc.ClientStream, error) {
		h := c.hopOf(method)
		if h == nil {
			return streamer(ctx, desc, cc, method, opts...)
		}
		a, err := h.Begin(ctx)
		if err != nil {
			return nil, callErrorOf(err, nil)
		}
		inner, err := streamer(a, desc, cc, method, opts...)
		if err != nil {
			return nil, callErrorOf(a.End(mark(err)), err)
		}
		s := &clientStream{ClientStream: inner, attempt: a, many: desc.ServerStreams}
		s.mu.Lock()
		defer s.mu.Unlock()
		s.stop = context.AfterFunc(a, func() { s.end(a.Err()) })
		return s, nil
	}
}

// A clientStream is a stream that is an attempt.
type clientStream struct {
	grpc.ClientStream
	attempt *budget.Attempt
	many    bool        // the server may send more than one message
	stop    func() bool // forgets the watch of the attempt's context

	mu    sync.Mutex
	ended bool
	err   *budget.Error // how it ended
}

// end ends the attempt, if it has not ended, and returns err as the caller gets it.
func (s *clientStream) end(err error) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	var failure error
	if err != io.EOF {
		failure = err
	}
	if !s.ended {
		s.ended = true
		s.stop()
		errors.As(s.attempt.End(mark(failure)), &s.err)
	}
	if failure == nil || s.err == nil {
		return err
	}
	e := *s.err
	e.Err = mark(failure)
	return callErrorOf(&e, failure)
}

// RecvMsg ends the attempt with the stream: with an error, or with the only
// message that is to come, after which gRPC has seen the status.
func (s *clientStream) RecvMsg(m any) error {
	err := s.ClientStream.RecvMsg(m)
	if err != nil || !s.many {
		return s.end(err)
	}
	return nil
}

// SendMsg ends the attempt with what went wrong on this side. An io.EOF only says
// that RecvMsg knows more.
func (s *clientStream) SendMsg(m any) error {
	err := s.ClientStream.SendMsg(m)
	if err != nil && err != io.EOF {
		return s.end(err)
	}
	return err
}

func (s *clientStream) Header() (metadata.MD, error) {
	md, err := s.ClientStream.Header()
	if err != nil && err != io.EOF {
		err = s.end(err)
	}
	return md, err
}

// mark marks what may be tried again, and hands on when.
func mark(err error) error {
	if err == nil {
		return nil
	}
	st, ok := status.FromError(err)
	if !ok {
		return err
	}
	after, told := retryInfo(st)
	switch code := st.Code(); {
	case after < 0: // not again
	case code == codes.Unavailable, code == codes.ResourceExhausted && told:
		return budget.Transient(err, after)
	case after > 0:
		return &later{err, after}
	case code == codes.DeadlineExceeded:
		return &overdue{err}
	}
	return err
}

// overdue is a DEADLINE_EXCEEDED as an error that matches
// [context.DeadlineExceeded], which that of gRPC does not.
type overdue struct{ err error }

func (o *overdue) Error() string        { return o.err.Error() }
func (o *overdue) Unwrap() error        { return o.err }
func (o *overdue) Is(target error) bool { return target == context.DeadlineExceeded }

// retryInfo returns how long a status asks to wait, and whether it does.
func retryInfo(st *status.Status) (time.Duration, bool) {
	for _, d := range st.Details() {
		if r, ok := d.(*errdetails.RetryInfo); ok {
			return r.GetRetryDelay().AsDuration(), true
		}
	}
	return 0, false
}

// later is an error that says when to ask again, but not that it helps.
type later struct {
	err   error
	after time.Duration
}

func (l *later) Error() string             { return l.err.Error() }
func (l *later) Unwrap() error             { return l.err }
func (l *later) RetryAfter() time.Duration { return l.after }
