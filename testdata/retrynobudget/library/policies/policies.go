// Package policies: how a policy is followed to what it was made of.
package policies

import (
	"context"
	"database/sql"
	"time"

	"github.com/cenkalti/backoff/v4"
)

func newPolicy(d time.Duration) backoff.BackOff {
	b := backoff.NewExponentialBackOff()
	b.MaxElapsedTime = d
	return b
}

func constructor(ctx context.Context, db *sql.DB) error {
	return backoff.Retry(func() error { return db.PingContext(ctx) }, newPolicy(3*time.Minute)) // want `tries for up to 3m0s`
}

func withContext(ctx context.Context) backoff.BackOff {
	return backoff.WithContext(newPolicy(time.Minute), ctx)
}

func constructorTold(ctx context.Context, db *sql.DB) error {
	return backoff.Retry(func() error { return db.PingContext(ctx) }, withContext(ctx))
}

func constructorEmpty(ctx context.Context, db *sql.DB) error {
	return backoff.Retry(func() error { return db.PingContext(ctx) }, withContext(context.Background())) // want `tries for up to 1m0s and its context is context.Background\(\)`
}

type client struct {
	db     *sql.DB
	policy backoff.BackOff
	other  backoff.BackOff
}

func newClient(db *sql.DB, other backoff.BackOff) *client {
	return &client{db: db, policy: backoff.NewConstantBackOff(time.Minute), other: other}
}

func (c *client) field(ctx context.Context) error {
	return backoff.Retry(func() error { return c.db.PingContext(ctx) }, c.policy) // want `tries until it succeeds and is not told`
}

func (c *client) injected(ctx context.Context) error {
	return backoff.Retry(func() error { return c.db.PingContext(ctx) }, c.other)
}

var shared = backoff.NewConstantBackOff(time.Minute)

func variable(ctx context.Context, db *sql.DB) error {
	return backoff.Retry(func() error { return db.PingContext(ctx) }, shared) // want `tries until it succeeds and is not told`
}

// Exported can be replaced by others, but hardly by one that knows this ctx.
var Exported backoff.BackOff = backoff.NewConstantBackOff(time.Minute)

func exported(ctx context.Context, db *sql.DB) error {
	return backoff.Retry(func() error { return db.PingContext(ctx) }, Exported) // want `has ended: it is not told about ctx;`
}

func exportedNoEnd(db *sql.DB) error {
	return backoff.Retry(func() error { return db.Ping() }, Exported)
}

// Given is set by others.
var Given backoff.BackOff

func given(ctx context.Context, db *sql.DB) error {
	return backoff.Retry(func() error { return db.PingContext(ctx) }, Given)
}

// sometimes: how long is not known, but nothing tells it about ctx.
func sometimes(ctx context.Context, db *sql.DB, d time.Duration) error {
	b := backoff.NewExponentialBackOff()
	if d > 0 {
		b.MaxElapsedTime = d
	}
	return backoff.Retry(func() error { return db.PingContext(ctx) }, b) // want `backoff.Retry goes on after ctx \(parameter, line 77\) has ended: it is not told about ctx;`
}

func either(ctx context.Context, db *sql.DB, tell bool) error {
	var b backoff.BackOff = backoff.NewConstantBackOff(time.Second)
	if tell {
		b = backoff.WithContext(b, ctx)
	}
	return backoff.Retry(func() error { return db.PingContext(ctx) }, b)
}

func loop(ctx context.Context, db *sql.DB, n int) error {
	var b backoff.BackOff = backoff.NewConstantBackOff(time.Second)
	for range n {
		b = backoff.WithMaxRetries(b, 3)
	}
	return backoff.Retry(func() error { return db.PingContext(ctx) }, b) // want `ctx \(parameter, line 93\) has ended: it is not told about ctx;`
}

func unknownEnd(db *sql.DB, n uint64) error {
	return backoff.Retry(func() error { return db.Ping() }, backoff.WithMaxRetries(backoff.NewConstantBackOff(time.Second), n))
}
