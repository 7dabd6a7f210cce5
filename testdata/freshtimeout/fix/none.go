package fix

import (
	"context"
	"database/sql"
	"time"
)

// Nothing here has a fix.

// The name means another thing here.
func shadowed(ctx context.Context, db *sql.DB) error {
	{
		ctx := "a string"
		c, cancel := context.WithTimeout(context.Background(), time.Second) // want `\(freshtimeout/reset\)`
		defer cancel()
		_ = ctx
		return db.PingContext(c)
	}
}

// The name that the parameter would get is taken.
func taken(_ context.Context, db *sql.DB) error {
	ctx, cancel := context.WithTimeout(context.Background(), time.Second) // want `\(freshtimeout/reset\)`
	defer cancel()
	return db.PingContext(ctx)
}

// Each turn would derive from the turn before.
func turns(ctx context.Context, dbs []*sql.DB) (err error) {
	for _, db := range dbs {
		ctx, _ = context.WithTimeout(context.Background(), time.Second) // want `\(freshtimeout/reset\)`
		if err = db.PingContext(ctx); err != nil {
			return err
		}
	}
	return err
}

// The goroutine needs a context that the caller cannot end.
func started(ctx context.Context, db *sql.DB) error {
	c, cancel := context.WithTimeout(context.Background(), time.Second) // want `\(freshtimeout/reset\)`
	defer cancel()
	go db.ExecContext(c, "DELETE FROM locks")
	return db.PingContext(c)
}

// The parameter is empty itself.
func emptied(ctx context.Context, db *sql.DB) error {
	ctx = context.Background()
	c, cancel := context.WithTimeout(ctx, time.Second) // want `\(freshtimeout/reset\)`
	defer cancel()
	return db.PingContext(c)
}

// Which of the two is meant?
func unusedTwice(ctx context.Context, db *sql.DB) error {
	_, cancel := context.WithTimeout(ctx, 3*time.Second) // want `\(freshtimeout/unused\)`
	defer cancel()
	if err := db.PingContext(ctx); err != nil {
		return err
	}
	return db.PingContext(ctx)
}

// The derived context would have ended.
func unusedEnded(ctx context.Context, db *sql.DB) error {
	_, cancel := context.WithTimeout(ctx, 3*time.Second) // want `\(freshtimeout/unused\)`
	cancel()
	return db.PingContext(ctx)
}

func unusedDeferred(ctx context.Context, db *sql.DB) error {
	_, cancel := context.WithTimeout(ctx, 3*time.Second) // want `\(freshtimeout/unused\)`
	defer cancel()
	defer db.PingContext(ctx)
	return nil
}

// The closure would see the derived context.
func unusedCaptured(ctx context.Context, db *sql.DB) error {
	defer func() { _ = db.PingContext(ctx) }()
	_, cancel := context.WithTimeout(ctx, 3*time.Second) // want `\(freshtimeout/unused\)`
	defer cancel()
	return db.PingContext(ctx)
}

// A context without a limit would wait for ever.
func endedWait(ctx context.Context, db *sql.DB) error {
	<-ctx.Done()
	return db.PingContext(ctx) // want `\(freshtimeout/ended\)`
}

// The limit is made by a function.
func factory(ctx context.Context, db *sql.DB) error {
	c, cancel := fresh() // want `\(freshtimeout/reset\)`
	defer cancel()
	return db.PingContext(c)
}

func fresh() (context.Context, context.CancelFunc) {
	return context.WithTimeout(context.Background(), time.Second)
}

func larger(ctx context.Context, db *sql.DB) error {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	c, cancel2 := context.WithTimeout(ctx, 2*time.Second) // want `\(freshtimeout/larger\)`
	defer cancel2()
	return db.PingContext(c)
}
