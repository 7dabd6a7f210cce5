// Package reopen: streams that are opened again when they are over.
package reopen

import (
	"context"
	"time"
)

type broker interface {
	Subscribe(ctx context.Context, topic string) <-chan string
}

// quick is back after 100ms, and looks at the context in each turn.
func quick(ctx context.Context, b broker, out chan<- string) {
	for {
		feed := b.Subscribe(ctx, "a")
	open:
		for {
			select {
			case <-ctx.Done():
				return
			case m, ok := <-feed:
				if !ok {
					time.Sleep(100 * time.Millisecond)
					break open
				}
				out <- m
			}
		}
	}
}

func slow(ctx context.Context, b broker, out chan<- string) {
	for {
		feed := b.Subscribe(ctx, "a")
	open:
		for {
			select {
			case <-ctx.Done():
				return
			case m, ok := <-feed:
				if !ok {
					time.Sleep(time.Minute) // want `time.Sleep \(1m0s\) between the end of a stream and the next Subscribe cannot be ended by ctx`
					break open
				}
				out <- m
			}
		}
	}
}
