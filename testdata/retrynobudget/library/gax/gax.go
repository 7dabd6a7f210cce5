// Package gax: what is called once is no retry.
package gax

import (
	"context"
	"time"

	"github.com/googleapis/gax-go/v2"
)

func forever() gax.Retryer {
	return gax.OnErrorFunc(gax.Backoff{Initial: time.Second}, func(error) bool { return true })
}

func told(ctx context.Context, call gax.APICall) error {
	return gax.Invoke(ctx, func(ctx context.Context, s gax.CallSettings) error { return call(ctx, s) }, gax.WithRetry(forever))
}

func empty(ctx context.Context, call gax.APICall) error {
	return gax.Invoke(context.Background(), func(_ context.Context, s gax.CallSettings) error { return call(ctx, s) }, gax.WithRetry(forever)) // want `gax.Invoke goes on .* tries until it succeeds and its context is context.Background\(\); pass ctx`
}

func timed(ctx context.Context, call gax.APICall) error {
	return gax.Invoke(context.Background(), func(_ context.Context, s gax.CallSettings) error { return call(ctx, s) }, gax.WithRetry(forever), gax.WithTimeout(time.Minute)) // want `tries for up to 1m0s`
}

func onceOnly(ctx context.Context, call gax.APICall) error {
	return gax.Invoke(context.Background(), func(_ context.Context, s gax.CallSettings) error { return call(ctx, s) })
}
