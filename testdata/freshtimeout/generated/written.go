package generated

import (
	"context"
	"database/sql"
	"time"
)

func pingAgain(ctx context.Context, db *sql.DB) error {
	c, cancel := context.WithTimeout(context.Background(), time.Second) // want `\(freshtimeout/reset\)`
	defer cancel()
	return db.PingContext(c)
}
