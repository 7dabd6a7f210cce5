package deadline

import (
	"go/constant"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/budgetlint/budgetlint/internal/catalog"
)

// A Wait is a call of the catalogue: it waits for somebody else.
type Wait struct {
	Call ssa.CallInstruction
	Fn   *types.Func
	Row  *catalog.Call
	// Value is the context, or the value that carries it; nil where the call
	// takes none. Context is what is known of it.
	Value   ssa.Value
	Context Knowledge
	// Carried: Value is a carrier (a request), made without a context if
	// Context is None.
	Carried bool

	client catalog.Bound
}

// Bound says whether anything but the context ends the wait.
func (w *Wait) Bound() catalog.Bound {
	switch w.client {
	case catalog.Unknown:
		return w.Row.Unknown
	case mixed:
		return catalog.Unknown
	}
	return w.client
}

// Name is the call as messages say it: "QueryRow", "http.Get".
func (w *Wait) Name() string { return callName(w.Fn) }

func callName(fn *types.Func) string {
	if fn.Signature().Recv() == nil && fn.Pkg() != nil {
		return fn.Pkg().Name() + "." + fn.Name()
	}
	return fn.Name()
}

// Waits returns the calls of the catalogue in the package, in order.
func (in *Info) Waits() []*Wait { return in.waits }

func (in *Info) findWaits() {
	in.waitAt = map[ssa.CallInstruction]*Wait{}
	rows := map[*types.Func]*catalog.Call{}
	for _, c := range in.calls {
		fn := Callee(c.Common())
		if fn == nil {
			continue
		}
		row, ok := rows[fn]
		if !ok {
			row = in.table.Call(fn)
			rows[fn] = row
		}
		if row == nil || in.local(c.Common(), row) || row.If != "" && !in.hasOption(c.Common(), row.If) {
			continue
		}
		if row == &catalog.StubCall && in.written(c.Common()) {
			continue // a function of first-party code: its summary knows more
		}
		w := &Wait{Call: c, Fn: fn, Row: row}
		if i := catalog.ContextParam(fn.Signature()); i >= 0 {
			w.Value = argument(c.Common(), i+1)
			w.Context = in.contextAt(w.Value, c)
		} else if row.Carrier != "" {
			w.Value = in.valueOf(c.Common(), row.Carrier)
			if w.Value != nil {
				w.Carried = true
				w.Context, _ = in.carried(w.Value)
			}
		}
		in.waits = append(in.waits, w)
		in.waitAt[c] = w
	}
	// What bounds a client is asked last: it looks at setters all over the
	// package.
	for _, w := range in.waits {
		w.client = in.clientOf(w)
	}
}

// written reports whether a call is of a function whose body first-party code
// holds, or of a method of an interface whose implementations put a limit on
// their context.
func (in *Info) written(c *ssa.CallCommon) bool {
	if !c.IsInvoke() {
		return in.body(c) != nil || in.imported(Callee(c)) != nil
	}
	if c.Method.Pkg() == in.pass.Pkg {
		return in.limitedMethod(c.Method)
	}
	s := in.imported(c.Method)
	return s != nil && s.Limits
}

// limitedMethod reports whether the package implements an interface method,
// and each implementation puts a limit on some context.
func (in *Info) limitedMethod(m *types.Func) bool {
	iface, ok := m.Signature().Recv().Type().Underlying().(*types.Interface)
	if !ok {
		return false
	}
	found := false
	scope := in.pass.Pkg.Scope()
	for _, name := range scope.Names() {
		tn, ok := scope.Lookup(name).(*types.TypeName)
		if !ok || types.IsInterface(tn.Type()) {
			continue
		}
		ptr := types.NewPointer(tn.Type())
		if n, ok := tn.Type().(*types.Named); !ok || n.TypeParams().Len() > 0 || !types.Implements(ptr, iface) {
			continue
		}
		obj, _, _ := types.LookupFieldOrMethod(ptr, true, in.pass.Pkg, m.Name())
		fn, ok := obj.(*types.Func)
		if !ok || fn.Pkg() != in.pass.Pkg {
			return false
		}
		f := in.Funcs[0].Prog.FuncValue(fn)
		if f == nil || len(f.Blocks) == 0 || !in.limits(f) {
			return false
		}
		found = true
	}
	return found
}

// local reports whether a dial is on a network without a peer to wait for.
func (in *Info) local(c *ssa.CallCommon, row *catalog.Call) bool {
	if row.Local == 0 {
		return false
	}
	k, ok := in.canonical(argument(c, row.Local)).(*ssa.Const)
	return ok && k.Value != nil && k.Value.Kind() == constant.String && catalog.LocalNetworks[constant.StringVal(k.Value)]
}

// valueOf returns the receiver or the first argument that has the named type;
// nil if none has. A receiver of another type stands for it where no argument
// does: an interface before a client.
func (in *Info) valueOf(c *ssa.CallCommon, typ string) ssa.Value {
	r := receiver(c)
	if r != nil && catalog.TypeName(r.Type()) == typ {
		return r
	}
	for _, a := range c.Args {
		if a != r && (catalog.TypeName(a.Type()) == typ || catalog.TypeName(in.canonical(a).Type()) == typ) {
			return a
		}
	}
	// A method that is promoted from a part of the client, or of a service
	// kept in one of its fields.
	for v := r; v != nil; {
		switch x := v.(type) {
		case *ssa.UnOp:
			v = x.X
		case *ssa.FieldAddr:
			v = x.X
		case *ssa.Field:
			v = x.X
		default:
			return nil
		}
		if catalog.TypeName(v.Type()) == typ {
			return v
		}
	}
	return nil
}

func (in *Info) clientOf(w *Wait) catalog.Bound {
	b := in.clientOn(w)
	if w.Row.Local > 0 && b != catalog.Bounded {
		if _, ok := in.canonical(argument(w.Call.Common(), w.Row.Local)).(*ssa.Const); !ok {
			return mixed // the network may be one without a peer to wait for
		}
	}
	return b
}

// clientOn is clientOf for a network with a peer.
func (in *Info) clientOn(w *Wait) catalog.Bound {
	c := w.Call.Common()
	row := w.Row
	if row.Forever > 0 {
		if in.forever(argument(c, row.Forever), row.Field) {
			return catalog.Unbounded
		}
		if row.Field == "" {
			return catalog.Bounded
		}
	}
	if row.Options {
		if b := in.options(c, true); b != catalog.Unknown {
			return b
		}
	}
	if row.Key != "" {
		if b := in.keyed(c, row.Key); b != catalog.Unknown {
			return b
		}
	}
	if row.Kind == catalog.SQL {
		if uses, _ := embedded(in.pass.Pkg); uses || in.limitedSQL() {
			return mixed
		}
	}
	if row.Client == "" {
		if w.Fn.Pkg().Path() == "net/http" && row.Kind == catalog.HTTP && in.limitedDefault(w.Fn.Pkg()) {
			return catalog.Bounded
		}
		return catalog.Unknown
	}
	v := in.valueOf(c, row.Client)
	if v == nil {
		v = receiver(c)
	}
	if v == nil {
		return catalog.Unknown
	}
	b := in.client(v, in.argType(v, row.Client))
	if b != catalog.Unknown {
		return b
	}
	switch {
	case row.Client == connType && (in.limitedConnection() || in.limitedStub(v.Type())):
		return mixed // a connection or a client of the program has a limit, perhaps this one
	}
	return b
}

// limitedDefault reports whether the package sets a limit on the default client
// or the default transport of net/http.
func (in *Info) limitedDefault(p *types.Package) bool {
	for name, typ := range map[string]string{"DefaultClient": "net/http.Client", "DefaultTransport": "net/http.Transport"} {
		if v, ok := p.Scope().Lookup(name).(*types.Var); ok && in.setThrough(v, in.table.Client(typ)) {
			return true
		}
	}
	return false
}

// embedded reports whether the package uses a database that is a file: its
// queries wait for no peer. only says that it uses no other kind.
func embedded(p *types.Package) (uses, only bool) {
	uses = strings.Contains(strings.ToLower(p.Name()), "sqlite")
	only = true
	for _, imp := range p.Imports() {
		uses = uses || catalog.FileDrivers[imp.Path()]
		only = only && !catalog.ServerDrivers[imp.Path()]
	}
	return uses, uses && only
}

// limitedSQL reports whether this package, or one of the module that it imports,
// directly or not, makes database handles whose statements have a limit, or
// wait for no peer.
func (in *Info) limitedSQL() bool {
	if in.sql == nil {
		found := in.limitsSQL || in.search(in.pass.Pkg, func(fn *types.Func) bool {
			s := in.imported(fn)
			return s != nil && s.SQL
		}, map[*types.Package]bool{})
		in.sql = &found
	}
	return *in.sql
}

// limitedStub reports whether some package of the module that this one imports,
// directly or not, has a constructor of the client interface t whose methods
// put a limit on their context: the program wraps its stubs.
func (in *Info) limitedStub(t types.Type) bool {
	if !types.IsInterface(t) {
		return false
	}
	name := catalog.TypeName(t)
	if b, ok := in.stubs[name]; ok {
		return b
	}
	if in.stubs == nil {
		in.stubs = map[string]bool{}
	}
	in.stubs[name] = in.search(in.pass.Pkg, func(fn *types.Func) bool {
		if !types.Identical(fn.Signature().Results().At(0).Type(), t) {
			return false
		}
		if fn.Pkg() == in.pass.Pkg {
			f := in.Funcs[0].Prog.FuncValue(fn)
			return f != nil && len(f.Blocks) > 0 && in.returnsClient(f, 0, connType) == catalog.Bounded
		}
		s := in.imported(fn)
		return s != nil && slices.ContainsFunc(s.Makes, func(m Made) bool { return m.Result == 0 && m.Bound == catalog.Bounded })
	}, map[*types.Package]bool{})
	return in.stubs[name]
}

// sameModule reports whether p is in the module of the package at hand. Where the
// driver does not know modules, the owner of the path has to do.
func (in *Info) sameModule(p *types.Package) bool {
	if m := in.pass.Module; m != nil && m.Path != "" {
		return p.Path() == m.Path || strings.HasPrefix(p.Path(), m.Path+"/")
	}
	owner := func(path string) string {
		parts := strings.SplitN(path, "/", 3)
		return strings.Join(parts[:min(2, len(parts))], "/")
	}
	return owner(p.Path()) == owner(in.pass.Pkg.Path())
}

// search reports whether found holds for a constructor in a package of the
// module that p imports, directly or not, or in p. Constructors are taken to
// have usual names, so that the others need not be read.
func (in *Info) search(p *types.Package, found func(*types.Func) bool, seen map[*types.Package]bool) bool {
	if seen[p] || !in.sameModule(p) {
		return false
	}
	seen[p] = true
	for _, name := range p.Scope().Names() {
		if !constructs(name) {
			continue
		}
		if fn, ok := p.Scope().Lookup(name).(*types.Func); ok && fn.Signature().Results().Len() > 0 && found(fn) {
			return true
		}
	}
	for _, imp := range p.Imports() {
		if in.search(imp, found, seen) {
			return true
		}
	}
	return false
}

func constructs(name string) bool {
	for _, w := range [...]string{"New", "Open", "Connect", "Make", "Init", "Must", "Setup", "Create", "Dial"} {
		if strings.HasPrefix(name, w) {
			return true
		}
	}
	return false
}

// forever reports whether a limit is the constant 0: the value itself, or the
// named field of the literal that it is or points to.
func (in *Info) forever(v ssa.Value, field string) bool {
	if v == nil {
		return false
	}
	v = in.canonical(v)
	if field != "" {
		if u, ok := v.(*ssa.UnOp); ok {
			v = u.X
		}
		a, ok := v.(*ssa.Alloc)
		if !ok {
			return false
		}
		st, ok := deref(a.Type()).Underlying().(*types.Struct)
		if !ok {
			return false
		}
		for i := range st.NumFields() {
			if st.Field(i).Name() != field {
				continue
			}
			val := onlyStore(a, i)
			if val == nil {
				for _, r := range *a.Referrers() {
					if fa, ok := r.(*ssa.FieldAddr); ok && fa.Field == i {
						return false // written in more than one way
					}
				}
				return true
			}
			v = in.canonical(val)
		}
	}
	k, ok := v.(*ssa.Const)
	return ok && k.Value != nil && k.Value.Kind() == constant.Int && constant.Sign(k.Value) == 0
}

// keyed returns what the client means that the call's context carries under
// the key: Unknown where it carries none.
func (in *Info) keyed(c *ssa.CallCommon, key string) catalog.Bound {
	fn := Callee(c)
	i := catalog.ContextParam(fn.Signature())
	if i < 0 {
		return catalog.Unknown
	}
	v, none := argument(c, i+1), catalog.Unknown
	for range 16 {
		x := in.canonical(v)
		if e, ok := x.(*ssa.Extract); ok {
			x = e.Tuple
		}
		call, ok := x.(*ssa.Call)
		if !ok {
			return none
		}
		fn := Callee(call.Common())
		if fn == nil {
			return none
		}
		if fn.Pkg() == nil || fn.Pkg().Path() != "context" {
			none = mixed // another library may put one in (oidc.ClientContext)
		}
		if catalog.FullName(fn) == "context.WithValue" && isVariable(in.canonical(call.Common().Args[1]), key) {
			if b := in.client(call.Common().Args[2], in.argType(call.Common().Args[2], "net/http.Client")); b == catalog.Unbounded {
				return b
			}
			return mixed // whether a limit is taken over depends on the library's version
		}
		i := catalog.ContextParam(fn.Signature())
		if i < 0 {
			if fn.Pkg() != nil && fn.Pkg().Path() == "context" || fn.Name() == "Context" {
				return catalog.Unknown // Background, r.Context()
			}
			return none
		}
		v = argument(call.Common(), i+1)
	}
	return none
}

// isVariable reports whether v is loaded from the named package variable.
func isVariable(v ssa.Value, name string) bool {
	u, ok := v.(*ssa.UnOp)
	if !ok {
		return false
	}
	g, ok := u.X.(*ssa.Global)
	return ok && g.Pkg.Pkg.Path()+"."+g.Name() == name
}

// limitedConnection reports whether the package makes a gRPC connection whose
// options put a limit on its calls, or may.
func (in *Info) limitedConnection() bool {
	if in.conn == nil {
		found := in.findLimitedConnection()
		in.conn = &found
	}
	return *in.conn
}

func (in *Info) findLimitedConnection() bool {
	for _, c := range in.calls {
		call, ok := c.(*ssa.Call)
		if !ok {
			continue
		}
		fn := Callee(call.Common())
		if fn == nil || fn.Pkg() == nil || fn.Pkg().Path() != "google.golang.org/grpc" {
			continue
		}
		if m := in.table.Maker(fn); m != nil && m.Options && in.options(call.Common(), false) != catalog.Unknown {
			return true
		}
	}
	return false
}

// carried returns what is known of the context that a value carries: a
// request, a transaction, a command, a query builder. ok is false where the
// value is no carrier.
func (in *Info) carried(v ssa.Value) (k Knowledge, ok bool) {
	row := in.table.Carrier(catalog.TypeName(v.Type()))
	if row == nil {
		return Knowledge{}, false
	}
	return in.solve(question{value: v, carrier: true}, func() Knowledge { return in.carries(v, row) }), true
}

func (in *Info) carries(v ssa.Value, row *catalog.Carrier) Knowledge {
	// A setter called on the value (SetContext) counts wherever it stands.
	if v.Referrers() != nil {
		for _, r := range *v.Referrers() {
			if c, ok := r.(*ssa.Call); ok && receiver(c.Common()) == v {
				if fn := Callee(c.Common()); fn != nil && in.table.Takes(fn) && strings.HasPrefix(fn.Name(), "Set") {
					return in.Context(argument(c.Common(), catalog.ContextParam(fn.Signature())+1))
				}
			}
		}
	}
	if row.Handle != "" && in.handled(v, row.Handle) {
		return Knowledge{}
	}
	switch x := v.(type) {
	case *ssa.Phi:
		return in.joinCarried(x.Edges)
	case *ssa.ChangeType:
		k, _ := in.carried(x.X)
		return k
	case *ssa.Const:
		if row.Zero && x.IsNil() {
			return Knowledge{Kind: None, Fresh: true}
		}
	case *ssa.Alloc:
		if row.Zero {
			return Knowledge{Kind: None, Fresh: true}
		}
	case *ssa.Extract:
		if c, ok := x.Tuple.(*ssa.Call); ok {
			return in.carriedResult(c, x.Index, row)
		}
	case *ssa.Call:
		return in.carriedResult(x, 0, row)
	case *ssa.Parameter:
		if row.Param && !(x.Parent().Signature.Recv() != nil && x.Parent().Params[0] == x) {
			return Knowledge{Kind: Caller, Source: x}
		}
	case *ssa.FreeVar:
		if b, _ := in.binding(x); b != nil {
			k, _ := in.carried(b)
			return k
		}
	case *ssa.UnOp:
		if x.Op != token.MUL {
			break
		}
		switch x.X.(type) {
		case *ssa.Alloc, *ssa.FreeVar:
			vals, ok := in.stored(x)
			if !ok || len(vals) == 0 {
				return Knowledge{}
			}
			return in.joinCarried(vals)
		case *ssa.FieldAddr, *ssa.Global:
			if row.Bare {
				return Knowledge{Kind: None, Fresh: true}
			}
			if row.Param {
				if p := in.rootParam(x); p != nil { // c.Request
					return Knowledge{Kind: Caller, Source: p}
				}
			}
		}
	}
	return Knowledge{}
}

// joinCarried joins what is known of the contexts that several values carry.
func (in *Info) joinCarried(vals []ssa.Value) Knowledge {
	k := Knowledge{Kind: bottom}
	for _, v := range vals {
		if isNilConst(v) && len(vals) > 1 {
			continue
		}
		kv, _ := in.carried(v)
		if k = join(k, kv); k == (Knowledge{}) {
			break
		}
	}
	return k
}

// handled reports whether a field of a carrier is used by which it can be
// ended: a command's Process.
func (in *Info) handled(v ssa.Value, field string) bool {
	i, ok := v.(ssa.Instruction)
	if !ok {
		return false
	}
	var look func(fn *ssa.Function) bool
	look = func(fn *ssa.Function) bool {
		for _, b := range fn.Blocks {
			for _, i := range b.Instrs {
				if fa, ok := i.(*ssa.FieldAddr); ok && fieldOf(fa).Name() == field && in.same(fa.X, v) {
					return true
				}
			}
		}
		return slices.ContainsFunc(fn.AnonFuncs, look)
	}
	return look(i.Parent())
}

func (in *Info) carriedResult(c *ssa.Call, index int, row *catalog.Carrier) Knowledge {
	fn := Callee(c.Common())
	if fn == nil {
		if f := in.body(c.Common()); f != nil {
			return in.returnsCarrier(f, c, index)
		}
		return Knowledge{}
	}
	if in.table.Empty(fn) {
		return Knowledge{Kind: None, Root: c, Fresh: true}
	}
	if in.table.Takes(fn) {
		if i := catalog.ContextParam(fn.Signature()); i >= 0 {
			return in.Context(argument(c.Common(), i+1))
		}
	}
	if in.table.From(fn) {
		for _, a := range c.Common().Args {
			if k, ok := in.carried(a); ok {
				return k
			}
		}
		return Knowledge{}
	}
	if row.Chain && !slices.Contains(row.Opaque, catalog.FullName(fn)) && !slices.Contains(row.Opaque, fn.Name()) {
		if r := receiver(c.Common()); r != nil && catalog.TypeName(r.Type()) == row.Type {
			k, _ := in.carried(r)
			return k
		}
	}
	if f := in.body(c.Common()); f != nil {
		return in.returnsCarrier(f, c, index)
	}
	if row.Param {
		if p := in.rootParam(c); p != nil { // c.Request() of an echo context
			return Knowledge{Kind: Caller, Source: p}
		}
	}
	return Knowledge{}
}

// returnsCarrier returns what is known of the context in a carrier that a
// function of this package returns, seen from a call of it.
func (in *Info) returnsCarrier(f *ssa.Function, c *ssa.Call, index int) Knowledge {
	k := in.solve(question{fn: f, result: index, carrier: true}, func() Knowledge {
		var vals []ssa.Value
		for _, b := range f.Blocks {
			if r, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return); ok && index < len(r.Results) {
				vals = append(vals, r.Results[index])
			}
		}
		return in.joinCarried(vals)
	})
	if k.Source != nil {
		for i, p := range f.Params {
			if p == k.Source && i < len(c.Common().Args) {
				if !isContextLike(p.Type()) {
					kc, _ := in.carried(c.Common().Args[i])
					return kc
				}
				return in.Context(c.Common().Args[i])
			}
		}
		return Knowledge{}
	}
	return k
}

// known returns what is known of the context that an argument is or carries.
func (in *Info) known(v ssa.Value, at ssa.Instruction) Knowledge {
	if k, ok := in.carried(v); ok {
		return k
	}
	if isContextLike(v.Type()) {
		return in.contextAt(v, at)
	}
	return Knowledge{}
}

// A Via is a call of a function that waits on a context parameter which
// nothing bounds, with what is known of the context that it is handed here.
type Via struct {
	Call    ssa.CallInstruction
	Name    string
	Wait    Waits
	Value   ssa.Value
	Context Knowledge
	Carried bool // as in Wait
}

// Vias returns the calls that wait through a function of first-party code, in
// order.
func (in *Info) Vias() []Via {
	if in.index == nil {
		return nil
	}
	var out []Via
	for _, c := range in.calls {
		if in.waitAt[c] != nil {
			continue
		}
		name := "this closure"
		if fn := Callee(c.Common()); fn != nil {
			name = fn.Name()
		}
		s := in.SummaryOf(c.Common())
		if s == nil {
			continue
		}
		for _, w := range s.Waits {
			if w.Param < len(c.Common().Args) {
				v := c.Common().Args[w.Param]
				out = append(out, Via{Call: c, Name: name, Wait: w, Value: v, Context: in.known(v, c), Carried: !isContextLike(v.Type())})
			}
		}
	}
	return out
}

// Chained reports whether a wait continues another one in a builder's chain
// (db.First(x).Updates(y)): what that one lacks, it lacks.
func (in *Info) Chained(w *Wait) bool {
	if !w.Carried {
		return false
	}
	row := in.table.Carrier(w.Row.Carrier)
	if row == nil || !row.Chain {
		return false
	}
	v := w.Value
	for {
		c, ok := v.(*ssa.Call)
		if !ok {
			return false
		}
		if in.waitAt[c] != nil {
			return true
		}
		if v = receiver(c.Common()); v == nil {
			return false
		}
	}
}
