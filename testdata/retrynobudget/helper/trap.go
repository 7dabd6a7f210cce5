// Package helper: pauses in functions of their own, and retries as helpers.
package helper

import (
	"context"
	"time"
)

type store interface {
	Load(ctx context.Context, id string) error
}

func nap() { time.Sleep(3 * time.Second) }

func pause(d time.Duration) { <-time.After(d) }

func wait(ctx context.Context, d time.Duration) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(d):
		return nil
	}
}

func napping(ctx context.Context, s store) (err error) {
	for range 3 {
		if err = s.Load(ctx, "a"); err == nil {
			return nil
		}
		nap() // want `nap \(3s\) between two tries of Load cannot be ended by ctx`
	}
	return err
}

func pausing(ctx context.Context, s store) (err error) {
	for range 3 {
		if err = s.Load(ctx, "a"); err == nil {
			return nil
		}
		pause(2 * time.Second) // want `pause \(2s\) between two tries of Load cannot be ended by ctx`
	}
	return err
}

func waiting(ctx context.Context, s store) (err error) {
	for range 3 {
		if err = s.Load(ctx, "a"); err == nil {
			return nil
		}
		if wait(ctx, time.Second) != nil {
			return err
		}
	}
	return err
}

type backoff interface{ Wait() }

func behind(ctx context.Context, s store, b backoff) (err error) {
	for range 3 {
		if err = s.Load(ctx, "a"); err == nil {
			return nil
		}
		b.Wait() // want `Wait between two tries of Load cannot be ended by ctx`
	}
	return err
}

func retry(f func() error) (err error) {
	for range 5 {
		if err = f(); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

func busy(f func() error) (err error) {
	for range 5 {
		if err = f(); err == nil {
			return nil
		}
		time.Sleep(5 * time.Millisecond)
	}
	return err
}

func handed(ctx context.Context, s store) error {
	return retry(func() error { return s.Load(ctx, "a") }) // want `retry tries the function that it is handed again and pauses in between \(.*helper/trap.go:72\), and takes no context: ctx \(parameter, line 90\) cannot end it`
}

func short(ctx context.Context, s store) error {
	return busy(func() error { return s.Load(ctx, "a") })
}

func boot(s store) error {
	return retry(func() error { return s.Load(context.Background(), "a") })
}
