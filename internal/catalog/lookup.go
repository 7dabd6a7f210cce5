package catalog

import (
	"fmt"
	"go/types"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// A Table answers which row covers a function. The zero value is empty; tables
// are safe for concurrent use once made.
type Table struct {
	exact map[string][]*Call // by package path
	tree  []*Call            // rows whose path is a pattern

	patterns []*Maker // makers whose name is a pattern

	carriers map[string]*Carrier
	empty    map[string]bool // functions whose result carries the empty context
	takes    map[string]bool
	from     map[string]bool

	clients map[string]*Client
	makers  map[string]*Maker
	options map[string]*Option
	limits  map[string]*Limiter

	pausers        map[string]*Pauser
	pauserPatterns []*Pauser
	retriers       map[string]*Retrier
	policies       map[string]*Policy // by function, type or variable
	policyGlobs    []*Policy          // those whose function is a pattern
	typeGlobs      []*Policy          // those whose type is
	textMakers     map[string]*TextMaker
	textResults    map[string]*TextResult

	packages map[string]bool // packages that a row names, for Mentions
}

// Default is the table of all built-in rows.
var Default = sync.OnceValue(func() *Table { return NewTable(nil) })

// NewTable returns a table of the built-in rows and extra ones.
func NewTable(extra []Call) *Table {
	t := &Table{
		exact: map[string][]*Call{}, carriers: map[string]*Carrier{},
		empty: map[string]bool{}, takes: map[string]bool{}, from: map[string]bool{},
		clients: map[string]*Client{}, makers: map[string]*Maker{},
		options: map[string]*Option{}, limits: map[string]*Limiter{},
		pausers:  map[string]*Pauser{},
		retriers: map[string]*Retrier{}, policies: map[string]*Policy{},
		packages: map[string]bool{"context": true, "google.golang.org/grpc": true},
	}
	add := func(rows []Call) {
		for i := range rows {
			c := &rows[i]
			if strings.HasSuffix(c.Pkg, "/...") || strings.HasPrefix(c.Pkg, "*") {
				t.tree = append(t.tree, c)
			} else {
				t.exact[c.Pkg] = append(t.exact[c.Pkg], c)
				t.packages[c.Pkg] = true
			}
		}
	}
	add(extra) // a user's row wins
	add(calls)
	for i := range carriers {
		c := &carriers[i]
		t.carriers[c.Type] = c
		t.packages[pkgOf(c.Type)] = true
		for _, f := range c.Empty {
			t.empty[f] = true
		}
		for _, f := range c.Takes {
			t.takes[f] = true
		}
		for _, f := range c.From {
			t.from[f] = true
		}
	}
	for i := range clients {
		t.clients[clients[i].Type] = &clients[i]
		t.packages[pkgOf(clients[i].Type)] = true
	}
	for i := range makers {
		if strings.Contains(strings.TrimPrefix(makers[i].Func, "(*"), "*") {
			t.patterns = append(t.patterns, &makers[i])
		} else {
			t.makers[makers[i].Func] = &makers[i]
		}
	}
	for i := range options {
		t.options[options[i].Func] = &options[i]
	}
	for i := range limiters {
		t.limits[limiters[i].Func] = &limiters[i]
	}
	for i := range pausers {
		if strings.Contains(strings.TrimPrefix(pausers[i].Func, "(*"), "*") {
			t.pauserPatterns = append(t.pauserPatterns, &pausers[i])
		} else {
			t.pausers[pausers[i].Func] = &pausers[i]
		}
	}
	for i := range retriers {
		r := &retriers[i]
		for _, name := range named(r.Func, r.Names) {
			t.retriers[name] = r
			t.packages[pkgOf(name)] = true
		}
	}
	for i := range policies {
		p := &policies[i]
		for _, name := range named(p.Func+p.Type+p.Var, p.Names) {
			if strings.Contains(strings.TrimPrefix(name, "(*"), "*") {
				if p.Type != "" {
					t.typeGlobs = append(t.typeGlobs, p)
				} else {
					t.policyGlobs = append(t.policyGlobs, p)
				}
			} else {
				t.policies[name] = p
				t.packages[pkgOf(name)] = true
			}
		}
	}
	t.textMakers, t.textResults = map[string]*TextMaker{}, map[string]*TextResult{}
	for i := range textMakers {
		t.textMakers[textMakers[i].Func] = &textMakers[i]
		t.packages[pkgOf(textMakers[i].Func)] = true
	}
	for i := range textResults {
		t.textResults[textResults[i].Type] = &textResults[i]
		t.packages[pkgOf(textResults[i].Type)] = true
	}
	return t
}

// named returns the names that a row stands for.
func named(name, names string) []string {
	if names == "" {
		return []string{name}
	}
	var all []string
	for _, n := range strings.Fields(names) {
		all = append(all, strings.ReplaceAll(name, "%s", n))
	}
	return all
}

// pkgOf returns the package of a qualified name: "net/http" of
// "net/http.Client".
func pkgOf(name string) string {
	name = strings.TrimLeft(name, "(*")
	slash := strings.LastIndexByte(name, '/')
	if dot := strings.IndexByte(name[slash+1:], '.'); dot >= 0 {
		return name[:slash+1+dot]
	}
	return name
}

// Call returns the row of a function or method, or nil. Generated gRPC stubs
// and HTTP doers are known by their shape.
func (t *Table) Call(fn *types.Func) *Call {
	if fn == nil || fn.Pkg() == nil {
		return nil
	}
	sig := fn.Signature()
	path, recv, name := fn.Pkg().Path(), recvName(sig), fn.Name()
	for _, c := range t.exact[path] {
		if c.covers(recv, name, sig) {
			return c
		}
	}
	for _, c := range t.tree {
		if inTree(c.Pkg, path) && c.covers(recv, name, sig) {
			return c
		}
	}
	return byShape(fn, sig)
}

// inTree reports whether a package path fits a pattern: a last element "..."
// stands for any elements or none, a first "*" for any text.
func inTree(pattern, path string) bool {
	base, tree := strings.CutSuffix(pattern, "/...")
	if suffix, ok := strings.CutPrefix(base, "*"); ok {
		i := strings.Index(path, suffix)
		if i < 0 {
			return false
		}
		rest := path[i+len(suffix):]
		return rest == "" || tree && rest[0] == '/'
	}
	return path == base || tree && strings.HasPrefix(path, base+"/")
}

func (c *Call) covers(recv, name string, sig *types.Signature) bool {
	if !matches(c.Recv, recv) || c.Recv == "" != (recv == "") {
		return false
	}
	for _, n := range strings.Fields(c.Except) {
		if matches(n, name) {
			return false
		}
	}
	for _, n := range strings.Fields(c.Names) {
		if n == "*" {
			if ContextParam(sig) >= 0 {
				return true
			}
		} else if matches(n, name) {
			return true
		}
	}
	return false
}

// matches reports whether name fits the pattern, in which a star at either end
// stands for any text.
func matches(pattern, name string) bool {
	switch {
	case pattern == "*":
		return true
	case strings.HasPrefix(pattern, "*"):
		return strings.HasSuffix(name, pattern[1:])
	case strings.HasSuffix(pattern, "*"):
		return strings.HasPrefix(name, pattern[:len(pattern)-1])
	}
	return pattern == name
}

// byShape knows calls that no package path identifies: gRPC stubs, and the
// small interfaces that programs put before an *http.Client.
func byShape(fn *types.Func, sig *types.Signature) *Call {
	if IsStub(sig) {
		return &StubCall
	}
	if isConnect(fn, sig) {
		return &ConnectCall
	}
	if isEnt(fn, sig) {
		return &entCall
	}
	if sig.Recv() == nil || !types.IsInterface(sig.Recv().Type()) {
		return nil
	}
	params, results := sig.Params(), sig.Results()
	if results.Len() != 2 || TypeName(results.At(0).Type()) != "net/http.Response" || params.Len() != 1 {
		return nil
	}
	switch {
	case fn.Name() == "Do" && TypeName(params.At(0).Type()) == "net/http.Request":
		return &doerCall
	case fn.Name() == "Get" && types.Identical(params.At(0).Type(), types.Typ[types.String]):
		return &getterCall
	}
	return nil
}

// isConnect reports whether fn is a method of a generated Connect client.
func isConnect(fn *types.Func, sig *types.Signature) bool {
	if sig.Recv() == nil || !types.IsInterface(sig.Recv().Type()) || !strings.HasSuffix(fn.Pkg().Path(), "connect") || !strings.HasSuffix(recvName(sig), "Client") {
		return false
	}
	params, results := sig.Params(), sig.Results()
	return params.Len() == 2 && results.Len() == 2 && IsContext(params.At(0).Type()) &&
		TypeName(params.At(1).Type()) == "connectrpc.com/connect.Request" && TypeName(results.At(0).Type()) == "connectrpc.com/connect.Response"
}

// isEnt reports whether fn is a method of a generated ent builder that goes to
// the database.
func isEnt(fn *types.Func, sig *types.Signature) bool {
	if sig.Recv() == nil || ContextParam(sig) != 0 || !entBuilder(recvName(sig)) {
		return false
	}
	switch strings.TrimSuffix(fn.Name(), "X") {
	case "All", "Only", "OnlyID", "First", "FirstID", "IDs", "Count", "Exist", "Save", "Exec":
	default:
		return false
	}
	for _, imp := range fn.Pkg().Imports() {
		if strings.HasPrefix(imp.Path(), "entgo.io/ent") {
			return true
		}
	}
	return false
}

func entBuilder(name string) bool {
	for _, suffix := range []string{"Query", "Create", "CreateBulk", "Update", "UpdateOne", "Delete", "DeleteOne"} {
		if strings.HasSuffix(name, suffix) {
			return true
		}
	}
	return false
}

var (
	// entgo.io/ent: the builders run on database/sql, which has no limit.
	entCall = Call{Kind: SQL, Unknown: Unbounded, Source: "entgo.io/ent@v0.14.5 dialect/sql/driver.go:Conn.Query"}

	doerCall   = Call{Kind: HTTP, Carrier: "net/http.Request", Client: "net/http.Client", Source: "shape of net/http.Client.Do"}
	getterCall = Call{Kind: HTTP, Variant: "a request made by http.NewRequestWithContext", Client: "net/http.Client", Source: "shape of net/http.Client.Get"}
)

// IsStub reports whether sig is that of a generated unary gRPC client method:
// a context first, ...grpc.CallOption last, and a result that is no stream.
func IsStub(sig *types.Signature) bool {
	n := sig.Params().Len()
	if !sig.Variadic() || n < 2 || sig.Recv() == nil || sig.Results().Len() == 0 {
		return false
	}
	last, ok := sig.Params().At(n - 1).Type().(*types.Slice)
	if !ok || TypeName(last.Elem()) != "google.golang.org/grpc.CallOption" || !IsContext(sig.Params().At(0).Type()) {
		return false
	}
	obj, _, _ := types.LookupFieldOrMethod(sig.Results().At(0).Type(), true, nil, "RecvMsg")
	return obj == nil
}

// TypeName returns the qualified name of a named type or of a pointer to one,
// "" for any other.
func TypeName(t types.Type) string {
	if p, ok := types.Unalias(t).(*types.Pointer); ok {
		t = p.Elem()
	}
	if n, ok := types.Unalias(t).(*types.Named); ok {
		if n.Obj().Pkg() == nil {
			return n.Obj().Name()
		}
		return n.Obj().Pkg().Path() + "." + n.Obj().Name()
	}
	return ""
}

// IsContext reports whether t is context.Context.
func IsContext(t types.Type) bool {
	n, ok := types.Unalias(t).(*types.Named)
	return ok && n.Obj().Name() == "Context" && n.Obj().Pkg() != nil && n.Obj().Pkg().Path() == "context"
}

// ContextParam returns the index of the first parameter that is a
// context.Context, -1 if there is none.
func ContextParam(sig *types.Signature) int {
	for i := range sig.Params().Len() {
		if IsContext(sig.Params().At(i).Type()) {
			return i
		}
	}
	return -1
}

func recvName(sig *types.Signature) string {
	if sig.Recv() == nil {
		return ""
	}
	t := types.Unalias(sig.Recv().Type())
	if p, ok := t.(*types.Pointer); ok {
		t = types.Unalias(p.Elem())
	}
	if n, ok := t.(*types.Named); ok {
		return n.Obj().Name()
	}
	return "?"
}

// From reports whether the carrier that fn returns carries what another one,
// its receiver or a parameter, does.
func (t *Table) From(fn *types.Func) bool { return t.from[FullName(fn)] }

// Carrier returns the row of the named type, or nil.
func (t *Table) Carrier(typ string) *Carrier { return t.carriers[typ] }

// Empty reports whether the result of fn carries the empty context.
func (t *Table) Empty(fn *types.Func) bool { return t.empty[FullName(fn)] }

// Takes reports whether fn puts its context parameter into the carrier that it
// returns or is called on.
func (t *Table) Takes(fn *types.Func) bool { return t.takes[FullName(fn)] }

// Client returns the row of the named type, or nil.
func (t *Table) Client(typ string) *Client { return t.clients[typ] }

// Maker returns the row of a function that makes a client, or nil.
func (t *Table) Maker(fn *types.Func) *Maker {
	name := FullName(fn)
	if m := t.makers[name]; m != nil || name == "" {
		return m
	}
	for _, m := range t.patterns {
		if glob(m.Func, name) {
			return m
		}
	}
	return nil
}

// glob reports whether name fits the pattern, in which each "*" but that of a
// receiver, "(*", stands for any text.
func glob(pattern, name string) bool {
	if rest, ok := strings.CutPrefix(pattern, "(*"); ok && !strings.HasPrefix(rest, "/") {
		if name, ok = strings.CutPrefix(name, "(*"); !ok {
			return false
		}
		pattern = rest
	}
	parts := strings.Split(pattern, "*")
	if !strings.HasPrefix(name, parts[0]) {
		return false
	}
	name = name[len(parts[0]):]
	for i, p := range parts[1:] {
		if i == len(parts)-2 {
			return strings.HasSuffix(name, p)
		}
		at := strings.Index(name, p)
		if at < 0 {
			return false
		}
		name = name[at+len(p):]
	}
	return name == ""
}

// Option returns the row of a function that makes an option, or nil.
func (t *Table) Option(fn *types.Func) *Option { return t.options[FullName(fn)] }

// Limiter returns the row of a function that puts a limit on a context, or nil.
func (t *Table) Limiter(fn *types.Func) *Limiter { return t.limits[FullName(fn)] }

// Retrier returns the row of a function that repeats another, or nil.
func (t *Table) Retrier(fn *types.Func) *Retrier { return t.retriers[FullName(fn)] }

// Policy returns the row of a function that makes or changes what governs a
// retrier, or nil.
func (t *Table) Policy(fn *types.Func) *Policy { return t.policy(FullName(fn), t.policyGlobs) }

// PolicyType returns the row of a type whose values govern a retrier, or nil.
func (t *Table) PolicyType(typ string) *Policy { return t.policy(typ, t.typeGlobs) }

// PolicyVar returns the row of a package variable that holds a policy, or nil.
func (t *Table) PolicyVar(v *types.Var) *Policy {
	if v.Pkg() == nil {
		return nil
	}
	return t.policies[v.Pkg().Path()+"."+v.Name()]
}

func (t *Table) policy(name string, globs []*Policy) *Policy {
	if p := t.policies[name]; p != nil || name == "" {
		return p
	}
	for _, p := range globs {
		for _, pattern := range named(p.Func+p.Type, p.Names) {
			if glob(pattern, name) {
				return p
			}
		}
	}
	return nil
}

// Permanent reports whether a function or a type, by its qualified name, marks
// an error that is not tried again.
func Permanent(name string) bool { return permanent[name] }

// Mentions reports whether a row names something of the package, so that code
// which uses it is worth a look.
func (t *Table) Mentions(path string) bool {
	if t.packages[path] {
		return true
	}
	for _, c := range t.tree {
		if inTree(c.Pkg, path) {
			return true
		}
	}
	return false
}

// FullName is types.Func.FullName without type arguments; "" for nil.
func FullName(fn *types.Func) string {
	if fn == nil {
		return ""
	}
	s := fn.Origin().FullName()
	if i := strings.IndexByte(s, '['); i >= 0 {
		if j := strings.LastIndexByte(s, ']'); j > i {
			s = s[:i] + s[j+1:]
		}
	}
	return s
}

// ParseCall reads a row as users write it:
//
//	corp.example/rpc.Client.Do ctx=0 kind=http
//
// The first word is the package path, then the type for a method, then the
// name, which may be "*". ctx is the number of the context parameter, from 0,
// or none; it must agree with the signature, which is what counts. kind is a
// category of nodeadline; the default is other.
func ParseCall(s string) (Call, error) {
	words := strings.Fields(s)
	if len(words) == 0 {
		return Call{}, fmt.Errorf("empty call: want PACKAGE[.TYPE].NAME [kind=KIND] [ctx=N|none]")
	}
	if strings.ContainsAny(words[0], "()[]") {
		return Call{}, fmt.Errorf("call %q: want PACKAGE[.TYPE].NAME, without parentheses, stars before a type and type arguments", s)
	}
	slash := strings.LastIndexByte(words[0], '/')
	parts := strings.Split(words[0][slash+1:], ".")
	c := Call{Kind: Other, Unknown: Unbounded, Source: "flag"}
	// The last path element may hold dots (gopkg.in/x.v1): the name is the
	// last part, a part before it that starts in upper case the type.
	if len(parts) < 2 {
		return Call{}, fmt.Errorf("call %q names no function: want PACKAGE[.TYPE].NAME", s)
	}
	if slices.Contains(parts, "") {
		return Call{}, fmt.Errorf("call %q: an empty part between dots: want PACKAGE[.TYPE].NAME", s)
	}
	c.Names, parts = parts[len(parts)-1], parts[:len(parts)-1]
	if last := parts[len(parts)-1]; len(parts) > 1 && last != "" && (last[0] >= 'A' && last[0] <= 'Z' || last == "*") {
		c.Recv, parts = last, parts[:len(parts)-1]
	}
	c.Pkg = words[0][:slash+1] + strings.Join(parts, ".")
	for _, w := range words[1:] {
		key, value, _ := strings.Cut(w, "=")
		switch key {
		case "kind":
			c.Kind = Kind(value)
			if !slices.Contains(Kinds, c.Kind) {
				return Call{}, fmt.Errorf("call %q: unknown kind %q: want one of %v", s, value, Kinds)
			}
		case "ctx": // what counts is the signature
			if _, err := strconv.Atoi(value); err != nil && value != "none" {
				return Call{}, fmt.Errorf("call %q: ctx=%s: want the number of the context parameter, from 0, or none", s, value)
			}
		default:
			return Call{}, fmt.Errorf("call %q: unknown key %q: want kind=KIND or ctx=N", s, key)
		}
	}
	return c, nil
}

// Kinds are the kinds that are categories of nodeadline.
var Kinds = []Kind{GRPC, HTTP, SQL, Net, Redis, K8s, Mongo, Kafka, Exec, Other}
