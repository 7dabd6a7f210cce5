package catalog

import (
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"strings"
	"sync"
	"testing"

	"golang.org/x/tools/go/packages"
)

// real returns an importer of packages at the versions in testdata's go.mod.
var real = sync.OnceValue(func() types.Importer {
	pkgs, err := packages.Load(&packages.Config{
		Mode: packages.NeedName | packages.NeedExportFile, Dir: testdata, Env: append(os.Environ(), "GOWORK=off"),
	}, "context", "net/http", "slices", "sync", "sync/atomic", "connectrpc.com/connect", "google.golang.org/grpc",
		"google.golang.org/grpc/health/grpc_health_v1", "google.golang.org/grpc/reflection/grpc_reflection_v1",
		"golang.org/x/sync/errgroup", "github.com/cenkalti/backoff/v5")
	if err != nil {
		panic(err)
	}
	files := map[string]string{}
	for _, p := range pkgs {
		files[p.PkgPath] = p.ExportFile
	}
	return importer.ForCompiler(token.NewFileSet(), "gc", func(path string) (io.ReadCloser, error) { return os.Open(files[path]) })
})

type importFunc func(string) (*types.Package, error)

func (f importFunc) Import(path string) (*types.Package, error) { return f(path) }

// typed type-checks the source of a package, which may import entgo.io/ent, an
// empty package, and what real knows.
func typed(t *testing.T, path, src string) *types.Package {
	t.Helper()
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, "p.go", src, 0)
	if err != nil {
		t.Fatal(err)
	}
	conf := types.Config{Importer: importFunc(func(path string) (*types.Package, error) {
		if path == "entgo.io/ent" {
			ent := types.NewPackage(path, "ent")
			ent.MarkComplete()
			return ent, nil
		}
		return real().Import(path)
	})}
	pkg, err := conf.Check(path, fset, []*ast.File{f}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return pkg
}

// function returns the function or method of pkg that name, "F" or "T.M",
// means.
func function(t *testing.T, pkg *types.Package, name string) *types.Func {
	t.Helper()
	recv, method, isMethod := strings.Cut(name, ".")
	obj := pkg.Scope().Lookup(recv)
	if isMethod && obj != nil {
		obj, _, _ = types.LookupFieldOrMethod(types.NewPointer(obj.Type()), true, pkg, method)
		if named := pkg.Scope().Lookup(recv).Type(); obj == nil {
			obj, _, _ = types.LookupFieldOrMethod(named, true, pkg, method)
		}
	}
	fn, ok := obj.(*types.Func)
	if !ok {
		t.Fatalf("%s has no function %s", pkg.Path(), name)
	}
	return fn
}

func imported(t *testing.T, path string) *types.Package {
	t.Helper()
	pkg, err := real().Import(path)
	if err != nil {
		t.Fatal(err)
	}
	return pkg
}

// TestCallPatterns asks which functions a row covers.
func TestCallPatterns(t *testing.T) {
	const src = `package p
import "context"
func Do(context.Context) {}
func DoAll() {}
type Client struct{}
func (*Client) Do(context.Context) {}
func (*Client) DoAll() {}
func (*Client) Get(context.Context, int) {}
func (*Client) GetAsync(context.Context) {}
func (*Client) List(string, context.Context) {}
type PodInterface interface { Do(context.Context) }
type FakePods struct{}
func (FakePods) Do(context.Context) {}
type Generic[T any] struct{}
func (Generic[T]) Do(context.Context) {}
`
	for _, test := range []struct {
		row  Call
		path string
		want string // the functions covered
	}{
		{Call{Pkg: "a.example/p", Names: "Do"}, "a.example/p", "Do"},
		{Call{Pkg: "a.example/p", Names: "Do DoAll"}, "a.example/p", "Do DoAll"},
		{Call{Pkg: "a.example/p", Names: "*"}, "a.example/p", "Do"},
		{Call{Pkg: "a.example/p", Names: "Do*"}, "a.example/p", "Do DoAll"},
		{Call{Pkg: "a.example/p", Recv: "Client", Names: "Do"}, "a.example/p", "Client.Do"},
		{Call{Pkg: "a.example/p", Recv: "Client", Names: "*"}, "a.example/p", "Client.Do Client.Get Client.GetAsync Client.List"},
		{Call{Pkg: "a.example/p", Recv: "Client", Names: "*", Except: "Do List"}, "a.example/p", "Client.Get Client.GetAsync"},
		{Call{Pkg: "a.example/p", Recv: "Client", Names: "*", Except: "Get*"}, "a.example/p", "Client.Do Client.List"},
		{Call{Pkg: "a.example/p", Recv: "Client", Names: "*", Except: "*Async"}, "a.example/p", "Client.Do Client.Get Client.List"},
		{Call{Pkg: "a.example/p", Recv: "Client", Names: "Get*", Except: "Get"}, "a.example/p", "Client.GetAsync"},
		{Call{Pkg: "a.example/p", Recv: "Client", Names: "*Async DoAll"}, "a.example/p", "Client.DoAll Client.GetAsync"},
		{Call{Pkg: "a.example/p", Recv: "*Interface", Names: "Do"}, "a.example/p", "PodInterface.Do"},
		{Call{Pkg: "a.example/p", Recv: "Fake*", Names: "Do"}, "a.example/p", "FakePods.Do"},
		{Call{Pkg: "a.example/p", Recv: "Generic", Names: "Do"}, "a.example/p", "Generic.Do"},
		{Call{Pkg: "a.example/p", Recv: "*", Names: "Do"}, "a.example/p", "Client.Do PodInterface.Do FakePods.Do Generic.Do"},
		{Call{Pkg: "a.example/p", Recv: "client", Names: "Do"}, "a.example/p", ""},
		{Call{Pkg: "a.example/p", Names: "Do"}, "a.example/p/q", ""},
		{Call{Pkg: "a.example/p/...", Names: "Do"}, "a.example/p/q/r", "Do"},
		{Call{Pkg: "a.example/p/...", Names: "Do"}, "a.example/p", "Do"},
		{Call{Pkg: "a.example/p/...", Names: "Do"}, "a.example/pq", ""},
		{Call{Pkg: "*/typed/...", Names: "Do"}, "any.example/x/typed/core/v1", "Do"},
		{Call{Pkg: "*/typed/...", Names: "Do"}, "any.example/x/typed", "Do"},
		{Call{Pkg: "*/typed/...", Names: "Do"}, "any.example/x/typedcore", ""},
		{Call{Pkg: "*/typed", Names: "Do"}, "any.example/x/typed", "Do"},
		{Call{Pkg: "*/typed", Names: "Do"}, "any.example/x/typed/core", ""},
	} {
		pkg := typed(t, test.path, src)
		table := NewTable([]Call{test.row})
		var got []string
		for _, name := range []string{"Do", "DoAll", "Client.Do", "Client.DoAll", "Client.Get", "Client.GetAsync", "Client.List", "PodInterface.Do", "FakePods.Do", "Generic.Do"} {
			if table.Call(function(t, pkg, name)) != nil {
				got = append(got, name)
			}
		}
		if s := strings.Join(got, " "); s != test.want {
			t.Errorf("%+v covers %q of %s, want %q", test.row, s, test.path, test.want)
		}
		if mentioned := table.Mentions(test.path); mentioned != (test.path == "a.example/p" && !strings.HasPrefix(test.row.Pkg, "*") || test.want != "") {
			t.Errorf("%+v: Mentions(%s) is %v", test.row, test.path, mentioned)
		}
	}
}

func TestCallOrder(t *testing.T) {
	fn := function(t, imported(t, "net/http"), "Client.Do")
	if c := Default().Call(fn); c == nil || c.Kind != HTTP {
		t.Errorf("built-in row: %+v", c)
	}
	if c := NewTable([]Call{{Pkg: "net/http", Recv: "Client", Names: "Do", Kind: Other}}).Call(fn); c == nil || c.Kind != Other {
		t.Errorf("a user's row does not win: %+v", c)
	}
	if Default().Call(nil) != nil || Default().Call(types.Universe.Lookup("error").Type().Underlying().(*types.Interface).Method(0)) != nil {
		t.Error("there is a row for nothing, or for error.Error")
	}
}

// TestShapes asks about functions that no package path identifies.
func TestShapes(t *testing.T) {
	health := imported(t, "google.golang.org/grpc/health/grpc_health_v1")
	reflection := imported(t, "google.golang.org/grpc/reflection/grpc_reflection_v1")
	stubs := typed(t, "a.example/p", `package p
import ("context"; "google.golang.org/grpc")
type C interface {
	Call(context.Context, string, ...grpc.CallOption) (string, error)
	Two(context.Context, string, int, ...grpc.CallOption) (string, error)
	NoOptions(context.Context, string) (string, error)
	NoContext(string, ...grpc.CallOption) (string, error)
	ContextLater(string, context.Context, ...grpc.CallOption) (string, error)
	NoResult(context.Context, ...grpc.CallOption)
	Other(context.Context, ...string) (string, error)
	Slice(context.Context, []grpc.CallOption) (string, error)
	Stream(context.Context, ...grpc.CallOption) (grpc.ClientStream, error)
}
func Call(context.Context, string, ...grpc.CallOption) (string, error) { return "", nil }
`)
	const connectSrc = `package p
import ("context"; "connectrpc.com/connect")
type M struct{}
type PingServiceClient interface {
	Ping(context.Context, *connect.Request[M]) (*connect.Response[M], error)
	Sum(context.Context) *connect.ClientStreamForClient[M, M]
	Count(context.Context, *connect.Request[M]) (*connect.ServerStreamForClient[M], error)
}
type PingServiceHandler interface { Ping(context.Context, *connect.Request[M]) (*connect.Response[M], error) }
type Client struct{}
func (*Client) Ping(context.Context, *connect.Request[M]) (*connect.Response[M], error) { return nil, nil }
`
	connect := typed(t, "a.example/ping/v1/pingv1connect", connectSrc)
	notConnect := typed(t, "a.example/ping/v1", connectSrc)
	const entSrc = `package ent
import "context"
type UserQuery struct{}
func (*UserQuery) All(context.Context) ([]int, error) { return nil, nil }
func (*UserQuery) AllX(context.Context) []int { return nil }
func (*UserQuery) Where(...int) *UserQuery { return nil }
func (*UserQuery) Clone(context.Context) *UserQuery { return nil }
type UserCreate struct{}
func (*UserCreate) Save(context.Context) error { return nil }
func (*UserCreate) Exec() error { return nil }
type UserClient struct{}
func (*UserClient) First(context.Context) error { return nil }
`
	ent := typed(t, "a.example/ent", entSrc+"\n")
	withEnt := typed(t, "a.example/ent", strings.Replace(entSrc, "\n", "\nimport _ \"entgo.io/ent\"\n", 1))
	doers := typed(t, "a.example/p", `package p
import "net/http"
type Doer interface {
	Do(*http.Request) (*http.Response, error)
	Get(string) (*http.Response, error)
	Post(string) (*http.Response, error)
}
type Bad interface {
	Do(*http.Request) *http.Response
	Get(int) (*http.Response, error)
}
type Struct struct{}
func (Struct) Do(*http.Request) (*http.Response, error) { return nil, nil }
func Do(*http.Request) (*http.Response, error) { return nil, nil }
`)
	for _, test := range []struct {
		pkg  *types.Package
		name string
		want *Call
	}{
		{health, "HealthClient.Check", &StubCall},
		{health, "HealthClient.Watch", nil}, // a stream
		{health, "HealthServer.Check", nil},
		{health, "RegisterHealthServer", nil},
		{reflection, "ServerReflectionClient.ServerReflectionInfo", nil}, // bidirectional
		{stubs, "C.Call", &StubCall},
		{stubs, "C.Two", &StubCall},
		{stubs, "C.NoOptions", nil},
		{stubs, "C.NoContext", nil},
		{stubs, "C.ContextLater", nil},
		{stubs, "C.NoResult", nil},
		{stubs, "C.Other", nil},
		{stubs, "C.Slice", nil},
		{stubs, "C.Stream", nil},
		{stubs, "Call", nil},
		{connect, "PingServiceClient.Ping", &ConnectCall},
		{connect, "PingServiceClient.Sum", nil},
		{connect, "PingServiceClient.Count", nil},
		{connect, "PingServiceHandler.Ping", nil},
		{connect, "Client.Ping", nil},
		{notConnect, "PingServiceClient.Ping", nil},
		{withEnt, "UserQuery.All", &entCall},
		{withEnt, "UserQuery.AllX", &entCall},
		{withEnt, "UserQuery.Where", nil},
		{withEnt, "UserQuery.Clone", nil},
		{withEnt, "UserCreate.Save", &entCall},
		{withEnt, "UserCreate.Exec", nil},
		{withEnt, "UserClient.First", nil},
		{ent, "UserQuery.All", nil},
		{doers, "Doer.Do", &doerCall},
		{doers, "Doer.Get", &getterCall},
		{doers, "Doer.Post", nil},
		{doers, "Bad.Do", nil},
		{doers, "Bad.Get", nil},
		{doers, "Struct.Do", nil},
		{doers, "Do", nil},
	} {
		fn := function(t, test.pkg, test.name)
		if got := Default().Call(fn); got != test.want {
			t.Errorf("%s: got %+v, want %+v", FullName(fn), got, test.want)
		}
		if got := IsStub(fn.Signature()); got != (test.want == &StubCall) {
			t.Errorf("%s: IsStub is %v", FullName(fn), got)
		}
	}
}

func TestParseCall(t *testing.T) {
	for s, want := range map[string]Call{
		"corp.example/rpc.Client.Do ctx=0 kind=http": {Pkg: "corp.example/rpc", Recv: "Client", Names: "Do", Kind: HTTP},
		"corp.example/rpc.Do":                        {Pkg: "corp.example/rpc", Names: "Do", Kind: Other},
		"  corp.example/rpc.Do   kind=grpc ":         {Pkg: "corp.example/rpc", Names: "Do", Kind: GRPC},
		"corp.example/rpc.Do ctx=none":               {Pkg: "corp.example/rpc", Names: "Do", Kind: Other},
		"corp.example/rpc.Client.*":                  {Pkg: "corp.example/rpc", Recv: "Client", Names: "*", Kind: Other},
		"corp.example/rpc.*.Do":                      {Pkg: "corp.example/rpc", Recv: "*", Names: "Do", Kind: Other},
		"corp.example/rpc.Client.Get*":               {Pkg: "corp.example/rpc", Recv: "Client", Names: "Get*", Kind: Other},
		"gopkg.in/rpc.v1.Do":                         {Pkg: "gopkg.in/rpc.v1", Names: "Do", Kind: Other},
		"gopkg.in/rpc.v1.Client.Do":                  {Pkg: "gopkg.in/rpc.v1", Recv: "Client", Names: "Do", Kind: Other},
		"rpc.Do kind=exec":                           {Pkg: "rpc", Names: "Do", Kind: Exec},
		"main.fetch":                                 {Pkg: "main", Names: "fetch", Kind: Other},
	} {
		want.Unknown, want.Source = Unbounded, "flag"
		got, err := ParseCall(s)
		if err != nil || got != want {
			t.Errorf("%q: got %+v, %v, want %+v", s, got, err, want)
		}
	}
	for s, parts := range map[string][]string{
		"":                                  {"want PACKAGE[.TYPE].NAME"},
		"  ":                                {"want PACKAGE[.TYPE].NAME"},
		"Do":                                {`"Do"`, "want PACKAGE[.TYPE].NAME"},
		"corp.example/rpc":                  {`"corp.example/rpc"`, "want PACKAGE[.TYPE].NAME"},
		"corp.example/rpc kind=http":        {"corp.example/rpc kind=http", "want PACKAGE[.TYPE].NAME"},
		"corp.example/rpc.Do kind=nonsense": {`"nonsense"`, "want one of", "grpc", "other"},
		"corp.example/rpc.Do kind":          {`kind ""`, "want one of"},
		"corp.example/rpc.Do kind=server":   {`"server"`, "want one of"},
		"corp.example/rpc.Do timeout=3s":    {`"timeout"`, "want kind=KIND or ctx=N"},
		"corp.example/rpc.Do Client.Do":     {`"Client.Do"`, "want kind=KIND or ctx=N"},
	} {
		got, err := ParseCall(s)
		if err == nil || got != (Call{}) {
			t.Errorf("%q: got %+v, %v", s, got, err)
			continue
		}
		for _, p := range parts {
			if !strings.Contains(err.Error(), p) {
				t.Errorf("%q: the error does not say %q: %v", s, p, err)
			}
		}
	}
}

func TestGlob(t *testing.T) {
	for _, test := range []struct {
		pattern, name string
		want          bool
	}{
		{"a.b", "a.b", true},
		{"a.b", "a.bc", false},
		{"a.*", "a.b", true},
		{"a.*", "a.", true},
		{"a.*", "ab.c", false},
		{"*b", "ab", true},
		{"*b", "ba", false},
		{"a*c*e", "abcde", true},
		{"a*c*e", "abde", false},
		{"a*c*e", "ace", true},
		{"a*c*e", "acee", true},
		{"a*a", "a", false},
		{"(p.I).*", "(p.I).M", true},
		{"(p.I).*", "(p.J).M", false},
		{"(*p.T).M", "(*p.T).M", true},
		{"(*p.T).M", "(p.T).M", false},
		{"(*p.T).*", "(*p.T).M", true},
		{"(*p.T).*", "(*q.p.T).M", false},
		{"(*/typed/v1.I).*", "(k8s.example/typed/v1.I).M", true},
		{"*connect.New*Client", "a.example/pingv1connect.NewPingClient", true},
		{"*connect.New*Client", "a.example/pingv1connect.NewPingHandler", false},
	} {
		if got := glob(test.pattern, test.name); got != test.want {
			t.Errorf("glob(%q, %q) = %v", test.pattern, test.name, got)
		}
	}
}

func TestNames(t *testing.T) {
	pkg := typed(t, "a.example/p", `package p
import ("context"; "sync/atomic")
type T struct{}
func (T) Value() {}
func (*T) Pointer() {}
type G[K comparable, V any] struct{ p atomic.Pointer[V] }
func (*G[A, B]) Method() {}
func (G[A, B]) Nested(map[string][]int) {}
func F[S ~[]E, E any](S) {}
type I interface { M() }
type A = T
type AP = *T
type C = context.Context
var (
	t T; pt *T; ppt **T; g G[string, []int]; pg *G[int, int]; a A; ap AP; i I; s []T; n int; e error; c C; f func(string, C)
)
var used = F[[]int]
`)
	for name, want := range map[string]string{
		"T.Value":   "(a.example/p.T).Value",
		"T.Pointer": "(*a.example/p.T).Pointer",
		"G.Method":  "(*a.example/p.G).Method",
		"G.Nested":  "(a.example/p.G).Nested",
		"F":         "a.example/p.F",
		"I.M":       "(a.example/p.I).M",
	} {
		if got := FullName(function(t, pkg, name)); got != want {
			t.Errorf("FullName of %s: got %q, want %q", name, got, want)
		}
	}
	inst := pkg.Scope().Lookup("g").Type()
	for name, want := range map[string]string{"Method": "(*a.example/p.G).Method", "Nested": "(a.example/p.G).Nested"} {
		obj, _, _ := types.LookupFieldOrMethod(inst, true, pkg, name)
		if got := FullName(obj.(*types.Func)); got != want {
			t.Errorf("FullName of %s of an instance: got %q, want %q", name, got, want)
		}
	}
	if got := FullName(nil); got != "" {
		t.Errorf("FullName(nil) = %q", got)
	}
	for name, want := range map[string]string{
		"t": "a.example/p.T", "pt": "a.example/p.T", "ppt": "", "g": "a.example/p.G", "pg": "a.example/p.G", "a": "a.example/p.T",
		"ap": "a.example/p.T", "i": "a.example/p.I", "s": "", "n": "", "e": "error", "c": "context.Context", "f": "",
	} {
		typ := pkg.Scope().Lookup(name).Type()
		if got := TypeName(typ); got != want {
			t.Errorf("TypeName(%v) = %q, want %q", typ, got, want)
		}
		if got := IsContext(typ); got != (name == "c") {
			t.Errorf("IsContext(%v) = %v", typ, got)
		}
	}
	if i := ContextParam(pkg.Scope().Lookup("f").Type().(*types.Signature)); i != 1 {
		t.Errorf("ContextParam = %d", i)
	}
	for name, want := range map[string]string{
		"net/http.Client": "net/http", "(*net/http/httptest.Server).Client": "net/http/httptest", "gopkg.in/x.v1.T": "gopkg.in/x", "errors.New": "errors", "plain": "plain",
	} {
		if got := pkgOf(name); got != want {
			t.Errorf("pkgOf(%q) = %q, want %q", name, got, want)
		}
	}
}

func TestMentions(t *testing.T) {
	table := NewTable([]Call{{Pkg: "corp.example/rpc", Names: "Do"}, {Pkg: "corp.example/all/...", Names: "Do"}})
	for path, want := range map[string]bool{
		"context": true, "net/http": true, "database/sql": true, "google.golang.org/grpc": true, "corp.example/rpc": true,
		"corp.example/all": true, "corp.example/all/x": true, "gorm.io/gorm": true,
		"": false, "fmt": false, "corp.example": false, "corp.example/rpc/x": false, "corp.example/allx": false,
	} {
		if got := table.Mentions(path); got != want {
			t.Errorf("Mentions(%q) = %v", path, got)
		}
	}
	if Default().Mentions("corp.example/rpc") {
		t.Error("a user's row has got into the default table")
	}
}

func TestMakers(t *testing.T) {
	connect := typed(t, "a.example/pingv1connect", "package p\nfunc NewPingClient() {}\nfunc NewPingHandler() {}")
	if Default().Maker(function(t, connect, "NewPingClient")) == nil || Default().Maker(function(t, connect, "NewPingHandler")) != nil {
		t.Error("a pattern finds too little or too much")
	}
	if m := Default().Maker(function(t, imported(t, "google.golang.org/grpc"), "NewClient")); m == nil || !m.Options {
		t.Errorf("grpc.NewClient: %+v", m)
	}
	if Default().Maker(nil) != nil {
		t.Error("there is a maker for nothing")
	}
}

func TestRuns(t *testing.T) {
	for _, test := range []struct {
		path, name string
		want       Running
	}{
		{"sync", "Once.Do", RunsDetached},
		{"sync", "OnceFunc", RunsDetached},
		{"sync", "WaitGroup.Go", RunsJoined},
		{"sync", "Map.Range", RunsInline},
		{"sync", "Mutex.Lock", RunsUnknown},
		{"context", "AfterFunc", RunsDetached},
		{"context", "WithCancel", RunsUnknown},
		{"slices", "SortFunc", RunsInline},
		{"golang.org/x/sync/errgroup", "Group.Go", RunsJoined},
		{"golang.org/x/sync/errgroup", "Group.Wait", RunsUnknown},
		{"github.com/cenkalti/backoff/v5", "Retry", RunsInline},
		{"github.com/cenkalti/backoff/v5", "WithNotify", RunsUnknown},
		{"net/http", "HandleFunc", RunsUnknown},
	} {
		if got := Runs(function(t, imported(t, test.path), test.name)); got != test.want {
			t.Errorf("%s.%s: got %d, want %d", test.path, test.name, got, test.want)
		}
	}
	if got := Runs(types.Universe.Lookup("error").Type().Underlying().(*types.Interface).Method(0)); got != RunsUnknown {
		t.Errorf("error.Error: got %d", got)
	}
}
