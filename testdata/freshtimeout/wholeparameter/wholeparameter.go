// Package wholeparameter: a Duration parameter that is the limit of the whole is
// given to one part after another.
package wholeparameter

import (
	"context"
	"database/sql"
	"time"
)

func both(ctx context.Context, a, b *sql.DB, timeout time.Duration) error {
	c1, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	if err := a.PingContext(c1); err != nil {
		return err
	}
	c2, cancel := context.WithTimeout(ctx, timeout) // want `this may wait the whole timeout \(parameter, line 11\) once more: line 12 has spent up to as much; .*\(freshtimeout/sum\)`
	defer cancel()
	return b.PingContext(c2)
}

// One of the two runs.
func either(ctx context.Context, a, b *sql.DB, timeout time.Duration, first bool) error {
	if first {
		c, cancel := context.WithTimeout(ctx, timeout)
		defer cancel()
		return a.PingContext(c)
	}
	c, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	return b.PingContext(c)
}

// The name says that it is for each.
func each(ctx context.Context, a, b *sql.DB, perPing time.Duration) error {
	c1, cancel := context.WithTimeout(ctx, perPing)
	defer cancel()
	if err := a.PingContext(c1); err != nil {
		return err
	}
	c2, cancel := context.WithTimeout(ctx, perPing)
	defer cancel()
	return b.PingContext(c2)
}

// One context for both.
func shared(ctx context.Context, a, b *sql.DB, timeout time.Duration) error {
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	if err := a.PingContext(ctx); err != nil {
		return err
	}
	return b.PingContext(ctx)
}
