package imports

import (
	"context"
	"errors"
	"net/http"
)

// The import of errors would go, if the other loop did not come to need it.
func needed(ctx context.Context, s store) (*reply, error) {
	text, err := s.Load(ctx, "a")
	if err != nil {
		return &reply{Text: err.Error(), ID: errors.ErrUnsupported.Error()}, nil // want `\(errstringfallback/field\)`
	}
	return &reply{Text: text}, nil
}

func other(ctx context.Context, s store) (string, error) {
	for {
		out, err := load(ctx, s, "a")
		if err == nil || err == context.Canceled { // want `\(retrynobudget/classifier\)`
			return out, err
		}
		if ctx.Err() != nil {
			return "", err
		}
	}
}

// Each request has a name of its own.
func both(ctx context.Context, a, b string) (int, error) {
	one, err := http.Get(a) // want `\(nodeadline/dropped\)`
	if err != nil {
		return 0, err
	}
	defer one.Body.Close()
	two, err := http.Get(b) // want `\(nodeadline/dropped\)`
	if err != nil {
		return 0, err
	}
	defer two.Body.Close()
	return one.StatusCode + two.StatusCode, nil
}
