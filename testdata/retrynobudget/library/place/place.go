// Package place: where nobody waits, or no context is in reach.
package place

import (
	"context"
	"database/sql"
	"log"
	"net/http"
	"time"

	"github.com/avast/retry-go/v4"
)

type server struct{ db *sql.DB }

func (s *server) handle(w http.ResponseWriter, r *http.Request) {
	_ = retry.Do(func() error { return s.db.PingContext(r.Context()) }) // want `goes on after r.Context\(\) \(request, line 16\) has ended: .* add retry.Context\(r.Context\(\)\)`
}

func blank(_ context.Context, db *sql.DB) error {
	return retry.Do(func() error { return db.Ping() }) // want `goes on after the blank context parameter \(parameter, line 20\) has ended: .* name the parameter and add retry.Context\(it\)`
}

func background(ctx context.Context, db *sql.DB) {
	go func() {
		_ = retry.Do(func() error { return db.PingContext(ctx) })
	}()
}

func deferred(ctx context.Context, db *sql.DB) {
	defer func() {
		_ = retry.Do(func() error { return db.Close() })
	}()
	_ = db.PingContext(ctx)
}

func afterwards(ctx context.Context, db *sql.DB) {
	<-ctx.Done()
	_ = retry.Do(func() error { return db.Close() })
}

func rollback(ctx context.Context, db *sql.DB) error {
	return retry.Do(func() error { return db.Close() })
}

func open(dsn string) (db *sql.DB, err error) {
	err = retry.Do(func() error {
		db, err = sql.Open("x", dsn)
		return err
	})
	return db, err
}

// captured: the limit of the whole ends no pause.
func captured(db *sql.DB) error {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	return retry.Do(func() error { return db.PingContext(ctx) }, retry.Attempts(100)) // want `goes on after ctx \(captured, line 56\) has ended: it makes up to 100 attempts and is not told about ctx; add retry.Context\(ctx\)`
}

func capturedEmpty(db *sql.DB) error {
	ctx := context.Background()
	return retry.Do(func() error { return db.PingContext(ctx) })
}

// daemon only runs in goroutines.
func (s *server) daemon() {
	_ = retry.Do(func() error { return s.db.Ping() }, retry.Attempts(0))
}

func (s *server) start() {
	go s.daemon()
}

func init() {
	if err := retry.Do(func() error { return http.ErrServerClosed }, retry.Attempts(0)); err != nil {
		log.Print(err)
	}
}
