// Command before runs the support agent as it was: each of its three steps
// waits 30 s of its own, whatever the user has waited already.
package main

import (
	"net/http"
	"time"

	"github.com/budgetlint/budgetlint/examples/supportagent/before/agent"
	"github.com/budgetlint/budgetlint/examples/supportagent/demo"
	"github.com/budgetlint/budgetlint/examples/supportagent/systems"
)

func main() {
	demo.Main("before", func(c *systems.Client, scale int) (*http.Server, error) {
		if scale > 1 {
			// The 30 s are a constant inside the agent, out of reach of a
			// flag. A demonstration cuts each call short from outside, at the
			// scaled 30 s of its own, which comes to the same.
			c.HTTP.Timeout = agent.StepTimeout / time.Duration(scale)
		}
		a := agent.New(c)
		if err := a.CheckSystems(); err != nil {
			return nil, err
		}
		return agent.NewServer(a), nil
	})
}
