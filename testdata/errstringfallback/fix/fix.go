// Package fix: the error is returned instead of its text.
package fix

import (
	"context"
	"fmt"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/tmc/langchaingo/tools"
)

type store interface {
	Load(ctx context.Context, id string) (string, error)
}

func plain(ctx context.Context, s store) (string, error) {
	text, err := s.Load(ctx, "1")
	if err != nil {
		return "Error: " + err.Error() + ".", nil // want "the error text of Load"
	}
	return text, nil
}

func formatted(ctx context.Context, s store, id string) ([]byte, error) {
	text, err := s.Load(ctx, id)
	if err != nil {
		return []byte(err.Error()), nil // want "the error text of Load"
	}
	return []byte(text), nil
}

func format(ctx context.Context, s store, id string) (string, error) {
	text, err := s.Load(ctx, id)
	if err != nil {
		return fmt.Sprintf("load %s: %v", id, err), nil // want "the error text of Load"
	}
	return text, nil
}

func flagged(ctx context.Context, s store, id string) (*mcp.CallToolResult, error) {
	text, err := s.Load(ctx, id)
	if err != nil {
		return mcp.NewToolResultText("load: " + err.Error()), nil // want "the error text of Load"
	}
	return mcp.NewToolResultText(text), nil
}

// A tool whose error ends the run is left to its author.
type tool struct{ s store }

var _ tools.Tool = tool{}

func (tool) Name() string        { return "load" }
func (tool) Description() string { return "loads" }

func (t tool) Call(ctx context.Context, input string) (string, error) {
	text, err := t.s.Load(ctx, input)
	if err != nil {
		return err.Error(), nil // want "the error text of Load"
	}
	return text, nil
}
