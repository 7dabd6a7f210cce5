// Package detached: a wait that the caller cannot end, in a path that it waits
// for.
package detached

import (
	"context"
	"database/sql"
	"net/http"
	"sync"
	"time"
)

const limit = 10 * time.Second

func plain(ctx context.Context, db *sql.DB) error {
	c, cancel := context.WithTimeout(context.WithoutCancel(ctx), limit) // want `^this wait of 10s is cut off from ctx \(parameter, line 15\), whose caller waits for it: derive it from ctx, or keep the caller's deadline with WithDeadline \(freshtimeout/detached\)$`
	defer cancel()
	return db.PingContext(c)
}

func steps(ctx context.Context, db *sql.DB, d time.Duration) error {
	base := context.WithoutCancel(ctx)
	c, cancel := context.WithTimeout(base, d) // want `^this wait is cut off from ctx .*\(freshtimeout/detached\)`
	defer cancel()
	return db.PingContext(c)
}

func request(w http.ResponseWriter, r *http.Request, db *sql.DB) {
	c, cancel := context.WithTimeout(context.WithoutCancel(r.Context()), limit) // want `cut off from r\.Context\(\) \(request, line \d+\).*\(freshtimeout/detached\)`
	defer cancel()
	if db.PingContext(c) != nil {
		w.WriteHeader(http.StatusServiceUnavailable)
	}
}

func joined(ctx context.Context, dbs []*sql.DB) {
	var wg sync.WaitGroup
	for _, db := range dbs {
		wg.Go(func() {
			c, cancel := context.WithTimeout(context.WithoutCancel(ctx), limit) // want `\(freshtimeout/detached\)`
			defer cancel()
			_ = db.PingContext(c)
		})
	}
	wg.Wait()
}

// A fresh one is reported on the default level.
func fresh(ctx context.Context, db *sql.DB) error {
	c, cancel := context.WithTimeout(context.Background(), limit) // want `\(freshtimeout/reset\)`
	defer cancel()
	return db.PingContext(c)
}

func failed(ctx context.Context, db *sql.DB) error {
	if err := db.PingContext(ctx); err != nil {
		c, cancel := context.WithTimeout(context.WithoutCancel(ctx), limit)
		defer cancel()
		_, _ = db.ExecContext(c, "INSERT INTO failures VALUES (now())")
		return err
	}
	return nil
}

func release(ctx context.Context, db *sql.DB) error {
	c, cancel := context.WithTimeout(context.WithoutCancel(ctx), limit)
	defer cancel()
	_, err := db.ExecContext(c, "DELETE FROM locks")
	return err
}

func later(ctx context.Context, db *sql.DB) error {
	defer func() {
		c, cancel := context.WithTimeout(context.WithoutCancel(ctx), limit)
		defer cancel()
		_, _ = db.ExecContext(c, "DELETE FROM claims")
	}()
	return db.PingContext(ctx)
}

func background(ctx context.Context, db *sql.DB) {
	go func() {
		c, cancel := context.WithTimeout(context.WithoutCancel(ctx), limit)
		defer cancel()
		_ = db.PingContext(c)
	}()
}

func last(ctx context.Context, db *sql.DB) error {
	<-ctx.Done()
	c, cancel := context.WithTimeout(context.WithoutCancel(ctx), limit)
	defer cancel()
	return db.PingContext(c)
}
