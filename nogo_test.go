package budgetlint_test

import (
	"bytes"
	"encoding/gob"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"go/version"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/types/objectpath"

	"github.com/budgetlint/budgetlint"
	"github.com/budgetlint/budgetlint/internal/config"
	"github.com/budgetlint/budgetlint/internal/driver"
	"github.com/budgetlint/budgetlint/internal/drivers"
)

// shop is a module whose packages have a finding of each pass, some of which need
// what another package says of itself.
var shop = map[string]string{
	"go.mod": "module example.com/shop\n\ngo 1.25\n",
	"store/store.go": `package store

import (
	"context"
	"database/sql"
	"net/http"
	"time"
)

// Count waits on a context of its own.
func Count(db *sql.DB) error {
	ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
	defer cancel()
	return db.PingContext(ctx)
}

// Ping waits on the context that it is handed.
func Ping(ctx context.Context, db *sql.DB) error { return db.PingContext(ctx) }

// Client has a limit.
func Client() *http.Client { return &http.Client{Timeout: time.Second} }

// Retry makes four attempts.
func Retry(ctx context.Context, db *sql.DB) (err error) {
	for range 4 {
		if err = db.PingContext(ctx); err == nil || ctx.Err() != nil {
			return err
		}
	}
	return err
}
`,
	"middle/middle.go": `package middle

import (
	"context"
	"database/sql"

	"example.com/shop/store"
)

// Counted is one step further away.
func Counted(db *sql.DB) error { return store.Count(db) }

func empty(db *sql.DB) error { return store.Ping(context.Background(), db) }

//lint:ignore nodeadline/sql there is nothing like it here
func fine(ctx context.Context, db *sql.DB) error { return store.Ping(ctx, db) }
`,
	"limits/limits.go": `package limits

import "database/sql"

// Open bounds every statement.
func Open() (*sql.DB, error) { return sql.Open("pgx", "postgres://db/shop?statement_timeout=5000") }
`,
	"reports/reports.go": `package reports

import (
	"context"
	"database/sql"

	"example.com/shop/limits"
)

type Reports struct{ db *sql.DB }

func New() (*Reports, error) {
	db, err := limits.Open()
	return &Reports{db}, err
}

// Check has no deadline, and its database has.
func (r *Reports) Check() error { return r.db.PingContext(context.Background()) }
`,
	"shop.go": `package shop

import (
	"context"
	"database/sql"
	"net/http"
	"time"

	"example.com/shop/middle"
	"example.com/shop/store"
)

func helper(ctx context.Context, db *sql.DB) error { return middle.Counted(db) }

func reset(ctx context.Context, db *sql.DB) error {
	in, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	return db.PingContext(in)
}

func limited(url string) error {
	resp, err := store.Client().Get(url)
	if err == nil {
		err = resp.Body.Close()
	}
	return err
}

func bare(url string) (*http.Response, error) { return http.Get(url) }

func nested(ctx context.Context, db *sql.DB) (err error) {
	for range 3 {
		if err = store.Retry(ctx, db); err == nil || ctx.Err() != nil {
			return err
		}
	}
	return err
}

func text(ctx context.Context, db *sql.DB) (string, error) {
	if err := db.PingContext(ctx); err != nil {
		return err.Error(), nil
	}
	return "up", nil
}
`,
}

// A unit is what a process of its own is told of a package.
type unit struct {
	Path      string
	Files     []string
	Exports   map[string]string // export data of what it imports itself, and of the standard library
	Facts     map[string]string // facts of those that it imports itself and that are analysed
	FactsOnly bool              // the package is outside of what is linted
	Flags     map[string]string // of the analyzer budgetlint
	Out       string            // where its own facts go, with those that came in
}

// A stored fact is one of an object. Under nogo nothing else goes from one
// package to the next.
type stored struct {
	Package string
	Object  objectpath.Path
	Fact    analysis.Fact
}

// TestNogo runs the suite as Bazel's nogo does: a process for each package, export
// data and facts of direct imports only, through gob, no facts of the standard
// library, and no ReadFile and no Module. One package is outside of what is
// linted: only what makes facts runs there. It wants what the command line finds.
func TestNogo(t *testing.T) {
	if told := os.Getenv("BUDGETLINT_NOGO_UNIT"); told != "" {
		var u unit
		if err := json.Unmarshal([]byte(told), &u); err != nil {
			t.Fatal(err)
		}
		if err := u.analyse(os.Stdout); err != nil {
			t.Fatal(err)
		}
		return
	}
	dir := t.TempDir()
	for name, text := range shop {
		name = filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	var got []string
	for _, f := range nogo(t, dir, nil, func(path string) bool { return path != "example.com/shop/store" }) {
		got = append(got, fmt.Sprintf("%s:%d:%d: %s", filepath.Base(f.File), f.Line, f.Column, f.Message))
	}
	slices.Sort(got)

	result, err := driver.Run(t.Context(), driver.Options{Dir: dir, Env: append(os.Environ(), "GOWORK=off"), Analyzers: budgetlint.Analyzers()})
	if err != nil || len(result.Errors) > 0 {
		t.Fatal(err, result.Errors)
	}
	var want []string
	passes := map[string]bool{}
	for _, f := range result.Findings {
		want = append(want, fmt.Sprintf("%s:%d:%d: %s", filepath.Base(f.File), f.Line, f.Column, f.Message))
		passes[f.Pass] = true
	}
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("nogo finds\n%s\nand the command line\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	for _, s := range budgetlint.Rules() {
		if !passes[s.Pass] {
			t.Errorf("no finding of %s", s.Pass)
		}
	}
}

// nogo runs the suite in a process for each package of the module in dir, and
// returns what is found in those that are linted.
func nogo(t *testing.T, dir string, flags map[string]string, linted func(path string) bool) []driver.Finding {
	t.Helper()
	cmd := exec.Command("go", "list", "-deps", "-export", "-json=ImportPath,Dir,Export,GoFiles,Imports,Standard", "./...")
	cmd.Dir, cmd.Env = dir, append(os.Environ(), "GOWORK=off", "PWD="+dir)
	list, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	out := t.TempDir()
	exports, std, facts := map[string]string{}, map[string]string{}, map[string]string{}
	var found []driver.Finding
	for dec := json.NewDecoder(bytes.NewReader(list)); ; { // dependencies first
		var p struct {
			ImportPath, Dir, Export string
			GoFiles, Imports        []string
			Standard                bool
		}
		if err := dec.Decode(&p); errors.Is(err, io.EOF) {
			return found
		} else if err != nil {
			t.Fatal(err)
		}
		if exports[p.ImportPath] = p.Export; p.Standard {
			std[p.ImportPath] = p.Export
			continue
		}
		u := unit{
			Path: p.ImportPath, FactsOnly: !linted(p.ImportPath), Flags: flags, Exports: maps.Clone(std), Facts: map[string]string{},
			Out: filepath.Join(out, strings.ReplaceAll(p.ImportPath, "/", "_")+".facts"),
		}
		for _, imp := range p.Imports {
			u.Exports[imp] = exports[imp]
			if facts[imp] != "" {
				u.Facts[imp] = facts[imp]
			}
		}
		for _, f := range p.GoFiles {
			u.Files = append(u.Files, filepath.Join(p.Dir, f))
		}
		told, err := json.Marshal(u)
		if err != nil {
			t.Fatal(err)
		}
		cmd := exec.Command(os.Args[0], "-test.run", "^TestNogo$")
		cmd.Env = append(os.Environ(), "BUDGETLINT_NOGO_UNIT="+string(told))
		text, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("%s: %v\n%s", p.ImportPath, err, text)
		}
		for line := range strings.Lines(string(text)) {
			if strings.HasPrefix(line, "{") {
				var f driver.Finding
				if err := json.Unmarshal([]byte(line), &f); err != nil {
					t.Fatal(err)
				}
				found = append(found, f)
			}
		}
		facts[p.ImportPath] = u.Out
	}
}

// TestDrivers asks nogo what all drivers are asked.
func TestDrivers(t *testing.T) {
	drivers.Test(t, ".", drivers.Driver{
		Name: "nogo",
		Lint: func(t *testing.T, dir string, flags drivers.Flags, pattern string) (found []drivers.Finding) {
			set := map[string]string{"strict": fmt.Sprint(flags.Strict)}
			if flags.Calls != "" {
				set["calls"] = flags.Calls
			}
			part := strings.TrimSuffix(strings.TrimPrefix(pattern, "."), "...")
			for _, f := range nogo(t, dir, set, func(path string) bool { return strings.HasPrefix(path+"/", "example.com/shop"+part) }) {
				name, err := filepath.Rel(dir, f.File)
				if err != nil {
					t.Fatal(err)
				}
				found = append(found, drivers.Finding{File: filepath.ToSlash(name), Line: f.Line, Column: f.Column, Message: f.Message})
			}
			return found
		},
		Fix: func(t *testing.T, dir string) {
			fixed, err := driver.Apply(driver.First(nogo(t, dir, nil, func(string) bool { return true })))
			if err != nil {
				t.Fatal(err)
			}
			for name, text := range fixed.After {
				if err := os.WriteFile(name, text, 0o644); err != nil {
					t.Fatal(err)
				}
			}
		},
		FixedBy: "a patch, by Bazel",
		FlagsBy: "`analyzer_flags`",
		Untimed: true,
	})
}

// analyse runs the suite over one package and prints what it finds.
func (u *unit) analyse(w io.Writer) error {
	fset := token.NewFileSet()
	var files []*ast.File
	for _, name := range u.Files {
		f, err := parser.ParseFile(fset, name, nil, parser.ParseComments)
		if err != nil {
			return err
		}
		files = append(files, f)
	}
	imp := importer.ForCompiler(fset, "gc", func(path string) (io.ReadCloser, error) { return os.Open(u.Exports[path]) })
	info := &types.Info{
		Types: map[ast.Expr]types.TypeAndValue{}, Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{},
		Implicits: map[ast.Node]types.Object{}, Selections: map[*ast.SelectorExpr]*types.Selection{}, Scopes: map[ast.Node]*types.Scope{},
		Instances: map[*ast.Ident]types.Instance{}, FileVersions: map[*ast.File]string{},
	}
	conf := types.Config{Importer: imp, GoVersion: version.Lang(runtime.Version())} // not that of go.mod
	pkg, err := conf.Check(u.Path, fset, files, info)
	if err != nil {
		return err
	}

	for _, a := range budgetlint.Analyzers() {
		register(a)
	}
	reached := map[string]*types.Package{}
	var reach func(p *types.Package)
	reach = func(p *types.Package) {
		if reached[p.Path()] == nil {
			reached[p.Path()] = p
			for _, imp := range p.Imports() {
				reach(imp)
			}
		}
	}
	reach(pkg)
	facts := map[types.Object]analysis.Fact{}
	for _, file := range u.Facts {
		data, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		var list []stored
		if err := gob.NewDecoder(bytes.NewReader(data)).Decode(&list); err != nil {
			return err
		}
		for _, s := range list {
			// Export data of direct imports has only those objects of others
			// that it mentions.
			if dep := reached[s.Package]; dep != nil {
				if obj, err := objectpath.Object(dep, s.Object); err == nil {
					facts[obj] = s.Fact
				}
			}
		}
	}

	results := map[*analysis.Analyzer]any{}
	var run func(a *analysis.Analyzer) error
	run = func(a *analysis.Analyzer) error {
		if _, done := results[a]; done {
			return nil
		}
		for _, r := range a.Requires {
			if err := run(r); err != nil {
				return err
			}
		}
		pass := &analysis.Pass{
			Analyzer: a, Fset: fset, Files: files, Pkg: pkg, TypesInfo: info, TypesSizes: types.SizesFor("gc", "amd64"), ResultOf: results,
			Report: func(d analysis.Diagnostic) {
				at := fset.Position(d.Pos)
				f := driver.Finding{Pass: a.Name, Category: d.Category, Message: d.Message, File: at.Filename, Line: at.Line, Column: at.Column}
				for _, sf := range d.SuggestedFixes {
					fix := driver.Fix{Message: sf.Message}
					for _, e := range sf.TextEdits {
						from, to := fset.PositionFor(e.Pos, false), fset.PositionFor(e.End, false)
						fix.Edits = append(fix.Edits, driver.Edit{File: from.Filename, Start: from.Offset, End: to.Offset, New: string(e.NewText)})
					}
					f.Fixes = append(f.Fixes, fix)
				}
				if err := json.NewEncoder(w).Encode(f); err != nil {
					panic(err)
				}
			},
			ImportObjectFact: func(obj types.Object, f analysis.Fact) bool {
				got, ok := facts[obj]
				if ok {
					copyFact(f, got)
				}
				return ok
			},
			ExportObjectFact:  func(obj types.Object, f analysis.Fact) { facts[obj] = f },
			ImportPackageFact: func(*types.Package, analysis.Fact) bool { return false },
			ExportPackageFact: func(analysis.Fact) {},
			AllObjectFacts:    func() []analysis.ObjectFact { return nil },
			AllPackageFacts:   func() []analysis.PackageFact { return nil },
		}
		result, err := a.Run(pass)
		results[a] = result
		return err
	}
	for name, value := range u.Flags {
		if err := config.Analyzer.Flags.Set(name, value); err != nil {
			return err
		}
	}
	roots := budgetlint.Analyzers()
	if u.FactsOnly {
		w, roots = io.Discard, producers(roots)
	}
	for _, a := range roots {
		if err := run(a); err != nil {
			return fmt.Errorf("%s: %w", a.Name, err)
		}
	}

	var out []stored
	for obj, f := range facts {
		// What has no path cannot be named by others.
		if path, err := objectpath.For(obj); err == nil {
			out = append(out, stored{obj.Pkg().Path(), path, f})
		}
	}
	var buf bytes.Buffer
	if err := gob.NewEncoder(&buf).Encode(out); err != nil {
		return err
	}
	return os.WriteFile(u.Out, buf.Bytes(), 0o644)
}

var registered = map[*analysis.Analyzer]bool{}

// register makes the facts of an analyzer and of what it requires known to gob.
func register(a *analysis.Analyzer) {
	if registered[a] {
		return
	}
	registered[a] = true
	for _, f := range a.FactTypes {
		gob.Register(f)
	}
	for _, r := range a.Requires {
		register(r)
	}
}

// producers returns the analyzers that make facts, among these and what they
// require.
func producers(analyzers []*analysis.Analyzer) []*analysis.Analyzer {
	var out []*analysis.Analyzer
	for _, a := range analyzers {
		if len(a.FactTypes) > 0 {
			out = append(out, a)
		}
		out = append(out, producers(a.Requires)...)
	}
	return out
}

// copyFact copies a fact as gob does, so that nothing is shared.
func copyFact(to, from analysis.Fact) {
	var buf bytes.Buffer
	if err := gob.NewEncoder(&buf).Encode(from); err != nil {
		panic(err)
	}
	if err := gob.NewDecoder(&buf).Decode(to); err != nil {
		panic(err)
	}
}

// TestNogoDoc checks docs/nogo.md against the analyzers: their labels, the
// configuration, and its flags.
func TestNogoDoc(t *testing.T) {
	page, err := os.ReadFile("docs/nogo.md")
	if err != nil {
		t.Fatal(err)
	}
	analyzers := map[string]*analysis.Analyzer{}
	for _, a := range budgetlint.Analyzers() {
		analyzers[a.Name] = a
		if label := fmt.Sprintf("%q", "@com_github_budgetlint_budgetlint//passes/"+a.Name); !strings.Contains(string(page), label) {
			t.Errorf("the label %s is not in the page", label)
		}
		if _, err := os.Stat(filepath.Join("passes", a.Name)); err != nil {
			t.Error(err)
		}
		// Only the shared flags are there to be set.
		a.Flags.VisitAll(func(f *flag.Flag) {
			if a.Name != config.Analyzer.Name {
				t.Errorf("%s has the flag %s, of which the page does not tell", a.Name, f.Name)
			}
			if f.Name != "scope" && !strings.Contains(string(page), "| `"+f.Name+"` |") {
				t.Errorf("the table has no flag %s", f.Name)
			}
		})
		if a == config.Analyzer {
			analyzers[a.Name] = config.New() // whose flags may be set
		}
	}

	type entry struct {
		Description   string            `json:"description"`
		OnlyFiles     map[string]string `json:"only_files"`
		ExcludeFiles  map[string]string `json:"exclude_files"`
		AnalyzerFlags map[string]string `json:"analyzer_flags"`
	}
	flags := 0
	for _, m := range regexp.MustCompile("(?ms)^```json\n(.*?)^```$").FindAllStringSubmatch(string(page), -1) {
		var c map[string]entry
		dec := json.NewDecoder(strings.NewReader(m[1]))
		dec.DisallowUnknownFields()
		if err := dec.Decode(&c); err != nil {
			t.Fatalf("%v in\n%s", err, m[1])
		}
		for name, e := range c {
			for _, files := range []map[string]string{e.OnlyFiles, e.ExcludeFiles} {
				for expr := range files {
					if _, err := regexp.Compile(expr); err != nil {
						t.Error(err)
					}
				}
			}
			a := analyzers[name]
			if a == nil {
				if name != "_base" || e.AnalyzerFlags != nil {
					t.Errorf("there is no analyzer %s to configure", name)
				}
				continue
			}
			for key, value := range e.AnalyzerFlags {
				flags++
				if err := a.Flags.Set(key, value); err != nil {
					t.Errorf("%s: %v", name, err)
				}
			}
		}
	}
	if flags == 0 {
		t.Error("the page sets no flag")
	}
}
