// Package retrygo5: the options make a retrier.
package retrygo5

import (
	"context"
	"database/sql"
	"time"

	"github.com/avast/retry-go/v5"
)

func plain(ctx context.Context, db *sql.DB) error {
	return retry.New(retry.Attempts(5), retry.Delay(time.Second)).Do(func() error { return db.PingContext(ctx) }) // want `Do goes on after ctx \(parameter, line 12\) has ended: it makes up to 5 attempts and is not told about ctx; make its retrier with retry.Context\(ctx\)`
}

func told(ctx context.Context, db *sql.DB) error {
	return retry.New(retry.Context(ctx)).Do(func() error { return db.PingContext(ctx) })
}

func data(ctx context.Context, db *sql.DB) (int, error) {
	r := retry.NewWithData[int](retry.UntilSucceeded())
	return r.Do(func() (int, error) { return 1, db.PingContext(ctx) }) // want `tries until it succeeds and is not told`
}

func dataTold(ctx context.Context, db *sql.DB) (int, error) {
	r := retry.NewWithData[int](retry.UntilSucceeded(), retry.Context(ctx))
	return r.Do(func() (int, error) { return 1, db.PingContext(ctx) })
}

type store struct {
	db      *sql.DB
	retrier *retry.Retrier
}

func newStore(db *sql.DB) *store {
	return &store{db: db, retrier: retry.New(retry.Attempts(8))}
}

func (s *store) ping(ctx context.Context) error {
	return s.retrier.Do(func() error { return s.db.PingContext(ctx) }) // want `makes up to 8 attempts`
}
