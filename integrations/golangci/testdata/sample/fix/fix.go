// Package fix has findings with a fix.
package fix

import (
	"context"
	"errors"
	"time"
)

func audit(ctx context.Context, wait func(context.Context) error) error {
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Second)
	defer cancel()
	return wait(ctx)
}

func answer(ctx context.Context, load func(context.Context) (string, error)) (string, error) {
	text, err := load(ctx)
	if err != nil {
		return "failed: " + err.Error(), nil
	}
	if text == "" {
		return "", errors.New("empty")
	}
	return text, nil
}
