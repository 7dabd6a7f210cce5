package budgetgrpc_test

import (
	"context"
	"net"
	"sync"
	"testing"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/test/bufconn"
	"google.golang.org/protobuf/types/known/wrapperspb"

	"github.com/budgetlint/budgetlint/budget"
)

const (
	ms  = time.Millisecond
	sec = time.Second
)

// A testing/synctest bubble holds client, server and the connection between them:
// bufconn waits on sync.Cond, for which virtual time goes on.

// An echo is a service that does in each test what the test needs.
type echo struct {
	get  func(ctx context.Context, text string) (string, error) // unary
	list func(text string, stream grpc.ServerStream) error      // server stream
	put  func(stream grpc.ServerStream) error                   // client stream
}

const (
	getMethod  = "/test.Echo/Get"
	listMethod = "/test.Echo/List"
	putMethod  = "/test.Echo/Put"
)

type text = wrapperspb.StringValue

var (
	listDesc = grpc.StreamDesc{StreamName: "List", ServerStreams: true, Handler: func(srv any, stream grpc.ServerStream) error {
		var in text
		if err := stream.RecvMsg(&in); err != nil {
			return err
		}
		return srv.(*echo).list(in.Value, stream)
	}}
	putDesc = grpc.StreamDesc{StreamName: "Put", ClientStreams: true, Handler: func(srv any, stream grpc.ServerStream) error {
		return srv.(*echo).put(stream)
	}}
	echoDesc = grpc.ServiceDesc{
		ServiceName: "test.Echo",
		HandlerType: (*any)(nil),
		Methods: []grpc.MethodDesc{{MethodName: "Get", Handler: func(srv any, ctx context.Context, decode func(any) error, interceptor grpc.UnaryServerInterceptor) (any, error) {
			var in text
			if err := decode(&in); err != nil {
				return nil, err
			}
			handler := func(ctx context.Context, req any) (any, error) {
				out, err := srv.(*echo).get(ctx, req.(*text).Value)
				if err != nil {
					return nil, err
				}
				return wrapperspb.String(out), nil
			}
			if interceptor == nil {
				return handler(ctx, &in)
			}
			return interceptor(ctx, &in, &grpc.UnaryServerInfo{Server: srv, FullMethod: getMethod}, handler)
		}}},
		Streams: []grpc.StreamDesc{listDesc, putDesc},
	}
)

// serve starts a server for e, and returns what dials it.
func serve(t testing.TB, e *echo, opts ...grpc.ServerOption) func(...grpc.DialOption) *grpc.ClientConn {
	t.Helper()
	ln := bufconn.Listen(1 << 16)
	s := grpc.NewServer(opts...)
	s.RegisterService(&echoDesc, e)
	done := make(chan struct{})
	go func() {
		defer close(done)
		// It may be stopped before it has begun.
		if err := s.Serve(ln); err != nil && err != grpc.ErrServerStopped {
			t.Error(err)
		}
	}()
	t.Cleanup(func() { s.Stop(); <-done })
	return func(opts ...grpc.DialOption) *grpc.ClientConn {
		t.Helper()
		opts = append([]grpc.DialOption{
			grpc.WithTransportCredentials(insecure.NewCredentials()),
			grpc.WithContextDialer(func(ctx context.Context, _ string) (net.Conn, error) { return ln.DialContext(ctx) }),
			grpc.WithDisableRetry(),
		}, opts...)
		conn, err := grpc.NewClient("passthrough:///echo", opts...)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { conn.Close() })
		return conn
	}
}

// get makes the unary call.
func get(ctx context.Context, conn *grpc.ClientConn) (string, error) {
	var out text
	err := conn.Invoke(ctx, getMethod, wrapperspb.String("hello"), &out)
	return out.Value, err
}

// A log is an observer that remembers.
type log struct {
	mu       sync.Mutex
	hops     []budget.Event
	requests []budget.RequestEvent
}

func (l *log) Hop(_ context.Context, e budget.Event) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.hops = append(l.hops, e)
}

func (l *log) Request(_ context.Context, e budget.RequestEvent) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.requests = append(l.requests, e)
}

// seen returns the attempts so far.
func (l *log) seen() []budget.Event {
	l.mu.Lock()
	defer l.mu.Unlock()
	return append([]budget.Event(nil), l.hops...)
}
