package fix

import (
	"context"
	"database/sql"
	"time"

	"k8s.io/apimachinery/pkg/util/wait"
	"k8s.io/utils/clock"
)

// Nothing here has a fix.

// There is no way out of the loop but an answer.
func endless(ctx context.Context, s store) string {
	for {
		if out, err := s.Load(ctx, "1"); err == nil {
			return out
		}
		time.Sleep(time.Second) // want `\(retrynobudget/blind\)`
	}
}

// Something follows the loop, and break would only leave the switch.
func switched(ctx context.Context, s store, note func()) {
	for range 3 {
		_, err := s.All(ctx)
		switch {
		case err == nil:
			return
		default:
			time.Sleep(time.Second) // want `\(retrynobudget/blind\)`
		}
	}
	note()
}

func shadowed(ctx context.Context, s store) error {
	for {
		_, err := s.All(ctx)
		if err == nil {
			return nil
		}
		if ctx := err.Error(); ctx != "" {
			time.Sleep(time.Second) // want `\(retrynobudget/blind\)`
		}
	}
}

// The clock of a test would not move.
func clocked(ctx context.Context, s store, c clock.Clock) error {
	for {
		_, err := s.All(ctx)
		if err == nil {
			return nil
		}
		c.Sleep(time.Second) // want `\(retrynobudget/blind\)`
	}
}

func helper(ctx context.Context, s store) error {
	for {
		_, err := s.All(ctx)
		if err == nil {
			return nil
		}
		pause() // want `\(retrynobudget/blind\)`
	}
}

func pause() { time.Sleep(5 * time.Second) }

// Its condition would be another function.
func poll2(ctx context.Context, db *sql.DB) error {
	return wait.Poll(time.Second, time.Minute, func() (bool, error) { // want `\(retrynobudget/library\)`
		return db.PingContext(ctx) == nil, nil
	})
}

func switchCase(ctx context.Context, s store) error {
	for {
		err := wrapped(ctx, s)
		switch err {
		case context.DeadlineExceeded: // want `\(retrynobudget/classifier\)`
		default:
			return err
		}
	}
}

// What the loop does before it leaves would be left out.
func tidied(ctx context.Context, s store, done func()) error {
	for {
		if ctx.Err() != nil {
			done()
			return ctx.Err()
		}
		if _, err := s.All(ctx); err == nil {
			done()
			return nil
		}
		time.Sleep(time.Second) // want `\(retrynobudget/blind\)`
	}
}
