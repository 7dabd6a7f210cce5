// Package sethvargo: the context is the first parameter, and only what is marked
// is tried again.
package sethvargo

import (
	"context"
	"database/sql"
	"time"

	"github.com/sethvargo/go-retry"
)

func told(ctx context.Context, db *sql.DB) error {
	return retry.Do(ctx, retry.NewConstant(time.Second), func(ctx context.Context) error {
		return retry.RetryableError(db.PingContext(ctx))
	})
}

func empty(ctx context.Context, db *sql.DB) error {
	b := retry.WithMaxRetries(4, retry.NewFibonacci(time.Second))
	return retry.Do(context.Background(), b, func(context.Context) error { // want `retry.Do goes on .* makes up to 5 attempts and its context is context.Background\(\); pass ctx`
		return retry.RetryableError(db.PingContext(ctx))
	})
}

func wrapper(ctx context.Context, db *sql.DB) error {
	return retry.Exponential(context.Background(), time.Second, func(context.Context) error { // want `retry.Exponential goes on .* tries until it succeeds`
		return retry.RetryableError(db.PingContext(ctx))
	})
}

func duration(ctx context.Context, db *sql.DB) error {
	b := retry.WithMaxDuration(time.Minute, retry.WithJitter(time.Second, retry.NewConstant(time.Second)))
	return retry.Do(context.Background(), b, func(context.Context) error { // want `tries for up to 1m0s`
		return retry.RetryableError(db.PingContext(ctx))
	})
}

func noEnd(db *sql.DB) error {
	return retry.Do(context.Background(), retry.NewConstant(time.Second), func(ctx context.Context) error { // want `retry.Do has no end`
		return retry.RetryableError(db.PingContext(ctx))
	})
}

func limited(db *sql.DB) error {
	return retry.Do(context.Background(), retry.WithMaxRetries(3, retry.NewConstant(time.Second)), func(ctx context.Context) error {
		return retry.RetryableError(db.PingContext(ctx))
	})
}
