// Package lestrrat: the program repeats its body itself, the policy says when.
package lestrrat

import (
	"context"
	"database/sql"

	"github.com/lestrrat-go/backoff/v2"
)

func told(ctx context.Context, db *sql.DB) error {
	err := error(nil)
	b := backoff.Exponential().Start(ctx)
	for backoff.Continue(b) {
		if err = db.PingContext(ctx); err == nil {
			return nil
		}
	}
	return err
}

func empty(ctx context.Context, db *sql.DB) error {
	err := error(nil)
	b := backoff.Constant().Start(context.Background()) // want `Start goes on .* makes up to 10 attempts and its context is context.Background\(\); pass ctx`
	for backoff.Continue(b) {
		if err = db.PingContext(ctx); err == nil {
			return nil
		}
	}
	return err
}

func noEnd(db *sql.DB) error {
	b := backoff.Constant(backoff.WithMaxRetries(0)).Start(context.Background()) // want `Start has no end`
	for backoff.Continue(b) {
		if db.Ping() == nil {
			break
		}
	}
	return nil
}
