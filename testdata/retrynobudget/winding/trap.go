// Package winding: retries on the way out, when the context has ended.
package winding

import (
	"context"
	"time"
)

type api interface {
	Abort(ctx context.Context, id string) error
}

func after(ctx context.Context, a api) {
	<-ctx.Done()
	for range 3 {
		if err := a.Abort(context.WithoutCancel(ctx), "a"); err == nil {
			return
		}
		time.Sleep(time.Second)
	}
}

func deferred(ctx context.Context, a api, work func(context.Context) error) error {
	defer func() {
		for range 3 {
			if err := a.Abort(ctx, "a"); err == nil {
				return
			}
			time.Sleep(time.Second)
		}
	}()
	return work(ctx)
}
