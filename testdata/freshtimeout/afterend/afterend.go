// Package afterend: once the context has ended it can bound nothing, and what is
// left to do needs a fresh one.
package afterend

import (
	"context"
	"database/sql"
	"errors"
	"net/http"
	"os"
	"os/signal"
	"time"
)

const limit = 5 * time.Second

func received(ctx context.Context, db *sql.DB) error {
	<-ctx.Done()
	c, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	return db.PingContext(c)
}

func selected(ctx context.Context, db *sql.DB, failed <-chan error) error {
	select {
	case err := <-failed:
		return err
	case <-ctx.Done():
		c, cancel := context.WithTimeout(context.Background(), limit)
		defer cancel()
		return db.PingContext(c)
	}
}

func asked(ctx context.Context, db *sql.DB) error {
	if ctx.Err() != nil {
		c, cancel := context.WithTimeout(context.Background(), limit)
		defer cancel()
		return db.PingContext(c)
	}
	return db.PingContext(ctx)
}

func cause(ctx context.Context, db *sql.DB) error {
	if err := context.Cause(ctx); err != nil {
		c, cancel := context.WithTimeout(context.Background(), limit)
		defer cancel()
		return errors.Join(err, db.PingContext(c))
	}
	return db.PingContext(ctx)
}

func kindOfEnd(ctx context.Context, db *sql.DB) error {
	err := db.PingContext(ctx)
	if errors.Is(err, context.DeadlineExceeded) {
		c, cancel := context.WithTimeout(context.Background(), limit)
		defer cancel()
		_, err = db.ExecContext(c, "INSERT INTO late VALUES (now())")
	}
	return err
}

func loop(ctx context.Context, db *sql.DB, tick <-chan time.Time) error {
	for ctx.Err() == nil {
		select {
		case <-ctx.Done():
		case <-tick:
		}
	}
	c, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	return db.PingContext(c)
}

func forever(ctx context.Context, db *sql.DB, tick <-chan time.Time) error {
	for {
		select {
		case <-ctx.Done():
			c, cancel := context.WithTimeout(context.Background(), limit)
			defer cancel()
			return db.PingContext(c)
		case <-tick:
			if err := db.PingContext(ctx); err != nil {
				return err
			}
		}
	}
}

func request(r *http.Request, db *sql.DB) error {
	<-r.Context().Done()
	c, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	return db.PingContext(c)
}

func inClosure(ctx context.Context, db *sql.DB) error {
	note := func() error {
		c, cancel := context.WithTimeout(context.Background(), limit)
		defer cancel()
		return db.PingContext(c)
	}
	<-ctx.Done()
	return note()
}

func bySignal(ctx context.Context, db *sql.DB) error {
	stop := make(chan os.Signal, 1)
	signal.Notify(stop, os.Interrupt)
	<-stop
	c, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	return db.PingContext(c)
}

func notified(db *sql.DB) error {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	<-ctx.Done()
	c, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	return db.PingContext(c)
}

// Before the context ends its deadline holds.
func before(ctx context.Context, db *sql.DB) error {
	c, cancel := context.WithTimeout(context.Background(), limit) // want `\(freshtimeout/reset\)`
	defer cancel()
	err := db.PingContext(c)
	<-ctx.Done()
	return err
}

func alive(ctx context.Context, db *sql.DB) error {
	if ctx.Err() == nil {
		c, cancel := context.WithTimeout(context.Background(), limit) // want `\(freshtimeout/reset\)`
		defer cancel()
		return db.PingContext(c)
	}
	return nil
}

func checked(ctx context.Context, db *sql.DB) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	c, cancel := context.WithTimeout(context.Background(), limit) // want `\(freshtimeout/reset\)`
	defer cancel()
	return db.PingContext(c)
}

// Another channel says nothing of the context.
func tick(ctx context.Context, db *sql.DB, tick <-chan time.Time) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-tick:
		c, cancel := context.WithTimeout(context.Background(), limit) // want `\(freshtimeout/reset\)`
		defer cancel()
		return db.PingContext(c)
	}
}

// The end of a child of one's own making says nothing of the caller's context.
func child(ctx context.Context, db *sql.DB) error {
	c, cancel := context.WithTimeout(ctx, limit)
	err := db.PingContext(c)
	cancel()
	if err == nil {
		c, cancel = context.WithTimeout(context.Background(), limit) // want `\(freshtimeout/reset\)`
		defer cancel()
		err = db.PingContext(c)
	}
	return err
}

func switched(ctx context.Context, db *sql.DB) error {
	switch ctx.Err() {
	case context.Canceled:
		c, cancel := context.WithTimeout(context.Background(), limit)
		defer cancel()
		return db.PingContext(c)
	}
	return nil
}

func switchedTrue(ctx context.Context, db *sql.DB) error {
	switch err := ctx.Err(); {
	case err != nil:
		c, cancel := context.WithTimeout(context.Background(), limit)
		defer cancel()
		return db.PingContext(c)
	}
	return nil
}

func both(ctx context.Context, db *sql.DB) error {
	if err := db.PingContext(ctx); err != nil && ctx.Err() != nil {
		c, cancel := context.WithTimeout(context.Background(), limit)
		defer cancel()
		return db.PingContext(c)
	}
	return nil
}

func variable(ctx context.Context, db *sql.DB) error {
	done := ctx.Done()
	<-done
	c, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	return db.PingContext(c)
}

// The loop has no other way out.
func broken(ctx context.Context, db *sql.DB, jobs <-chan int) error {
loop:
	for {
		select {
		case <-ctx.Done():
			break loop
		case <-jobs:
			_ = db.PingContext(ctx)
		}
	}
	c, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	return db.PingContext(c)
}

func otherwise(ctx context.Context, db *sql.DB) error {
	select {
	case <-ctx.Done():
		c, cancel := context.WithTimeout(context.Background(), limit)
		defer cancel()
		return db.PingContext(c)
	default:
		c, cancel := context.WithTimeout(context.Background(), limit) // want `\(freshtimeout/reset\)`
		defer cancel()
		return db.PingContext(c)
	}
}

func eitherWay(ctx context.Context, db *sql.DB, always bool) error {
	if always || ctx.Err() == nil {
		c, cancel := context.WithTimeout(context.Background(), limit) // want `\(freshtimeout/reset\)`
		defer cancel()
		return db.PingContext(c)
	}
	return nil
}

// A beat of a loop that the caller waits for.
func heartbeat(ctx context.Context, db *sql.DB, tick <-chan time.Time) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick:
			c, cancel := context.WithTimeout(context.Background(), limit) // want `\(freshtimeout/reset\)`
			_ = db.PingContext(c)
			cancel()
		}
	}
}
