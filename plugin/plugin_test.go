package plugin

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/golangci/plugin-module-register/register"
	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/txtar"

	"github.com/budgetlint/budgetlint"
	"github.com/budgetlint/budgetlint/internal/config"
	"github.com/budgetlint/budgetlint/internal/driver"
	"github.com/budgetlint/budgetlint/internal/driver/fake"
)

// other is a pass with a flag of its own.
func other() (*analysis.Analyzer, *int) {
	a := &analysis.Analyzer{Name: "other", Doc: "other: reports nothing", Requires: []*analysis.Analyzer{config.Analyzer}, Run: func(*analysis.Pass) (any, error) { return nil, nil }}
	return a, a.Flags.Int("number", 1, "a `number`")
}

func TestSettings(t *testing.T) {
	type m = map[string]any
	for name, test := range map[string]struct {
		conf   any
		want   string // the shared flags that are not at their default, and passes
		number int    // the flag of other
	}{
		"none":                     {nil, "nolint=false: fake other", 1},
		"empty":                    {m{}, "nolint=false: fake other", 1},
		"short names":              {m{"strict": true, "tests": "true", "runtime": true, "scope": "b"}, "nolint=false runtime=true scope=b strict=true tests=true: fake other", 1},
		"long names":               {m{"budgetlint.strict": true, "budgetlint.tests": true}, "nolint=false strict=true tests=true: fake other", 1},
		"long names, as they come": {m{"budgetlint": m{"strict": true}, "other": m{"number": 3}}, "nolint=false strict=true: fake other", 3},
		"no value":                 {m{"strict": nil, "calls": nil, "tests": m{}}, "nolint=false: fake other", 1},
		"calls as a list":          {m{"calls": []any{"a.example/x.Do kind=http", "a.example/y.Do"}}, "calls=a.example/x.Do kind=http;a.example/y.Do nolint=false: fake other", 1},
		"calls as text":            {m{"calls": "a.example/x.Do kind=http; a.example/y.Do"}, "calls=a.example/x.Do kind=http;a.example/y.Do nolint=false: fake other", 1},
		"deps":                     {m{"deps": []any{"a.example", "b.example"}}, "deps=a.example;b.example nolint=false: fake other", 1},
		"nolint":                   {m{"nolint": true}, ": fake other", 1},
		"one pass off":             {m{"fake": false}, "nolint=false: other", 1},
		"only one pass":            {m{"fake": true}, "nolint=false: fake", 1},
		"all passes":               {m{"budgetlint": true, "fake": true}, "nolint=false: fake other", 1},
		"number":                   {m{"other.number": 30000000}, "nolint=false: fake other", 30000000},
		"number from JSON":         {m{"other.number": 30000000.0}, "nolint=false: fake other", 30000000},
	} {
		t.Run(name, func(t *testing.T) {
			o, number := other()
			*number = 7 // what another configuration left behind
			s, err := parse(test.conf, []*analysis.Analyzer{config.Analyzer, fake.Analyzer, o})
			if err != nil {
				t.Fatal(err)
			}
			if got := describe(s); got != test.want || *number != test.number {
				t.Errorf("got %q and %d, want %q and %d", got, *number, test.want, test.number)
			}
		})
	}
	if got := describe(&settings{shared: config.Analyzer}); got != ": " {
		t.Errorf("settings reached the flags of everybody: %q", got)
	}
}

func describe(s *settings) string {
	var flags, passes []string
	for _, name := range []string{"calls", "deps", "nolint", "runtime", "scope", "strict", "tests"} {
		if f := s.shared.Flags.Lookup(name); f.Value.String() != f.DefValue {
			flags = append(flags, name+"="+f.Value.String())
		}
	}
	for _, a := range s.passes {
		passes = append(passes, a.Name)
	}
	return strings.Join(flags, " ") + ": " + strings.Join(passes, " ")
}

func TestBadSettings(t *testing.T) {
	type m = map[string]any
	for name, test := range map[string]struct {
		conf any
		want string
	}{
		"unknown":         {m{"strickt": true}, `there is no setting "strickt": the settings are calls, deps, nolint, runtime, scope, strict, tests, other.number, and with true or false the passes fake, other`},
		"unknown, empty":  {m{"checks": m{}}, `there is no setting "checks": the settings are `},
		"of a pass":       {m{"fake": m{"number": 3}}, `there is no setting "fake.number": `},
		"no map":          {[]any{"strict"}, "the settings have to be names with values, such as strict: true, not [strict]"},
		"no boolean":      {m{"strict": "maybe"}, `setting strict: "maybe" is neither true nor false`},
		"no boolean pass": {m{"fake": "off"}, `setting fake: "off" is neither true nor false`},
		"no number":       {m{"other.number": "many"}, "setting other.number: parse error"},
		"call":            {m{"calls": "a.example/x.Do kind=never"}, "setting calls: call "},
		"twice":           {m{"strict": true, "budgetlint": m{"strict": false}}, "settings budgetlint.strict and strict are the same: leave one out"},
		"twice, nested":   {m{"budgetlint.strict": true, "budgetlint": m{"strict": false}}, "setting budgetlint.strict is there twice"},
		"nothing to run":  {m{"fake": false, "other": false}, "the settings leave no pass to run: switch fewer of them off"},
	} {
		t.Run(name, func(t *testing.T) {
			o, _ := other()
			if _, err := parse(test.conf, []*analysis.Analyzer{config.Analyzer, fake.Analyzer, o}); err == nil || !strings.HasPrefix(err.Error(), test.want) {
				t.Errorf("got %v, want %s", err, test.want)
			}
		})
	}
}

// linted returns what a linter with the settings finds in the module in dir: of
// each finding the file's line and the message, shortened to its end.
func linted(t *testing.T, dir string, conf map[string]any) []string {
	t.Helper()
	newPlugin, err := register.GetPlugin(linterName)
	if err != nil {
		t.Fatal(err)
	}
	linter, err := newPlugin(conf)
	if err != nil {
		t.Fatal(err)
	}
	if mode := linter.GetLoadMode(); mode != register.LoadModeTypesInfo {
		t.Errorf("load mode %q", mode)
	}
	analyzers, err := linter.BuildAnalyzers()
	if err != nil {
		t.Fatal(err)
	}
	if err := analysis.Validate(analyzers); err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, f := range run(t, dir, analyzers) {
		out = append(out, f.Message[strings.LastIndex(f.Message, "(")+1:len(f.Message)-1])
	}
	return out
}

func run(t *testing.T, dir string, analyzers []*analysis.Analyzer) []driver.Finding {
	t.Helper()
	res, err := driver.Run(t.Context(), driver.Options{Dir: dir, Tests: true, Env: append(os.Environ(), "GOWORK=off"), Analyzers: analyzers, CheckFacts: true})
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range res.Errors {
		t.Errorf("%+v", e)
	}
	return res.Findings
}

func unpack(t *testing.T, archive string) string {
	t.Helper()
	dir := t.TempDir()
	for _, f := range txtar.Parse([]byte(archive)).Files {
		if err := os.WriteFile(filepath.Join(dir, f.Name), f.Data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

const module = `
-- go.mod --
module example.com/m

go 1.25.0
-- m.go --
package m

import "net/http"

func plain(url string) {
	_, _ = http.Get(url)
}

func golangci(url string) {
	_, _ = http.Get(url) //nolint:budgetlint // golangci-lint sees to it
	_, _ = http.Get(url) //nolint:nodeadline
}

func ours(url string) {
	_, _ = http.Get(url) //lint:ignore nodeadline/http the address is that of this machine
	//lint:ignore nodeadline nothing is here
}

func handle(w http.ResponseWriter, r *http.Request) {
	req, err := http.NewRequestWithContext(r.Context(), "GET", "/", nil)
	if err == nil {
		_, _ = (&http.Client{}).Do(req)
	}
}
-- m_test.go --
package m

import (
	"context"
	"testing"
	"time"
)

func TestPlain(t *testing.T) { wait(t.Context()) }

func wait(ctx context.Context) {
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	<-ctx.Done()
}
`

// TestLinter: settings decide what is found, also of linters that run at the same
// time.
func TestLinter(t *testing.T) {
	dir := unpack(t, module)
	get, unused := "nodeadline/http", "budgetignore/unused"
	var group sync.WaitGroup
	for _, test := range []struct {
		conf map[string]any
		want []string
	}{
		{nil, []string{get, get, get, unused}},
		{map[string]any{"strict": true}, []string{get, get, get, unused, "nodeadline/request"}},
		{map[string]any{"tests": true}, []string{get, get, get, unused, "freshtimeout/reset"}},
		{map[string]any{"nolint": true}, []string{get, "budgetignore/reason", get, unused}},
		{map[string]any{"nodeadline": true}, []string{get, get, get}},
		{map[string]any{"nodeadline": false}, []string{unused}},
	} {
		group.Go(func() {
			got := linted(t, dir, test.conf)
			slices.Sort(got)
			slices.Sort(test.want)
			if !slices.Equal(got, test.want) {
				t.Errorf("%v: got %q, want %q", test.conf, got, test.want)
			}
		})
	}
	group.Wait()
}

// TestSame: the copies find what the originals find, word for word.
func TestSame(t *testing.T) {
	dir := unpack(t, module)
	want := run(t, dir, budgetlint.Analyzers())
	linter, err := New(map[string]any{"nolint": true})
	if err != nil {
		t.Fatal(err)
	}
	analyzers, err := linter.BuildAnalyzers()
	if err != nil {
		t.Fatal(err)
	}
	got := run(t, dir, analyzers)
	if !slices.EqualFunc(got, want, func(a, b driver.Finding) bool {
		return a.Pass == linterName && a.Message == b.Message && a.Line == b.Line && a.URL == b.URL && a.Category == b.Category
	}) || len(got) == 0 {
		t.Errorf("got %v, want %v", got, want)
	}
}

// TestFirstFix: golangci-lint would apply all fixes of a finding, one upon the
// other.
func TestFirstFix(t *testing.T) {
	dir := unpack(t, "-- go.mod --\nmodule example.com/m\n\ngo 1.25.0\n-- m.go --\npackage m\n\nimport \"time\"\n\nfunc f() {\n\ttime.Sleep(1)\n}\n")
	found := run(t, dir, copies(config.New(), []*analysis.Analyzer{fake.Analyzer}))
	if len(found) != 1 || len(found[0].Fixes) != 1 || found[0].Fixes[0].Message != "do not sleep" {
		t.Errorf("got %+v, want one finding with its first fix", found)
	}
}

// TestFixElsewhere: golangci-lint would apply that part of a fix which is in the
// finding's file.
func TestFixElsewhere(t *testing.T) {
	dir := unpack(t, "-- go.mod --\nmodule example.com/m\n\ngo 1.25.0\n-- a.go --\npackage m\n-- b.go --\npackage m\n")
	a := &analysis.Analyzer{Name: "both", Doc: "both: renames the package", Requires: []*analysis.Analyzer{config.Analyzer}}
	a.Run = func(pass *analysis.Pass) (any, error) {
		var edits []analysis.TextEdit
		for _, f := range pass.Files {
			edits = append(edits, analysis.TextEdit{Pos: f.Name.Pos(), End: f.Name.End(), NewText: []byte("n")})
		}
		pass.Report(analysis.Diagnostic{Pos: pass.Files[0].Pos(), Message: "a bad name", SuggestedFixes: []analysis.SuggestedFix{{Message: "another one", TextEdits: edits}}})
		return nil, nil
	}
	if found := run(t, dir, copies(config.New(), []*analysis.Analyzer{a})); len(found) != 1 || len(found[0].Fixes) > 0 {
		t.Errorf("got %+v, want one finding without a fix", found)
	}
}
