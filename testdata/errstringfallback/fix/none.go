package fix

import (
	"context"
	"errors"
)

// Nothing here has a fix.

type noFlag struct{ Content string }

// The result has no field for it, and the function no error.
func nowhere(ctx context.Context, s store, id string) noFlag {
	text, err := s.Load(ctx, id)
	if err != nil {
		return noFlag{Content: err.Error()} // want "becomes field Content"
	}
	return noFlag{Content: text}
}

// The name of the error means another one where it would be returned.
func shadowed(ctx context.Context, s store, id string) (string, error) {
	text, err := s.Load(ctx, id)
	if errors.Is(err, context.DeadlineExceeded) {
		err := "gone"
		_ = err
		return "", nil // want "the expired deadline of Load"
	}
	return text, err
}
