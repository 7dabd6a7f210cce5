// Package imports: fixes go together whose imports stand beside one another.
package imports

import (
	"context"
	"fmt"
	"strconv"
)

type store interface {
	Load(ctx context.Context, id string) (string, error)
}

type reply struct{ Text, ID string }

// The import of strconv goes where that of errors comes.
func answer(ctx context.Context, s store, id int) (*reply, error) {
	text, err := s.Load(ctx, "a")
	if err != nil {
		return &reply{Text: err.Error(), ID: strconv.Itoa(id)}, nil // want `\(errstringfallback/field\)`
	}
	return &reply{Text: text}, nil
}

func load(ctx context.Context, s store, id string) (string, error) {
	out, err := s.Load(ctx, id)
	if err != nil {
		return "", fmt.Errorf("load: %w", err)
	}
	return out, nil
}

func again(ctx context.Context, s store) (string, error) {
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
