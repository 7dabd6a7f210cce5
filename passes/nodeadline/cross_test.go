package nodeadline_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"testing"

	"golang.org/x/tools/go/analysis"

	"github.com/budgetlint/budgetlint/internal/driver/drivertest"
	"github.com/budgetlint/budgetlint/passes/freshtimeout"
	"github.com/budgetlint/budgetlint/passes/nodeadline"
)

// TestCross checks what is found by the summaries of other packages, and that
// go vet, which keeps them in files, finds the same.
func TestCross(t *testing.T) {
	res := drivertest.Run(t, module, []*analysis.Analyzer{freshtimeout.Analyzer, nodeadline.Analyzer}, "./cross/...")
	var want []string
	for _, f := range res.Findings {
		want = append(want, fmt.Sprintf("%s:%d:%d: %s", filepath.Base(f.File), f.Line, f.Column, f.Message))
	}
	slices.Sort(want)
	if len(want) == 0 {
		t.Fatal("the driver finds nothing")
	}
	bin := filepath.Join(t.TempDir(), "budgetlint")
	if out, err := exec.Command("go", "build", "-buildvcs=false", "-o", bin, "../../cmd/budgetlint").CombinedOutput(); err != nil {
		t.Fatalf("go build: %v\n%s", err, out)
	}
	if got := vet(t, bin, "./cross/..."); !slices.Equal(got, want) {
		t.Errorf("go vet prints\n%q\nthe driver finds\n%q", got, want)
	}
	// Package c alone still knows what a does.
	want = slices.DeleteFunc(want, func(s string) bool { return s[:2] != "c." })
	if got := vet(t, bin, "./cross/c"); !slices.Equal(got, want) {
		t.Errorf("for one package go vet prints\n%q\nthe driver finds\n%q", got, want)
	}
}

var finding = regexp.MustCompile(`(?m)[^/\s]+\.go:\d+:\d+: .*\((?:freshtimeout|nodeadline)/\w+\)$`)

// vet returns the findings of both passes that go vet prints, sorted.
func vet(t *testing.T, bin, pattern string) []string {
	t.Helper()
	cmd := exec.Command("go", "vet", "-vettool="+bin, "-freshtimeout", "-nodeadline", "-budgetlint.scope="+t.Name()+pattern, pattern)
	cmd.Dir, cmd.Env = module, append(os.Environ(), "GOWORK=off")
	out, err := cmd.CombinedOutput()
	if err == nil {
		t.Fatalf("go vet finds nothing:\n%s", out)
	}
	lines := finding.FindAllString(string(out), -1)
	slices.Sort(lines)
	return lines
}
