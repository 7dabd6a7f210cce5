// Package fix holds findings that a mechanical fix mends, and some that it must
// not touch.
package fix

import (
	"context"
	"database/sql"
	"net/http"
	"time"
)

func parameter(ctx context.Context, db *sql.DB) error {
	c, cancel := context.WithTimeout(context.Background(), time.Second) // want `\(freshtimeout/reset\)`
	defer cancel()
	return db.PingContext(c)
}

func request(db *sql.DB, r *http.Request) error {
	c, cancel := context.WithTimeout(context.TODO(), time.Second) // want `\(freshtimeout/reset\)`
	defer cancel()
	return db.PingContext(c)
}

// The empty context is made elsewhere, and may be used elsewhere.
func twoSteps(ctx context.Context, db *sql.DB) error {
	root := context.Background()
	c, cancel := context.WithTimeout(root, time.Second) // want `\(freshtimeout/reset\)`
	defer cancel()
	return db.PingContext(c)
}

// There is no name to derive from.
func blank(_ context.Context, db *sql.DB) error {
	c, cancel := context.WithTimeout(context.Background(), time.Second) // want `\(freshtimeout/reset\)`
	defer cancel()
	return db.PingContext(c)
}

// The name means another thing here.
func shadowed(ctx context.Context, db *sql.DB) error {
	{
		ctx := "a string"
		c, cancel := context.WithTimeout(context.Background(), time.Second) // want `\(freshtimeout/reset\)`
		defer cancel()
		_ = ctx
		return db.PingContext(c)
	}
}
