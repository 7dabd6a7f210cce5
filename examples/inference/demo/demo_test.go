package demo

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"testing"

	"google.golang.org/grpc"

	"github.com/budgetlint/budgetlint/examples/inference/after/gateway"
	"github.com/budgetlint/budgetlint/examples/inference/after/model"
	"github.com/budgetlint/budgetlint/examples/inference/systems"
)

func build(scale int) (systems.Variant, func(io.Writer)) {
	return systems.Variant{
		Name:  "after",
		Model: func(p *systems.Processor) *grpc.Server { return model.NewServer(p, nil, scale) },
		Gateway: func(e systems.Endpoints) (systems.Gateway, error) {
			return gateway.New(e, gateway.DefaultLimits().Faster(scale), nil)
		},
	}, func(w io.Writer) { fmt.Fprintln(w, "the metric") }
}

// The demonstration itself, on real sockets and in real time. How long anything
// takes there is not asked.
func TestRun(t *testing.T) {
	var out bytes.Buffer
	if err := run(t.Context(), &out, "outage", 50, build); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"after, outage: the model hangs\n50 times faster",
		"s  question 1: ",
		"s  question 4: ",
		"The model began 0 questions, ",
		"the metric\n",
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
		{"scenario", "earthquake", 1, "normal, rebuild, outage, flood"},
		{"scale", "normal", 0, "-scale must be at least 1"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var out bytes.Buffer
			err := run(t.Context(), &out, tt.scenario, tt.scale, build)
			if err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("error %v, want one with %q", err, tt.want)
			}
		})
	}
}
