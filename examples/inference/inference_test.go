package inference

import (
	"log/slog"
	"os"
	"testing"
	"testing/synctest"
	"time"

	"google.golang.org/grpc"

	"github.com/budgetlint/budgetlint/examples/inference/after/counts"
	aftergateway "github.com/budgetlint/budgetlint/examples/inference/after/gateway"
	aftermodel "github.com/budgetlint/budgetlint/examples/inference/after/model"
	beforegateway "github.com/budgetlint/budgetlint/examples/inference/before/gateway"
	beforemodel "github.com/budgetlint/budgetlint/examples/inference/before/model"
	"github.com/budgetlint/budgetlint/examples/inference/systems"
	"github.com/budgetlint/budgetlint/examples/internal/memnet"
)

const (
	ms  = time.Millisecond
	sec = time.Second
)

func TestMain(m *testing.M) {
	slog.SetLogLoggerLevel(slog.LevelError) // what goes wrong here is meant to
	os.Exit(m.Run())
}

// A result is what a variant made of a load.
type result struct {
	outcomes []systems.Outcome
	meter    systems.Meter
	// What the observers of the two layers saw, only of after.
	gateway, model counts.Counts
}

// before returns the variant before.
func before(*result) systems.Variant {
	return systems.Variant{
		Name:    "before",
		Model:   beforemodel.NewServer,
		Gateway: func(e systems.Endpoints) (systems.Gateway, error) { return beforegateway.New(e) },
	}
}

// after returns the variant after, which tells r what it observes.
func after(r *result) systems.Variant {
	return systems.Variant{
		Name:  "after",
		Model: func(p *systems.Processor) *grpc.Server { return aftermodel.NewServer(p, &r.model, 1) },
		Gateway: func(e systems.Endpoints) (systems.Gateway, error) {
			return aftergateway.New(e, aftergateway.DefaultLimits(), &r.gateway)
		},
	}
}

// replay puts a load to a variant, on a network in memory and in virtual time, and
// waits until nothing is computed any more.
func replay(t *testing.T, variant func(*result) systems.Variant, load []systems.Arrival) *result {
	t.Helper()
	r := new(result)
	synctest.Test(t, func(t *testing.T) {
		run, err := systems.Start(new(memnet.Network), variant(r), &systems.Processor{Token: systems.Token})
		if err != nil {
			t.Fatal(err)
		}
		defer run.Close()
		r.outcomes = run.Replay(t.Context(), load, nil)
		// Long after all limits: whatever is still computed ends before.
		time.Sleep(time.Hour)
		r.meter = run.Processor.Meter()
	})
	return r
}

// tokens is how many take d.
func tokens(d time.Duration) int { return int(d / systems.Token) }
