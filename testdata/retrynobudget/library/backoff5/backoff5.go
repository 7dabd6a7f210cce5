// Package backoff5: the context is the first parameter.
package backoff5

import (
	"context"
	"database/sql"
	"time"

	"github.com/cenkalti/backoff/v5"
	backoff6 "github.com/cenkalti/backoff/v6"
)

func told(ctx context.Context, db *sql.DB) (int, error) {
	return backoff.Retry(ctx, func() (int, error) { return 1, db.PingContext(ctx) })
}

func empty(ctx context.Context, db *sql.DB) (int, error) {
	return backoff.Retry(context.Background(), func() (int, error) { return 1, db.PingContext(ctx) }) // want `backoff.Retry goes on after ctx \(parameter, line 17\) has ended: it tries for up to 15m0s and its context is context.Background\(\); pass ctx`
}

func tries(ctx context.Context, db *sql.DB) (int, error) {
	return backoff.Retry(context.TODO(), func() (int, error) { return 1, db.PingContext(ctx) }, backoff.WithMaxTries(7), backoff.WithMaxElapsedTime(0)) // want `makes up to 7 attempts and its context is context.TODO\(\)`
}

func soon(ctx context.Context, db *sql.DB) (int, error) {
	return backoff.Retry(context.Background(), func() (int, error) { return 1, db.PingContext(ctx) },
		backoff.WithBackOff(backoff.NewConstantBackOff(50*time.Millisecond)), backoff.WithMaxTries(3))
}

func bounded(ctx context.Context, db *sql.DB) (int, error) {
	short, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	return backoff.Retry(short, func() (int, error) { return 1, db.PingContext(ctx) })
}

func noEnd(db *sql.DB) (int, error) {
	return backoff.Retry(context.Background(), func() (int, error) { return 1, db.Ping() }, backoff.WithMaxElapsedTime(0)) // want `backoff.Retry has no end: it tries until it succeeds, and its context, context.Background\(\), does not end;`
}

func six(ctx context.Context, db *sql.DB) (int, error) {
	return backoff6.Retry(context.Background(), func() (int, error) { return 1, db.PingContext(ctx) }) // want `backoff.Retry goes on`
}

func sixTold(ctx context.Context, db *sql.DB) (int, error) {
	return backoff6.Retry(ctx, func() (int, error) { return 1, db.PingContext(ctx) })
}
