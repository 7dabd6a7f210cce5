// Package wrapper: generic helpers, function values and interfaces between a
// call and its context.
package wrapper

import (
	"context"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/health/grpc_health_v1"
	"google.golang.org/protobuf/proto"
)

func invoke[T proto.Message](ctx context.Context, cc grpc.ClientConnInterface, method string, in, out T) (T, error) {
	return out, cc.Invoke(ctx, method, in, out)
}

func generic(cc grpc.ClientConnInterface, in *grpc_health_v1.HealthCheckRequest) error {
	_, err := invoke(context.Background(), cc, "/demo.Echo/Echo", in, in) // want `^nothing bounds invoke: it waits for Invoke .*\(nodeadline/grpc\)`
	return err
}

func genericCaller(ctx context.Context, cc grpc.ClientConnInterface, in *grpc_health_v1.HealthCheckRequest) error {
	_, err := invoke(ctx, cc, "/demo.Echo/Echo", in, in)
	return err
}

type typed[T proto.Message] struct{ cc grpc.ClientConnInterface }

func (c *typed[T]) get(ctx context.Context, in, out T) error {
	return c.cc.Invoke(ctx, "/demo.Echo/Get", in, out)
}

func genericMethod(c *typed[*grpc_health_v1.HealthCheckRequest], in *grpc_health_v1.HealthCheckRequest) error {
	return c.get(context.Background(), in, in) // want `^nothing bounds get: .*\(nodeadline/grpc\)`
}

func genericMethodCaller(ctx context.Context, c *typed[*grpc_health_v1.HealthCheckRequest], in *grpc_health_v1.HealthCheckRequest) error {
	return c.get(ctx, in, in)
}

// A closure that is called at once is no secret.
func literal(c grpc_health_v1.HealthClient) error {
	return func(ctx context.Context) error { // want `^nothing bounds this closure: it waits for Check .*\(nodeadline/grpc\)`
		_, err := c.Check(ctx, &grpc_health_v1.HealthCheckRequest{})
		return err
	}(context.Background())
}

type checker interface {
	check(ctx context.Context) error
}

type remote struct{ c grpc_health_v1.HealthClient }

func (r remote) check(ctx context.Context) error {
	_, err := r.c.Check(ctx, &grpc_health_v1.HealthCheckRequest{})
	return err
}

// Which method it is cannot be told.
func dispatched(c checker) error { return c.check(context.Background()) }

// What a function value does cannot be told.
func handed(do func(context.Context) error) error { return do(context.Background()) }

func call[Req, Res any](ctx context.Context, f func(context.Context, *Req, ...grpc.CallOption) (*Res, error), in *Req) (*Res, error) {
	return f(ctx, in)
}

func value(c grpc_health_v1.HealthClient) error {
	_, err := call(context.Background(), c.Check, &grpc_health_v1.HealthCheckRequest{})
	return err
}

func table(c grpc_health_v1.HealthClient) error {
	for _, f := range []func(context.Context) error{remote{c}.check} {
		if err := f(context.Background()); err != nil {
			return err
		}
	}
	return nil
}

func ping(c grpc_health_v1.HealthClient) error {
	check := func(ctx context.Context) error {
		_, err := c.Check(ctx, &grpc_health_v1.HealthCheckRequest{})
		return err
	}
	again := func(ctx context.Context) error { return check(ctx) }
	return again(context.TODO()) // want `\(nodeadline/grpc\)`
}

// limited is a stub that sets a limit.
type limited struct{ grpc_health_v1.HealthClient }

func (l *limited) Check(ctx context.Context, in *grpc_health_v1.HealthCheckRequest, opts ...grpc.CallOption) (*grpc_health_v1.HealthCheckResponse, error) {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	return l.HealthClient.Check(ctx, in, opts...)
}

func stub(c grpc_health_v1.HealthClient) error {
	_, err := (&limited{c}).Check(context.Background(), nil)
	return err
}

func stubBehind(c grpc_health_v1.HealthClient) error {
	var l grpc_health_v1.HealthClient = &limited{c}
	_, err := l.Check(context.Background(), nil)
	return err
}

type service struct{ health grpc_health_v1.HealthClient }

func newService(cc *grpc.ClientConn) *service {
	return &service{health: &limited{grpc_health_v1.NewHealthClient(cc)}}
}

func (s *service) up() error {
	_, err := s.health.Check(context.Background(), nil)
	return err
}

// limitedConn is a connection that does.
type limitedConn struct{ grpc.ClientConnInterface }

func (l *limitedConn) Invoke(ctx context.Context, method string, args, reply any, opts ...grpc.CallOption) error {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	return l.ClientConnInterface.Invoke(ctx, method, args, reply, opts...)
}

func connection(cc *grpc.ClientConn) error {
	_, err := grpc_health_v1.NewHealthClient(&limitedConn{cc}).Check(context.Background(), nil)
	return err
}

type plainConn struct{ grpc.ClientConnInterface }

func plain(cc *grpc.ClientConn) error {
	_, err := grpc_health_v1.NewHealthClient(&plainConn{cc}).Check(context.Background(), nil) // want `\(nodeadline/grpc\)`
	return err
}
