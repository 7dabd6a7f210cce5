// Package resiliency: a list holds a pause for each retry.
package resiliency

import (
	"context"
	"database/sql"
	"time"

	"github.com/eapache/go-resiliency/retrier"
)

func plain(ctx context.Context, db *sql.DB) error {
	r := retrier.New(retrier.ConstantBackoff(3, time.Second), nil)
	return r.Run(func() error { return db.PingContext(ctx) }) // want `Run goes on after ctx \(parameter, line 12\) has ended: it makes up to 4 attempts and is not told about ctx; use RunCtx\(ctx, ...\)`
}

func told(ctx context.Context, db *sql.DB) error {
	r := retrier.New(retrier.ExponentialBackoff(5, time.Second), nil)
	return r.RunCtx(ctx, func(ctx context.Context) error { return db.PingContext(ctx) })
}

func listed(ctx context.Context, db *sql.DB) error {
	r := retrier.New([]time.Duration{time.Second, 5 * time.Second}, nil)
	return r.Run(func() error { return db.PingContext(ctx) }) // want `makes up to 3 attempts`
}

func soon(ctx context.Context, db *sql.DB) error {
	r := retrier.New([]time.Duration{100 * time.Millisecond, 200 * time.Millisecond}, nil)
	return r.Run(func() error { return db.PingContext(ctx) })
}

func infinite(ctx context.Context, db *sql.DB) error {
	r := retrier.New(retrier.ConstantBackoff(3, time.Second), nil).WithInfiniteRetry()
	return r.RunCtx(context.Background(), func(context.Context) error { return db.PingContext(ctx) }) // want `RunCtx goes on .* tries until it succeeds and its context is context.Background\(\); pass ctx`
}

func classified(ctx context.Context, db *sql.DB) error {
	r := retrier.New(retrier.ConstantBackoff(3, time.Second), retrier.WhitelistClassifier{sql.ErrConnDone})
	return r.Run(func() error { return db.PingContext(ctx) })
}
