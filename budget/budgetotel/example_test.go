package budgetotel_test

import (
	"context"
	"fmt"
	"time"

	sdk "go.opentelemetry.io/otel/sdk/metric"
	"go.opentelemetry.io/otel/sdk/metric/metricdata"

	"github.com/budgetlint/budgetlint/budget"
	"github.com/budgetlint/budgetlint/budget/budgetotel"
)

// The metrics name the hop in which the time ran out.
func ExampleNew() {
	reader := sdk.NewManualReader() // a program has an exporter here
	observer, err := budgetotel.New(sdk.NewMeterProvider(sdk.WithReader(reader)))
	if err != nil {
		panic(err)
	}

	short := budget.Class{Name: "short", Total: 10 * time.Second, Observer: observer}
	ctx, end := short.Start(context.Background())
	search := budget.Hop{Name: "search", Cap: time.Second}
	budget.Call(ctx, &search, func(context.Context) (int, error) { return 1, nil })
	ledger := budget.Hop{Name: "ledger", Cap: 10 * time.Millisecond}
	budget.Call(ctx, &ledger, func(ctx context.Context) (int, error) { <-ctx.Done(); return 0, ctx.Err() })
	end()

	var all metricdata.ResourceMetrics
	if err := reader.Collect(context.Background(), &all); err != nil {
		panic(err)
	}
	for _, m := range all.ScopeMetrics[0].Metrics {
		for _, p := range m.Data.(metricdata.Histogram[float64]).DataPoints {
			hop, _ := p.Attributes.Value("hop")
			reason, _ := p.Attributes.Value("reason")
			fmt.Println(m.Name, hop.AsString(), reason.AsString(), p.Count)
		}
	}
	// Unordered output:
	// budget.hop.duration search ok 1
	// budget.hop.duration ledger hop_timeout 1
	// budget.hop.given search  1
	// budget.hop.given ledger  1
	// budget.left   1
}
