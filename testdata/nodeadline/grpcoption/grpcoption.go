// Package grpcoption: a connection can give a deadline to calls that have none.
package grpcoption

import (
	"context"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/health/grpc_health_v1"
)

var empty = &grpc_health_v1.HealthCheckRequest{}

var plaintext = grpc.WithTransportCredentials(insecure.NewCredentials())

func limit(d time.Duration) grpc.UnaryClientInterceptor {
	return func(ctx context.Context, method string, req, reply any, cc *grpc.ClientConn, invoker grpc.UnaryInvoker, opts ...grpc.CallOption) error {
		if _, ok := ctx.Deadline(); !ok {
			var cancel context.CancelFunc
			ctx, cancel = context.WithTimeout(ctx, d)
			defer cancel()
		}
		return invoker(ctx, method, req, reply, cc, opts...)
	}
}

func tag(ctx context.Context, method string, req, reply any, cc *grpc.ClientConn, invoker grpc.UnaryInvoker, opts ...grpc.CallOption) error {
	return invoker(ctx, method, req, reply, cc, opts...)
}

func bare(addr string) error {
	cc, err := grpc.NewClient(addr, grpc.WithTransportCredentials(insecure.NewCredentials()))
	if err != nil {
		return err
	}
	defer cc.Close()
	_, err = grpc_health_v1.NewHealthClient(cc).Check(context.Background(), empty) // want `^nothing bounds Check: .*\(nodeadline/grpc\)`
	return err
}

// This interceptor limits nothing.
func tagged(addr string) error {
	cc, err := grpc.NewClient(addr, grpc.WithTransportCredentials(insecure.NewCredentials()), grpc.WithUnaryInterceptor(tag))
	if err != nil {
		return err
	}
	defer cc.Close()
	_, err = grpc_health_v1.NewHealthClient(cc).Check(context.Background(), empty) // want `\(nodeadline/grpc\)`
	return err
}

// A service config without a timeout.
func balanced(addr string) error {
	cc, err := grpc.NewClient(addr, grpc.WithTransportCredentials(insecure.NewCredentials()),
		grpc.WithDefaultServiceConfig(`{"loadBalancingConfig":[{"round_robin":{}}]}`))
	if err != nil {
		return err
	}
	defer cc.Close()
	_, err = grpc_health_v1.NewHealthClient(cc).Check(context.Background(), empty) // want `\(nodeadline/grpc\)`
	return err
}

func interceptor(addr string) error {
	cc, err := grpc.NewClient(addr, grpc.WithTransportCredentials(insecure.NewCredentials()), grpc.WithUnaryInterceptor(limit(30*time.Second)))
	if err != nil {
		return err
	}
	defer cc.Close()
	_, err = grpc_health_v1.NewHealthClient(cc).Check(context.Background(), empty)
	return err
}

func chain(addr string) error {
	cc, err := grpc.NewClient(addr, grpc.WithTransportCredentials(insecure.NewCredentials()), grpc.WithChainUnaryInterceptor(tag, limit(30*time.Second)))
	if err != nil {
		return err
	}
	defer cc.Close()
	_, err = grpc_health_v1.NewHealthClient(cc).Check(context.Background(), empty)
	return err
}

const config = `{"methodConfig":[{"name":[{"service":"grpc.health.v1.Health"}],"timeout":"5s"}]}`

func configured(addr string) error {
	cc, err := grpc.NewClient(addr, grpc.WithTransportCredentials(insecure.NewCredentials()), grpc.WithDefaultServiceConfig(config))
	if err != nil {
		return err
	}
	defer cc.Close()
	_, err = grpc_health_v1.NewHealthClient(cc).Check(context.Background(), empty)
	return err
}

func connect(addr string) (*grpc.ClientConn, error) {
	return grpc.NewClient(addr, grpc.WithTransportCredentials(insecure.NewCredentials()), grpc.WithUnaryInterceptor(limit(time.Second)))
}

func connected(addr string) error {
	cc, err := connect(addr)
	if err != nil {
		return err
	}
	defer cc.Close()
	_, err = grpc_health_v1.NewHealthClient(cc).Check(context.Background(), empty)
	return err
}

type client struct{ health grpc_health_v1.HealthClient }

func newClient(addr string) (*client, error) {
	cc, err := connect(addr)
	if err != nil {
		return nil, err
	}
	return &client{health: grpc_health_v1.NewHealthClient(cc)}, nil
}

func (c *client) check() error {
	_, err := c.health.Check(context.Background(), empty)
	return err
}

// Options from elsewhere may hold an interceptor.
func Options(addr string, opts ...grpc.DialOption) error {
	cc, err := grpc.NewClient(addr, opts...)
	if err != nil {
		return err
	}
	defer cc.Close()
	_, err = grpc_health_v1.NewHealthClient(cc).Check(context.Background(), empty)
	return err
}

// The service config comes from elsewhere.
func Configured(addr, config string) error {
	cc, err := grpc.NewClient(addr, plaintext, grpc.WithDefaultServiceConfig(config))
	if err != nil {
		return err
	}
	defer cc.Close()
	_, err = grpc_health_v1.NewHealthClient(cc).Check(context.Background(), empty)
	return err
}

// A connection that is handed in may be one of those above.
func Given(cc *grpc.ClientConn) error {
	_, err := grpc_health_v1.NewHealthClient(cc).Check(context.Background(), empty)
	return err
}

// A slice of options that limits nothing.
func slice(addr string) error {
	opts := []grpc.DialOption{grpc.WithTransportCredentials(insecure.NewCredentials()), grpc.WithUserAgent("check")}
	cc, err := grpc.NewClient(addr, opts...)
	if err != nil {
		return err
	}
	defer cc.Close()
	_, err = grpc_health_v1.NewHealthClient(cc).Check(context.Background(), empty) // want `\(nodeadline/grpc\)`
	return err
}
