// Package mcpgo: results of tools made with github.com/mark3labs/mcp-go.
package mcpgo

import (
	"context"
	"fmt"

	"github.com/mark3labs/mcp-go/mcp"
)

type store interface {
	Load(ctx context.Context, id string) (string, error)
}

func handler(s store) func(context.Context, mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		id, err := req.RequireString("id")
		if err != nil {
			return mcp.NewToolResultText(err.Error()), nil // the model's own input
		}
		text, err := s.Load(ctx, id)
		if err != nil {
			return mcp.NewToolResultText(fmt.Sprintf("cannot load %s: %v", id, err)), nil // want `the error text of Load \(line 21\) is returned as the answer with a nil error.*use mcp.NewToolResultErrorFromErr`
		}
		return mcp.NewToolResultText(text), nil
	}
}

func flagged(ctx context.Context, s store, id string) (*mcp.CallToolResult, error) {
	text, err := s.Load(ctx, id)
	if err != nil {
		return mcp.NewToolResultErrorFromErr("cannot load", err), nil
	}
	if text == "" {
		return mcp.NewToolResultError("could not find it"), nil
	}
	return mcp.NewToolResultText(text), nil
}

func formatted(ctx context.Context, s store, id string) (*mcp.CallToolResult, error) {
	text, err := s.Load(ctx, id)
	if err != nil {
		return mcp.NewToolResultErrorf("cannot load: %v", err), nil
	}
	return mcp.NewToolResultText(text), nil
}

func literal(ctx context.Context, s store, id string) (*mcp.CallToolResult, error) {
	text, err := s.Load(ctx, id)
	if err != nil {
		return &mcp.CallToolResult{Content: []mcp.Content{mcp.TextContent{Type: "text", Text: err.Error()}}}, nil // want `becomes field Text with no flag beside it.*use mcp.NewToolResultErrorFromErr`
	}
	return mcp.NewToolResultText(text), nil
}

func marked(ctx context.Context, s store, id string) (*mcp.CallToolResult, error) {
	text, err := s.Load(ctx, id)
	if err != nil {
		return &mcp.CallToolResult{IsError: true, Content: []mcp.Content{mcp.NewTextContent(err.Error())}}, nil
	}
	return &mcp.CallToolResult{Content: []mcp.Content{mcp.NewTextContent(text)}}, nil
}
