// Package unused: the derived context goes nowhere.
package unused

import (
	"context"
	"database/sql"
	"time"
)

func dropped(ctx context.Context, db *sql.DB) error {
	_, cancel := context.WithTimeout(ctx, 3*time.Second) // want `^the limit of 3s bounds nothing: its context is dropped; hand on the derived context \(freshtimeout/unused\)$`
	defer cancel()
	return db.PingContext(ctx)
}

func parameter(ctx context.Context, db *sql.DB, d time.Duration) error {
	_, cancel := context.WithTimeout(ctx, d) // want `^this limit bounds nothing: .*\(freshtimeout/unused\)`
	defer cancel()
	return db.PingContext(ctx)
}

func kept(ctx context.Context, db *sql.DB) error {
	c, cancel := context.WithTimeout(ctx, 3*time.Second) // want `\(freshtimeout/unused\)`
	defer cancel()
	_ = c
	return db.PingContext(ctx)
}

func deadline(ctx context.Context, db *sql.DB) error {
	_, cancel := context.WithDeadline(ctx, time.Now().Add(time.Minute)) // want `^the limit of 1m0s bounds nothing: .*\(freshtimeout/unused\)`
	defer cancel()
	return db.PingContext(ctx)
}

func handedOn(ctx context.Context, db *sql.DB) error {
	c, cancel := context.WithTimeout(ctx, 3*time.Second)
	defer cancel()
	return db.PingContext(c)
}

// It is asked.
func asked(ctx context.Context, db *sql.DB) error {
	c, cancel := context.WithTimeout(ctx, 3*time.Second)
	defer cancel()
	for c.Err() == nil {
		if db.PingContext(ctx) == nil {
			return nil
		}
	}
	return c.Err()
}

func pause(ctx context.Context, db *sql.DB) error {
	c, cancel := context.WithTimeout(ctx, 3*time.Second)
	defer cancel()
	<-c.Done()
	return db.PingContext(ctx)
}

func returned(ctx context.Context) (context.Context, context.CancelFunc) {
	return context.WithTimeout(ctx, 3*time.Second)
}

type session struct {
	ctx    context.Context
	cancel context.CancelFunc
}

func stored(ctx context.Context, s *session) {
	s.ctx, s.cancel = context.WithTimeout(ctx, 3*time.Second)
}

func captured(ctx context.Context, db *sql.DB) func() error {
	c, cancel := context.WithTimeout(ctx, 3*time.Second)
	return func() error {
		defer cancel()
		return db.PingContext(c)
	}
}

func sent(ctx context.Context, to chan<- context.Context) context.CancelFunc {
	c, cancel := context.WithTimeout(ctx, 3*time.Second)
	to <- c
	return cancel
}
