// Package strict: advice is asked for.
package strict

import (
	"context"
	"time"
)

func advice(ctx context.Context) (context.Context, context.CancelFunc) {
	// want +1 `^the directive for freshtimeout/detached matches no finding: take it out`
	//lint:ignore freshtimeout/detached there is nothing like it here
	return context.WithTimeout(ctx, time.Second)
}
