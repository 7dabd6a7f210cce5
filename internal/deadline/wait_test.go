package deadline

import (
	"fmt"
	"strings"
	"testing"

	"golang.org/x/tools/go/ssa"

	"github.com/budgetlint/budgetlint/internal/catalog"
)

// wait describes the wait of a call: its kind and name, its context, and
// whether anything else bounds it.
func wait(in *Info) func(ssa.CallInstruction) string {
	return func(c ssa.CallInstruction) string {
		for _, w := range in.Waits() {
			if w.Call != c {
				continue
			}
			s := fmt.Sprintf("%s %s: ", w.Row.Kind, w.Name())
			switch {
			case w.Value == nil:
				s += "no context"
			case w.Carried:
				s += "carries " + describe(w.Context)
			default:
				s += describe(w.Context)
			}
			return s + ", " + w.Bound().String()
		}
		return ""
	}
}

func TestWaits(t *testing.T) {
	for _, trap := range []trap{
		{"http", `
func f(ctx context.Context, c *http.Client, r *http.Request) {
	http.Get("") //= http http.Get: no context, unbounded
	c.Get("") //= http Get: no context, unknown
	a, _ := http.NewRequest("", "", nil)
	c.Do(a) //= http Do: carries none from an empty context, unknown
	b, _ := http.NewRequestWithContext(ctx, "", "", nil)
	c.Do(b) //= http Do: carries caller of ctx, unknown
	c.Do(a.WithContext(ctx)) //= http Do: carries caller of ctx, unknown
	c.Do(r) //= http Do: carries caller of r, unknown
	c.Do(r.Clone(context.Background())) //= http Do: carries none from context.Background(), unknown
	e := &http.Request{}
	c.Do(e) //= http Do: carries unknown, unknown
	c.CloseIdleConnections()
	http.NewServeMux()
	defer http.Get("") //= http http.Get: no context, unbounded
	go http.Get("") //= http http.Get: no context, unbounded
	get := http.Get
	get("") //= http http.Get: no context, unbounded
}`},
		{"requests on two paths", `
func f(ctx context.Context, c *http.Client, b bool) {
	r, _ := http.NewRequest("", "", nil)
	if b {
		r = r.WithContext(ctx)
	}
	c.Do(r) //= http Do: carries unknown, unknown
	s, _ := http.NewRequest("", "", nil)
	if b {
		s, _ = http.NewRequest("POST", "", nil)
	}
	c.Do(s) //= http Do: carries none from an empty context, unknown
	func() { c.Do(s) }() //= http Do: carries none from an empty context, unknown
}

func request(ctx context.Context) *http.Request {
	r, _ := http.NewRequestWithContext(ctx, "", "", nil)
	return r
}

func bare() (*http.Request, error) { return http.NewRequest("", "", nil) }

func g(ctx context.Context, c *http.Client) {
	c.Do(request(ctx)) //= http Do: carries caller of ctx, unknown
	c.Do(request(context.TODO())) //= http Do: carries none from context.TODO(), unknown
	r, err := bare()
	if err != nil {
		return
	}
	c.Do(r) //= http Do: carries none from an empty context, unknown
}`},
		{"sql", `
func f(ctx context.Context, db *sql.DB, stmt *sql.Stmt) {
	db.Query("") //= sql Query: no context, unbounded
	db.QueryContext(ctx, "") //= sql QueryContext: caller of ctx, unbounded
	db.PingContext(context.Background()) //= sql PingContext: none from context.Background(), unbounded
	stmt.Exec() //= sql Exec: carries unknown, unbounded
	db.SetMaxOpenConns(1)
	a, _ := db.Begin() //= sql Begin: no context, unbounded
	a.Exec("") //= sql Exec: carries none from an empty context, unknown
	b, _ := db.BeginTx(ctx, nil) //= sql BeginTx: caller of ctx, unbounded
	b.Exec("") //= sql Exec: carries caller of ctx, unknown
	b.ExecContext(ctx, "") //= sql ExecContext: caller of ctx, unknown
}`},
		{"net", `
func f(ctx context.Context, d *net.Dialer, network string) {
	net.Dial("tcp", "") //= net net.Dial: no context, unbounded
	net.Dial(network, "") //= net net.Dial: no context, unknown
	net.Dial("udp", "")
	net.Dial("unix", "")
	net.DialTimeout("tcp", "", 1)
	d.DialContext(ctx, "tcp", "") //= net DialContext: caller of ctx, unknown
	d.DialContext(ctx, "unix", "")
	net.LookupHost("") //= net net.LookupHost: no context, unknown
	tls.Dial("tcp", "", nil) //= net tls.Dial: no context, unbounded
}`},
		{"exec", `
func f(ctx context.Context) {
	exec.Command("").Run() //= exec Run: carries none from an empty context, unknown
	exec.CommandContext(ctx, "").Run() //= exec Run: carries caller of ctx, unknown
	c := exec.Command("")
	c.Start()
	c.Wait() //= exec Wait: carries none from an empty context, unknown
}`},
		{"grpc", `
func f(ctx context.Context, c health.HealthClient, conn *grpc.ClientConn) {
	c.Check(ctx, nil) //= grpc Check: caller of ctx, unbounded
	c.Check(context.Background(), nil) //= grpc Check: none from context.Background(), unbounded
	c.Watch(ctx, nil)
	conn.Invoke(context.TODO(), "", nil, nil) //= grpc Invoke: none from context.TODO(), unbounded
}`},
		{"shapes", `
type Doer interface { Do(*http.Request) (*http.Response, error) }
type Getter interface { Get(string) (*http.Response, error) }
type Other interface { Do(*http.Request) error; Get(int) (*http.Response, error) }

func f(ctx context.Context, d Doer, g Getter, o Other) {
	r, _ := http.NewRequest("", "", nil)
	d.Do(r) //= http Do: carries none from an empty context, unknown
	g.Get("") //= http Get: no context, unknown
	o.Do(r)
	o.Get(1)
}`},
		{"embedded", `
type client struct{ *http.Client }
type db struct{ *sql.DB }

func f(ctx context.Context, c client, d db) {
	c.Get("") //= http Get: no context, unknown
	d.QueryContext(ctx, "") //= sql QueryContext: caller of ctx, unbounded
}`},
		{"builders", `
func f(ctx context.Context, db *gorm.DB, b bool) {
	var out []int
	db.Find(&out) //= sql Find: carries unknown, unbounded
	db.WithContext(ctx).Find(&out) //= sql Find: carries caller of ctx, unbounded
	q := db.WithContext(context.Background()).Where("")
	if b {
		q = q.Limit(1)
	}
	q.Order("").Find(&out) //= sql Find: carries none from context.Background(), unbounded
}`},
	} {
		t.Run(trap.name, func(t *testing.T) {
			in := analyse(t, trap.src)
			verify(t, in, wait(in))
		})
	}
}

// TestClients asks what the making of a client says of the calls made with it.
func TestClients(t *testing.T) {
	for _, trap := range []trap{
		{"http literals", `
const limit = time.Second

func f(c bool, d time.Duration) {
	(&http.Client{}).Get("") //= unbounded
	new(http.Client).Get("") //= unbounded
	http.DefaultClient.Get("") //= unbounded
	(&http.Client{Timeout: limit}).Get("") //= bounded
	(&http.Client{Timeout: d}).Get("") //= bounded
	(&http.Client{Timeout: 0}).Get("") //= unbounded
	var a http.Client
	a.Get("") //= unbounded
	var b http.Client
	b.Timeout = limit
	b.Get("") //= bounded
	e := &http.Client{}
	if c {
		e = &http.Client{Timeout: limit}
	}
	e.Get("") //= unknown
	g := &http.Client{}
	if c {
		g.Timeout = limit
	}
	g.Get("") //= bounded
	h := &http.Client{}
	if c {
		h = http.DefaultClient
	}
	h.Get("") //= unbounded
	i := *http.DefaultClient
	i.Timeout = limit
	i.Get("") //= bounded
	j := *http.DefaultClient
	j.Get("") //= unknown
	func() { e.Get("") }() //= unknown
	func() { h.Get("") }() //= unbounded
}`},
		{"http transports", `
type header struct{ next http.RoundTripper }

func (h header) RoundTrip(r *http.Request) (*http.Response, error) { return h.next.RoundTrip(r) } //= unknown

type limited struct{}

func (limited) RoundTrip(r *http.Request) (*http.Response, error) {
	ctx, cancel := context.WithTimeout(r.Context(), time.Second)
	defer cancel()
	return http.DefaultTransport.RoundTrip(r.WithContext(ctx)) //= unbounded
}

func f(rt http.RoundTripper) {
	(&http.Client{Transport: http.DefaultTransport}).Get("") //= unbounded
	(&http.Client{Transport: &http.Transport{}}).Get("") //= unbounded
	(&http.Client{Transport: &http.Transport{ResponseHeaderTimeout: time.Second}}).Get("") //= bounded
	(&http.Client{Transport: &http.Transport{TLSHandshakeTimeout: time.Second}}).Get("") //= unbounded
	(&http.Client{Transport: rt}).Get("") //= unknown
	(&http.Client{Transport: nil}).Get("") //= unbounded
	(&http.Client{Transport: &header{http.DefaultTransport}}).Get("") //= unbounded
	(&http.Client{Transport: &limited{}}).Get("") //= bounded
	(&http.Client{Transport: &header{&limited{}}}).Get("") //= bounded
	(&http.Client{Transport: header{http.DefaultTransport}}).Get("") //= unbounded
	t := http.DefaultTransport.(*http.Transport).Clone()
	(&http.Client{Transport: t}).Get("") //= unbounded
	u := http.DefaultTransport.(*http.Transport).Clone()
	u.ResponseHeaderTimeout = time.Second
	(&http.Client{Transport: u}).Get("") //= bounded
}`},
		{"constructors", `
func bare() *http.Client { return &http.Client{} }
func limited() *http.Client { return &http.Client{Timeout: time.Second} }
func of(d time.Duration) (*http.Client, error) { return &http.Client{Timeout: d}, nil }
func either(c bool) *http.Client {
	if c {
		return bare()
	}
	return limited()
}
func touched() *http.Client { return &http.Client{} }
func set(c *http.Client) { c.Timeout = time.Second }
func look(c *http.Client) { _ = c.Jar }

func f() {
	bare().Get("") //= unbounded
	limited().Get("") //= bounded
	a, _ := of(time.Second)
	a.Get("") //= bounded
	either(true).Get("") //= unknown
	b := touched()
	b.Timeout = time.Second
	b.Get("") //= bounded
	c := &http.Client{}
	set(c)
	c.Get("") //= bounded
	d := &http.Client{}
	look(d)
	d.Get("") //= unbounded
}`},
		{"fields and variables", `
type S struct {
	bare, limited, both, later, given *http.Client
	value http.Client
	Exported *http.Client
}

var bare = &http.Client{}
var limited = &http.Client{Timeout: time.Second}
var later = &http.Client{}
var never *http.Client
var value http.Client

func New(c *http.Client) *S {
	s := &S{bare: &http.Client{}, limited: limited, both: bare, later: &http.Client{}, given: c, Exported: &http.Client{}}
	return s
}

func (s *S) init() {
	s.both = limited
	s.later.Timeout = time.Second
	later.Timeout = time.Second
}

func (s *S) f() {
	s.bare.Get("") //= unbounded
	s.limited.Get("") //= bounded
	s.both.Get("") //= unknown
	s.later.Get("") //= bounded
	s.given.Get("") //= unknown
	s.value.Get("") //= unbounded
	s.Exported.Get("") //= unknown
	bare.Get("") //= unbounded
	limited.Get("") //= bounded
	later.Get("") //= bounded
	never.Get("") //= unknown
	value.Get("") //= unbounded
}`},
		{"parameters", `
func Exported(c *http.Client) { c.Get("") } //= unknown
func twice(c *http.Client) { c.Get("") } //= unknown
func bare(c *http.Client) { c.Get("") } //= unbounded
func limited(c *http.Client) { c.Get("") } //= bounded
func handed(c *http.Client) { c.Get("") } //= unknown
func sets(c *http.Client) { c.Timeout = 1; c.Get("") } //= bounded

func f() {
	Exported(&http.Client{})
	twice(&http.Client{})
	twice(&http.Client{Timeout: 1})
	bare(&http.Client{})
	bare(http.DefaultClient)
	limited(&http.Client{Timeout: 1})
	handed(&http.Client{})
	g(handed)
	sets(&http.Client{})
}

func g(func(*http.Client)) {}
`},
		{"of another package", `
-- example.com/lib/lib.go --
package lib

var Bare = &http.Client{}
var Limited = &http.Client{Timeout: time.Second}

func NewBare() *http.Client { return &http.Client{} }
func NewLimited() (*http.Client, error) { return &http.Client{Timeout: time.Second}, nil }
func NewGiven(c *http.Client) *http.Client { return c }
func Set(c *http.Client) { c.Timeout = time.Second }
func Look(c *http.Client) { _ = c.Jar; c.CloseIdleConnections() }
-- example.com/p/p.go --
package p; import "example.com/lib"

func f() {
	lib.Bare.Get("") //= unbounded
	lib.Limited.Get("") //= bounded
	lib.NewBare().Get("") //= unbounded
	a, _ := lib.NewLimited()
	a.Get("") //= bounded
	lib.NewGiven(nil).Get("") //= unknown
	b := &http.Client{}
	lib.Set(b)
	b.Get("") //= bounded
	c := &http.Client{}
	lib.Look(c)
	c.Get("") //= unbounded
}`},
		{"test server", `
func f(s *httptest.Server) {
	s.Client().Get("") //= unbounded
}`},
		{"dialers", `
func f(d time.Duration) {
	(&net.Dialer{}).Dial("tcp", "") //= unbounded
	(&net.Dialer{Timeout: d}).Dial("tcp", "") //= bounded
	(&net.Dialer{Deadline: time.Time{}}).Dial("tcp", "") //= unbounded
	(&net.Dialer{Deadline: time.Now().Add(d)}).Dial("tcp", "") //= bounded
	(&net.Dialer{KeepAlive: d}).Dial("tcp", "") //= unbounded
	tls.DialWithDialer(&net.Dialer{}, "tcp", "", nil) //= unbounded
	tls.DialWithDialer(&net.Dialer{Timeout: d}, "tcp", "", nil) //= bounded
	(&tls.Dialer{}).Dial("tcp", "") //= unbounded
	(&tls.Dialer{NetDialer: &net.Dialer{Timeout: d}}).Dial("tcp", "") //= bounded
}`},
		{"grpc connections", `
func interceptor(ctx context.Context, method string, req, reply any, cc *grpc.ClientConn, invoke grpc.UnaryInvoker, opts ...grpc.CallOption) error {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	return invoke(ctx, method, req, reply, cc, opts...)
}

func logging(ctx context.Context, method string, req, reply any, cc *grpc.ClientConn, invoke grpc.UnaryInvoker, opts ...grpc.CallOption) error {
	return invoke(ctx, method, req, reply, cc, opts...)
}

func check(conn *grpc.ClientConn, err error) { health.NewHealthClient(conn).Check(nil, nil) } //= bounded

func a(opts []grpc.DialOption) {
	conn, _ := grpc.NewClient("", opts...)
	health.NewHealthClient(conn).Check(nil, nil) //= unknown
}

func b() {
	check(grpc.NewClient("", grpc.WithUnaryInterceptor(interceptor)))
	conn, _ := grpc.NewClient("", grpc.WithUserAgent(""), grpc.WithUnaryInterceptor(interceptor))
	health.NewHealthClient(conn).Check(nil, nil) //= bounded
	c := health.NewHealthClient(conn)
	c.Check(nil, nil) //= bounded
}

func c() {
	conn, _ := grpc.NewClient("", grpc.WithUserAgent(""), grpc.WithChainUnaryInterceptor(logging))
	health.NewHealthClient(conn).Check(nil, nil) //= unbounded
	conn, _ = grpc.NewClient("", grpc.WithChainUnaryInterceptor(logging, interceptor))
	health.NewHealthClient(conn).Check(nil, nil) //= bounded
}

func d(cfg string) {
	conn, _ := grpc.NewClient("", grpc.WithDefaultServiceConfig(` + "`" + `{"methodConfig":[{"name":[{}],"timeout":"1s"}]}` + "`" + `))
	health.NewHealthClient(conn).Check(nil, nil) //= bounded
	conn, _ = grpc.NewClient("", grpc.WithDefaultServiceConfig(` + "`" + `{"methodConfig":[{"name":[{}]}]}` + "`" + `))
	health.NewHealthClient(conn).Check(nil, nil) //= unbounded
	conn, _ = grpc.NewClient("", grpc.WithDefaultServiceConfig(cfg))
	health.NewHealthClient(conn).Check(nil, nil) //= unknown
}

func e(verbose bool) {
	opts := []grpc.DialOption{grpc.WithUserAgent("")}
	if verbose {
		opts = append(opts, grpc.WithUnaryInterceptor(logging))
	}
	conn, _ := grpc.NewClient("", opts...)
	health.NewHealthClient(conn).Check(nil, nil) //= unbounded
	opts = append(opts, grpc.WithUnaryInterceptor(interceptor))
	conn, _ = grpc.NewClient("", opts...)
	health.NewHealthClient(conn).Check(nil, nil) //= bounded
}`},
		{"grpc connections of unknown making", `
func f(conn *grpc.ClientConn, c health.HealthClient) {
	health.NewHealthClient(conn).Check(nil, nil) //= unbounded
	c.Check(nil, nil) //= unbounded
}`},
	} {
		t.Run(trap.name, func(t *testing.T) {
			in := analyse(t, trap.src)
			verify(t, in, func(c ssa.CallInstruction) string {
				for _, w := range in.Waits() {
					if w.Call == c {
						return w.Bound().String()
					}
				}
				return ""
			})
		})
	}
}

// TestVias asks for the waits behind a call of a function.
func TestVias(t *testing.T) {
	for _, trap := range []trap{
		{"of the package", `
func a(ctx context.Context, db *sql.DB) { db.QueryContext(ctx, "") }
func b(n int, ctx context.Context, db *sql.DB) { a(context.WithValue(ctx, 1, 2), db) } //= a: sql through QueryContext at example.com/p/p.go:2, caller of ctx
func c(ctx context.Context, db *sql.DB) {
	child, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	a(child, db) //= a: sql through QueryContext at example.com/p/p.go:2, bounded 1s of ctx
}
func d(ctx context.Context, c *http.Client) {
	r, _ := http.NewRequestWithContext(ctx, "", "", nil)
	c.Do(r)
}
func e(ctx context.Context) { go a(ctx, nil) } //= a: sql through QueryContext at example.com/p/p.go:2, caller of ctx
func g(r *http.Request) { http.DefaultClient.Do(r) }
func h(ctx context.Context, db *sql.DB) { a(context.Background(), db) } //= a: sql through QueryContext at example.com/p/p.go:2, none from context.Background()

func f(ctx context.Context, r *http.Request) {
	a(ctx, nil) //= a: sql through QueryContext at example.com/p/p.go:2, caller of ctx
	b(1, context.Background(), nil) //= b: sql through QueryContext at example.com/p/p.go:2, none from context.Background()
	c(context.Background(), nil) //= c: sql through QueryContext at example.com/p/p.go:2, none from context.Background(), bounded
	d(ctx, nil) //= d: http through Do at example.com/p/p.go:11, caller of ctx, unknown
	e(context.Background())
	g(r) //= g: http through Do at example.com/p/p.go:14, caller of r
	h(ctx, nil)
	func(ctx context.Context) { a(ctx, nil) }(context.TODO()) //= a: sql through QueryContext at example.com/p/p.go:2, caller of ctx; this closure: sql through QueryContext at example.com/p/p.go:2, none from context.TODO()
}`},
		{"of a method, and of a receiver's context", `
type S struct{ db *sql.DB; ctx context.Context }

func (s *S) load(ctx context.Context) { s.db.PingContext(ctx) }
func (s *S) own() { s.db.PingContext(s.ctx) }

func f(s *S) {
	s.load(context.TODO()) //= load: sql through PingContext at example.com/p/p.go:4, none from context.TODO()
	s.own()
}`},
		{"recursive", `
func a(ctx context.Context, db *sql.DB, n int) {
	if n > 0 {
		a(ctx, db, n-1) //= a: sql through QueryContext at example.com/p/p.go:6, caller of ctx
	}
	db.QueryContext(ctx, "")
}

func f() {
	a(context.Background(), nil, 1) //= a: sql through QueryContext at example.com/p/p.go:6, none from context.Background()
}`},
		{"of another package", `
-- example.com/lib/lib.go --
package lib

type S[T any] struct{}

func Load(ctx context.Context, db *sql.DB) { db.QueryContext(ctx, "") }
func (S[T]) Get(ctx context.Context) { Load(ctx, nil) }
func quiet(ctx context.Context) {}
-- example.com/p/p.go --
package p; import "example.com/lib"

func f() {
	lib.Load(context.Background(), nil) //= Load: sql through QueryContext at example.com/lib/lib.go:5, none from context.Background()
	lib.S[int]{}.Get(context.TODO()) //= Get: sql through QueryContext at example.com/lib/lib.go:5, none from context.TODO()
}`},
	} {
		t.Run(trap.name, func(t *testing.T) {
			in := analyse(t, trap.src)
			verify(t, in, func(c ssa.CallInstruction) string {
				for _, v := range in.Vias() {
					if v.Call == c {
						s := fmt.Sprintf("%s: %s through %s at %s, %s", v.Name, v.Wait.Kind, v.Wait.Call, v.Wait.At, describe(v.Context))
						if v.Wait.Bound != catalog.Unbounded {
							s += ", " + v.Wait.Bound.String()
						}
						return s
					}
				}
				return ""
			})
		})
	}
}

func TestServers(t *testing.T) {
	in := analyse(t, `
type T struct {
	bare, limited http.Server
	ptr *http.Server
}

var global http.Server

func f(t *T) {
	a := &http.Server{Addr: ""} // bare
	a.ListenAndServe()
	b := &http.Server{ReadHeaderTimeout: time.Second}
	b.ListenAndServe()
	c := &http.Server{}
	c.ReadTimeout = time.Second
	c.ListenAndServe()
	var d http.Server // bare
	d.ListenAndServe()
	t.ptr = &http.Server{WriteTimeout: time.Second} // bare
	http.ListenAndServe("", nil) // bare
	http.Serve(nil, nil) // bare
	s := &T{limited: http.Server{Addr: "", ReadTimeout: time.Second}}
	_ = s
	g := func(s *http.Server) { s.Shutdown(context.Background()) }
	g(b)
}`)
	var got, want []string
	for _, s := range in.Servers() {
		got = append(got, fmt.Sprint(in.Line(s.Pos)))
		if !strings.Contains(s.Message(), "ReadHeaderTimeout") || s.End < s.Pos {
			t.Errorf("%+v: %s", s, s.Message())
		}
	}
	for _, f := range in.pass.Files {
		for _, g := range f.Comments {
			if strings.HasPrefix(g.List[0].Text, "// bare") {
				want = append(want, fmt.Sprint(in.Line(g.Pos())))
			}
		}
	}
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("servers at lines %v, want %v", got, want)
	}
}

func TestFromHandler(t *testing.T) {
	in := analyse(t, `
func a(w http.ResponseWriter, r *http.Request) { use(r.Context()) } //= from a handler
func b(r *http.Request) { use(r.Context()) }
func c(w http.ResponseWriter, ctx context.Context) { use(ctx) }
func d() { use(context.Background()) }
`)
	verify(t, in, ofUse(func(_ ssa.CallInstruction, v ssa.Value) string {
		if in.FromHandler(in.Context(v).Source) {
			return "from a handler"
		}
		return ""
	}))
}

// TestBoundMixed asks that a client of which something is known, but not one
// thing, never counts as proven.
func TestBoundMixed(t *testing.T) {
	row := &catalog.Call{Unknown: catalog.Unbounded}
	for client, want := range map[catalog.Bound]catalog.Bound{
		catalog.Unknown: catalog.Unbounded, catalog.Unbounded: catalog.Unbounded, catalog.Bounded: catalog.Bounded, mixed: catalog.Unknown,
	} {
		if got := (&Wait{Row: row, client: client}).Bound(); got != want {
			t.Errorf("client %d: got %v, want %v", client, got, want)
		}
	}
}
