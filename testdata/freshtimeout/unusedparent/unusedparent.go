// Package unusedparent: the derived context goes nowhere, and neither does its
// parent: the limit is dead all the same.
package unusedparent

import (
	"context"
	"time"
)

func quiet(ctx context.Context, work func()) {
	_, cancel := context.WithTimeout(ctx, 3*time.Second) // want `\(freshtimeout/unused\)`
	defer cancel()
	work()
}
