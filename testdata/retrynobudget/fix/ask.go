package fix

import (
	"context"
	"time"
)

func unchecked(ctx context.Context, s store) (all []string, err error) {
	for range 5 {
		if all, err = s.All(ctx); err == nil { // want `\(retrynobudget/unchecked\)`
			return all, nil
		}
	}
	return nil, err
}

func behind(ctx context.Context, s store, note func(error)) ([]string, error) {
	for {
		all, err := s.All(ctx) // want `\(retrynobudget/unchecked\)`
		note(err)
		if err != nil {
			note(err)
			continue
		}
		return all, nil
	}
}

// The error has no name there.
func inner(ctx context.Context, s store) error {
	for {
		if _, err := s.All(ctx); err == nil { // want `\(retrynobudget/unchecked\)`
			return nil
		}
	}
}

func uncheckedBroken(ctx context.Context, s store) bool {
	for try := 0; try < 3; try++ {
		_, err := s.All(ctx) // want `\(retrynobudget/unchecked\)`
		if err == nil {
			return true
		}
	}
	return false
}

func shared(ctx context.Context, s store) (err error) {
	short, cancel := context.WithTimeout(ctx, time.Second) // want `\(retrynobudget/shared\)`
	defer cancel()
	for range 3 {
		if _, err = s.All(short); err == nil {
			return nil
		}
	}
	return err
}
