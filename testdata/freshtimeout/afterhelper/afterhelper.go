// Package afterhelper: a helper waits for the context's end.
package afterhelper

import (
	"context"
	"database/sql"
	"time"
)

func untilDone(ctx context.Context) { <-ctx.Done() }

func last(ctx context.Context, db *sql.DB) error {
	untilDone(ctx)
	c, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	return db.PingContext(c)
}
