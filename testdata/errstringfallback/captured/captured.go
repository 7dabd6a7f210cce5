// Package captured: the text of an error goes through a variable that a closure
// writes to.
package captured

import (
	"context"
	"sync"
)

type ask func(context.Context) (string, error)

func both(ctx context.Context, a, b ask) (string, error) {
	var left, right string
	var wg sync.WaitGroup
	wg.Go(func() {
		text, err := a(ctx)
		if err != nil {
			text = err.Error() // want `the error text of the call in line 16 is returned as the answer with a nil error`
		}
		left = text
	})
	wg.Go(func() {
		var err error
		if right, err = b(ctx); err != nil {
			right = ""
		}
	})
	wg.Wait()
	return left + right, nil
}
