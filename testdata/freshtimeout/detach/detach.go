// Package detach: WithoutCancel says what is meant; it is at most advice.
package detach

import (
	"context"
	"database/sql"
	"time"
)

const limit = 5 * time.Second

func plain(ctx context.Context, db *sql.DB) error {
	c, cancel := context.WithTimeout(context.WithoutCancel(ctx), limit)
	defer cancel()
	return db.PingContext(c)
}

func steps(ctx context.Context, db *sql.DB) error {
	base := context.WithoutCancel(ctx)
	c, cancel := context.WithTimeout(base, limit)
	defer cancel()
	return db.PingContext(c)
}

func failed(ctx context.Context, db *sql.DB) error {
	if err := db.PingContext(ctx); err != nil {
		c, cancel := context.WithTimeout(context.WithoutCancel(ctx), limit)
		defer cancel()
		_, _ = db.ExecContext(c, "INSERT INTO failures VALUES (now())")
		return err
	}
	return nil
}

// The second phase of a try that succeeded must not be cut short.
func commit(ctx context.Context, db *sql.DB, id int) error {
	c, cancel := context.WithTimeout(context.WithoutCancel(ctx), limit)
	defer cancel()
	_, err := db.ExecContext(c, "COMMIT PREPARED $1", id)
	return err
}

// A copy of a request keeps the absolute deadline of the original.
func mirror(ctx context.Context, db *sql.DB) error {
	c := context.WithoutCancel(ctx)
	if until, ok := ctx.Deadline(); ok {
		var cancel context.CancelFunc
		c, cancel = context.WithDeadline(c, until)
		defer cancel()
	}
	return db.PingContext(c)
}
