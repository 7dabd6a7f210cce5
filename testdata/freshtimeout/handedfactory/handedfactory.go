// Package handedfactory: a fresh limited context comes from a literal, or from a
// function that is handed an empty one.
package handedfactory

import (
	"context"
	"database/sql"
	"time"
)

func capped(ctx context.Context) (context.Context, context.CancelFunc) {
	return context.WithTimeout(ctx, 5*time.Second)
}

func literal(ctx context.Context, db *sql.DB) error {
	limited := func() (context.Context, context.CancelFunc) {
		return context.WithTimeout(context.Background(), 5*time.Second)
	}
	c, cancel := limited() // want `\(freshtimeout/reset\)`
	defer cancel()
	return db.PingContext(c)
}

// The factory derives from what it is handed, and that is empty.
func handedNothing(ctx context.Context, db *sql.DB) error {
	c, cancel := capped(context.Background()) // want `although ctx .*\(freshtimeout/reset\)`
	defer cancel()
	return db.PingContext(c)
}
