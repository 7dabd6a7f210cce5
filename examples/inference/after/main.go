// Command after runs the inference service as it should be: a short question has
// 8 s in all, of which each layer gets what is left, and a long document has a
// budget of its own and is answered later.
package main

import (
	"io"

	"google.golang.org/grpc"

	"github.com/budgetlint/budgetlint/examples/inference/after/counts"
	"github.com/budgetlint/budgetlint/examples/inference/after/gateway"
	"github.com/budgetlint/budgetlint/examples/inference/after/model"
	"github.com/budgetlint/budgetlint/examples/inference/demo"
	"github.com/budgetlint/budgetlint/examples/inference/systems"
)

func main() { demo.Main(build) }

func build(scale int) (systems.Variant, func(io.Writer)) {
	var atGateway, atModel counts.Counts // two processes, in life
	variant := systems.Variant{
		Name:  "after",
		Model: func(p *systems.Processor) *grpc.Server { return model.NewServer(p, &atModel, scale) },
		Gateway: func(e systems.Endpoints) (systems.Gateway, error) {
			return gateway.New(e, gateway.DefaultLimits().Faster(scale), &atGateway)
		},
	}
	return variant, func(w io.Writer) {
		atGateway.Print(w, "gateway", scale)
		atModel.Print(w, "model", scale)
	}
}
