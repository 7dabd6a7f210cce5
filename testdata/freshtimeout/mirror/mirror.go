// Package mirror: the caller's absolute deadline is set again below a context
// that does not end with it. With -budgetlint.strict as without.
package mirror

import (
	"context"
	"database/sql"
	"time"
)

const limit = 10 * time.Second

// The caller's absolute deadline is set again.
func mirror(ctx context.Context, db *sql.DB) error {
	until, ok := ctx.Deadline()
	if !ok {
		until = time.Now().Add(limit)
	}
	c, cancel := context.WithDeadline(context.WithoutCancel(ctx), until)
	defer cancel()
	return db.PingContext(c)
}

// The deadline is not lost, only the cancellation.
func copied(ctx context.Context, db *sql.DB) error {
	until, ok := ctx.Deadline()
	if !ok {
		return db.PingContext(ctx)
	}
	c, cancel := context.WithDeadline(context.Background(), until)
	defer cancel()
	return db.PingContext(c)
}
