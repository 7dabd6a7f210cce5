// Package field: a context in a struct is a parent, not a caller's in reach.
package field

import (
	"context"
	"database/sql"
	"time"
)

const limit = 15 * time.Second

type client struct {
	ctx context.Context
	db  *sql.DB
}

func newClient(ctx context.Context, db *sql.DB) *client { return &client{ctx: ctx, db: db} }

func (c *client) connect() error {
	ctx, cancel := context.WithTimeout(c.ctx, limit)
	defer cancel()
	return c.db.PingContext(ctx)
}

// The method has no caller's context; the one in the struct is another's.
func (c *client) ping() error {
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	return c.db.PingContext(ctx)
}

// What bounds the struct's context is not known.
func (c *client) query(ctx context.Context) error {
	own, cancel := context.WithTimeout(c.ctx, limit)
	defer cancel()
	return c.db.PingContext(own)
}

func (c *client) check(ctx context.Context) error {
	own, cancel := context.WithTimeout(context.Background(), limit) // want `although ctx \(parameter, line 39\) .*\(freshtimeout/reset\)`
	defer cancel()
	return c.db.PingContext(own)
}

// Nothing but an empty context is ever kept here.
type worker struct {
	base context.Context
	db   *sql.DB
}

func newWorker(db *sql.DB) *worker { return &worker{base: context.Background(), db: db} }

func (w *worker) query(ctx context.Context) error {
	c, cancel := context.WithTimeout(w.base, limit) // want `although ctx .*\(freshtimeout/reset\)`
	defer cancel()
	return w.db.PingContext(c)
}

func (w *worker) tick() error {
	c, cancel := context.WithTimeout(w.base, limit)
	defer cancel()
	return w.db.PingContext(c)
}

// Another package may set it.
type task struct {
	Base context.Context
	db   *sql.DB
}

func newTask(db *sql.DB) *task { return &task{Base: context.Background(), db: db} }

func (t *task) query(ctx context.Context) error {
	c, cancel := context.WithTimeout(t.Base, limit)
	defer cancel()
	return t.db.PingContext(c)
}

// One of two constructors hands in its caller's.
type session struct {
	base context.Context
	db   *sql.DB
}

func newSession(db *sql.DB) *session { return &session{base: context.Background(), db: db} }

func newSessionFor(ctx context.Context, db *sql.DB) *session { return &session{base: ctx, db: db} }

func (s *session) query(ctx context.Context) error {
	c, cancel := context.WithTimeout(s.base, limit)
	defer cancel()
	return s.db.PingContext(c)
}
