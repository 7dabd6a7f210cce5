// Package genkit: tools of Genkit, which are any functions that take its context.
package genkit

import (
	"context"

	"github.com/firebase/genkit/go/ai"
)

type store interface {
	Load(ctx context.Context, id string) (string, error)
}

type order struct {
	Status string
	Failed bool
}

func literal(s store) ai.Tool {
	return ai.NewTool("load", "loads", func(ctx *ai.ToolContext, id string) (string, error) {
		text, err := s.Load(ctx, id)
		if err != nil {
			return "cannot load: " + err.Error(), nil // want `the error text of Load \(line 21\) is returned as the answer with a nil error.*return "", err, or, where that would end the agent's run, a result that is flagged as a failure`
		}
		return text, nil
	})
}

type shop struct{ s store }

func (h shop) status(ctx *ai.ToolContext, id string) (order, error) {
	text, err := h.s.Load(ctx, id)
	if err != nil {
		return order{Status: err.Error(), Failed: true}, nil // the model can tell
	}
	return order{Status: text}, nil
}

func (h shop) plain(ctx *ai.ToolContext, id string) (string, error) { return h.s.Load(ctx, id) }

func response(ctx context.Context, h shop, ref, id string) *ai.Part {
	text, err := h.s.Load(ctx, id)
	if err != nil {
		return ai.NewToolResponsePart(&ai.ToolResponse{Name: "load", Ref: ref, Output: map[string]any{"error": err.Error()}}) // the key says it
	}
	return ai.NewToolResponsePart(&ai.ToolResponse{Name: "load", Ref: ref, Output: text})
}
