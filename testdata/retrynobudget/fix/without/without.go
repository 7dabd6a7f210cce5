// Package without: the name errors means another package.
package without

import (
	"context"
	"fmt"

	"example.com/budgetlint/testdata/retrynobudget/fix/without/errors"
)

func wrapped(ctx context.Context, load func(context.Context) error) error {
	if err := load(ctx); err != nil {
		return fmt.Errorf("load: %w", err)
	}
	return nil
}

func named(ctx context.Context, load func(context.Context) error) error {
	for {
		err := wrapped(ctx, load)
		if err != context.DeadlineExceeded { // want `\(retrynobudget/classifier\)`
			return err
		}
	}
}

var _ = errors.New
