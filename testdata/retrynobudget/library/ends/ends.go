// Package ends: a repeated function that ends the retries itself.
package ends

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/avast/retry-go/v4"
	"github.com/cenkalti/backoff/v4"
)

var slowly = retry.Delay(time.Second)

func permanent(ctx context.Context, db *sql.DB) error {
	return backoff.Retry(func() error {
		err := db.PingContext(ctx)
		if ctx.Err() != nil {
			return backoff.Permanent(err)
		}
		return err
	}, backoff.NewExponentialBackOff())
}

func wrapped(ctx context.Context, db *sql.DB) error {
	return retry.Do(func() error {
		if err := db.PingContext(ctx); err != nil {
			return retry.Unrecoverable(fmt.Errorf("ping: %w", err))
		}
		return nil
	}, retry.Delay(time.Second))
}

// other: what is marked is another failure.
func other(ctx context.Context, db *sql.DB, ok bool) error {
	return retry.Do(func() error { // want `retry.Do goes on`
		if !ok {
			return retry.Unrecoverable(errors.New("not ok"))
		}
		return db.PingContext(ctx)
	}, retry.Delay(time.Second))
}

func inHelper(ctx context.Context, db *sql.DB) error {
	return backoff.Retry(func() error { return try(ctx, db) }, backoff.NewExponentialBackOff())
}

func try(ctx context.Context, db *sql.DB) error {
	err := db.PingContext(ctx)
	if errors.Is(err, context.Canceled) {
		return &backoff.PermanentError{Err: err}
	}
	return err
}

// retried: the context's own error is one more error to try again.
func retried(ctx context.Context, db *sql.DB) error {
	return retry.Do(func() error { // want `retry.Do goes on`
		if err := ctx.Err(); err != nil {
			return err
		}
		return db.PingContext(ctx)
	}, retry.Delay(time.Second))
}

func given(ctx context.Context, db *sql.DB) error {
	return retry.Do(func() error {
		if ctx.Err() != nil {
			return nil
		}
		return db.PingContext(ctx)
	}, retry.Delay(time.Second))
}

// noted: what cannot be cured ends the tries with nil.
func noted(ctx context.Context, db *sql.DB) error {
	var fatal error
	err := backoff.Retry(func() error {
		err := db.PingContext(ctx)
		if errors.Is(err, sql.ErrConnDone) {
			return err
		} else if err != nil {
			slog.ErrorContext(ctx, "ping", "error", err)
			fatal = err
		}
		return nil
	}, backoff.NewConstantBackOff(time.Second))
	return errors.Join(err, fatal)
}

// ignored: one known failure is none.
func ignored(ctx context.Context, db *sql.DB) error {
	return backoff.Retry(func() error { // want `backoff.Retry goes on`
		if err := db.PingContext(ctx); err != nil {
			if errors.Is(err, sql.ErrNoRows) {
				return nil
			}
			return err
		}
		return nil
	}, backoff.NewConstantBackOff(time.Second))
}

// passed: the pauses go on, whatever f marks.
func passed(ctx context.Context, f func() error) error {
	return retry.Do(f, retry.Delay(time.Second)) // want `retry.Do goes on`
}

func called(ctx context.Context, f func(context.Context) error) error {
	return retry.Do(func() error { return f(ctx) }, retry.Delay(time.Second)) // want `retry.Do goes on`
}
