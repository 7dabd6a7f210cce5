// Package closure: a closure that the function waits for has the function's
// context in reach.
package closure

import (
	"context"
	"database/sql"
	"net/http"
	"slices"
	"time"

	"github.com/avast/retry-go/v4"
	"github.com/cenkalti/backoff/v5"
)

const limit = 5 * time.Second

func called(ctx context.Context, db *sql.DB) error {
	return func() error {
		c, cancel := context.WithTimeout(context.Background(), limit) // want `although ctx \(parameter, line 18\) .*\(freshtimeout/reset\)`
		defer cancel()
		return db.PingContext(c)
	}()
}

func named(ctx context.Context, db *sql.DB) error {
	ping := func() error {
		c, cancel := context.WithTimeout(context.Background(), limit) // want `\(freshtimeout/reset\)`
		defer cancel()
		return db.PingContext(c)
	}
	if err := ping(); err != nil {
		return err
	}
	return ping()
}

func twice(f func() error) error {
	if err := f(); err != nil {
		return err
	}
	return f()
}

func handed(ctx context.Context, db *sql.DB) error {
	return twice(func() error {
		c, cancel := context.WithTimeout(context.Background(), limit) // want `\(freshtimeout/reset\)`
		defer cancel()
		return db.PingContext(c)
	})
}

func retried(ctx context.Context, db *sql.DB) error {
	return retry.Do(func() error {
		c, cancel := context.WithTimeout(context.Background(), limit) // want `\(freshtimeout/reset\)`
		defer cancel()
		return db.PingContext(c)
	}, retry.Context(ctx), retry.Attempts(3))
}

func backedOff(ctx context.Context, db *sql.DB) error {
	_, err := backoff.Retry(ctx, func() (int, error) {
		c, cancel := context.WithTimeout(context.Background(), limit) // want `\(freshtimeout/reset\)`
		defer cancel()
		return 0, db.PingContext(c)
	})
	return err
}

func sorted(ctx context.Context, db *sql.DB, names []string) bool {
	return slices.ContainsFunc(names, func(name string) bool {
		c, cancel := context.WithTimeout(context.Background(), limit) // want `\(freshtimeout/reset\)`
		defer cancel()
		_, err := db.ExecContext(c, "SELECT 1 FROM users WHERE name = $1", name)
		return err == nil
	})
}

func nested(ctx context.Context, db *sql.DB) error {
	return twice(func() error {
		ping := func() error {
			c, cancel := context.WithTimeout(context.Background(), limit) // want `\(freshtimeout/reset\)`
			defer cancel()
			return db.PingContext(c)
		}
		return ping()
	})
}

func request(w http.ResponseWriter, r *http.Request, db *sql.DB) {
	err := twice(func() error {
		c, cancel := context.WithTimeout(context.Background(), limit) // want `although r\.Context\(\) \(request, line \d+\) .*\(freshtimeout/reset\)`
		defer cancel()
		return db.PingContext(c)
	})
	if err != nil {
		w.WriteHeader(http.StatusServiceUnavailable)
	}
}

// The retry's own context, handed to each attempt, is the caller's.
func derived(ctx context.Context, db *sql.DB) error {
	return retry.Do(func() error {
		c, cancel := context.WithTimeout(ctx, limit)
		defer cancel()
		return db.PingContext(c)
	}, retry.Context(ctx))
}

// Who runs the closure, and when, is not known.
func unseen(ctx context.Context, db *sql.DB, schedule func(func() error)) {
	schedule(func() error {
		c, cancel := context.WithTimeout(context.Background(), limit)
		defer cancel()
		return db.PingContext(c)
	})
}

// It is run after the function has returned.
func returned(ctx context.Context, db *sql.DB) func() error {
	return func() error {
		c, cancel := context.WithTimeout(context.Background(), limit)
		defer cancel()
		return db.PingContext(c)
	}
}

type hooks struct{ check func() error }

func stored(ctx context.Context, h *hooks, db *sql.DB) {
	h.check = func() error {
		c, cancel := context.WithTimeout(context.Background(), limit)
		defer cancel()
		return db.PingContext(c)
	}
}

// No context is in reach of the closure or around it.
func nothing(db *sql.DB) error {
	return twice(func() error {
		c, cancel := context.WithTimeout(context.Background(), limit)
		defer cancel()
		return db.PingContext(c)
	})
}
