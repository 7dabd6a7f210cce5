package budgetgrpc

import (
	"context"
	"errors"
	"time"

	"google.golang.org/genproto/googleapis/rpc/errdetails"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/types/known/durationpb"

	"github.com/budgetlint/budgetlint/budget"
)

// A reply is what a reason is on the wire.
type reply struct {
	code codes.Code
	text string
}

var replies = map[budget.Reason]reply{
	budget.Spent:         {codes.DeadlineExceeded, "nothing was left of the time"},
	budget.NoTime:        {codes.DeadlineExceeded, "too little time was left"},
	budget.HopTimeout:    {codes.DeadlineExceeded, "took longer than it may"},
	budget.BudgetTimeout: {codes.DeadlineExceeded, "took all of the time that was left"},
	budget.Open:          {codes.Unavailable, "is not asked for now, it kept running out of time"},
	budget.Canceled:      {codes.Canceled, "the caller has gone"},
}

// failed is the reply for Failed, and for reasons that this version does not
// know: the code is what the other side said.
var failed = reply{codes.Unknown, "failed"}

// statusOf returns e as it may be sent: in fixed words, with the name of the hop
// and none of the words of e.Err, and with the time to wait, if there is one.
func statusOf(e *budget.Error) *status.Status {
	r, ok := replies[e.Reason]
	if !ok {
		r = failed
	}
	if e.Hop != "" {
		r.text = e.Hop + ": " + r.text
	}
	return withRetryInfo(status.New(codeOf(e), r.text), e.RetryAfter)
}

func codeOf(e *budget.Error) codes.Code {
	if r, ok := replies[e.Reason]; ok {
		return r.code
	}
	// A hop in a hop knows better why it failed.
	if inner := budgetErrorOf(e.Err); inner != nil {
		return codeOf(inner)
	}
	if st, ok := status.FromError(e.Err); ok && st.Code() != codes.OK {
		return st.Code()
	}
	return failed.code
}

// withRetryInfo adds a time to wait, if there is one.
func withRetryInfo(st *status.Status, after time.Duration) *status.Status {
	if after <= 0 {
		return st
	}
	if more, err := st.WithDetails(&errdetails.RetryInfo{RetryDelay: durationpb.New(after)}); err == nil {
		return more
	}
	return st
}

// A callError is the error of a call: a *budget.Error that has a status.
type callError struct {
	e  *budget.Error
	st *status.Status
}

// callErrorOf returns the error of a call of which last was the last answer.
func callErrorOf(err, last error) error {
	var e *budget.Error
	if !errors.As(err, &e) {
		return err
	}
	if e.Reason != budget.Failed {
		return &callError{e, statusOf(e)}
	}
	st, ok := status.FromError(last)
	if !ok {
		st = status.FromContextError(last)
	}
	return &callError{e, st}
}

func (c *callError) Error() string              { return c.e.Error() }
func (c *callError) Unwrap() error              { return c.e }
func (c *callError) GRPCStatus() *status.Status { return c.st }

// Is makes a DEADLINE_EXCEEDED of the server match, which the error of gRPC
// does not.
func (c *callError) Is(target error) bool {
	return target == context.DeadlineExceeded && c.st.Code() == codes.DeadlineExceeded
}

// Timeout is for those who ask as of a net.Error.
func (c *callError) Timeout() bool { return c.st.Code() == codes.DeadlineExceeded }

// A replyError is what a handler's error becomes: the status that is sent, and
// below it the error, for the interceptors that write logs. Its own text is the
// status, so that wrapping it cannot send more.
type replyError struct {
	err error
	st  *status.Status
}

func (r *replyError) Error() string              { return r.st.String() }
func (r *replyError) Unwrap() error              { return r.err }
func (r *replyError) GRPCStatus() *status.Status { return r.st }

// replyOf returns what a handler's error is to the caller.
func replyOf(err error) error {
	if e := budgetErrorOf(err); e != nil {
		return &replyError{err, statusOf(e)}
	}
	return err
}

// budgetErrorOf finds the budget.Error of err, unless the handler has put a status
// of its own around it.
func budgetErrorOf(err error) *budget.Error {
	switch x := err.(type) {
	case *budget.Error:
		return x
	case *callError:
		return x.e
	case interface{ GRPCStatus() *status.Status }:
		return nil
	case interface{ Unwrap() error }:
		return budgetErrorOf(x.Unwrap())
	case interface{ Unwrap() []error }:
		for _, err := range x.Unwrap() {
			if e := budgetErrorOf(err); e != nil {
				return e
			}
		}
	}
	return nil
}
