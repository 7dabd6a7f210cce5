// Package gotos: a retry written with goto, and one with labels.
package gotos

import (
	"context"
	"time"
)

type target struct {
	open  func(context.Context) (<-chan string, error)
	dial  func() error
	pause time.Duration
}

func (t *target) subscribe(ctx context.Context, out chan<- string) {
	var feed <-chan string
	var err error
again:
	select {
	case <-ctx.Done():
		return
	default:
		if feed, err = t.open(ctx); err != nil {
			time.Sleep(t.pause) // want `between two tries of open cannot be ended by ctx`
			goto again
		}
	}
	for m := range feed {
		select {
		case out <- m:
		case <-ctx.Done():
			return
		}
	}
	time.Sleep(t.pause) // want `between the end of a stream and the next open cannot be ended by ctx`
	goto again
}

func (t *target) start(ctx context.Context) chan struct{} {
	done := make(chan struct{})
dial:
	if err := t.dial(); err != nil {
		time.Sleep(2 * time.Second) // want `between two tries of dial cannot be ended by ctx`
		goto dial
	}
	go func() { <-ctx.Done(); close(done) }()
	return done
}

func (t *target) labelled(ctx context.Context) error {
tries:
	for n := 0; ; n++ {
		_, err := t.open(ctx)
		switch {
		case err == nil:
			break tries
		case n == 4:
			return err
		}
		time.Sleep(t.pause) // want `between two tries of open cannot be ended by ctx`
	}
	return nil
}

// captured is a goroutine with the context of its maker.
func (t *target) captured(ctx context.Context) {
	go func() {
	start:
		if err := t.dial(); err != nil {
			time.Sleep(time.Second) // want `between two tries of dial cannot be ended by ctx`
			goto start
		}
		<-ctx.Done()
	}()
}

// lost is one without any.
func (t *target) lost(ctx context.Context) error {
	go func() {
	start:
		if err := t.dial(); err != nil {
			time.Sleep(time.Second)
			goto start
		}
	}()
	return ctx.Err()
}
