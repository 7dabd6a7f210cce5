package errstringfallback_test

import (
	"os"
	"path/filepath"
	"testing"

	"golang.org/x/tools/go/analysis"

	"github.com/budgetlint/budgetlint/internal/config"
	"github.com/budgetlint/budgetlint/internal/driver/drivertest"
	"github.com/budgetlint/budgetlint/passes/errstringfallback"
)

const module = "../../testdata"

var analyzers = []*analysis.Analyzer{errstringfallback.Analyzer}

// TestLibraries runs the pass on the results of real frameworks.
func TestLibraries(t *testing.T) {
	drivertest.Run(t, module, analyzers, "./errstringfallback/lib/...")
}

func TestGenkit(t *testing.T) {
	drivertest.Run(t, filepath.Join(module, "genkit"), analyzers, "./...")
}

// TestTraps runs the pass on a folder for each trap. Those below strict hold
// what only -budgetlint.strict reports.
func TestTraps(t *testing.T) {
	folders, err := os.ReadDir(filepath.Join(module, "errstringfallback"))
	if err != nil {
		t.Fatal(err)
	}
	var patterns []string
	for _, f := range folders {
		if f.Name() != "strict" && f.Name() != "lib" {
			patterns = append(patterns, "./errstringfallback/"+f.Name()+"/...")
		}
	}
	drivertest.Run(t, module, analyzers, patterns...)
}

func TestFixes(t *testing.T) {
	drivertest.RunWithFixes(t, module, analyzers, "./errstringfallback/fix")
}

func TestStrict(t *testing.T) {
	drivertest.SetFlag(t, config.Analyzer, "strict", "true")
	drivertest.Run(t, module, analyzers, "./errstringfallback/strict/...")
}
