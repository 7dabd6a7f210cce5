package budgetignore_test

import (
	"testing"

	"golang.org/x/tools/go/analysis"

	"github.com/budgetlint/budgetlint"
	"github.com/budgetlint/budgetlint/internal/config"
	"github.com/budgetlint/budgetlint/internal/driver/drivertest"
)

const module = "../../testdata"

func analyzers() []*analysis.Analyzer { return budgetlint.Analyzers() }

func TestTraps(t *testing.T) {
	drivertest.Run(t, module, analyzers(), "./budgetignore")
}

// TestStrict: of advice it is known whether a directive matches once it is asked
// for.
func TestStrict(t *testing.T) {
	drivertest.SetFlag(t, config.Analyzer, "strict", "true")
	drivertest.Run(t, module, analyzers(), "./budgetignore/strict")
}
