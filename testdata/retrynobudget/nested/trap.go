// Package nested: a retry around something that retries.
package nested

import (
	"context"

	"example.com/budgetlint/testdata/retrynobudget/nested/inner"
)

const tries = 3

func twice(ctx context.Context, c *inner.Client) (err error) {
	for range tries {
		if err = c.Fetch(ctx); err == nil || ctx.Err() != nil { // want `Fetch is tried 3 times, and tries get 4 times itself \(example.com/budgetlint/testdata/retrynobudget/nested/inner/inner.go:20\): 3 x 4 = 12 attempts; try again in one layer only`
			return err
		}
	}
	return err
}

func thrice(ctx context.Context, c *inner.Client) (err error) {
	for n := 1; n <= 2; n++ {
		if err = twice(ctx, c); err == nil || ctx.Err() != nil { // want `twice is tried 2 times, and tries Fetch 12 times itself \(.*nested/trap.go:14\): 2 x 12 = 24 attempts`
			return err
		}
	}
	return err
}

func handed(ctx context.Context, c *inner.Client) error {
	return inner.Again(ctx, func() error { return c.Fetch(ctx) }) // want `the function that it is handed is tried 5 times, and tries get 4 times itself`
}

func once(ctx context.Context, c *inner.Client) error {
	return c.Fetch(ctx)
}

// unknown has a number that is not known.
func unknown(ctx context.Context, c *inner.Client, n int) (err error) {
	for range n {
		if err = c.Fetch(ctx); err == nil || ctx.Err() != nil {
			return err
		}
	}
	return err
}

// each fetches for each of some clients.
func each(ctx context.Context, cs [3]*inner.Client) (err error) {
	for _, c := range cs {
		if err = c.Fetch(ctx); err != nil {
			return err
		}
	}
	return nil
}
