package budgetgrpc

import (
	"context"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"github.com/budgetlint/budgetlint/budget"
)

// A ServerOption is an option of the server interceptors. Functions that it is
// given get the full name of a method ("/pkg.Service/Method"), are called for each
// call, and must be safe for concurrent use.
type ServerOption func(*server)

// WithClass sets the class of all calls. The default is the zero Class: calls
// keep the deadline that they came with.
func WithClass(c budget.Class) ServerOption {
	return WithClasses(func(string) budget.Class { return c })
}

// WithClasses sets the class of each method. Give streams that are to live long
// a class without a Total.
func WithClasses(class func(fullMethod string) budget.Class) ServerOption {
	return func(s *server) { s.class = class }
}

// WithMin sets the least time that a method needs to have a chance. A call that
// has less left for work when it arrives is refused before its handler runs.
// Zero, the default, refuses only those that have nothing left.
func WithMin(least func(fullMethod string) time.Duration) ServerOption {
	return func(s *server) { s.least = least }
}

// RequireDeadline refuses calls that bring no deadline with INVALID_ARGUMENT,
// before the handler runs: the client would wait without end. It asks for those
// methods for which required returns true, or for all of them if it is nil.
func RequireDeadline(required func(fullMethod string) bool) ServerOption {
	if required == nil {
		required = func(string) bool { return true }
	}
	return func(s *server) { s.required = required }
}

type server struct {
	class    func(fullMethod string) budget.Class
	least    func(fullMethod string) time.Duration
	required func(fullMethod string) bool
}

func newServer(opts []ServerOption) *server {
	s := &server{
		class:    func(string) budget.Class { return budget.Class{} },
		least:    func(string) time.Duration { return 0 },
		required: func(string) bool { return false },
	}
	for _, o := range opts {
		o(s)
	}
	return s
}

// start starts the budget of a call, or returns why it is refused.
func (s *server) start(ctx context.Context, method string) (context.Context, context.CancelFunc, error) {
	if _, ok := ctx.Deadline(); !ok && s.required(method) {
		return nil, nil, status.Error(codes.InvalidArgument,
			"the call has no deadline and "+method+" asks for one: set it in the client (in Go with context.WithTimeout)")
	}
	ctx, end := s.class(method).Start(ctx)
	left, bounded := budget.Left(ctx)
	least := s.least(method)
	var refusal *budget.Error
	switch {
	case ctx.Err() == context.Canceled:
		refusal = &budget.Error{Reason: budget.Canceled}
	case bounded && left <= 0:
		refusal = &budget.Error{Reason: budget.Spent}
	case bounded && left < least:
		refusal = &budget.Error{Reason: budget.NoTime, Needs: least}
	default:
		return ctx, end, nil
	}
	refusal.Left, refusal.Err = left, context.Cause(ctx)
	end()
	st := statusOf(refusal)
	return nil, nil, &replyError{refusal, status.New(st.Code(), st.Message()+" when the call arrived: it was not started")}
}

// UnaryServerInterceptor returns an interceptor that starts the budget of each
// call and ends it when the handler returns. The deadline that the call came with
// counts, the class can only shorten it.
//
// A call that arrives with nothing left for work, or with less than [WithMin]
// asks for, is refused with DEADLINE_EXCEEDED before its handler runs: nobody
// would wait for its answer.
//
// A [*budget.Error] that the handler returns, wrapped or not, is sent as a status:
// DEADLINE_EXCEEDED where time was the reason, UNAVAILABLE where a breaker is open,
// CANCELED where the caller has gone, and else the code of the failed call, or
// UNKNOWN if that had none. RetryInfo says when to ask again, if that is known. The
// message names the hop and the reason in fixed words and holds nothing of the
// texts of errors. Interceptors further out still find the *budget.Error with
// [errors.As]. Errors of other kinds, and a budget.Error in an error that has a
// status of its own, are left as they are.
//
// The interceptor is safe for concurrent use. It should be the outermost one, so
// that the others are on the request's time, too.
func UnaryServerInterceptor(opts ...ServerOption) grpc.UnaryServerInterceptor {
	s := newServer(opts)
	return func(ctx context.Context, req any, info *grpc.UnaryServerInfo, handler grpc.UnaryHandler) (any, error) {
		ctx, end, err := s.start(ctx, info.FullMethod)
		if err != nil {
			return nil, err
		}
		defer end()
		reply, err := handler(ctx, req)
		return reply, replyOf(err)
	}
}

// StreamServerInterceptor is [UnaryServerInterceptor] for streams: the budget is
// that of the whole stream. It is the stream's Context that ends with it. RecvMsg
// and SendMsg go on until the deadline that the client has sent, because gRPC does
// not let go of a stream before its handler returns.
func StreamServerInterceptor(opts ...ServerOption) grpc.StreamServerInterceptor {
	s := newServer(opts)
	return func(srv any, stream grpc.ServerStream, info *grpc.StreamServerInfo, handler grpc.StreamHandler) error {
		ctx, end, err := s.start(stream.Context(), info.FullMethod)
		if err != nil {
			return err
		}
		defer end()
		return replyOf(handler(srv, &serverStream{stream, ctx}))
	}
}

// A serverStream is a stream whose context has the budget.
type serverStream struct {
	grpc.ServerStream
	ctx context.Context
}

func (s *serverStream) Context() context.Context { return s.ctx }
