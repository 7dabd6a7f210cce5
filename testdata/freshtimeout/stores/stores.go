// Package stores: a constructor whose body is at hand only keeps the context.
package stores

import (
	"context"
	"time"
)

type session struct{ ctx context.Context }

func newSession(ctx context.Context) *session { return &session{ctx: ctx} }

func open(ctx context.Context) (*session, context.CancelFunc) {
	c, cancel := context.WithTimeout(context.Background(), time.Minute)
	return newSession(c), cancel
}
