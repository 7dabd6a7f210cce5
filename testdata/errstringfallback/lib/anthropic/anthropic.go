// Package anthropic: results of tools handed back to
// github.com/anthropics/anthropic-sdk-go.
package anthropic

import (
	"context"

	"github.com/anthropics/anthropic-sdk-go"
)

type runner interface {
	Run(ctx context.Context, name string) (string, error)
}

func results(ctx context.Context, r runner, uses []anthropic.ToolUseBlock) []anthropic.ContentBlockParamUnion {
	var out []anthropic.ContentBlockParamUnion
	for _, u := range uses {
		text, err := r.Run(ctx, u.Name)
		if err != nil {
			out = append(out, anthropic.NewToolResultBlock(u.ID, err.Error(), false)) // want `the error text of Run \(line 18\) becomes the result that anthropic.NewToolResultBlock makes with no flag beside it.*use isError true`
			continue
		}
		out = append(out, anthropic.NewToolResultBlock(u.ID, text, false))
	}
	return out
}

func flagged(ctx context.Context, r runner, u anthropic.ToolUseBlock) anthropic.ContentBlockParamUnion {
	text, err := r.Run(ctx, u.Name)
	if err != nil {
		return anthropic.NewToolResultBlock(u.ID, err.Error(), true)
	}
	return anthropic.NewToolResultBlock(u.ID, text, false)
}

func either(ctx context.Context, r runner, u anthropic.ToolUseBlock) anthropic.ContentBlockParamUnion {
	text, err := r.Run(ctx, u.Name)
	if err != nil {
		text = err.Error()
	}
	return anthropic.NewToolResultBlock(u.ID, text, err != nil)
}
