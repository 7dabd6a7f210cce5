// Package nilctx: where the caller gave no context there is no deadline to lose.
package nilctx

import (
	"context"
	"database/sql"
	"time"
)

const limit = 5 * time.Second

func fallback(ctx context.Context, db *sql.DB) error {
	if ctx == nil {
		ctx = context.Background()
	}
	c, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	return db.PingContext(c)
}

func inside(ctx context.Context, db *sql.DB) error {
	if ctx == nil {
		c, cancel := context.WithTimeout(context.Background(), limit)
		defer cancel()
		return db.PingContext(c)
	}
	return db.PingContext(ctx)
}

func turned(ctx context.Context, db *sql.DB) error {
	if ctx != nil {
		return db.PingContext(ctx)
	}
	c, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	return db.PingContext(c)
}

func unless(ctx context.Context, db *sql.DB) error {
	if ctx != nil {
		c, cancel := context.WithTimeout(context.Background(), limit) // want `\(freshtimeout/reset\)`
		defer cancel()
		return db.PingContext(c)
	}
	return nil
}

type options struct{ limit time.Duration }

// It is not the context that is nil.
func otherNil(ctx context.Context, db *sql.DB, o *options) error {
	if o == nil {
		c, cancel := context.WithTimeout(context.Background(), limit) // want `\(freshtimeout/reset\)`
		defer cancel()
		return db.PingContext(c)
	}
	return db.PingContext(ctx)
}
