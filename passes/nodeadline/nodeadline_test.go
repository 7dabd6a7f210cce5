package nodeadline_test

import (
	"os"
	"path/filepath"
	"testing"

	"golang.org/x/tools/go/analysis"

	"github.com/budgetlint/budgetlint/internal/config"
	"github.com/budgetlint/budgetlint/internal/driver/drivertest"
	"github.com/budgetlint/budgetlint/passes/nodeadline"
)

const module = "../../testdata"

var analyzers = []*analysis.Analyzer{nodeadline.Analyzer}

func TestLibraries(t *testing.T) {
	drivertest.Run(t, module, analyzers, "./lib/...")
}

// TestTraps runs the pass on a folder for each trap. Those below strict and
// calls hold what is only reported with flags.
func TestTraps(t *testing.T) {
	folders, err := os.ReadDir(filepath.Join(module, "nodeadline"))
	if err != nil {
		t.Fatal(err)
	}
	var patterns []string
	for _, f := range folders {
		if f.Name() != "strict" && f.Name() != "calls" {
			patterns = append(patterns, "./nodeadline/"+f.Name()+"/...")
		}
	}
	drivertest.Run(t, module, analyzers, patterns...)
}

func TestFixes(t *testing.T) {
	drivertest.RunWithFixes(t, module, analyzers, "./nodeadline/fix", "./nodeadline/fixlib")
}

func TestStrict(t *testing.T) {
	drivertest.SetFlag(t, config.Analyzer, "strict", "true")
	drivertest.Run(t, module, analyzers, "./nodeadline/strict/...")
}

func TestCalls(t *testing.T) {
	const rpc = "example.com/budgetlint/testdata/nodeadline/calls/rpc"
	drivertest.SetFlag(t, config.Analyzer, "calls", rpc+".Client.Do ctx=0 kind=http; "+rpc+".Client.Ping ctx=none")
	drivertest.SetFlag(t, config.Analyzer, "calls", rpc+".Run ctx=0 kind=exec")
	drivertest.SetFlag(t, config.Analyzer, "calls", rpc+".Dialer.* kind=net")
	drivertest.Run(t, module, analyzers, "./nodeadline/calls/...")
}
