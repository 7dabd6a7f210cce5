package fixreach

import (
	"context"
	"time"

	b "github.com/budgetlint/budgetlint/budget"
)

func total(ctx context.Context) (context.Context, context.CancelFunc) {
	return b.Class{Total: 30 * time.Second}.Start(ctx)
}

// The file imports it by another name.
func named(ctx context.Context, s store) (err error) {
	for range 3 {
		if _, err = s.All(ctx); err == nil {
			return nil
		}
		time.Sleep(2 * time.Second) // want `\(retrynobudget/blind\)`
	}
	return err
}
