// Package mcpsdk: results of tools made with
// github.com/modelcontextprotocol/go-sdk.
package mcpsdk

import (
	"context"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type store interface {
	Load(ctx context.Context, id string) (string, error)
}

func bare(ctx context.Context, s store, id string) (*mcp.CallToolResult, any, error) {
	text, err := s.Load(ctx, id)
	if err != nil {
		return &mcp.CallToolResult{
			Content: []mcp.Content{&mcp.TextContent{Text: "cannot load: " + err.Error()}}, // want `the error text of Load \(line 16\) becomes field Text with no flag beside it.*use IsError: true`
		}, nil, nil
	}
	return textResult(text), nil, nil
}

func textResult(text string) *mcp.CallToolResult {
	return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: text}}}
}

func errorResult(text string) *mcp.CallToolResult {
	res := textResult(text)
	res.IsError = true
	return res
}

func helped(ctx context.Context, s store, id string) (*mcp.CallToolResult, any, error) {
	text, err := s.Load(ctx, id)
	if err != nil {
		return textResult("cannot load: " + err.Error()), nil, nil // want `the error text of Load \(line 36\) is returned as the answer with a nil error`
	}
	return textResult(text), nil, nil
}

func flagged(ctx context.Context, s store, id string) (*mcp.CallToolResult, any, error) {
	text, err := s.Load(ctx, id)
	if err != nil {
		return errorResult("cannot load: " + err.Error()), nil, nil
	}
	return textResult(text), nil, nil
}

func later(ctx context.Context, s store, id string) (*mcp.CallToolResult, any, error) {
	text, err := s.Load(ctx, id)
	if err != nil {
		res := &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: err.Error()}}}
		res.SetError(err)
		return res, nil, nil
	}
	return textResult(text), nil, nil
}
