package fix

import (
	"context"
	"time"
)

// Comments stay with what they tell of.
func behindPause(ctx context.Context, s store) error {
	for {
		_, err := s.All(ctx)
		if err == nil {
			return nil
		}
		// Not too fast.
		time.Sleep(time.Second) // Two would do, too. // want `\(retrynobudget/blind\)`
		// Once more.
	}
}

func between(ctx context.Context, s store) error {
	for {
		_, err := s.All(ctx)
		if err == nil {
			return nil
		}
		time.Sleep(time.Second /* not two */) /* want `\(retrynobudget/blind\)` */
	}
}

func behindCheck(ctx context.Context, s store) (all []string, err error) {
	for range 5 {
		if all, err = s.All(ctx); err == nil { // want `\(retrynobudget/unchecked\)`
			return all, nil
		} // All are there.

		// None is.
	}
	return nil, err
}

func inCheck(ctx context.Context, s store, note func(error)) ([]string, error) {
	for {
		all, err := s.All(ctx) // want `\(retrynobudget/unchecked\)`
		if err != nil {
			// The log has it.
			note(err)
			continue
		}
		return all, nil
	}
}
