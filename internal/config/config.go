// Package config holds the flags that all passes share and what they say about
// the package at hand. It reads nothing but flags: every driver puts flags into
// its cache key, and a file that the tool read on its own would go stale there.
package config

import (
	"go/ast"
	"go/token"
	"reflect"
	"strings"

	"golang.org/x/tools/go/analysis"
)

// ModulePath is the module path of the linter.
const ModulePath = "github.com/budgetlint/budgetlint"

// RuntimePath is the import path of the runtime package that suggested fixes
// point to.
const RuntimePath = ModulePath + "/budget"

// Config is what the shared flags say, together with the files of the package
// that no pass reports in.
type Config struct {
	Strict  bool     // report advice, too
	Tests   bool     // report in _test.go files, too
	Calls   []string // waiting calls that the user added, in the grammar of package catalog
	Deps    []string // import path prefixes that count as first-party code
	Scope   string   // nothing but a part of the drivers' cache key
	Runtime bool     // fixes may import RuntimePath
	Nolint  bool     // heed //nolint directives

	skip map[string]bool // names of generated files, and of test files unless Tests
	test map[string]bool // names of test files and of files that import testing
}

// Skip reports whether no pass reports in the named file.
func (c *Config) Skip(filename string) bool { return c.skip[filename] }

// Test reports whether the named file is a test or a helper of tests: it ends
// in _test.go, imports testing, holds test doubles (a package mocks, a file
// fake_client.go), or is a one-off tool of the developers (hack, scripts).
func (c *Config) Test(filename string) bool { return c.test[filename] }

// Analyzer carries the shared flags; its result is a *Config. It reports
// nothing.
var Analyzer = New()

// New returns an analyzer that is Analyzer but for its flags, which are its own.
func New() *analysis.Analyzer {
	v := new(values)
	a := &analysis.Analyzer{
		Name:             "budgetlint",
		Doc:              "budgetlint: flags that all passes of the suite share\n\nThe analyzer reports nothing. Its flags are -budgetlint.strict, .tests, .calls,\n.deps, .scope, .runtime and .nolint; every pass of the suite reads them here.",
		URL:              "https://" + ModulePath + "/blob/main/docs/flags.md",
		Run:              v.run,
		RunDespiteErrors: true,
		ResultType:       reflect.TypeFor[*Config](),
	}
	f := &a.Flags
	f.BoolVar(&v.strict, "strict", false, "report advice (strict categories), too")
	f.BoolVar(&v.tests, "tests", false, "report in test files, too")
	f.Var(&v.calls, "calls", "a `call` that waits, such as 'corp.example/rpc.Client.Do ctx=0 kind=http'; repeatable")
	f.Var(&v.deps, "deps", "import path `prefixes`, comma-separated, whose packages count as first-party code; repeatable")
	f.StringVar(&v.scope, "scope", "", "a `name` for the part of the code that is linted; does nothing but keep drivers' caches of different parts apart")
	f.BoolVar(&v.runtime, "runtime", false, "fixes may import "+RuntimePath)
	f.BoolVar(&v.nolint, "nolint", true, "heed //nolint directives; =false leaves them to golangci-lint")
	return a
}

// values are those of the shared flags.
type values struct {
	strict, tests, runtime, nolint bool
	calls, deps                    list
	scope                          string
}

// list is a repeatable flag.
type list []string

func (l *list) String() string { return strings.Join(*l, ";") }

// Set adds s, which may hold several values separated by semicolons: drivers
// that hand a flag over as one string (golangci-lint, nogo) have no other way.
func (l *list) Set(s string) error {
	for _, v := range strings.Split(s, ";") {
		if v = strings.TrimSpace(v); v != "" {
			*l = append(*l, v)
		}
	}
	return nil
}

func (v *values) run(pass *analysis.Pass) (any, error) {
	c := &Config{
		Strict: v.strict, Tests: v.tests, Runtime: v.runtime, Nolint: v.nolint,
		Calls: v.calls, Scope: v.scope,
		skip: map[string]bool{}, test: map[string]bool{},
	}
	for _, d := range v.deps {
		for _, p := range strings.Split(d, ",") {
			if p = strings.TrimSpace(p); p != "" {
				c.Deps = append(c.Deps, p)
			}
		}
	}
	path := ""
	if pass.Pkg != nil {
		path = pass.Pkg.Path()
	}
	for _, f := range pass.Files {
		name := Filename(pass.Fset, f.FileStart)
		test := strings.HasSuffix(name, "_test.go")
		if test || importsTesting(f) || double(path, name) {
			c.test[name] = true
		}
		if ast.IsGenerated(f) || test && !c.Tests || !strings.HasSuffix(name, ".go") {
			c.skip[name] = true
		}
	}
	return c, nil
}

// Filename returns the name of the file that holds pos, not of the file that a
// line directive names.
func Filename(fset *token.FileSet, pos token.Pos) string {
	if f := fset.File(pos); f != nil {
		return f.Name()
	}
	return ""
}

// double reports whether names say that a file stands in for something in
// tests.
func double(path, filename string) bool {
	for e := range strings.SplitSeq(path, "/") {
		switch strings.ToLower(e) {
		case "test", "tests", "mock", "mocks", "fake", "fakes", "stub", "stubs", "testutil", "testutils", "testhelper", "testhelpers", "testing", "testsuite", "testsupport", "testlib", "e2e", "integrationtest", "httptest", "iotest", "fstest", "servertest", "envtest", "grpctest",
			"hack", "scripts": // and one-off tools of the developers
			return true
		}
	}
	base := filename[strings.LastIndexAny(filename, "/\\")+1:]
	for _, p := range []string{"mock_", "fake_", "stub_", "mocks_", "testing_", "testutil"} {
		if strings.HasPrefix(base, p) {
			return true
		}
	}
	base = strings.TrimSuffix(base, ".go")
	return base == "mock" || base == "fake" || base == "mocks" || strings.HasSuffix(base, "_mock") || strings.HasSuffix(base, "_fake")
}

func importsTesting(f *ast.File) bool {
	for _, s := range f.Imports {
		if s.Path.Value == `"testing"` {
			return true
		}
	}
	return false
}
