// Package twostep: the empty context and its limit stand on different lines.
package twostep

import (
	"context"
	"database/sql"
	"time"

	"google.golang.org/grpc/metadata"
)

type key struct{}

func one(ctx context.Context, db *sql.DB) error {
	c, cancel := context.WithTimeout(context.Background(), 30*time.Second) // want `^WithTimeout starts a fresh 30s from context\.Background\(\) although ctx \(parameter, line 14\) carries the caller's deadline: derive it from ctx \(freshtimeout/reset\)$`
	defer cancel()
	return db.PingContext(c)
}

func two(ctx context.Context, db *sql.DB) error {
	base := context.Background()
	c, cancel := context.WithTimeout(base, 30*time.Second) // want `from context\.Background\(\).*\(freshtimeout/reset\)`
	defer cancel()
	return db.PingContext(c)
}

func several(ctx context.Context, db *sql.DB) error {
	base, stop := context.WithCancel(context.Background())
	defer stop()
	base = context.WithValue(base, key{}, "several")
	c, cancel := context.WithTimeout(base, 30*time.Second) // want `\(freshtimeout/reset\)`
	defer cancel()
	return db.PingContext(c)
}

func overwritten(ctx context.Context, db *sql.DB, id string) error {
	ctx = metadata.NewOutgoingContext(context.Background(), metadata.Pairs("id", id))
	ctx, cancel := context.WithTimeout(ctx, 30*time.Second) // want `from context\.Background\(\) although ctx .*\(freshtimeout/reset\)`
	defer cancel()
	return db.PingContext(ctx)
}

func either(ctx context.Context, db *sql.DB, later bool) error {
	base := context.Background()
	if later {
		base = context.TODO()
	}
	c, cancel := context.WithTimeout(base, 30*time.Second) // want `\(freshtimeout/reset\)`
	defer cancel()
	return db.PingContext(c)
}

func root() context.Context { return context.Background() }

func fromHelper(ctx context.Context, db *sql.DB) error {
	c, cancel := context.WithTimeout(root(), 30*time.Second) // want `from an empty context although ctx .*\(freshtimeout/reset\)`
	defer cancel()
	return db.PingContext(c)
}

var background = context.Background()

func fromVariable(ctx context.Context, db *sql.DB) error {
	c, cancel := context.WithTimeout(background, 30*time.Second) // want `\(freshtimeout/reset\)`
	defer cancel()
	return db.PingContext(c)
}

type job struct {
	base context.Context
	db   *sql.DB
}

func fromLiteral(ctx context.Context, db *sql.DB) error {
	j := job{base: context.Background(), db: db}
	c, cancel := context.WithTimeout(j.base, 30*time.Second) // want `\(freshtimeout/reset\)`
	defer cancel()
	return j.db.PingContext(c)
}

func limitedAgain(ctx context.Context, db *sql.DB) error {
	base, stop := context.WithTimeout(context.Background(), time.Minute) // want `\(freshtimeout/reset\)`
	defer stop()
	c, cancel := context.WithTimeout(base, 30*time.Second) // below a limit: one finding says enough
	defer cancel()
	return db.PingContext(c)
}

// The caller's context on one path, an empty one on the other: not proven.
func perhaps(ctx context.Context, db *sql.DB, alone bool) error {
	base := ctx
	if alone {
		base = context.Background()
	}
	c, cancel := context.WithTimeout(base, 30*time.Second)
	defer cancel()
	return db.PingContext(c)
}

// Who made the context is not known.
func made(ctx context.Context, db *sql.DB, parent func() context.Context) error {
	c, cancel := context.WithTimeout(parent(), 30*time.Second)
	defer cancel()
	return db.PingContext(c)
}

func derived(ctx context.Context, db *sql.DB) error {
	base := context.WithValue(ctx, key{}, "derived")
	c, cancel := context.WithTimeout(base, 30*time.Second)
	defer cancel()
	return db.PingContext(c)
}

// Only values are taken from the second context.
func merged(ctx context.Context, db *sql.DB, id string) error {
	c := metadata.NewOutgoingContext(ctx, metadata.Pairs("id", id))
	c, cancel := context.WithTimeout(c, 30*time.Second)
	defer cancel()
	return db.PingContext(c)
}

func generic[T any](ctx context.Context, db *sql.DB, v T) error {
	c, cancel := context.WithTimeout(context.Background(), 30*time.Second) // want `\(freshtimeout/reset\)`
	defer cancel()
	_, err := db.ExecContext(c, "SELECT $1", v)
	return err
}

func instance(ctx context.Context, db *sql.DB) error { return generic(ctx, db, 1) }

// The values are the caller's, the deadline is not.
func valuesOnly(ctx context.Context, db *sql.DB) error {
	c := context.WithValue(context.Background(), key{}, ctx.Value(key{}))
	c, cancel := context.WithTimeout(c, 30*time.Second) // want `\(freshtimeout/reset\)`
	defer cancel()
	return db.PingContext(c)
}

// It is made from what is left.
func remaining(ctx context.Context, db *sql.DB) error {
	d := 30 * time.Second
	if until, ok := ctx.Deadline(); ok {
		d = min(d, time.Until(until))
	}
	c, cancel := context.WithTimeout(context.Background(), d)
	defer cancel()
	return db.PingContext(c)
}

// Asked, and then ignored.
func ignored(ctx context.Context, db *sql.DB) error {
	if until, ok := ctx.Deadline(); ok && time.Until(until) < time.Second {
		return context.DeadlineExceeded
	}
	c, cancel := context.WithTimeout(context.Background(), 30*time.Second) // want `\(freshtimeout/reset\)`
	defer cancel()
	return db.PingContext(c)
}
