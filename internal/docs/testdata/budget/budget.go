// Package budget stands for the runtime.
package budget

import (
	"context"
	"time"
)

// Affords reports whether d is left.
func Affords(ctx context.Context, d time.Duration) bool {
	end, ok := ctx.Deadline()
	return !ok || time.Until(end) >= d
}

// Within is context.WithTimeout.
func Within(ctx context.Context, limit time.Duration) (context.Context, context.CancelFunc) {
	return context.WithTimeout(ctx, limit)
}
