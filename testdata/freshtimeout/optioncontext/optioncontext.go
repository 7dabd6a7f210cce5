// Package optioncontext: a context that goes into an option lives as long as
// what the option makes.
package optioncontext

import (
	"context"
	"time"
)

type runtime struct{ ctx context.Context }

type option func(*runtime)

func WithContext(ctx context.Context) option { return func(r *runtime) { r.ctx = ctx } }

func newRuntime(opts ...option) *runtime {
	r := &runtime{}
	for _, o := range opts {
		o(r)
	}
	return r
}

func open(ctx context.Context) (*runtime, context.CancelFunc) {
	c, cancel := context.WithTimeout(context.Background(), time.Hour)
	return newRuntime(WithContext(c)), cancel
}
