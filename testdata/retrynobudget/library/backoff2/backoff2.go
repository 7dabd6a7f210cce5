// Package backoff2: the versions before 4; WithMaxRetries(b, 0) is no limit.
package backoff2

import (
	"context"
	"database/sql"
	"time"

	"github.com/cenkalti/backoff"
	backoff3 "github.com/cenkalti/backoff/v3"
)

func plain(ctx context.Context, db *sql.DB) error {
	return backoff.Retry(func() error { return db.PingContext(ctx) }, backoff.NewExponentialBackOff()) // want `tries for up to 15m0s and is not told`
}

func zero(ctx context.Context, db *sql.DB) error {
	b := backoff.WithMaxRetries(backoff.NewConstantBackOff(time.Second), 0)
	return backoff.Retry(func() error { return db.PingContext(ctx) }, b) // want `tries until it succeeds and is not told`
}

func wrapped(ctx context.Context, db *sql.DB) error {
	return backoff.Retry(func() error { return db.PingContext(ctx) }, backoff.WithContext(backoff.NewExponentialBackOff(), ctx))
}

func three(ctx context.Context, db *sql.DB) error {
	return backoff3.Retry(func() error { return db.PingContext(ctx) }, backoff3.NewConstantBackOff(time.Second)) // want `tries until it succeeds and is not told`
}

func threeWrapped(ctx context.Context, db *sql.DB) error {
	return backoff3.Retry(func() error { return db.PingContext(ctx) }, backoff3.WithContext(&backoff3.ZeroBackOff{}, ctx))
}
