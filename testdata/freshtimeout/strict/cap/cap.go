// Package cap: the package has the runtime at hand, which keeps a reserve.
package cap

import (
	"context"
	"database/sql"
	"time"

	"github.com/budgetlint/budgetlint/budget"
)

func constant(ctx context.Context, db *sql.DB) error {
	if !budget.Affords(ctx, 100*time.Millisecond) {
		return context.DeadlineExceeded
	}
	c, cancel := context.WithTimeout(ctx, 5*time.Second) // want `^the cap of 5s may last to the end of ctx \(parameter, line 12\) and leave no time for the reply: use budget\.Within, which keeps the reserve \(freshtimeout/cap\)$`
	defer cancel()
	return db.PingContext(c)
}

func within(ctx context.Context, db *sql.DB) error {
	c, cancel := budget.Within(ctx, 5*time.Second)
	defer cancel()
	return db.PingContext(c)
}

func parameter(ctx context.Context, db *sql.DB, d time.Duration) error {
	c, cancel := context.WithTimeout(ctx, d)
	defer cancel()
	return db.PingContext(c)
}

// No caller waits for a reply.
func first(db *sql.DB) error {
	c, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	return db.PingContext(c)
}
