package demo

import (
	"bytes"
	"net/http"
	"strings"
	"testing"

	after "github.com/budgetlint/budgetlint/examples/supportagent/after/agent"
	"github.com/budgetlint/budgetlint/examples/supportagent/systems"
)

func buildAfter(c *systems.Client, scale int) (*http.Server, error) {
	return after.NewServer(after.New(c, after.DefaultLimits().Faster(scale))), nil
}

// The demonstration itself, on real sockets and in real time.
func TestRun(t *testing.T) {
	var out bytes.Buffer
	if err := run(t.Context(), &out, "after", "all-hang", 100, buildAfter); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"after, all-hang: the CRM, the order system and the model hang\n100 times faster",
		"crm: no answer, given up after ",
		"missing: customer (budget_timeout), asking again can help: true\n",
		"The user waited ",
	} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("output lacks %q:\n%s", want, &out)
		}
	}
}

func TestRunRefuses(t *testing.T) {
	for _, tt := range []struct {
		name, scenario string
		scale          int
		want           string
	}{
		{"scenario", "earthquake", 1, "normal, slow, orders-hang, all-hang"},
		{"scale", "normal", 0, "-scale must be at least 1"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var out bytes.Buffer
			err := run(t.Context(), &out, "after", tt.scenario, tt.scale, buildAfter)
			if err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("error %v, want one with %q", err, tt.want)
			}
		})
	}
}
