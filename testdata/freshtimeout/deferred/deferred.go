// Package deferred: clean-up must work although the caller's context may have
// ended.
package deferred

import (
	"context"
	"database/sql"
	"time"
)

const limit = 5 * time.Second

func literal(ctx context.Context, db *sql.DB) error {
	defer func() {
		c, cancel := context.WithTimeout(context.Background(), limit)
		defer cancel()
		_, _ = db.ExecContext(c, "DELETE FROM claims")
	}()
	return db.PingContext(ctx)
}

// note is only called from deferred calls.
func note(_ context.Context, db *sql.DB) {
	c, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	_, _ = db.ExecContext(c, "INSERT INTO runs VALUES (now())")
}

func direct(ctx context.Context, db *sql.DB) error {
	defer note(ctx, db)
	return db.PingContext(ctx)
}

func indirect(ctx context.Context, db *sql.DB) (err error) {
	defer func() {
		if err != nil {
			note(ctx, db)
		}
	}()
	return db.PingContext(ctx)
}

// report is two calls below a defer.
func report(ctx context.Context, db *sql.DB) {
	c, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	_, _ = db.ExecContext(c, "INSERT INTO reports VALUES (now())")
}

func reports(ctx context.Context, db *sql.DB) { report(ctx, db) }

func deeper(ctx context.Context, db *sql.DB) error {
	defer reports(ctx, db)
	return db.PingContext(ctx)
}

func closure(ctx context.Context, db *sql.DB) (err error) {
	forget := func() {
		c, cancel := context.WithTimeout(context.Background(), limit)
		defer cancel()
		_, _ = db.ExecContext(c, "DELETE FROM claims")
	}
	defer func() {
		if err != nil {
			forget()
		}
	}()
	return db.PingContext(ctx)
}

func variable(ctx context.Context, db *sql.DB) error {
	forget := func() {
		c, cancel := context.WithTimeout(context.Background(), limit)
		defer cancel()
		_, _ = db.ExecContext(c, "DELETE FROM claims")
	}
	defer forget()
	return db.PingContext(ctx)
}

func after(ctx context.Context, db *sql.DB) func() bool {
	return context.AfterFunc(ctx, func() {
		c, cancel := context.WithTimeout(context.Background(), limit)
		defer cancel()
		_, _ = db.ExecContext(c, "DELETE FROM claims")
	})
}

func delayed(ctx context.Context, db *sql.DB) *time.Timer {
	return time.AfterFunc(time.Minute, func() {
		c, cancel := context.WithTimeout(context.Background(), limit)
		defer cancel()
		_, _ = db.ExecContext(c, "DELETE FROM claims")
	})
}

// count is deferred here and called there, and there it is waited for.
func count(ctx context.Context, db *sql.DB) {
	c, cancel := context.WithTimeout(context.Background(), limit) // want `\(freshtimeout/reset\)`
	defer cancel()
	_, _ = db.ExecContext(c, "UPDATE counters SET n = n + 1")
}

func countLater(ctx context.Context, db *sql.DB) error {
	defer count(ctx, db)
	return db.PingContext(ctx)
}

func countNow(ctx context.Context, db *sql.DB) error {
	count(ctx, db)
	return db.PingContext(ctx)
}

// A deferred call and the work before it: only the work is reported.
func both(ctx context.Context, db *sql.DB) error {
	c, cancel := context.WithTimeout(context.Background(), limit) // want `: derive it from ctx \(freshtimeout/reset\)$`
	defer cancel()
	defer func() {
		c, cancel := context.WithTimeout(context.Background(), limit)
		defer cancel()
		_, _ = db.ExecContext(c, "DELETE FROM claims")
	}()
	return db.PingContext(c)
}

// Made before, used in deferred calls alone.
func argument(ctx context.Context, db *sql.DB) error {
	c, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	defer db.ExecContext(c, "DELETE FROM claims")
	return db.PingContext(ctx)
}

func usedLater(ctx context.Context, db *sql.DB) error {
	c, cancel := context.WithTimeout(context.Background(), limit)
	defer func() {
		_, _ = db.ExecContext(c, "DELETE FROM claims")
		cancel()
	}()
	return db.PingContext(ctx)
}

// Whether the work went well is kept in a variable.
func unlessDone(ctx context.Context, db *sql.DB) (err error) {
	done := false
	defer func() {
		if !done {
			c, cancel := context.WithTimeout(context.Background(), limit)
			defer cancel()
			_, _ = db.ExecContext(c, "DELETE FROM claims")
		}
	}()
	err = db.PingContext(ctx)
	done = err == nil
	return err
}
