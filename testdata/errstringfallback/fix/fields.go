package fix

import (
	"context"
	"errors"
	"time"

	"github.com/mark3labs/mcp-go/mcp"
)

type result struct {
	At      time.Time
	Content string
	IsError bool
}

type outcome struct {
	Content string
	Err     error
}

// Both changes are offered.
func flag(ctx context.Context, s store, id string) (result, error) {
	text, err := s.Load(ctx, id)
	if err != nil {
		return result{Content: err.Error()}, nil // want "becomes field Content"
	}
	return result{Content: text}, nil
}

func maker(ctx context.Context, s store, id string) (*mcp.CallToolResult, error) {
	text, err := s.Load(ctx, id)
	if err != nil {
		return mcp.NewToolResultText("load: " + err.Error()), nil // want "the error text of Load"
	}
	return mcp.NewToolResultText(text), nil
}

// There is no error to return.
func only(ctx context.Context, s store, id string) *outcome {
	text, err := s.Load(ctx, id)
	if err != nil {
		return &outcome{
			Content: err.Error(), // want "becomes field Content"
		}
	}
	return &outcome{Content: text}
}

func assigned(ctx context.Context, s store, id string) (out result) {
	text, err := s.Load(ctx, id)
	if err != nil {
		out.Content = err.Error() // want "becomes field Content"
		return out
	}
	out.Content = text
	return out
}

// Zero values are written as the signature names their types.
func zeros(ctx context.Context, s store, id string) (string, time.Time, [2]int, error) {
	text, err := s.Load(ctx, id)
	if errors.Is(err, context.DeadlineExceeded) {
		return "", time.Time{}, [2]int{}, nil // want "the expired deadline of Load"
	}
	return text, time.Now(), [2]int{}, err
}

func ended(ctx context.Context, in <-chan *result) (*result, error) {
	select {
	case r := <-in:
		return r, nil
	case <-ctx.Done():
		return nil, nil // want "the expired deadline"
	}
}

// A comment behind the last field stays there.
func several(ctx context.Context, s store, id string) *result {
	text, err := s.Load(ctx, id)
	if err != nil {
		return &result{
			At:      time.Now(),
			Content: err.Error(), // for the model // want "becomes field Content"
		}
	}
	return &result{Content: text}
}

// To return the error would lose what the comment says.
func told(ctx context.Context, s store, id string) (*result, error) {
	text, err := s.Load(ctx, id)
	if err != nil {
		return &result{
			// The model is to see it.
			Content: err.Error(), // want "becomes field Content"
		}, nil
	}
	return &result{Content: text}, nil
}
