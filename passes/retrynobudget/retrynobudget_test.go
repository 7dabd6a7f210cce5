package retrynobudget_test

import (
	"os"
	"path/filepath"
	"testing"

	"golang.org/x/tools/go/analysis"

	"github.com/budgetlint/budgetlint/internal/config"
	"github.com/budgetlint/budgetlint/internal/driver/drivertest"
	"github.com/budgetlint/budgetlint/passes/retrynobudget"
)

const module = "../../testdata"

var analyzers = []*analysis.Analyzer{retrynobudget.Analyzer}

// TestTraps runs the pass on a folder for each trap.
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

// TestStrict runs it on what is only advice.
func TestStrict(t *testing.T) {
	drivertest.SetFlag(t, config.Analyzer, "strict", "true")
	drivertest.Run(t, module, analyzers, "./retrynobudget/strict")
}

// TestFixes: without package budget at hand a fix that needs only the standard
// library comes first.
func TestFixes(t *testing.T) {
	drivertest.RunWithFixes(t, module, analyzers, "./retrynobudget/fix/...", "./retrynobudget/fixreach")
}

func TestFixesRuntime(t *testing.T) {
	drivertest.SetFlag(t, config.Analyzer, "runtime", "true")
	drivertest.RunWithFixes(t, module, analyzers, "./retrynobudget/fixruntime")
}

func TestStrictFixes(t *testing.T) {
	drivertest.SetFlag(t, config.Analyzer, "strict", "true")
	drivertest.RunWithFixes(t, module, analyzers, "./retrynobudget/strict/fix")
	drivertest.SetFlag(t, config.Analyzer, "runtime", "true")
	drivertest.RunWithFixes(t, module, analyzers, "./retrynobudget/strict/fixruntime")
}
