// Package try: its function says whether to go on; it can be told nothing.
package try

import (
	"context"
	"database/sql"

	"github.com/matryer/try"
)

func plain(ctx context.Context, db *sql.DB) error {
	return try.Do(func(attempt int) (bool, error) { // want `try.Do goes on after ctx \(parameter, line 11\) has ended: it is not told about ctx; let its function ask ctx.Err\(\)`
		return attempt < 5, db.PingContext(ctx)
	})
}

func asks(ctx context.Context, db *sql.DB) error {
	return try.Do(func(attempt int) (bool, error) {
		err := db.PingContext(ctx)
		return attempt < 5 && ctx.Err() == nil, err
	})
}
