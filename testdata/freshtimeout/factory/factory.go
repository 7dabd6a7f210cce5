// Package factory: a function returns a fresh context with a limit.
package factory

import (
	"context"
	"database/sql"
	"strconv"
	"time"

	"google.golang.org/grpc/metadata"
)

func short() (context.Context, context.CancelFunc) {
	return context.WithTimeout(context.Background(), 5*time.Second) // no context is in reach
}

func again() (context.Context, context.CancelFunc) {
	ctx, cancel := short()
	return metadata.AppendToOutgoingContext(ctx, "try", "2"), cancel
}

type client struct {
	ctx   context.Context
	limit time.Duration
}

func (c *client) query(height int64) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithTimeout(context.Background(), c.limit)
	return metadata.AppendToOutgoingContext(ctx, "height", strconv.FormatInt(height, 10)), cancel
}

func (c *client) stored() (context.Context, context.CancelFunc) {
	return context.WithTimeout(c.ctx, c.limit)
}

func capped(ctx context.Context) (context.Context, context.CancelFunc) {
	return context.WithTimeout(ctx, 5*time.Second)
}

func direct(ctx context.Context, db *sql.DB) error {
	c, cancel := short() // want `^short starts a fresh 5s although ctx \(parameter, line 40\) carries the caller's deadline: hand it ctx to derive from \(freshtimeout/reset\)$`
	defer cancel()
	return db.PingContext(c)
}

func deeper(ctx context.Context, db *sql.DB) error {
	c, cancel := again() // want `^again starts a fresh 5s although ctx .*\(freshtimeout/reset\)`
	defer cancel()
	return db.PingContext(c)
}

func method(ctx context.Context, cl *client, db *sql.DB) error {
	c, cancel := cl.query(7) // want `^query starts a fresh limit although ctx .*\(freshtimeout/reset\)`
	defer cancel()
	return db.PingContext(c)
}

// What the client's context is bounded by is not known.
func kept(ctx context.Context, cl *client, db *sql.DB) error {
	c, cancel := cl.stored()
	defer cancel()
	return db.PingContext(c)
}

func derived(ctx context.Context, db *sql.DB) error {
	c, cancel := capped(ctx)
	defer cancel()
	return db.PingContext(c)
}

// No context is in reach.
func first(db *sql.DB) error {
	c, cancel := short()
	defer cancel()
	return db.PingContext(c)
}

// A rollback needs a context of its own.
func rollback(ctx context.Context, tx *sql.Conn) {
	c, cancel := short()
	defer cancel()
	_, _ = tx.ExecContext(c, "ROLLBACK")
}
