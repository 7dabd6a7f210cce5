// Package fantasy: responses of tools made with charm.land/fantasy.
package fantasy

import (
	"context"
	"fmt"

	"charm.land/fantasy"
)

type store interface {
	Load(ctx context.Context, id string) (string, error)
}

type params struct{ ID string }

func tool(s store) fantasy.AgentTool {
	return fantasy.NewAgentTool("load", "loads", func(ctx context.Context, p params, _ fantasy.ToolCall) (fantasy.ToolResponse, error) {
		text, err := s.Load(ctx, p.ID)
		if err != nil {
			return fantasy.WithResponseMetadata(fantasy.NewTextResponse(fmt.Sprintf("%s was not found", p.ID)), p), nil // want `"%s was not found" for any error of Load \(line 19\) is returned as the answer with a nil error.*use fantasy.NewTextErrorResponse`
		}
		return fantasy.NewTextResponse(text), nil
	})
}

func flagged(ctx context.Context, s store, id string) (fantasy.ToolResponse, error) {
	text, err := s.Load(ctx, id)
	if err != nil {
		return fantasy.NewTextErrorResponse("cannot load: " + err.Error()), nil
	}
	return fantasy.NewTextResponse(text), nil
}
