// Package donegoroutine: the end of the context is awaited by a goroutine that
// nobody waits for.
package donegoroutine

import (
	"context"
	"time"
)

func schedule(ctx context.Context, at time.Duration, run func()) {
	c, cancel := context.WithTimeout(context.Background(), 2*at)
	go func() {
		defer cancel()
		select {
		case <-c.Done():
		case <-time.After(at):
			run()
		}
	}()
}

func wait(ctx context.Context, at time.Duration, run func()) {
	c, cancel := context.WithTimeout(context.Background(), 2*at) // want `\(freshtimeout/reset\)`
	defer cancel()
	select {
	case <-c.Done():
	case <-time.After(at):
		run()
	}
}
