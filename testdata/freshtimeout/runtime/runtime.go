// Package runtime: limits that package budget sets.
package runtime

import (
	"context"
	"database/sql"
	"time"

	"github.com/budgetlint/budgetlint/budget"
)

func kept(ctx context.Context, db *sql.DB) error {
	ctx, cancel := budget.Within(ctx, time.Second)
	defer cancel()
	return db.PingContext(ctx)
}

func fresh(ctx context.Context, db *sql.DB) error {
	in, cancel := budget.Within(context.Background(), time.Second) // want `Within starts a fresh 1s from context.Background\(\) although ctx \(parameter, line 18\) carries the caller's deadline: derive it from ctx`
	defer cancel()
	return db.PingContext(in)
}
