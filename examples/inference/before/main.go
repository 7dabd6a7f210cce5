// Command before runs the inference service as it was: each hop of the gateway
// has 30 s of its own, and the model computes what it was asked, for whomever.
package main

import (
	"context"
	"io"
	"time"

	"google.golang.org/grpc"

	"github.com/budgetlint/budgetlint/examples/inference/before/gateway"
	"github.com/budgetlint/budgetlint/examples/inference/before/model"
	"github.com/budgetlint/budgetlint/examples/inference/demo"
	"github.com/budgetlint/budgetlint/examples/inference/systems"
)

func main() {
	demo.Main(func(scale int) (systems.Variant, func(io.Writer)) {
		// The 30 s are a constant inside the gateway, out of reach of a flag. A
		// demonstration cuts each call short from outside, at the scaled 30 s of
		// its own, which comes to the same.
		hop := gateway.HopTimeout / time.Duration(scale)
		shorten := func(ctx context.Context, method string, req, reply any, conn *grpc.ClientConn, invoke grpc.UnaryInvoker, opts ...grpc.CallOption) error {
			ctx, cancel := context.WithTimeout(ctx, hop)
			defer cancel()
			return invoke(ctx, method, req, reply, conn, opts...)
		}
		return systems.Variant{
			Name:  "before",
			Model: model.NewServer,
			Gateway: func(e systems.Endpoints) (systems.Gateway, error) {
				e.Options = append(e.Options, grpc.WithUnaryInterceptor(shorten))
				g, err := gateway.New(e)
				if err != nil {
					return nil, err
				}
				g.Client.Timeout = hop
				return g, nil
			},
		}, nil
	})
}
