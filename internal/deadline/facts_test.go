package deadline_test

import (
	"bytes"
	"context"
	"encoding/gob"
	"go/types"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"

	"golang.org/x/tools/go/analysis"

	"github.com/budgetlint/budgetlint"
	"github.com/budgetlint/budgetlint/internal/deadline"
	"github.com/budgetlint/budgetlint/internal/driver"
)

// summaries runs the suite over the library cases, from source to findings, and
// returns the facts by the objects that they are about.
func summaries(t *testing.T) (map[string]*deadline.BudgetlintSummary, *driver.Result) {
	t.Helper()
	var mu sync.Mutex
	facts := map[string]*deadline.BudgetlintSummary{}
	recorder := &analysis.Analyzer{
		Name: "recorder", Doc: "recorder", Requires: []*analysis.Analyzer{deadline.Analyzer},
		Run: func(pass *analysis.Pass) (any, error) {
			if in := pass.ResultOf[deadline.Analyzer].(*deadline.Info); in.Failure != nil {
				t.Errorf("%s: %v", pass.Pkg.Path(), in.Failure)
			}
			mu.Lock()
			defer mu.Unlock()
			for _, obj := range pass.TypesInfo.Defs {
				s := new(deadline.BudgetlintSummary)
				if obj != nil && obj.Pkg() == pass.Pkg && pass.ImportObjectFact(obj, s) {
					facts[types.ObjectString(obj, nil)] = s
				}
			}
			return nil, nil
		},
	}
	res, err := driver.Run(context.Background(), driver.Options{
		Dir: "../../testdata", Patterns: []string{"./nodeadline/...", "./cross/...", "./lib/goredis", "./lib/resty", "./errstringfallback/across/...", "./errstringfallback/constructor"}, Tests: true, Env: append(os.Environ(), "GOWORK=off"),
		Analyzers: append(budgetlint.Analyzers(), recorder), CheckFacts: true,
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range res.Errors {
		t.Errorf("%s: %v", e.Package, e.Problems)
	}
	return facts, res
}

// TestFactsAndFindings runs the suite twice: type checking, map iteration and
// the order in which packages are analysed differ, the facts and the findings
// must not. Neither may name a folder of this machine.
func TestFactsAndFindings(t *testing.T) {
	if testing.Short() {
		t.Skip("reads the libraries")
	}
	facts, res := summaries(t)
	again, resAgain := summaries(t)
	if len(facts) < 20 || len(res.Findings) < 20 {
		t.Fatalf("%d facts and %d findings are too few to tell", len(facts), len(res.Findings))
	}
	for _, obj := range slices.Sorted(maps.Keys(facts)) {
		a, b := facts[obj], again[obj]
		if b == nil || !bytes.Equal(bytesOf(t, a), bytesOf(t, b)) {
			t.Errorf("%s: %+v, then %+v", obj, a, b)
		}
	}
	const across = "func example.com/budgetlint/testdata/errstringfallback/across/answers."
	for obj, want := range map[string]string{
		across + "Plain(text string) *example.com/budgetlint/testdata/errstringfallback/across/answers.Result":   "says(0 in 0)",
		across + "Explain(op string, err error) string":                                                          "says(0 in 0) says(1 in 0)",
		across + "Log(path string) string":                                                                       "says(-1 in 0)",
		across + "Flagged(text string) *example.com/budgetlint/testdata/errstringfallback/across/answers.Result": "",
	} {
		got := ""
		if s := facts[obj]; s != nil {
			got = s.String()
		}
		if got != want {
			t.Errorf("%s: %q, want %q", obj, got, want)
		}
	}
	if len(again) != len(facts) {
		t.Errorf("%d facts, then %d", len(facts), len(again))
	}
	if !reflect.DeepEqual(res.Findings, resAgain.Findings) {
		t.Errorf("%d findings, then %d, which differ", len(res.Findings), len(resAgain.Findings))
	}

	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	local := func(s string) bool {
		return strings.Contains(s, root) || strings.HasPrefix(s, "/") || strings.Contains(s, " /") || strings.Contains(s, "(/")
	}
	for obj, s := range facts {
		texts := []string{s.String()}
		for _, w := range s.Waits {
			texts = append(texts, w.Call, w.At)
		}
		for _, r := range s.Roots {
			texts = append(texts, r.Call, r.At)
		}
		for _, t := range s.Says {
			texts = append(texts, t.At)
		}
		if i := slices.IndexFunc(texts, local); i >= 0 {
			t.Errorf("%s: %s", obj, texts[i])
		}
	}
	for _, f := range res.Findings {
		if local(f.Message) {
			t.Errorf("a path of this machine: %s", f.Message)
		}
	}
}

func bytesOf(t *testing.T, s *deadline.BudgetlintSummary) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := gob.NewEncoder(&b).Encode(s); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}
