package fix

import (
	"context"
	"fmt"

	"golang.org/x/sync/errgroup"
)

// The first fix in the file adds the import, the other one the same.
func imports(ctx context.Context, s store) error {
	var g errgroup.Group
	g.Go(func() error {
		for {
			err := wrapped(ctx, s)
			if err != context.DeadlineExceeded { // want `\(retrynobudget/classifier\)`
				return err
			}
		}
	})
	g.Go(func() error {
		for {
			err := wrapped(ctx, s)
			if err != context.Canceled { // want `\(retrynobudget/classifier\)`
				return err
			}
		}
	})
	return g.Wait()
}

func wrapped(ctx context.Context, s store) error {
	if _, err := s.All(ctx); err != nil {
		return fmt.Errorf("all: %w", err)
	}
	return nil
}
