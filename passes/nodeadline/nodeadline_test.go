package nodeadline_test

import (
	"testing"

	"golang.org/x/tools/go/analysis"

	"github.com/budgetlint/budgetlint/internal/driver/drivertest"
	"github.com/budgetlint/budgetlint/passes/nodeadline"
)

const module = "../../testdata"

func TestLibraries(t *testing.T) {
	drivertest.Run(t, module, []*analysis.Analyzer{nodeadline.Analyzer}, "./lib/...")
}
