// Package grpcvia: the call lies in a helper; who put the empty context in is
// told.
package grpcvia

import (
	"context"
	"time"

	"google.golang.org/grpc/health/grpc_health_v1"
)

type api struct {
	health grpc_health_v1.HealthClient
}

func (a *api) check(ctx context.Context) error {
	_, err := a.health.Check(ctx, &grpc_health_v1.HealthCheckRequest{})
	return err
}

func (a *api) deeper(ctx context.Context, service string) error {
	if service == "" {
		return nil
	}
	return a.check(ctx)
}

func direct(a *api) error {
	return a.check(context.Background()) // want `^nothing bounds check: it waits for Check \(example\.com/budgetlint/testdata/nodeadline/grpcvia/grpcvia\.go:17\) on its context, which is context\.Background\(\) here; pass a context with a deadline \(nodeadline/grpc\)$`
}

func twice(a *api) error {
	return a.deeper(context.TODO(), "users") // want `^nothing bounds deeper: it waits for Check \(.*grpcvia\.go:17\) on its context, which is context\.TODO\(\) here; .*\(nodeadline/grpc\)`
}

func severed(ctx context.Context, a *api) error {
	return a.check(context.WithoutCancel(ctx)) // want `which is context\.WithoutCancel here; .*\(nodeadline/grpc\)`
}

func valued(a *api) error {
	type key struct{}
	return a.check(context.WithValue(context.Background(), key{}, 1)) // want `\(nodeadline/grpc\)`
}

func goroutine(a *api) {
	go a.check(context.Background()) // want `\(nodeadline/grpc\)`
}

func closure(a *api) error {
	ctx := context.Background()
	check := func() error {
		return a.check(ctx) // want `\(nodeadline/grpc\)`
	}
	return check()
}

// Whoever handed the context in bounds it.
func caller(ctx context.Context, a *api) error { return a.deeper(ctx, "users") }

func bounded(a *api) error {
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	return a.deeper(ctx, "users")
}

// Somebody can end it, far from the call.
func cancelable(a *api) error {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	return a.check(ctx)
}

func (a *api) limited(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	return a.check(ctx)
}

// The helper sets a limit.
func inside(a *api) error { return a.limited(context.Background()) }

// Deferred clean-up.
func deferred(a *api) {
	defer func() { _ = a.check(context.Background()) }()
}

func (a *api) later(ctx context.Context) {
	go func() { _ = a.check(ctx) }()
}

// The helper does not wait: its goroutine does.
func started(a *api) { a.later(context.Background()) }

func recursive(ctx context.Context, a *api, n int) error {
	if n == 0 {
		return a.check(ctx)
	}
	return recursive(ctx, a, n-1)
}

func recurses(a *api) error {
	return recursive(context.Background(), a, 3) // want `\(nodeadline/grpc\)`
}

func (a *api) watch(ctx context.Context) error {
	_, err := a.health.Watch(ctx, &grpc_health_v1.HealthCheckRequest{})
	return err
}

// Streams are open on purpose.
func watches(a *api) error { return a.watch(context.Background()) }

// bye is only called from deferred calls.
func bye(a *api) { _ = a.check(context.Background()) }

func saysBye(a *api) { defer bye(a) }
