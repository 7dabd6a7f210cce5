// Package backoff4: a policy knows a context if something wraps it.
package backoff4

import (
	"context"
	"database/sql"
	"time"

	"github.com/cenkalti/backoff/v4"
)

func plain(ctx context.Context, db *sql.DB) error {
	return backoff.Retry(func() error { return db.PingContext(ctx) }, backoff.NewExponentialBackOff()) // want `backoff.Retry goes on after ctx \(parameter, line 12\) has ended: it tries for up to 15m0s and is not told about ctx; wrap its policy in backoff.WithContext\(..., ctx\) \(retrynobudget/library\)`
}

func wrapped(ctx context.Context, db *sql.DB) error {
	return backoff.Retry(func() error { return db.PingContext(ctx) }, backoff.WithContext(backoff.NewExponentialBackOff(), ctx))
}

func wrappedInside(ctx context.Context, db *sql.DB) error {
	b := backoff.WithMaxRetries(backoff.WithContext(backoff.NewConstantBackOff(time.Second), ctx), 5)
	return backoff.Retry(func() error { return db.PingContext(ctx) }, b)
}

func wrappedEmpty(ctx context.Context, db *sql.DB) error {
	b := backoff.WithContext(backoff.NewConstantBackOff(time.Second), context.Background())
	return backoff.Retry(func() error { return db.PingContext(ctx) }, b) // want `it tries until it succeeds and its context is context.Background\(\); wrap`
}

func retries(ctx context.Context, db *sql.DB) error {
	b := backoff.WithMaxRetries(backoff.NewConstantBackOff(time.Second), 4)
	return backoff.RetryNotify(func() error { return db.PingContext(ctx) }, b, func(error, time.Duration) {}) // want `backoff.RetryNotify goes on .* it makes up to 5 attempts and is not told`
}

func fields(ctx context.Context, db *sql.DB) error {
	b := backoff.NewExponentialBackOff()
	b.MaxElapsedTime = 2 * time.Minute
	b.InitialInterval = time.Second
	return backoff.Retry(func() error { return db.PingContext(ctx) }, b) // want `tries for up to 2m0s and`
}

func options(ctx context.Context, db *sql.DB) (int, error) {
	b := backoff.NewExponentialBackOff(backoff.WithMaxElapsedTime(0))
	return backoff.RetryWithData(func() (int, error) { return 1, db.PingContext(ctx) }, b) // want `backoff.RetryWithData goes on .* tries until it succeeds and is not told`
}

// soon: four pauses of 100ms.
func soon(ctx context.Context, db *sql.DB) error {
	b := backoff.WithMaxRetries(backoff.NewConstantBackOff(100*time.Millisecond), 4)
	return backoff.Retry(func() error { return db.PingContext(ctx) }, b)
}

func onceOnly(ctx context.Context, db *sql.DB) error {
	return backoff.Retry(func() error { return db.PingContext(ctx) }, &backoff.StopBackOff{})
}

func handed(ctx context.Context, db *sql.DB, b backoff.BackOff) error {
	return backoff.Retry(func() error { return db.PingContext(ctx) }, b)
}

// patient is a policy of the program's own: it may know a context.
type patient struct{ backoff.BackOff }

func own(ctx context.Context, db *sql.DB) error {
	return backoff.Retry(func() error { return db.PingContext(ctx) }, patient{})
}

func noContext(db *sql.DB) error {
	return backoff.Retry(db.Ping, backoff.NewExponentialBackOff())
}

func noEnd(db *sql.DB) error {
	b := backoff.NewExponentialBackOff()
	b.MaxElapsedTime = 0
	return backoff.Retry(func() error { return db.Ping() }, b) // want `backoff.Retry has no end: it tries until it succeeds, and no context ends it; limit its attempts or its time, or give it a context that ends \(retrynobudget/library\)`
}
