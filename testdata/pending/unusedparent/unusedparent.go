// Package unusedparent: the derived context goes nowhere, and neither does its
// parent: nothing waits below.
package unusedparent

import (
	"context"
	"time"
)

func quiet(ctx context.Context, work func()) {
	_, cancel := context.WithTimeout(ctx, 3*time.Second)
	defer cancel()
	work()
}
