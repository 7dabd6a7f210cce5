// Package sum: limits one after another that together exceed the one around
// them.
package sum

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"golang.org/x/sync/errgroup"
)

func two(ctx context.Context, from, to *sql.DB) error {
	ctx, cancel := context.WithTimeout(ctx, 30*time.Second)
	defer cancel()
	read, cancel := context.WithTimeout(ctx, 20*time.Second)
	defer cancel()
	if err := from.PingContext(read); err != nil {
		return err
	}
	write, cancel := context.WithTimeout(ctx, 20*time.Second) // want `^this limit of 20s may have only 10s: the 20s before it come out of the same 30s \(line 15\); make the limits add up or use what is left \(freshtimeout/sum\)$`
	defer cancel()
	return to.PingContext(write)
}

func three(ctx context.Context, db *sql.DB) error {
	ctx, cancel := context.WithTimeout(ctx, 30*time.Second)
	defer cancel()
	c, cancel := context.WithTimeout(ctx, 10*time.Second)
	err := db.PingContext(c)
	cancel()
	if err != nil {
		return err
	}
	c, cancel = context.WithTimeout(ctx, 10*time.Second)
	err = db.PingContext(c)
	cancel()
	if err != nil {
		return err
	}
	c, cancel = context.WithTimeout(ctx, 15*time.Second) // want `^this limit of 15s may have only 10s: the 20s before it .*\(freshtimeout/sum\)`
	defer cancel()
	return db.PingContext(c)
}

func loop(ctx context.Context, dbs [4]*sql.DB) error {
	ctx, cancel := context.WithTimeout(ctx, 8*time.Second)
	defer cancel()
	last := errors.New("no database")
	for _, db := range dbs {
		c, stop := context.WithTimeout(ctx, 5*time.Second) // want `^this limit of 5s starts anew each turn of the loop, and the second turn may have only 3s of the 8s around it \(line \d+\); divide what is left among the turns to come \(freshtimeout/sum\)$`
		err := db.PingContext(c)
		stop()
		if err == nil {
			return nil
		}
		last = err
	}
	return last
}

// They add up.
func exact(ctx context.Context, db *sql.DB) error {
	ctx, cancel := context.WithTimeout(ctx, 30*time.Second)
	defer cancel()
	c1, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	if err := db.PingContext(c1); err != nil {
		return err
	}
	c2, cancel := context.WithTimeout(ctx, 20*time.Second)
	defer cancel()
	return db.PingContext(c2)
}

// The second step gets what is left.
func left(ctx context.Context, db *sql.DB) error {
	ctx, cancel := context.WithTimeout(ctx, 30*time.Second)
	defer cancel()
	c, cancel := context.WithTimeout(ctx, 20*time.Second)
	defer cancel()
	if err := db.PingContext(c); err != nil {
		return err
	}
	return db.PingContext(ctx)
}

// Only one of the two is waited for.
func exclusive(ctx context.Context, db *sql.DB, fast bool) error {
	ctx, cancel := context.WithTimeout(ctx, 30*time.Second)
	defer cancel()
	if fast {
		c, cancel := context.WithTimeout(ctx, 20*time.Second)
		defer cancel()
		return db.PingContext(c)
	}
	c, cancel := context.WithTimeout(ctx, 25*time.Second)
	defer cancel()
	return db.PingContext(c)
}

// Both run at the same time.
func together(ctx context.Context, a, b *sql.DB) error {
	ctx, cancel := context.WithTimeout(ctx, 30*time.Second)
	defer cancel()
	var g errgroup.Group
	g.Go(func() error {
		c, cancel := context.WithTimeout(ctx, 20*time.Second)
		defer cancel()
		return a.PingContext(c)
	})
	g.Go(func() error {
		c, cancel := context.WithTimeout(ctx, 20*time.Second)
		defer cancel()
		return b.PingContext(c)
	})
	return g.Wait()
}

// What the caller allows is not known.
func caller(ctx context.Context, db *sql.DB) error {
	c1, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	if err := db.PingContext(c1); err != nil {
		return err
	}
	c2, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	return db.PingContext(c2)
}

// The loop asks what is left before each turn.
func asked(ctx context.Context, dbs []*sql.DB) error {
	ctx, cancel := context.WithTimeout(ctx, 8*time.Second)
	defer cancel()
	last := errors.New("no database")
	for _, db := range dbs {
		if err := ctx.Err(); err != nil {
			return errors.Join(last, err)
		}
		c, stop := context.WithTimeout(ctx, 5*time.Second)
		err := db.PingContext(c)
		stop()
		if err == nil {
			return nil
		}
		last = err
	}
	return last
}

// Each turn gets a share.
func shares(ctx context.Context, dbs []*sql.DB) error {
	ctx, cancel := context.WithTimeout(ctx, 8*time.Second)
	defer cancel()
	last := errors.New("no database")
	for _, db := range dbs {
		c, stop := context.WithTimeout(ctx, 8*time.Second/time.Duration(len(dbs)))
		err := db.PingContext(c)
		stop()
		if err == nil {
			return nil
		}
		last = err
	}
	return last
}

// The limit around it starts anew with each turn as well.
func eachTurn(ctx context.Context, dbs []*sql.DB) error {
	for _, db := range dbs {
		whole, cancel := context.WithTimeout(ctx, 8*time.Second)
		c, stop := context.WithTimeout(whole, 5*time.Second)
		err := db.PingContext(c)
		stop()
		cancel()
		if err != nil {
			return err
		}
	}
	return nil
}

// Two turns fit.
func small(ctx context.Context, a, b *sql.DB) error {
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	for _, db := range []*sql.DB{a, b} {
		c, stop := context.WithTimeout(ctx, 5*time.Second)
		err := db.PingContext(c)
		stop()
		if err != nil {
			return err
		}
	}
	return nil
}

// The first limit nests in the second: they do not follow one another.
func nested(ctx context.Context, db *sql.DB) error {
	ctx, cancel := context.WithTimeout(ctx, 30*time.Second)
	defer cancel()
	phase, cancel := context.WithTimeout(ctx, 20*time.Second)
	defer cancel()
	step, cancel := context.WithTimeout(phase, 15*time.Second)
	defer cancel()
	return db.PingContext(step)
}
