// Package secondtry: after a failure the work itself is tried again, or tried
// elsewhere, and the caller waits for its result: that undoes nothing.
package secondtry

import (
	"context"
	"database/sql"
	"time"
)

const limit = 5 * time.Second

func again(ctx context.Context, db *sql.DB) error {
	try := func() error {
		c, cancel := context.WithTimeout(context.Background(), limit) // missed: a failure's branch is taken for undoing
		defer cancel()
		return db.PingContext(c)
	}
	if try() == nil {
		return nil
	}
	return try()
}

// Here the first call is not even in the failure's branch.
func replica(ctx context.Context, primary, secondary *sql.DB) (n int, err error) {
	if err = primary.QueryRowContext(ctx, "SELECT count(*) FROM users").Scan(&n); err != nil {
		c, cancel := context.WithTimeout(context.Background(), limit) // missed: a failure's branch is taken for undoing
		defer cancel()
		err = secondary.QueryRowContext(c, "SELECT count(*) FROM users").Scan(&n)
	}
	return n, err
}
