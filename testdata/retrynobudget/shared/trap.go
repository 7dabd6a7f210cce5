// Package shared: one limit that all tries share.
package shared

import (
	"context"
	"time"
)

type request struct {
	ctx     context.Context
	timeout time.Duration
	send    func(context.Context) error
}

func (r *request) run(tries int) (err error) {
	for range tries {
		var cancel context.CancelFunc
		r.ctx, cancel = context.WithTimeout(r.ctx, r.timeout) // want `WithTimeout derives from the context of the try before: all tries of send share the limit of the first`
		defer cancel()
		if err = r.send(r.ctx); err == nil {
			return nil
		}
	}
	return err
}

func shrinking(ctx context.Context, send func(context.Context) error) (err error) {
	for range 3 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, time.Second) // want `WithTimeout derives from the context of the try before`
		err = send(ctx)
		cancel()
		if err == nil {
			return nil
		}
	}
	return err
}

func before(ctx context.Context, send func(context.Context) error) (err error) {
	short, cancel := context.WithTimeout(ctx, time.Second) // want `all tries of send \(line 44\) share this limit of 1s, and the loop goes on after it has passed`
	defer cancel()
	for range 3 {
		if err = send(short); err == nil {
			return nil
		}
	}
	return err
}

// budget is one limit for all tries, which ends the loop.
func budget(ctx context.Context, send func(context.Context) error) (err error) {
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	for range 3 {
		if err = send(ctx); err == nil || ctx.Err() != nil {
			return err
		}
	}
	return err
}

// shadowed derives each try from the caller's.
func shadowed(ctx context.Context, send func(context.Context) error) (err error) {
	for range 3 {
		ctx, cancel := context.WithTimeout(ctx, time.Second)
		err = send(ctx)
		cancel()
		if err == nil || ctx.Err() == context.Canceled {
			return err
		}
	}
	return err
}

// parent asks the caller's context, not the one that has ended: it spins.
func parent(ctx context.Context, send func(context.Context) error) (err error) {
	short, cancel := context.WithTimeout(ctx, time.Second) // want `all tries of send \(line 81\) share this limit of 1s`
	defer cancel()
	for ctx.Err() == nil {
		if err = send(short); err == nil {
			return nil
		}
	}
	return err
}
