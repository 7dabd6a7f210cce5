package fix_test

import (
	"testing"

	"github.com/budgetlint/budgetlint"
	"github.com/budgetlint/budgetlint/internal/config"
	"github.com/budgetlint/budgetlint/internal/driver/drivertest"
)

const module = "../../testdata"

// TestTogether applies the fixes of all passes to functions that need several.
// What each one does by itself is tested with its pass.
func TestTogether(t *testing.T) {
	drivertest.RunWithFixes(t, module, budgetlint.Analyzers(), "./fixes/...")
}

// TestSame fails when two passes that report one call want to change different
// things.
func TestSame(t *testing.T) {
	res := drivertest.Run(t, module, budgetlint.Analyzers(), "./fixes")
	type place struct{ line, column int }
	seen := map[place]string{}
	twice := 0
	for _, f := range res.Findings {
		at := place{f.Line, f.Column}
		if len(f.Fixes) == 0 {
			t.Errorf("line %d has no fix: %s", f.Line, f.Message)
			continue
		}
		edits := ""
		for _, e := range f.Fixes[0].Edits {
			edits += e.New + "|"
		}
		if other, ok := seen[at]; ok {
			twice++
			if other != edits {
				t.Errorf("line %d: one fix puts in %q, the other %q", f.Line, other, edits)
			}
		}
		seen[at] = edits
	}
	if twice != 2 {
		t.Errorf("%d calls are reported twice, want 2", twice)
	}
}

// TestTests fails when a fix is offered in a test file.
func TestTests(t *testing.T) {
	drivertest.SetFlag(t, config.Analyzer, "tests", "true")
	res := drivertest.Run(t, module, budgetlint.Analyzers(), "./freshtimeout/intests")
	if len(res.Findings) == 0 {
		t.Fatal("nothing is found")
	}
	for _, f := range res.Findings {
		if len(f.Fixes) > 0 {
			t.Errorf("%s:%d has a fix: %s", f.File, f.Line, f.Message)
		}
	}
}
