// Package failsafe: an executor runs below policies, one of which may retry.
package failsafe

import (
	"context"
	"database/sql"
	"time"

	"github.com/failsafe-go/failsafe-go"
	"github.com/failsafe-go/failsafe-go/retrypolicy"
	"github.com/failsafe-go/failsafe-go/timeout"
)

func plain(ctx context.Context, db *sql.DB) error {
	p := retrypolicy.NewBuilder[any]().WithMaxAttempts(5).WithDelay(time.Second).Build()
	return failsafe.With(p).Run(func() error { return db.PingContext(ctx) }) // want `Run goes on after ctx \(parameter, line 14\) has ended: it makes up to 5 attempts and is not told about ctx; run it with WithContext\(ctx\)`
}

func told(ctx context.Context, db *sql.DB) error {
	p := retrypolicy.NewBuilder[any]().WithMaxAttempts(5).WithDelay(time.Second).Build()
	return failsafe.With(p).WithContext(ctx).Run(func() error { return db.PingContext(ctx) })
}

func retries(ctx context.Context, db *sql.DB) (any, error) {
	b := retrypolicy.NewBuilder[any]()
	b.WithMaxRetries(-1)
	b.WithBackoff(time.Second, time.Minute)
	return failsafe.With(b.Build()).Get(func() (any, error) { return 1, db.PingContext(ctx) }) // want `tries until it succeeds`
}

// immediate: three attempts without a pause.
func immediate(ctx context.Context, db *sql.DB) error {
	return failsafe.With(retrypolicy.NewWithDefaults[any]()).Run(func() error { return db.PingContext(ctx) })
}

func noRetry(ctx context.Context, db *sql.DB) error {
	return failsafe.With(timeout.New[any](time.Minute)).Run(func() error { return db.PingContext(ctx) })
}

func handed(ctx context.Context, db *sql.DB, e failsafe.Executor[any]) error {
	return e.Run(func() error { return db.PingContext(ctx) })
}

func picked(ctx context.Context, db *sql.DB) error {
	p := retrypolicy.NewBuilder[any]().HandleErrors(sql.ErrConnDone).WithDelay(time.Second).Build()
	return failsafe.With(p).Run(func() error { return db.PingContext(ctx) })
}
