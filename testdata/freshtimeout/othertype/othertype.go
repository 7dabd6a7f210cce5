// Package othertype: what is called ctx, or has a method Context, need not be a
// context.
package othertype

import (
	"context"
	"database/sql"
	"go/build"
	"time"
)

const limit = 5 * time.Second

// A context in the words of key management.
type kmsContext map[string]string

func unseal(ctx kmsContext, db *sql.DB) error {
	c, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	_, err := db.ExecContext(c, "SELECT unseal($1)", ctx["key"])
	return err
}

func built(ctx *build.Context, db *sql.DB) error {
	c, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	_, err := db.ExecContext(c, "INSERT INTO builds VALUES ($1)", ctx.GOOS)
	return err
}

type spanContext struct{ id string }

type span interface {
	Context() spanContext
}

func traced(s span, db *sql.DB) error {
	c, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	_, err := db.ExecContext(c, "INSERT INTO spans VALUES ($1)", s.Context().id)
	return err
}

type template struct{}

func (template) Context(name string) context.Context { return context.Background() }

// The method needs an argument: it makes a context, it does not carry one.
func rendered(t template, db *sql.DB) error {
	c, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	return db.PingContext(c)
}

// A function that makes contexts is none.
func lazily(ctx func() context.Context, db *sql.DB) error {
	c, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	return db.PingContext(c)
}

// A list of them neither.
func merged(ctxs []context.Context, db *sql.DB) error {
	c, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	return db.PingContext(c)
}

type myContext interface {
	context.Context
	User() string
}

// An interface that embeds it is one.
func embedded(ctx myContext, db *sql.DB) error {
	c, cancel := context.WithTimeout(context.Background(), limit) // want `although ctx .*\(freshtimeout/reset\)`
	defer cancel()
	_, err := db.ExecContext(c, "SELECT $1", ctx.User())
	return err
}

type std = context.Context

func alias(ctx std, db *sql.DB) error {
	c, cancel := context.WithTimeout(context.Background(), limit) // want `although ctx .*\(freshtimeout/reset\)`
	defer cancel()
	return db.PingContext(c)
}
