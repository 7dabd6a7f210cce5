// Package fix has findings with fixes.
package fix

import (
	"context"
	"time"
)

// One has a finding with one fix, on a line where bytes, runes and UTF-16 count
// otherwise.
func One(ctx context.Context, wait func(context.Context) error) error {
	/* 😀ü */ ctx, cancel := context.WithTimeout(context.Background(), 2*time.Second)
	defer cancel()
	return wait(ctx)
}
