// Package tools: tools of agents whose result is plain text.
package tools

import (
	"context"
	"encoding/json"

	"github.com/cloudwego/eino/components/tool"
	"github.com/cloudwego/eino/schema"
	"github.com/tmc/langchaingo/tools"
)

type store interface {
	Load(ctx context.Context, id string) (string, error)
}

type chain struct{ s store }

var _ tools.Tool = chain{}

func (chain) Name() string        { return "load" }
func (chain) Description() string { return "loads" }

func (c chain) Call(ctx context.Context, input string) (string, error) {
	text, err := c.s.Load(ctx, input)
	if err != nil {
		return "cannot load: " + err.Error(), nil // want `the error text of Load \(line 25\) is returned as the answer with a nil error.*return "", err, or, where that would end the agent's run, a result that is flagged as a failure`
	}
	return text, nil
}

type invokable struct{ s store }

var _ tool.InvokableTool = invokable{}

func (invokable) Info(context.Context) (*schema.ToolInfo, error) {
	return &schema.ToolInfo{Name: "load"}, nil
}

func (i invokable) InvokableRun(ctx context.Context, args string, _ ...tool.Option) (string, error) {
	var in struct{ ID string }
	if err := json.Unmarshal([]byte(args), &in); err != nil {
		return "invalid arguments: " + err.Error(), nil // the model's own input
	}
	text, err := i.s.Load(ctx, in.ID)
	if err != nil {
		return "cannot load: " + err.Error(), nil // want `the error text of Load \(line 45\).*where that would end the agent's run`
	}
	return text, nil
}
