// Package rooted: a context that never ends cannot end a pause.
package rooted

import (
	"context"
	"time"
)

type key struct{}

type store interface {
	Load(ctx context.Context, id string) error
}

// with gives a context a value, and stands in for one that is nil.
func with(ctx context.Context, v any) context.Context {
	if ctx == nil {
		ctx = context.Background()
	}
	return context.WithValue(ctx, key{}, v)
}

func fresh() context.Context { return with(context.Background(), 1) }

func later(s store, id string) {
	go func() {
		ctx := fresh()
		for range 3 {
			time.Sleep(time.Minute) // nothing ends ctx
			if s.Load(ctx, id) == nil {
				return
			}
		}
	}()
}

func now(parent context.Context, s store, id string) {
	ctx := with(parent, 1)
	for range 3 {
		if s.Load(ctx, id) == nil {
			return
		}
		time.Sleep(time.Minute) // want `between two tries of Load cannot be ended by`
	}
}
