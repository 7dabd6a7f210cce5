// Package intests: a test's context is t.Context().
package intests

import (
	"context"
	"database/sql"
)

func ping(ctx context.Context, db *sql.DB) error { return db.PingContext(ctx) }
