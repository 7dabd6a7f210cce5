package deadline

import (
	"bytes"
	"encoding/gob"
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"path"
	"reflect"
	"regexp"
	"strings"
	"sync"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/packages"
	"golang.org/x/tools/go/ssa"
	"golang.org/x/tools/txtar"

	"github.com/budgetlint/budgetlint/internal/config"
)

// imports are what the sources of the tests may import, by the name that they
// use. The export data is that of the versions in testdata's go.mod.
var imports = map[string]string{
	"aws": "github.com/aws/aws-sdk-go-v2/aws", "awsretry": "github.com/aws/aws-sdk-go-v2/aws/retry", "awsconfig": "github.com/aws/aws-sdk-go-v2/config",
	"backoff": "github.com/cenkalti/backoff/v4", "grpcretry": "github.com/grpc-ecosystem/go-grpc-middleware/v2/interceptors/retry",
	"resty": "github.com/go-resty/resty/v2", "retry": "github.com/avast/retry-go/v4", "retryablehttp": "github.com/hashicorp/go-retryablehttp",
	"sqs": "github.com/aws/aws-sdk-go-v2/service/sqs", "wait": "k8s.io/apimachinery/pkg/util/wait",
	"context": "context", "errgroup": "golang.org/x/sync/errgroup", "errors": "errors", "exec": "os/exec", "fmt": "fmt",
	"gin": "github.com/gin-gonic/gin", "gorm": "gorm.io/gorm", "grpc": "google.golang.org/grpc",
	"health": "google.golang.org/grpc/health/grpc_health_v1", "http": "net/http", "httptest": "net/http/httptest",
	"net": "net", "os": "os", "pprof": "runtime/pprof", "signal": "os/signal", "slices": "slices", "sql": "database/sql", "strings": "strings",
	"singleflight": "golang.org/x/sync/singleflight", "sync": "sync", "testing": "testing", "time": "time", "tls": "crypto/tls",
}

// A world is one set of packages read from export data.
type world struct {
	fset *token.FileSet
	imp  types.Importer
}

var theWorld = sync.OnceValue(func() *world {
	var paths []string
	for _, p := range imports {
		paths = append(paths, p)
	}
	pkgs, err := packages.Load(&packages.Config{
		Mode: packages.NeedName | packages.NeedExportFile, Dir: "../../testdata", Env: append(os.Environ(), "GOWORK=off"),
	}, paths...)
	if err != nil {
		panic(err)
	}
	files := map[string]string{}
	for _, p := range pkgs {
		files[p.PkgPath] = p.ExportFile
	}
	w := &world{fset: token.NewFileSet()}
	w.imp = importer.ForCompiler(w.fset, "gc", func(path string) (io.ReadCloser, error) { return os.Open(files[path]) })
	return w
})

// A program is packages that are type-checked and analysed in the order in
// which they are added. Facts pass through their encoding.
type program struct {
	t     *testing.T
	pkgs  map[string]*types.Package
	facts map[types.Object][]byte
}

func newProgram(t *testing.T) *program {
	return &program{t: t, pkgs: map[string]*types.Package{}, facts: map[types.Object][]byte{}}
}

// Import makes the program an importer of its own packages and of the world's.
func (p *program) Import(path string) (*types.Package, error) {
	if pkg := p.pkgs[path]; pkg != nil {
		return pkg, nil
	}
	return theWorld().imp.Import(path)
}

// texts are the sources of the last packages, by file.
var texts = map[string]string{}

// check parses and type-checks a package; its files need not be without type
// errors, which are returned.
func (p *program) check(pkgPath string, sources map[string]string) (*analysis.Pass, []error) {
	p.t.Helper()
	fset := theWorld().fset
	var files []*ast.File
	for name, src := range sources {
		file := "/home/somebody/src/" + pkgPath + "/" + name
		texts[file] = src
		f, err := parser.ParseFile(fset, file, src, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			p.t.Fatal(err)
		}
		files = append(files, f)
	}
	info := &types.Info{
		Types: map[ast.Expr]types.TypeAndValue{}, Instances: map[*ast.Ident]types.Instance{}, Defs: map[*ast.Ident]types.Object{},
		Uses: map[*ast.Ident]types.Object{}, Implicits: map[ast.Node]types.Object{}, Selections: map[*ast.SelectorExpr]*types.Selection{},
		Scopes: map[ast.Node]*types.Scope{}, FileVersions: map[*ast.File]string{},
	}
	var errs []error
	conf := types.Config{Importer: p, GoVersion: "go1.25", Error: func(err error) { errs = append(errs, err) }}
	pkg, _ := conf.Check(pkgPath, fset, files, info)
	p.pkgs[pkgPath] = pkg
	return &analysis.Pass{
		Analyzer: Analyzer, Fset: fset, Files: files, Pkg: pkg, TypesInfo: info, TypesSizes: types.SizesFor("gc", "amd64"),
		Module: &analysis.Module{Path: "example.com"}, Report: func(d analysis.Diagnostic) { p.t.Errorf("the engine reports %q", d.Message) },
		ImportObjectFact: p.importFact, ExportObjectFact: p.exportFact,
	}, errs
}

func (p *program) importFact(obj types.Object, ptr analysis.Fact) bool {
	data, ok := p.facts[obj]
	if !ok {
		return false
	}
	// As drivers do: the fact replaces what ptr held.
	s := reflect.New(reflect.TypeOf(ptr).Elem())
	if err := gob.NewDecoder(bytes.NewReader(data)).DecodeValue(s); err != nil {
		p.t.Fatal(err)
	}
	reflect.ValueOf(ptr).Elem().Set(s.Elem())
	return true
}

func (p *program) exportFact(obj types.Object, f analysis.Fact) {
	var b bytes.Buffer
	if err := gob.NewEncoder(&b).Encode(f); err != nil {
		p.t.Fatal(err)
	}
	p.facts[obj] = b.Bytes()
}

// analyse runs the engine on a package.
func (p *program) analyse(pass *analysis.Pass) *Info {
	p.t.Helper()
	cfg, err := config.Analyzer.Run(pass)
	if err != nil {
		p.t.Fatal(err)
	}
	pass.ResultOf = map[*analysis.Analyzer]any{config.Analyzer: cfg}
	result, err := Analyzer.Run(pass)
	if err != nil {
		p.t.Fatal(err)
	}
	in := result.(*Info)
	if in.Failure != nil {
		p.t.Fatal(in.Failure)
	}
	return in
}

// analyse analyses a program and returns what is known of its last package.
// src is a txtar archive of the files of packages, by import path and name, or
// the declarations of one package p, from line 2 on, to which use, a function to ask about, and
// the imports are added.
func analyse(t *testing.T, src string) *Info {
	t.Helper()
	ar := txtar.Parse([]byte(src))
	if len(ar.Files) == 0 {
		ar.Files = []txtar.File{{Name: "example.com/p/p.go", Data: []byte("package p" + src)}}
	}
	p := newProgram(t)
	var in *Info
	for len(ar.Files) > 0 {
		pkgPath := path.Dir(ar.Files[0].Name)
		sources := map[string]string{}
		for len(ar.Files) > 0 && path.Dir(ar.Files[0].Name) == pkgPath {
			sources[path.Base(ar.Files[0].Name)] = complete(string(ar.Files[0].Data), len(sources) == 0)
			ar.Files = ar.Files[1:]
		}
		pass, errs := p.check(pkgPath, sources)
		for _, err := range errs {
			t.Fatal(err)
		}
		in = p.analyse(pass)
	}
	return in
}

var packageClause = regexp.MustCompile(`^\s*package \w+`)

// complete adds the imports that a source uses to its first line, so that lines
// stay what they are, and use to its end.
func complete(src string, first bool) string {
	if first {
		src += "\nfunc use(context.Context) {}\n"
	}
	clause := packageClause.FindString(src)
	rest := src[len(clause):]
	for name, p := range imports {
		if regexp.MustCompile(`\b` + name + `\.[A-Z]`).MatchString(rest) {
			clause += fmt.Sprintf("; import %s %q", name, p)
		}
	}
	return clause + rest
}

// verify compares what ask answers for the calls in the package with the
// comments "//= answer" on their lines; "" is no answer.
func verify(t *testing.T, in *Info, ask func(ssa.CallInstruction) string) {
	t.Helper()
	got, want := map[int]string{}, map[int]string{}
	for _, c := range in.Calls() {
		if s := ask(c); s != "" {
			line := in.Line(c.Pos())
			if got[line] != "" {
				s = got[line] + "; " + s
			}
			got[line] = s
		}
	}
	for _, f := range in.pass.Files {
		for _, g := range f.Comments {
			for _, c := range g.List {
				if s, ok := strings.CutPrefix(c.Text, "//= "); ok {
					want[in.Line(c.Pos())] = s
				}
			}
		}
	}
	if len(want) == 0 {
		t.Error("the case expects nothing")
	}
	for line, s := range want {
		if got[line] != s {
			t.Errorf("line %d: got %q, want %q", line, got[line], s)
		}
		delete(got, line)
	}
	for line, s := range got {
		t.Errorf("line %d: got %q, want nothing", line, s)
	}
}

// ofUse asks about the argument of each call of use.
func ofUse(ask func(c ssa.CallInstruction, arg ssa.Value) string) func(ssa.CallInstruction) string {
	return func(c ssa.CallInstruction) string {
		if fn := Callee(c.Common()); fn == nil || fn.Name() != "use" {
			return ""
		}
		return ask(c, c.Common().Args[0])
	}
}

// describe is knowledge in words: its kind, its smallest limit, the parameter
// that it comes from, its root, and what else is known.
func describe(k Knowledge) string {
	words := []string{k.Kind.String()}
	if k.Limit != 0 {
		words = append(words, k.Limit.String())
	}
	if k.Source != nil {
		words = append(words, "of "+k.Source.Name())
	}
	if k.Root != nil {
		words = append(words, "from "+k.RootName())
	}
	if k.Fresh != (k.Root != nil) {
		words = append(words, fmt.Sprintf("fresh=%v", k.Fresh))
	}
	if k.Severed {
		words = append(words, "severed")
	}
	if k.Cancelable {
		words = append(words, "cancelable")
	}
	return strings.Join(words, " ")
}
