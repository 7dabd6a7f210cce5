// Package constructor: a context that is only stored, or noted, waits for
// nothing here.
package constructor

import (
	"context"
	"log/slog"
	"time"
)

const limit = time.Minute

type session struct {
	ctx    context.Context
	cancel context.CancelFunc
}

func NewSession(ctx context.Context) *session {
	s := &session{}
	s.ctx, s.cancel = context.WithTimeout(context.Background(), limit)
	return s
}

func NewLiteral(ctx context.Context) *session {
	c, cancel := context.WithTimeout(context.Background(), limit)
	return &session{ctx: c, cancel: cancel}
}

func logged(ctx context.Context) {
	c, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	slog.InfoContext(c, "ready")
}

func queued(ctx context.Context, jobs chan<- context.Context) context.CancelFunc {
	c, cancel := context.WithTimeout(context.Background(), limit)
	jobs <- c
	return cancel
}

func given(ctx context.Context) (context.Context, context.CancelFunc) {
	return context.WithTimeout(context.Background(), limit)
}

// Only asked whether it has ended.
func watched(ctx context.Context, work func()) bool {
	c, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	work()
	return c.Err() == nil
}

// It waits: that is what the caller's context should end.
func slept(ctx context.Context) {
	c, cancel := context.WithTimeout(context.Background(), limit) // want `\(freshtimeout/reset\)`
	defer cancel()
	<-c.Done()
}

type api interface {
	Do(ctx context.Context) error
}

func called(ctx context.Context, a api) error {
	c, cancel := context.WithTimeout(context.Background(), limit) // want `\(freshtimeout/reset\)`
	defer cancel()
	slog.InfoContext(c, "calling")
	return a.Do(c)
}
