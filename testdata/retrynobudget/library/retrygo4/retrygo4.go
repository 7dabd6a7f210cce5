// Package retrygo4: options say everything, the context too.
package retrygo4

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"github.com/avast/retry-go/v4"
)

func plain(ctx context.Context, db *sql.DB) error {
	return retry.Do(func() error { return db.PingContext(ctx) }) // want `retry.Do goes on after ctx \(parameter, line 13\) has ended: it makes up to 10 attempts and is not told about ctx; add retry.Context\(ctx\)`
}

func told(ctx context.Context, db *sql.DB) error {
	return retry.Do(func() error { return db.PingContext(ctx) }, retry.Context(ctx))
}

func data(ctx context.Context, db *sql.DB) (int, error) {
	return retry.DoWithData(func() (int, error) { return 1, db.PingContext(ctx) }, retry.Attempts(5), retry.Delay(time.Second), retry.LastErrorOnly(true)) // want `retry.DoWithData goes on .* makes up to 5 attempts`
}

// soon: 100ms and 200ms.
func soon(ctx context.Context, db *sql.DB) error {
	return retry.Do(func() error { return db.PingContext(ctx) }, retry.Attempts(3))
}

// fixed: nine pauses of 100ms.
func fixed(ctx context.Context, db *sql.DB) error {
	return retry.Do(func() error { return db.PingContext(ctx) }, retry.DelayType(retry.FixedDelay))
}

func forever(ctx context.Context, db *sql.DB) error {
	return retry.Do(func() error { return db.PingContext(ctx) }, retry.Attempts(0)) // want `tries until it succeeds and is not told about ctx`
}

func noEnd(db *sql.DB) error {
	return retry.Do(func() error { return db.Ping() }, retry.UntilSucceeded()) // want `retry.Do has no end`
}

func handed(ctx context.Context, db *sql.DB, opts ...retry.Option) error {
	return retry.Do(func() error { return db.PingContext(ctx) }, opts...)
}

func grown(ctx context.Context, db *sql.DB, slow bool) error {
	opts := []retry.Option{retry.Attempts(4), retry.Delay(time.Second)}
	if slow {
		opts = append(opts, retry.MaxDelay(time.Minute))
	}
	return retry.Do(func() error { return db.PingContext(ctx) }, opts...) // want `makes up to 4 attempts and is not told`
}

func grownTold(ctx context.Context, db *sql.DB) error {
	opts := []retry.Option{retry.Attempts(4), retry.Delay(time.Second)}
	opts = append(opts, retry.Context(ctx))
	return retry.Do(func() error { return db.PingContext(ctx) }, opts...)
}

func tellMaybe(ctx context.Context, db *sql.DB, tell bool) error {
	opts := []retry.Option{retry.Attempts(4), retry.Delay(time.Second)}
	if tell {
		opts = append(opts, retry.Context(ctx))
	}
	return retry.Do(func() error { return db.PingContext(ctx) }, opts...)
}

var common = []retry.Option{retry.Attempts(6), retry.Delay(time.Second)}

func shared(ctx context.Context, db *sql.DB) error {
	return retry.Do(func() error { return db.PingContext(ctx) }, append(common, retry.LastErrorOnly(true))...)
}

const attempts = 4

func slowly() retry.Option { return retry.Delay(time.Second) }

func made(ctx context.Context, db *sql.DB) error {
	return retry.Do(func() error { return db.PingContext(ctx) }, retry.Attempts(attempts), slowly()) // want `makes up to 4 attempts`
}

func picked(ctx context.Context, db *sql.DB) error {
	return retry.Do(func() error { return db.PingContext(ctx) }, retry.RetryIf(func(err error) bool { return errors.Is(err, sql.ErrConnDone) }))
}

func pickedAll(ctx context.Context, db *sql.DB) error {
	return retry.Do(func() error { return db.PingContext(ctx) }, retry.RetryIf(func(error) bool { return true })) // want `makes up to 10 attempts`
}

// Attempts and Last are options that all calls share.
var (
	Attempts = retry.Attempts(5)
	Last     = retry.LastErrorOnly(true)
	slow     = retry.Delay(time.Second)
)

func variables(ctx context.Context, db *sql.DB) error {
	return retry.Do(func() error { return db.PingContext(ctx) }, Attempts, slow, Last) // want `has ended: it is not told about ctx; add`
}

func variablesTold(ctx context.Context, db *sql.DB) error {
	return retry.Do(func() error { return db.PingContext(ctx) }, retry.Context(ctx), Attempts, slow, Last)
}

func pickedOthers(ctx context.Context, db *sql.DB) error {
	return retry.Do(func() error { return db.PingContext(ctx) }, retry.RetryIf(func(err error) bool { return !errors.Is(err, sql.ErrConnDone) })) // want `retry.Do goes on`
}

func pickedLive(ctx context.Context, db *sql.DB) error {
	return retry.Do(func() error { return db.PingContext(ctx) }, retry.RetryIf(func(err error) bool { return !errors.Is(err, context.Canceled) }))
}
