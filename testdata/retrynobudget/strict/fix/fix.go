// Package fix: whether a pause and one whole try still fit is asked.
package fix

import (
	"context"
	"time"
)

type model interface {
	Generate(ctx context.Context, history []string) (string, error)
}

const perTry = 3 * time.Second

func unfit(ctx context.Context, m model) (out string, err error) {
	for range 3 {
		if out, err = m.Generate(ctx, nil); err == nil {
			return out, nil
		}
		select { // want `\(retrynobudget/unfit\)`
		case <-ctx.Done():
			return "", err
		case <-time.After(2 * time.Second):
		}
	}
	return "", err
}

func limited(ctx context.Context, m model) (string, error) {
	delay := time.Second
	for {
		try, cancel := context.WithTimeout(ctx, perTry)
		out, err := m.Generate(try, nil) // want `\(retrynobudget/wall\)`
		cancel()
		if err == nil {
			return out, nil
		}
		select { // want `\(retrynobudget/unfit\)`
		case <-time.After(delay):
		case <-ctx.Done():
			return "", ctx.Err()
		}
		delay *= 2
	}
}

// No error is left that could be returned.
func inner(ctx context.Context, m model) (string, error) {
	for {
		if out, err := m.Generate(ctx, nil); err == nil {
			return out, nil
		}
		select { // want `\(retrynobudget/unfit\)`
		case <-time.After(time.Second):
		case <-ctx.Done():
			return "", ctx.Err()
		}
	}
}

// The error may be nil here.
func empty(ctx context.Context, m model) (string, error) {
	for {
		out, err := m.Generate(ctx, nil)
		if err == nil && out != "" {
			return out, nil
		}
		select { // want `\(retrynobudget/unfit\)`
		case <-time.After(time.Second):
		case <-ctx.Done():
			return "", ctx.Err()
		}
	}
}

// The pause may be another one when it is asked for again.
func drawn(ctx context.Context, m model, backoff func() time.Duration) (string, error) {
	for {
		out, err := m.Generate(ctx, nil)
		if err == nil {
			return out, nil
		}
		select { // want `\(retrynobudget/unfit\)`
		case <-time.After(backoff()):
		case <-ctx.Done():
			return "", ctx.Err()
		}
	}
}

// The comment stays with the pause.
func commented(ctx context.Context, m model) (out string, err error) {
	for range 3 {
		if out, err = m.Generate(ctx, nil); err == nil {
			return out, nil
		}
		// It may be busy.
		// Give it time.
		select { // want `\(retrynobudget/unfit\)`
		case <-ctx.Done():
			return "", err
		case <-time.After(2 * time.Second):
		}
	}
	return "", err
}
