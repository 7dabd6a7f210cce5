// Package total: the first of several limits on one path names their sum.
package total

import (
	"context"
	"database/sql"
	"time"
)

func three(ctx context.Context, db *sql.DB) error {
	c1, cancel := context.WithTimeout(context.Background(), 30*time.Second) // want `: derive it from ctx; with the 2 after it this path may wait 3 x 30s = 1m30s \(freshtimeout/reset\)$`
	defer cancel()
	if err := db.PingContext(c1); err != nil {
		return err
	}
	c2, cancel := context.WithTimeout(context.Background(), 30*time.Second) // want `: derive it from ctx \(freshtimeout/reset\)$`
	defer cancel()
	if err := db.PingContext(c2); err != nil {
		return err
	}
	c3, cancel := context.WithTimeout(context.Background(), 30*time.Second) // want `: derive it from ctx \(freshtimeout/reset\)$`
	defer cancel()
	return db.PingContext(c3)
}

func different(ctx context.Context, db *sql.DB) error {
	c1, cancel := context.WithTimeout(context.Background(), 10*time.Second) // want `; with the 1 after it this path may wait 10s \+ 20s = 30s \(freshtimeout/reset\)$`
	defer cancel()
	if err := db.PingContext(c1); err != nil {
		return err
	}
	c2, cancel := context.WithTimeout(context.Background(), 20*time.Second) // want `: derive it from ctx \(freshtimeout/reset\)$`
	defer cancel()
	return db.PingContext(c2)
}

// Only one of the two is waited for.
func exclusive(ctx context.Context, db *sql.DB, fast bool) error {
	if fast {
		c, cancel := context.WithTimeout(context.Background(), 10*time.Second) // want `: derive it from ctx \(freshtimeout/reset\)$`
		defer cancel()
		return db.PingContext(c)
	}
	c, cancel := context.WithTimeout(context.Background(), 20*time.Second) // want `: derive it from ctx \(freshtimeout/reset\)$`
	defer cancel()
	return db.PingContext(c)
}

func cases(ctx context.Context, db *sql.DB, how int) (err error) {
	switch how {
	case 0:
		c, cancel := context.WithTimeout(context.Background(), 10*time.Second) // want `: derive it from ctx \(freshtimeout/reset\)$`
		defer cancel()
		err = db.PingContext(c)
	case 1:
		c, cancel := context.WithTimeout(context.Background(), 20*time.Second) // want `: derive it from ctx \(freshtimeout/reset\)$`
		defer cancel()
		err = db.PingContext(c)
	}
	return err
}

// The second limit comes after either branch, the longest path counts.
func rejoined(ctx context.Context, db *sql.DB, warm bool) error {
	if !warm {
		c, cancel := context.WithTimeout(context.Background(), 10*time.Second) // want `; with the 1 after it this path may wait 10s \+ 20s = 30s \(freshtimeout/reset\)$`
		defer cancel()
		_ = db.PingContext(c)
	}
	c, cancel := context.WithTimeout(context.Background(), 20*time.Second) // want `: derive it from ctx \(freshtimeout/reset\)$`
	defer cancel()
	return db.PingContext(c)
}

// The length of the second is not known: no sum is named.
func unknown(ctx context.Context, db *sql.DB, d time.Duration) error {
	c1, cancel := context.WithTimeout(context.Background(), 10*time.Second) // want `: derive it from ctx \(freshtimeout/reset\)$`
	defer cancel()
	if err := db.PingContext(c1); err != nil {
		return err
	}
	c2, cancel := context.WithTimeout(context.Background(), d) // want `: derive it from ctx \(freshtimeout/reset\)$`
	defer cancel()
	return db.PingContext(c2)
}

// A full limit for each, and the caller waits for all of them.
func each(ctx context.Context, dbs []*sql.DB) error {
	for _, db := range dbs {
		c, cancel := context.WithTimeout(context.Background(), 5*time.Second) // want `^WithTimeout starts a fresh 5s .*: derive it from ctx \(freshtimeout/reset\)$`
		err := db.PingContext(c)
		cancel()
		if err != nil {
			return err
		}
	}
	return nil
}

// A share of what is left for each.
func shares(ctx context.Context, dbs []*sql.DB) error {
	for i, db := range dbs {
		share := 5 * time.Second
		if d, ok := ctx.Deadline(); ok {
			share = min(share, time.Until(d)/time.Duration(len(dbs)-i))
		}
		c, cancel := context.WithTimeout(ctx, share)
		err := db.PingContext(c)
		cancel()
		if err != nil {
			return err
		}
	}
	return nil
}
