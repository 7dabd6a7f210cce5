// Package larger: the limit around it always comes first.
package larger

import (
	"context"
	"database/sql"
	"time"
)

const (
	reconcile = time.Minute
	provider  = 2 * time.Minute
	short     = 20 * time.Second
)

func named(ctx context.Context, db *sql.DB) error {
	ctx, cancel := context.WithTimeout(ctx, reconcile)
	defer cancel()
	c, stop := context.WithTimeout(ctx, provider) // want `^the limit of 2m0s can never fire: the context around it ends after 1m0s \(line 17\); use what is left or a smaller limit \(freshtimeout/larger\)$`
	defer stop()
	return db.PingContext(c)
}

func equal(ctx context.Context, db *sql.DB) error {
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	c, stop := context.WithTimeout(ctx, time.Minute) // want `\(freshtimeout/larger\)`
	defer stop()
	return db.PingContext(c)
}

func deadline(ctx context.Context, db *sql.DB) error {
	ctx, cancel := context.WithDeadline(ctx, time.Now().Add(time.Minute))
	defer cancel()
	c, stop := context.WithDeadline(ctx, time.Now().Add(time.Hour)) // want `^the limit of 1h0m0s can never fire: .* after 1m0s .*\(freshtimeout/larger\)`
	defer stop()
	return db.PingContext(c)
}

func between(ctx context.Context, db *sql.DB) error {
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	c, end := context.WithTimeout(ctx, provider) // want `\(freshtimeout/larger\)`
	defer end()
	return db.PingContext(c)
}

// The smallest of the limits around it counts.
func three(ctx context.Context, db *sql.DB) error {
	c1, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	c2, cancel := context.WithTimeout(c1, 10*time.Second)
	defer cancel()
	c3, cancel := context.WithTimeout(c2, 30*time.Second) // want `after 10s \(line \d+\).*\(freshtimeout/larger\)`
	defer cancel()
	return db.PingContext(c3)
}

func captured(ctx context.Context, db *sql.DB) error {
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	ping := func() error {
		c, stop := context.WithTimeout(ctx, provider) // want `\(freshtimeout/larger\)`
		defer stop()
		return db.PingContext(c)
	}
	return ping()
}

func either(ctx context.Context, db *sql.DB, fast bool) error {
	var stop context.CancelFunc
	if fast {
		ctx, stop = context.WithTimeout(ctx, 10*time.Second)
	} else {
		ctx, stop = context.WithTimeout(ctx, time.Minute)
	}
	defer stop()
	c, cancel := context.WithTimeout(ctx, provider) // want `after 1m0s .*\(freshtimeout/larger\)`
	defer cancel()
	return db.PingContext(c)
}

// Below a limit that starts from nothing it cannot fire either.
func daemon(db *sql.DB) error {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	c, stop := context.WithTimeout(ctx, provider) // want `\(freshtimeout/larger\)`
	defer stop()
	return db.PingContext(c)
}

func smaller(ctx context.Context, db *sql.DB) error {
	ctx, cancel := context.WithTimeout(ctx, reconcile)
	defer cancel()
	c, stop := context.WithTimeout(ctx, short)
	defer stop()
	return db.PingContext(c)
}

// One of the two is not a constant.
func parameter(ctx context.Context, db *sql.DB, d time.Duration) error {
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	c, stop := context.WithTimeout(ctx, d)
	defer stop()
	return db.PingContext(c)
}

func around(ctx context.Context, db *sql.DB, d time.Duration) error {
	ctx, cancel := context.WithTimeout(ctx, d)
	defer cancel()
	c, stop := context.WithTimeout(ctx, time.Minute)
	defer stop()
	return db.PingContext(c)
}

// On one path there is no limit around it.
func sometimes(ctx context.Context, db *sql.DB, hurry bool) error {
	if hurry {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, 10*time.Second)
		defer cancel()
	}
	c, stop := context.WithTimeout(ctx, time.Minute)
	defer stop()
	return db.PingContext(c)
}

// The longer limit is not below the shorter one.
func beside(ctx context.Context, db *sql.DB) error {
	c1, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	if err := db.PingContext(c1); err != nil {
		return err
	}
	c2, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	return db.PingContext(c2)
}

// The caller's limit is not known here, whatever the callers of today set.
func apply(ctx context.Context, db *sql.DB) error {
	c, cancel := context.WithTimeout(ctx, 90*time.Second)
	defer cancel()
	return db.PingContext(c)
}

func applied(ctx context.Context, db *sql.DB) error {
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	return apply(ctx, db)
}

// The outer limit does not reach below WithoutCancel.
func severed(ctx context.Context, db *sql.DB) (err error) {
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	defer func() {
		c, stop := context.WithTimeout(context.WithoutCancel(ctx), time.Minute)
		defer stop()
		_, _ = db.ExecContext(c, "DELETE FROM claims")
	}()
	return db.PingContext(ctx)
}

var (
	fixed      = 2 * time.Minute
	configured = 2 * time.Minute
)

// Nobody else can set it.
func variable(ctx context.Context, db *sql.DB) error {
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	c, stop := context.WithTimeout(ctx, fixed) // want `the limit of 2m0s can never fire: .*\(freshtimeout/larger\)`
	defer stop()
	return db.PingContext(c)
}

func configure(d time.Duration) { configured = d }

// A variable that is set again may hold anything.
func setAgain(ctx context.Context, db *sql.DB) error {
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	c, stop := context.WithTimeout(ctx, configured)
	defer stop()
	return db.PingContext(c)
}

// Each turn is cut from the one before: another rule's fault.
func shrinking(ctx context.Context, db *sql.DB) (err error) {
	for range 3 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, time.Second)
		err = db.PingContext(ctx)
		cancel()
	}
	return err
}
