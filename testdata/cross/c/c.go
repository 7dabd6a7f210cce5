// Package c imports b, not a.
package c

import (
	"context"
	"database/sql"

	"example.com/budgetlint/testdata/cross/b"
)

func via(db *sql.DB) error {
	return b.Deeper(context.Background(), db) // want `^nothing bounds Deeper: it waits for PingContext \(example\.com/budgetlint/testdata/cross/a/a\.go:16\) on its context, .*\(nodeadline/sql\)`
}

func helper(ctx context.Context, db *sql.DB) (int, error) {
	return b.Counted(db) // want `^Counted waits up to 30s on a context of its own \(example\.com/budgetlint/testdata/cross/a/a\.go:32\), .*\(freshtimeout/helper\)`
}

func caller(ctx context.Context, db *sql.DB) error { return b.Deeper(ctx, db) }
