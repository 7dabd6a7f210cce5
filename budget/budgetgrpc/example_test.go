package budgetgrpc_test

import (
	"context"
	"errors"
	"fmt"
	"net"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials/insecure"
	healthpb "google.golang.org/grpc/health/grpc_health_v1"
	"google.golang.org/grpc/status"
	"google.golang.org/grpc/test/bufconn"

	"github.com/budgetlint/budgetlint/budget"
	"github.com/budgetlint/budgetlint/budget/budgetgrpc"
)

// clock is a health service that says how much time it was given.
type clock struct {
	healthpb.UnimplementedHealthServer
}

func (clock) Check(ctx context.Context, _ *healthpb.HealthCheckRequest) (*healthpb.HealthCheckResponse, error) {
	left, ok := budget.Left(ctx)
	fmt.Println("server has", left.Round(time.Second), ok)
	return &healthpb.HealthCheckResponse{Status: healthpb.HealthCheckResponse_SERVING}, nil
}

// stuck is one that does not answer.
type stuck struct {
	healthpb.UnimplementedHealthServer
}

func (stuck) Check(ctx context.Context, _ *healthpb.HealthCheckRequest) (*healthpb.HealthCheckResponse, error) {
	<-ctx.Done()
	return nil, ctx.Err()
}

// connect starts a server in memory and a client for it.
func connect(s healthpb.HealthServer, server []grpc.ServerOption, client ...grpc.DialOption) (healthpb.HealthClient, func()) {
	ln := bufconn.Listen(1 << 16)
	srv := grpc.NewServer(server...)
	healthpb.RegisterHealthServer(srv, s)
	go srv.Serve(ln)
	conn, err := grpc.NewClient("passthrough:///memory", append(client,
		grpc.WithTransportCredentials(insecure.NewCredentials()),
		grpc.WithContextDialer(func(ctx context.Context, _ string) (net.Conn, error) { return ln.DialContext(ctx) }))...)
	if err != nil {
		panic(err)
	}
	return healthpb.NewHealthClient(conn), func() { conn.Close(); srv.Stop() }
}

// The reserve of the request comes off before the deadline goes out.
func ExampleUnaryClientInterceptor() {
	client, stop := connect(clock{}, nil,
		grpc.WithUnaryInterceptor(budgetgrpc.UnaryClientInterceptor()),
		grpc.WithDisableRetry())
	defer stop()

	short := budget.Class{Name: "short", Total: 30 * time.Second, Reserve: 2 * time.Second}
	ctx, end := short.Start(context.Background())
	defer end()
	reply, err := client.Check(ctx, &healthpb.HealthCheckRequest{})
	fmt.Println(reply.GetStatus(), err)
	// Output:
	// server has 28s true
	// SERVING <nil>
}

// Hops of one's own give methods a cap, retries and a breaker, and the error says
// whose time ran out.
func ExampleWithHops() {
	check := &budget.Hop{Name: "health", Cap: 50 * time.Millisecond}
	client, stop := connect(stuck{}, nil,
		grpc.WithUnaryInterceptor(budgetgrpc.UnaryClientInterceptor(
			budgetgrpc.WithHops(func(method string) *budget.Hop {
				if method == healthpb.Health_Watch_FullMethodName {
					return nil // lives as long as the program
				}
				return check
			}))),
		grpc.WithDisableRetry())
	defer stop()

	_, err := client.Check(context.Background(), &healthpb.HealthCheckRequest{})
	var e *budget.Error
	if errors.As(err, &e) {
		fmt.Println(e.Hop, e.Reason, e.Given)
	}
	fmt.Println(status.Code(err), errors.Is(err, context.DeadlineExceeded))
	// Output:
	// health hop_timeout 50ms
	// DeadlineExceeded true
}

// A server gives each call a class, and asks clients for a deadline.
func ExampleUnaryServerInterceptor() {
	short := budget.Class{Name: "short", Total: 10 * time.Second, Reserve: time.Second}
	client, stop := connect(clock{}, []grpc.ServerOption{
		grpc.UnaryInterceptor(budgetgrpc.UnaryServerInterceptor(
			budgetgrpc.WithClass(short),
			budgetgrpc.RequireDeadline(nil))),
	})
	defer stop()

	_, err := client.Check(context.Background(), &healthpb.HealthCheckRequest{})
	fmt.Println(status.Code(err) == codes.InvalidArgument)

	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	reply, err := client.Check(ctx, &healthpb.HealthCheckRequest{})
	fmt.Println(reply.GetStatus(), err)
	// Output:
	// true
	// server has 9s true
	// SERVING <nil>
}

// What a hop of the handler ran into becomes a status that says no more than the
// client may know.
func ExampleUnaryServerInterceptor_errors() {
	client, stop := connect(ledger{}, []grpc.ServerOption{
		grpc.UnaryInterceptor(budgetgrpc.UnaryServerInterceptor()),
	})
	defer stop()
	_, err := client.Check(context.Background(), &healthpb.HealthCheckRequest{})
	fmt.Println(err)
	// Output:
	// rpc error: code = DeadlineExceeded desc = ledger: took longer than it may
}

type ledger struct {
	healthpb.UnimplementedHealthServer
}

func (ledger) Check(ctx context.Context, _ *healthpb.HealthCheckRequest) (*healthpb.HealthCheckResponse, error) {
	hop := budget.Hop{Name: "ledger", Cap: 10 * time.Millisecond}
	return budget.Call(ctx, &hop, func(ctx context.Context) (*healthpb.HealthCheckResponse, error) {
		<-ctx.Done()
		return nil, fmt.Errorf("db-7.internal: %w", ctx.Err())
	})
}
