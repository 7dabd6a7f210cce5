// Package fixreach reaches package budget already.
package fixreach

import (
	"context"
	"time"
)

type store interface {
	All(ctx context.Context) ([]string, error)
}

func counted(ctx context.Context, s store) (err error) {
	for range 3 {
		if _, err = s.All(ctx); err == nil {
			return nil
		}
		time.Sleep(2 * time.Second) // want `\(retrynobudget/blind\)`
	}
	return err
}
