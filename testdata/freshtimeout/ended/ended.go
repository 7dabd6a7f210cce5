// Package ended: the context has ended before the timeout starts.
package ended

import (
	"context"
	"database/sql"
	"errors"
	"net/http"
	"time"
)

const limit = 5 * time.Second

func received(ctx context.Context, db *sql.DB) error {
	<-ctx.Done()
	c, cancel := context.WithTimeout(ctx, limit) // want `^the limit of 5s never starts: the context it is derived from has ended on this path \(line 15\); derive it from context\.WithoutCancel of that context \(freshtimeout/ended\)$`
	defer cancel()
	return db.PingContext(c)
}

func selected(ctx context.Context, db *sql.DB, failed <-chan error) error {
	select {
	case err := <-failed:
		return err
	case <-ctx.Done():
		c, cancel := context.WithTimeout(ctx, limit) // want `\(freshtimeout/ended\)`
		defer cancel()
		_, err := db.ExecContext(c, "DELETE FROM claims")
		return err
	}
}

func asked(ctx context.Context, db *sql.DB) error {
	if ctx.Err() != nil {
		c, cancel := context.WithTimeout(ctx, limit) // want `\(freshtimeout/ended\)`
		defer cancel()
		return db.PingContext(c)
	}
	return nil
}

func named(ctx context.Context, db *sql.DB) error {
	if err := ctx.Err(); err != nil {
		return errors.Join(err, db.PingContext(ctx)) // want `^PingContext gives up at once: its context has ended on this path \(line \d+\); use a context derived from context\.WithoutCancel, with a limit \(freshtimeout/ended\)$`
	}
	return nil
}

func guarded(ctx context.Context, db *sql.DB) error {
	if ctx.Err() == nil {
		return db.PingContext(ctx)
	}
	c, cancel := context.WithTimeout(ctx, limit) // want `\(freshtimeout/ended\)`
	defer cancel()
	_, err := db.ExecContext(c, "DELETE FROM claims")
	return err
}

func cancelled(ctx context.Context, db *sql.DB) error {
	work, stop := context.WithCancel(ctx)
	err := db.PingContext(work)
	stop()
	c, cancel := context.WithTimeout(work, limit) // want `\(freshtimeout/ended\)`
	defer cancel()
	_, undo := db.ExecContext(c, "DELETE FROM claims")
	return errors.Join(err, undo)
}

func child(ctx context.Context, db *sql.DB) error {
	work, stop := context.WithCancel(ctx)
	defer stop()
	<-ctx.Done()
	return db.PingContext(work) // want `\(freshtimeout/ended\)`
}

func shutdown(ctx context.Context, srv *http.Server) error {
	<-ctx.Done()
	return srv.Shutdown(ctx) // want `^Shutdown gives up at once: .*\(freshtimeout/ended\)`
}

func background(ctx context.Context, srv *http.Server) {
	go func() {
		<-ctx.Done()
		c, cancel := context.WithTimeout(ctx, limit) // want `\(freshtimeout/ended\)`
		defer cancel()
		_ = srv.Shutdown(c)
	}()
}

type app struct {
	ctx context.Context
	srv *http.Server
}

func (a *app) wait() error {
	<-a.ctx.Done()
	c, cancel := context.WithTimeout(a.ctx, limit) // want `\(freshtimeout/ended\)`
	defer cancel()
	return a.srv.Shutdown(c)
}

func release(ctx context.Context, db *sql.DB) error {
	_, err := db.ExecContext(ctx, "DELETE FROM claims")
	return err
}

func through(ctx context.Context, db *sql.DB) error {
	<-ctx.Done()
	return release(ctx, db) // want `^release gives up at once: it waits for ExecContext \(.*ended\.go:\d+\), and its context has ended on this path .*\(freshtimeout/ended\)`
}

func restored(ctx context.Context, srv *http.Server) error {
	<-ctx.Done()
	c, cancel := context.WithTimeout(context.WithoutCancel(ctx), limit)
	defer cancel()
	return srv.Shutdown(c)
}

func fresh(ctx context.Context, srv *http.Server) error {
	<-ctx.Done()
	c, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	return srv.Shutdown(c)
}

// The context may be alive: the other case leads here, too.
func joined(ctx context.Context, db *sql.DB, tick <-chan time.Time) error {
	select {
	case <-ctx.Done():
	case <-tick:
	}
	c, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	return db.PingContext(c)
}

func ticking(ctx context.Context, db *sql.DB, tick <-chan time.Time) error {
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-tick:
			c, cancel := context.WithTimeout(ctx, limit)
			err := db.PingContext(c)
			cancel()
			if err != nil {
				return err
			}
		}
	}
}

// Another context ended.
func other(ctx, stop context.Context, db *sql.DB) error {
	<-stop.Done()
	c, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	return db.PingContext(c)
}

// The child ended, not its parent.
func own(ctx context.Context, db *sql.DB) error {
	c, cancel := context.WithTimeout(ctx, limit)
	<-c.Done()
	cancel()
	c, cancel = context.WithTimeout(ctx, limit)
	defer cancel()
	return db.PingContext(c)
}

// It is assigned anew in between.
func again(ctx context.Context, db *sql.DB) error {
	work, stop := context.WithCancel(ctx)
	err := db.PingContext(work)
	stop()
	work, stop = context.WithCancel(ctx)
	defer stop()
	return errors.Join(err, db.PingContext(work))
}

// The shadowed context has ended, its parent has not.
func shadowed(ctx context.Context, db *sql.DB) error {
	ctx, cancel := context.WithTimeout(ctx, limit)
	err := db.PingContext(ctx)
	cancel()
	if err != nil {
		return err
	}
	return db.PingContext(ctx) // want `\(freshtimeout/ended\)`
}

func stopped(srv *http.Server, stop <-chan struct{}) error {
	ctx, cancel := context.WithCancel(context.Background())
	go func() { _ = srv.ListenAndServe() }()
	<-stop
	cancel()
	return srv.Shutdown(ctx) // want `\(freshtimeout/ended\)`
}

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
	c, cancel := context.WithTimeout(ctx, limit) // want `\(freshtimeout/ended\)`
	defer cancel()
	return db.PingContext(c)
}

// The loop may end because the jobs did.
func exhausted(ctx context.Context, db *sql.DB, jobs <-chan int) error {
loop:
	for {
		select {
		case <-ctx.Done():
			break loop
		case _, ok := <-jobs:
			if !ok {
				break loop
			}
		}
	}
	c, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	return db.PingContext(c)
}

// It is cancelled in the branch that returns.
func inBranch(ctx context.Context, db *sql.DB) error {
	ctx, cancel := context.WithTimeout(ctx, limit)
	if err := db.PingContext(ctx); err != nil {
		cancel()
		return err
	}
	defer cancel()
	return db.PingContext(ctx)
}

// A new one each turn.
func turns(ctx context.Context, db *sql.DB) (err error) {
	var c context.Context
	var cancel context.CancelFunc
	for range 3 {
		c, cancel = context.WithTimeout(ctx, limit)
		err = db.PingContext(c)
		cancel()
	}
	return err
}

// The child ended, and that is why its parent is asked.
func childEnded(ctx context.Context, db *sql.DB) error {
	c, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	if err := db.PingContext(c); err != nil && c.Err() != nil {
		return db.PingContext(ctx)
	}
	return nil
}
