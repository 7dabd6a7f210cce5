// Package defaultdeadline: a context that has no deadline is given one.
package defaultdeadline

import (
	"context"
	"time"

	"google.golang.org/grpc/health/grpc_health_v1"
)

func check(ctx context.Context, c grpc_health_v1.HealthClient) error {
	if _, ok := ctx.Deadline(); !ok {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, time.Second)
		defer cancel()
	}
	_, err := c.Check(ctx, nil)
	return err
}

func via(c grpc_health_v1.HealthClient) error { return check(context.Background(), c) }

func ensure(ctx context.Context) (context.Context, context.CancelFunc) {
	if _, ok := ctx.Deadline(); ok {
		return ctx, func() {}
	}
	return context.WithTimeout(ctx, time.Second)
}

func ensured(c grpc_health_v1.HealthClient) error {
	ctx, cancel := ensure(context.Background())
	defer cancel()
	_, err := c.Check(ctx, nil)
	return err
}

func checkEnsured(ctx context.Context, c grpc_health_v1.HealthClient) error {
	ctx, cancel := ensure(ctx)
	defer cancel()
	_, err := c.Check(ctx, nil)
	return err
}

func viaEnsured(c grpc_health_v1.HealthClient) error { return checkEnsured(context.Background(), c) }

// Only if somebody asks for it.
func sometimes(ctx context.Context, c grpc_health_v1.HealthClient, hurry bool) error {
	if hurry {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, time.Second)
		defer cancel()
	}
	_, err := c.Check(ctx, nil)
	return err
}

func viaSometimes(c grpc_health_v1.HealthClient) error {
	return sometimes(context.Background(), c, false) // want `\(nodeadline/grpc\)`
}
