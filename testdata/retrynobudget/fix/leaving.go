package fix

import (
	"context"
	"errors"
	"fmt"
	"log"
	"syscall"
	"time"
)

// A loop that leaves in its own way once the context has ended does so from the
// pause as well.

type own struct{ context.Context }

func (o own) Canceled() bool { return o.Err() != nil }

func ownError(ctx own, s store) error {
	for try := range 9 {
		if ctx.Canceled() {
			log.Print("interrupted")
			return syscall.EINTR
		}
		_, err := s.All(ctx)
		if err == nil {
			return nil
		}
		time.Sleep(time.Duration(try) * time.Second) // want `\(retrynobudget/blind\)`
	}
	return errors.New("no answer")
}

func quiet(ctx context.Context, s store) (n int, err error) {
	for {
		select {
		case <-ctx.Done():
			return n, nil
		default:
		}
		if _, err := s.All(ctx); err == nil {
			return 1, nil
		}
		n++
		time.Sleep(time.Second) // want `\(retrynobudget/blind\)`
	}
}

func lastOne(ctx context.Context, s store) (err error) {
	for {
		if ctx.Err() != nil {
			return err
		}
		if _, err = s.All(ctx); err == nil {
			return nil
		}
		time.Sleep(time.Second) // want `\(retrynobudget/blind\)`
	}
}

func partly(ctx context.Context, s store) (int, error) {
	for try := 0; ; try++ {
		if err := ctx.Err(); err != nil {
			return try, err
		}
		_, err := s.All(ctx)
		if err == nil {
			return try, nil
		}
		time.Sleep(time.Second) // want `\(retrynobudget/blind\)`
	}
}

func brokenOff(ctx context.Context, s store, note func()) {
	for {
		if ctx.Err() != nil {
			break
		}
		if _, err := s.All(ctx); err == nil {
			break
		}
		time.Sleep(time.Second) // want `\(retrynobudget/blind\)`
	}
	note()
}

func labelled(ctx context.Context, s store, note func()) error {
tries:
	for {
		select {
		case <-ctx.Done():
			break tries
		default:
		}
		if _, err := s.All(ctx); err == nil {
			break
		}
		time.Sleep(time.Second) // want `\(retrynobudget/blind\)`
	}
	note()
	return nil
}

// What it returns has no name at the pause.
func wrapping(ctx context.Context, s store) error {
	for {
		if err := ctx.Err(); err != nil {
			return fmt.Errorf("waiting: %w", err)
		}
		if _, err := s.All(ctx); err == nil {
			return nil
		}
		time.Sleep(time.Second) // want `\(retrynobudget/blind\)`
	}
}
