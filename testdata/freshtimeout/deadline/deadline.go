// Package deadline: every function of package context that sets a limit.
package deadline

import (
	"context"
	"database/sql"
	"errors"
	"time"
)

var errSlow = errors.New("the database is slow")

const limit = 10 * time.Second

func now(ctx context.Context, db *sql.DB) error {
	c, cancel := context.WithDeadline(context.Background(), time.Now().Add(30*time.Second)) // want `^WithDeadline starts a fresh 30s from context\.Background\(\) although ctx .*\(freshtimeout/reset\)`
	defer cancel()
	return db.PingContext(c)
}

func midnight(ctx context.Context, db *sql.DB, t time.Time) error {
	c, cancel := context.WithDeadline(context.Background(), t.Truncate(24*time.Hour)) // want `^WithDeadline starts a fresh limit from context\.Background\(\)`
	defer cancel()
	return db.PingContext(c)
}

func timeoutCause(ctx context.Context, db *sql.DB) error {
	c, cancel := context.WithTimeoutCause(context.Background(), limit, errSlow) // want `^WithTimeoutCause starts a fresh 10s .*\(freshtimeout/reset\)`
	defer cancel()
	return db.PingContext(c)
}

func deadlineCause(ctx context.Context, db *sql.DB) error {
	until := time.Now().Add(3 * limit)
	c, cancel := context.WithDeadlineCause(context.Background(), until, errSlow) // want `^WithDeadlineCause starts a fresh 30s .*\(freshtimeout/reset\)`
	defer cancel()
	return db.PingContext(c)
}

func todo(ctx context.Context, db *sql.DB) error {
	c, cancel := context.WithTimeout(context.TODO(), limit) // want `from context\.TODO\(\) although ctx .*\(freshtimeout/reset\)`
	defer cancel()
	return db.PingContext(c)
}

func parameter(ctx context.Context, db *sql.DB, d time.Duration) error {
	c, cancel := context.WithTimeout(context.Background(), d) // want `^WithTimeout starts a fresh limit from`
	defer cancel()
	return db.PingContext(c)
}

func constant(ctx context.Context, db *sql.DB) error {
	const seconds = 7
	c, cancel := context.WithTimeout(context.Background(), time.Duration(seconds)*time.Second) // want `a fresh 7s from`
	defer cancel()
	return db.PingContext(c)
}

// Derived from the caller's context each of them is a cap.
func derived(ctx context.Context, db *sql.DB) error {
	c1, cancel := context.WithDeadline(ctx, time.Now().Add(limit))
	defer cancel()
	c2, cancel := context.WithTimeoutCause(c1, limit/2, errSlow)
	defer cancel()
	c3, cancel := context.WithDeadlineCause(c2, time.Now().Add(limit/4), errSlow)
	defer cancel()
	return db.PingContext(c3)
}
