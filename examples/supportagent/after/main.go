// Command after runs the support agent as it should be: one deadline for the
// whole request, and every step gets what is left of it.
package main

import (
	"context"
	"net/http"
	"time"

	"github.com/budgetlint/budgetlint/examples/supportagent/after/agent"
	"github.com/budgetlint/budgetlint/examples/supportagent/demo"
	"github.com/budgetlint/budgetlint/examples/supportagent/systems"
)

func main() {
	demo.Main("after", func(c *systems.Client, scale int) (*http.Server, error) {
		a := agent.New(c, agent.DefaultLimits().Faster(scale))
		ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
		defer cancel()
		if err := a.CheckSystems(ctx); err != nil {
			return nil, err
		}
		return agent.NewServer(a), nil
	})
}
