// Package poll: waits for a state that somebody else has.
package poll

import (
	"context"
	"errors"
	"sync/atomic"
	"time"
)

type api interface {
	State(ctx context.Context, id string) (string, error)
	Release(ctx context.Context, id string) bool
}

func active(ctx context.Context, a api, id string) error {
	for {
		s, err := a.State(ctx, id)
		if err != nil {
			return err
		}
		switch s {
		case "active":
			return nil
		case "error":
			return errors.New("failed")
		}
		time.Sleep(5 * time.Second) // want `time.Sleep \(5s\) between two polls of State cannot be ended by ctx`
	}
}

// first pauses before it asks.
func first(ctx context.Context, a api, id string) error {
	delay := time.Second
	for range 8 {
		time.Sleep(delay) // want `between two polls of State cannot be ended by ctx`
		s, err := a.State(ctx, id)
		if err != nil {
			return err
		}
		if s == "done" {
			return nil
		}
		delay *= 2
	}
	return errors.New("not done")
}

// limited ends by its own clock.
func limited(ctx context.Context, a api, id string, limit time.Duration) bool {
	started := time.Now()
	for !a.Release(ctx, id) {
		time.Sleep(time.Second)
		if time.Since(started) > limit {
			return false
		}
	}
	return true
}

// counted ends once its pauses add up to the limit.
func counted(ctx context.Context, a api, id string, limit time.Duration) error {
	const pause = 2 * time.Second
	for n := 0; ; n++ {
		s, err := a.State(ctx, id)
		if err != nil {
			return err
		}
		if s == "active" {
			return nil
		}
		if n*int(pause) >= int(limit) {
			return errors.New("not active in time")
		}
		time.Sleep(pause)
	}
}

type server struct{ running atomic.Bool }

// local waits for a state of this process.
func (s *server) local(ctx context.Context) error {
	for s.running.Load() {
		time.Sleep(time.Second)
	}
	return ctx.Err()
}

// elsewhere runs as long as another one leads: nothing failed.
func elsewhere(ctx context.Context, leads func(context.Context) bool) {
	for {
		if !leads(ctx) {
			return
		}
		time.Sleep(time.Minute)
	}
}

type sessions interface{ has(key string) bool }

// session waits for a session of this process.
func session(ctx context.Context, s sessions, key string) error {
	for range 15 {
		if !s.has(key) {
			time.Sleep(time.Second)
		}
	}
	return ctx.Err()
}

// own is a context of the program's own.
type own interface {
	context.Context
	Canceled() bool
}

func owned(ctx own, a api, id string) error {
	for {
		if ctx.Canceled() {
			return context.Canceled
		}
		if s, err := a.State(ctx, id); err == nil && s == "active" {
			return nil
		}
		time.Sleep(10 * time.Millisecond)
	}
}

func ownedLong(ctx own, a api, id string) error {
	for !ctx.Canceled() {
		if s, err := a.State(ctx, id); err == nil && s == "active" {
			return nil
		}
		time.Sleep(10 * time.Second) // want `time.Sleep \(10s\) between two tries of State cannot be ended by ctx`
	}
	return context.Canceled
}

// stopped waits until a state of this process is another.
func stopped(ctx context.Context, s sessions) error {
	for {
		if s.has("a") {
			return ctx.Err()
		}
		time.Sleep(time.Second)
	}
}
