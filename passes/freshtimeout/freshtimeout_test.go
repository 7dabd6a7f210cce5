package freshtimeout_test

import (
	"os"
	"path/filepath"
	"testing"

	"golang.org/x/tools/go/analysis"

	"github.com/budgetlint/budgetlint/internal/config"
	"github.com/budgetlint/budgetlint/internal/driver/drivertest"
	"github.com/budgetlint/budgetlint/passes/freshtimeout"
)

const module = "../../testdata"

var analyzers = []*analysis.Analyzer{freshtimeout.Analyzer}

// TestTraps runs the pass on a folder for each trap. Those below strict hold
// what only -budgetlint.strict reports, intests what -budgetlint.tests does.
func TestTraps(t *testing.T) {
	folders, err := os.ReadDir(filepath.Join(module, "freshtimeout"))
	if err != nil {
		t.Fatal(err)
	}
	var patterns []string
	for _, f := range folders {
		if f.Name() != "strict" && f.Name() != "intests" {
			patterns = append(patterns, "./freshtimeout/"+f.Name()+"/...")
		}
	}
	drivertest.Run(t, module, analyzers, patterns...)
}

func TestFixes(t *testing.T) {
	drivertest.RunWithFixes(t, module, analyzers, "./freshtimeout/fix")
}

func TestInTests(t *testing.T) {
	drivertest.SetFlag(t, config.Analyzer, "tests", "true")
	drivertest.Run(t, module, analyzers, "./freshtimeout/intests")
}

func TestStrict(t *testing.T) {
	drivertest.SetFlag(t, config.Analyzer, "strict", "true")
	drivertest.Run(t, module, analyzers, "./freshtimeout/strict/...", "./freshtimeout/mirror")
}

func TestStrictFixes(t *testing.T) {
	drivertest.SetFlag(t, config.Analyzer, "strict", "true")
	drivertest.RunWithFixes(t, module, analyzers, "./freshtimeout/strict/capfix")
}
