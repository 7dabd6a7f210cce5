// Package restart: a loop that starts over because a context has ended.
package restart

import (
	"context"
	"time"
)

type agent interface {
	Register(name string) error
	Renew(name string) error
}

func keep(ctx context.Context, a agent) {
register:
	if err := a.Register("x"); err != nil {
		return
	}
	t := time.NewTicker(time.Second)
	for {
		select {
		case <-t.C:
			_ = a.Renew("x")
		case <-ctx.Done():
			t.Stop() // want `the loop starts over because ctx has ended \(line 24\), with the same context: each further turn ends at once; return instead`
			goto register
		}
	}
}

// again looks at the context first.
func again(ctx context.Context, a agent) {
register:
	if ctx.Err() != nil {
		return
	}
	if err := a.Register("x"); err != nil {
		return
	}
	t := time.NewTicker(time.Second)
	for {
		select {
		case <-t.C:
			_ = a.Renew("x")
		case <-ctx.Done():
			t.Stop()
			goto register
		}
	}
}

// round has a context for each turn.
func round(ctx context.Context, a agent) error {
	for {
		turn, cancel := context.WithTimeout(ctx, time.Minute)
		if err := a.Register("x"); err != nil {
			cancel()
			return err
		}
		<-turn.Done()
		cancel()
	}
}
