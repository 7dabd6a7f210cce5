// Package started: a function that is only ever started with go is not waited
// for, whatever its parameters are.
package started

import (
	"context"
	"database/sql"
	"time"
)

type service struct{ db *sql.DB }

const limit = 2 * time.Minute

func (s *service) Delete(ctx context.Context, id string) { go s.drop(ctx, id) }

func (s *service) drop(ctx context.Context, id string) {
	c, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	_, _ = s.db.ExecContext(c, "DELETE FROM items WHERE id = $1", id)
}

// Two levels: run is started, step is called by run alone.
func (s *service) Start(ctx context.Context) { go s.run(ctx) }

func (s *service) run(ctx context.Context) {
	for {
		s.step(ctx)
		time.Sleep(time.Minute)
	}
}

func (s *service) step(ctx context.Context) {
	c, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	_ = s.db.PingContext(c)
}

// A closure starts it.
func (s *service) Refresh(ctx context.Context) {
	go func() {
		for range time.Tick(time.Minute) {
			s.refresh(ctx)
		}
	}()
}

func (s *service) refresh(ctx context.Context) {
	c, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	_, _ = s.db.ExecContext(c, "REFRESH MATERIALIZED VIEW totals")
}

// The background work must not die with the response, and it does not lose the
// values.
type trace struct{}

func (s *service) Mirror(ctx context.Context) { go s.mirror(ctx) }

func (s *service) mirror(ctx context.Context) {
	c, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	_ = s.db.PingContext(context.WithValue(c, trace{}, ctx.Value(trace{})))
}

// The same kind of helper is called and waited for.
func (s *service) DeleteNow(ctx context.Context, id string) error { return s.dropNow(ctx, id) }

func (s *service) dropNow(_ context.Context, id string) error {
	c, cancel := context.WithTimeout(context.Background(), limit) // want `\(freshtimeout/reset\)`
	defer cancel()
	_, err := s.db.ExecContext(c, "DELETE FROM items WHERE id = $1", id)
	return err
}

// Started by one, awaited by the other.
func (s *service) Touch(ctx context.Context)    { go s.touch(ctx) }
func (s *service) TouchNow(ctx context.Context) { s.touch(ctx) }

func (s *service) touch(ctx context.Context) {
	c, cancel := context.WithTimeout(context.Background(), limit) // want `\(freshtimeout/reset\)`
	defer cancel()
	_, _ = s.db.ExecContext(c, "UPDATE items SET touched = now()")
}

// A goroutine that has its own deadline and keeps the absolute one.
func (s *service) Shadow(ctx context.Context) {
	until, ok := ctx.Deadline()
	if !ok {
		until = time.Now().Add(limit)
	}
	go func() {
		c, cancel := context.WithDeadline(context.WithoutCancel(ctx), until)
		defer cancel()
		_ = s.db.PingContext(c)
	}()
}

// What recurses is started by its first caller.
func (s *service) Tree(ctx context.Context, depth int) { go s.tree(ctx, depth) }

func (s *service) tree(ctx context.Context, depth int) {
	c, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	if s.db.PingContext(c) == nil && depth > 0 {
		s.tree(ctx, depth-1)
	}
}
