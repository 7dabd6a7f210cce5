// Package capfix: a cap becomes one that keeps the reserve.
package capfix

import (
	"context"
	"database/sql"
	"net/http"
	"time"

	"github.com/budgetlint/budgetlint/budget"
)

func total(ctx context.Context) (context.Context, context.CancelFunc) {
	return budget.Class{Total: 30 * time.Second}.Start(ctx)
}

func ping(ctx context.Context, db *sql.DB) error {
	c, cancel := context.WithTimeout(ctx, time.Second) // want `\(freshtimeout/cap\)`
	defer cancel()
	if err := db.PingContext(c); err != nil {
		return err
	}
	ctx, stop := context.WithTimeout(ctx /* all */, 2*time.Second) // want `\(freshtimeout/cap\)`
	defer stop()
	return db.PingContext(ctx)
}

func handler(db *sql.DB, r *http.Request) error {
	c, cancel := context.WithTimeout(r.Context(), time.Second) // want `\(freshtimeout/cap\)`
	defer cancel()
	return db.PingContext(c)
}

// The name of the package means something else.
func none(ctx context.Context, db *sql.DB, budget time.Duration) error {
	c, cancel := context.WithTimeout(ctx, time.Second) // want `\(freshtimeout/cap\)`
	defer cancel()
	return db.PingContext(c)
}
