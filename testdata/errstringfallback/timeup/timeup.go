// Package timeup: a sentence for an expired deadline.
package timeup

import (
	"context"
	"errors"
)

func wait(ctx context.Context, in <-chan string) (string, error) {
	select {
	case s := <-in:
		return s, nil
	case <-ctx.Done():
		return "The search timed out.", nil // want `"The search timed out." for an expired deadline \(line 13\) is returned as the answer with a nil error`
	}
}

func text(ctx context.Context, in <-chan string) (string, error) {
	select {
	case s := <-in:
		return s, nil
	case <-ctx.Done():
		return ctx.Err().Error(), nil // want `the error text of Err \(line 23\)`
	}
}

func stopped(ctx context.Context, in <-chan string) (string, error) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	select {
	case s := <-in:
		return s, nil
	case <-ctx.Done():
		return "could not wait: stopped", nil // no deadline
	}
}

type store interface {
	Load(ctx context.Context) (string, error)
}

func asked(ctx context.Context, s store) (string, error) {
	text, err := s.Load(ctx)
	if errors.Is(err, context.DeadlineExceeded) {
		return "Loading timed out, try again.", nil // want `"Loading timed out, try again." for any error of Load`
	}
	return text, err
}
