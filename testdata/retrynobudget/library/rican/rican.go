// Package rican: strategies are asked before each attempt.
package rican

import (
	"context"
	"database/sql"
	"time"

	"github.com/Rican7/retry"
	"github.com/Rican7/retry/backoff"
	"github.com/Rican7/retry/strategy"
)

func plain(ctx context.Context, db *sql.DB) error {
	return retry.Retry(func(uint) error { return db.PingContext(ctx) }, strategy.Limit(5), strategy.Backoff(backoff.Fibonacci(time.Second))) // want `retry.Retry goes on .* makes up to 5 attempts and is not told about ctx; add a strategy that asks ctx.Err\(\)`
}

func asks(ctx context.Context, db *sql.DB) error {
	return retry.Retry(func(uint) error { return db.PingContext(ctx) }, strategy.Limit(5), strategy.Wait(time.Second),
		func(uint) bool { return ctx.Err() == nil })
}

func noEnd(db *sql.DB) error {
	return retry.Retry(func(uint) error { return db.Ping() }, strategy.Wait(time.Second)) // want `retry.Retry has no end`
}
