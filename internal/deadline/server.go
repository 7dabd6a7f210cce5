package deadline

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"net"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/budgetlint/budgetlint/internal/catalog"
)

// A Server is a place where an HTTP server is made that lets a client take for
// ever to send its header.
type Server struct {
	Pos, End token.Pos
	call     string // of a function that makes one inside, "" for a literal
}

// Message says what is wrong and the way out.
func (s Server) Message() string {
	if s.call != "" {
		return "nothing bounds how long a client takes to send its header: " + s.call + " serves without a limit; use an http.Server with ReadHeaderTimeout"
	}
	return "nothing bounds how long a client takes to send its header: this http.Server has neither ReadHeaderTimeout nor ReadTimeout; set ReadHeaderTimeout"
}

const serverType = "net/http.Server"

// Servers returns the HTTP servers made in the package without a limit for the
// header, in order.
func (in *Info) Servers() []Server {
	var out []Server
	if in.table == nil {
		return nil
	}
	row := in.table.Client(serverType)
	for _, fn := range in.Funcs {
		for _, b := range fn.Blocks {
			for _, i := range b.Instrs {
				switch i := i.(type) {
				case *ssa.Alloc:
					if catalog.TypeName(deref(i.Type())) != serverType || isPointer(deref(i.Type())) {
						continue
					}
					if pos, end, ok := in.source(i); ok && !isCopy(i) && !in.loopback(fieldStore(i, "Addr")) && in.structure(i, row) == catalog.Unbounded {
						out = append(out, Server{Pos: pos, End: end})
					}
				case *ssa.FieldAddr:
					// A server that is itself a variable of the package, or a
					// field, filled in place.
					if g, ok := i.X.(*ssa.Global); ok && catalog.TypeName(deref(g.Type())) == serverType && !isPointer(deref(g.Type())) {
						if lit := in.literalOf(i); lit != nil && !in.setThrough(g.Object().(*types.Var), row) {
							out = append(out, Server{Pos: lit.Pos(), End: lit.End()})
						}
						continue
					}
					if pos, end, ok := in.filled(i); ok && in.held(i, fieldOf(i), serverType) != catalog.Bounded && !in.setThrough(fieldOf(i), row) {
						out = append(out, Server{Pos: pos, End: end})
					}
				case ssa.CallInstruction:
					switch name := catalog.FullName(Callee(i.Common())); name {
					case "net/http.ListenAndServe", "net/http.ListenAndServeTLS", "net/http.Serve", "net/http.ServeTLS":
						if strings.HasPrefix(Callee(i.Common()).Name(), "Listen") && in.loopback(i.Common().Args[0]) {
							continue
						}
						pos, end := in.At(i)
						out = append(out, Server{Pos: pos, End: end, call: "http." + Callee(i.Common()).Name()})
					}
				}
			}
		}
	}
	return out
}

// loopback reports whether an address is a constant that only this machine
// reaches: no stranger can hold such a server's connections.
func (in *Info) loopback(addr ssa.Value) bool {
	if addr == nil {
		return false
	}
	switch x := in.canonical(addr).(type) {
	case *ssa.BinOp: // "127.0.0.1:" + port
		return in.loopback(x.X)
	case *ssa.Call:
		switch catalog.FullName(Callee(x.Common())) {
		case "fmt.Sprintf", "net.JoinHostPort":
			return in.loopback(x.Common().Args[0])
		}
	case *ssa.Const:
		if x.Value == nil || x.Value.Kind() != constant.String {
			return false
		}
		host := constant.StringVal(x.Value)
		if i := strings.LastIndexByte(host, ':'); i >= 0 && net.ParseIP(host) == nil {
			host = strings.Trim(host[:i], "[]")
		}
		ip := net.ParseIP(host)
		return host == "localhost" || ip != nil && ip.IsLoopback()
	}
	return false
}

// fieldStore returns the one value stored to a field of a local struct.
func fieldStore(a *ssa.Alloc, name string) ssa.Value {
	st, ok := deref(a.Type()).Underlying().(*types.Struct)
	if !ok {
		return nil
	}
	for i := range st.NumFields() {
		if st.Field(i).Name() == name {
			return onlyStore(a, i)
		}
	}
	return nil
}

// isCopy reports whether a variable holds what another server is: *s = *t.
func isCopy(a *ssa.Alloc) bool {
	for _, r := range *a.Referrers() {
		if s, ok := r.(*ssa.Store); ok && s.Addr == a {
			return true
		}
	}
	return false
}

// source returns where a literal or a variable that is a server stands.
func (in *Info) source(a *ssa.Alloc) (pos, end token.Pos, ok bool) {
	if lit := in.literalAt(a.Pos()); lit != nil {
		return lit.Pos(), lit.End(), true
	}
	return a.Pos(), a.Pos(), a.Pos().IsValid()
}

// filled returns the source of a literal that fills a field which is a server.
func (in *Info) filled(fa *ssa.FieldAddr) (pos, end token.Pos, ok bool) {
	if catalog.TypeName(deref(fa.Type())) != serverType || isPointer(deref(fa.Type())) {
		return 0, 0, false
	}
	for _, r := range *fa.Referrers() {
		if sub, ok := r.(*ssa.FieldAddr); ok && sub.Referrers() != nil {
			for _, rr := range *sub.Referrers() {
				if s, ok := rr.(*ssa.Store); ok && s.Addr == sub {
					if lit := in.literalAround(s.Pos()); lit != nil {
						for _, other := range *fa.Referrers() {
							if o, ok := other.(*ssa.FieldAddr); ok && contains(in.table.Client(serverType).Fields, fieldOf(o).Name()) {
								return 0, 0, false
							}
						}
						return lit.Pos(), lit.End(), true
					}
				}
			}
		}
	}
	return 0, 0, false
}

// literalOf returns the server literal that stores to a field.
func (in *Info) literalOf(fa *ssa.FieldAddr) *ast.CompositeLit {
	for _, r := range *fa.Referrers() {
		if s, ok := r.(*ssa.Store); ok && s.Addr == fa {
			if lit := in.literalAround(s.Pos()); lit != nil {
				return lit
			}
		}
	}
	return nil
}

func (in *Info) literals(f func(*ast.CompositeLit) bool) *ast.CompositeLit {
	var found *ast.CompositeLit
	for _, file := range in.pass.Files {
		ast.Inspect(file, func(n ast.Node) bool {
			if lit, ok := n.(*ast.CompositeLit); ok && catalog.TypeName(in.pass.TypesInfo.TypeOf(lit)) == serverType && f(lit) {
				found = lit
			}
			return found == nil
		})
	}
	return found
}

// literalAt returns the server literal whose brace or start is at pos.
func (in *Info) literalAt(pos token.Pos) *ast.CompositeLit {
	return in.literals(func(l *ast.CompositeLit) bool { return l.Lbrace == pos || l.Pos() == pos })
}

func (in *Info) literalAround(pos token.Pos) *ast.CompositeLit {
	return in.literals(func(l *ast.CompositeLit) bool { return l.Pos() <= pos && pos < l.End() })
}

// FromHandler reports whether a parameter is the request of an HTTP handler: it
// has a ResponseWriter beside it.
func (in *Info) FromHandler(p *ssa.Parameter) bool {
	if p == nil || catalog.TypeName(p.Type()) != "net/http.Request" {
		return false
	}
	for _, q := range p.Parent().Params {
		if catalog.TypeName(q.Type()) == "net/http.ResponseWriter" {
			return true
		}
	}
	return false
}
