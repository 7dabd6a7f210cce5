// Package retrygo3: the path without a version.
package retrygo3

import (
	"context"
	"database/sql"

	"github.com/avast/retry-go"
)

func plain(ctx context.Context, db *sql.DB) error {
	return retry.Do(func() error { return db.PingContext(ctx) }) // want `makes up to 10 attempts and is not told about ctx`
}

func told(ctx context.Context, db *sql.DB) error {
	return retry.Do(func() error { return db.PingContext(ctx) }, retry.Context(ctx))
}
