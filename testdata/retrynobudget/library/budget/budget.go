// Package budget: the runtime's Call asks what is left by itself, and what it is
// told is its first parameter.
package budget

import (
	"context"
	"database/sql"
	"time"

	"github.com/budgetlint/budgetlint/budget"
)

var crm = budget.Hop{Name: "crm", Cap: time.Second, Tries: 3, Base: 100 * time.Millisecond}

func told(ctx context.Context, db *sql.DB) error {
	_, err := budget.Call(ctx, &crm, func(ctx context.Context) (int, error) {
		return 0, budget.Transient(db.PingContext(ctx), 0)
	})
	return err
}

func empty(ctx context.Context, db *sql.DB) error {
	hop := budget.Hop{Tries: 5, Base: 2 * time.Second}
	_, err := budget.Call(context.Background(), &hop, func(context.Context) (int, error) { // want `budget.Call goes on .* its context is context.Background\(\); pass ctx`
		return 0, budget.Transient(db.PingContext(ctx), 0)
	})
	return err
}

// paused ends with its context, or at once.
func paused(ctx context.Context, db *sql.DB) (err error) {
	for range 3 {
		if err = db.PingContext(ctx); err == nil {
			return nil
		}
		if err := budget.Sleep(ctx, 5*time.Second); err != nil {
			return err
		}
	}
	return err
}

// affords asks before each try.
func affords(ctx context.Context, db *sql.DB) (err error) {
	const perTry, pause = time.Second, 2 * time.Second
	for budget.Affords(ctx, pause+perTry) {
		try, cancel := budget.Within(ctx, perTry)
		err = db.PingContext(try)
		cancel()
		if err == nil {
			return nil
		}
		if err := budget.Sleep(ctx, pause); err != nil {
			return err
		}
	}
	return err
}
