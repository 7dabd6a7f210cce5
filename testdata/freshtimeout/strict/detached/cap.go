package detached

import (
	"context"
	"database/sql"
	"time"
)

// The package does not import the runtime: a cap is a cap.
func capped(ctx context.Context, db *sql.DB) error {
	c, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	return db.PingContext(c)
}
