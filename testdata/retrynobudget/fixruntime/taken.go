package fixruntime

import (
	"context"
	"time"
)

// Here budget is a variable: a select is all that is offered.
func taken(ctx context.Context, s store, budget time.Duration) (err error) {
	for range 3 {
		if _, err = s.All(ctx); err == nil {
			return nil
		}
		time.Sleep(budget) // want `\(retrynobudget/blind\)`
	}
	return err
}
