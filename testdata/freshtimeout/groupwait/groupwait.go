// Package groupwait: a group's context ends when its Wait returns.
package groupwait

import (
	"context"
	"database/sql"
	"time"

	"golang.org/x/sync/errgroup"
)

func shadowed(ctx context.Context, db *sql.DB) error {
	g, ctx := errgroup.WithContext(ctx)
	g.Go(func() error { return db.PingContext(ctx) })
	if err := g.Wait(); err != nil {
		return err
	}
	return db.PingContext(ctx) // want `\(freshtimeout/ended\)`
}

func derived(ctx context.Context, db *sql.DB) error {
	g, gctx := errgroup.WithContext(ctx)
	g.Go(func() error { return db.PingContext(gctx) })
	if err := g.Wait(); err != nil {
		return err
	}
	c, cancel := context.WithTimeout(gctx, time.Second) // want `\(freshtimeout/ended\)`
	defer cancel()
	return db.PingContext(c)
}

// The group's parent goes on.
func parent(ctx context.Context, db *sql.DB) error {
	g, gctx := errgroup.WithContext(ctx)
	g.Go(func() error { return db.PingContext(gctx) })
	if err := g.Wait(); err != nil {
		return err
	}
	return db.PingContext(ctx)
}
