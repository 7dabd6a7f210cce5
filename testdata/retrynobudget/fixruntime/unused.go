package fixruntime

import (
	"context"
	clock "time"
)

// The import of time goes with its only use.
func unused(ctx context.Context, s store) (err error) {
	for range 3 {
		if _, err = s.All(ctx); err == nil {
			return nil
		}
		clock.Sleep(2e9) // want `\(retrynobudget/blind\)`
	}
	return err
}
