package retrynobudget_test

import (
	"os"
	"path/filepath"
	"testing"

	"golang.org/x/tools/go/analysis"

	"github.com/budgetlint/budgetlint/internal/driver/drivertest"
	"github.com/budgetlint/budgetlint/passes/retrynobudget"
)

const module = "../../testdata"

var analyzers = []*analysis.Analyzer{retrynobudget.Analyzer}

// TestTraps runs the pass on a folder for each trap. Those below strict hold
// what is only reported with the flag.
func TestTraps(t *testing.T) {
	folders, err := os.ReadDir(filepath.Join(module, "retrynobudget"))
	if err != nil {
		t.Fatal(err)
	}
	var patterns []string
	for _, f := range folders {
		if f.Name() != "strict" {
			patterns = append(patterns, "./retrynobudget/"+f.Name()+"/...")
		}
	}
	drivertest.Run(t, module, analyzers, patterns...)
}
