// Package field: the context is a field that the repeated call uses.
package field

import (
	"context"
	"time"
)

type locker interface {
	Lock(ctx context.Context, key string) (bool, error)
	Ping(ctx context.Context) error
}

type app struct {
	ctx    context.Context
	cancel context.CancelFunc
	l      locker
}

func newApp(l locker) *app {
	a := &app{l: l}
	a.ctx, a.cancel = context.WithCancel(context.Background())
	return a
}

func (a *app) lead(key string) {
	for {
		_, err := a.l.Lock(a.ctx, key)
		if err == nil {
			return
		}
		time.Sleep(time.Second) // want `between two tries of Lock cannot be ended by a.ctx: wait for a timer and a.ctx.Done\(\) in one select`
	}
}

// connect has only a context that it made itself, and that nobody can end.
func connect(l locker) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	for {
		if err := l.Ping(ctx); err == nil {
			return
		}
		time.Sleep(time.Second)
	}
}

var program = context.Background()

// start waits on the context of the whole program.
func start(l locker) {
	run := func(f func()) { f() }
	run(func() {
		for {
			if err := l.Ping(program); err == nil {
				return
			}
			time.Sleep(time.Second)
		}
	})
}
