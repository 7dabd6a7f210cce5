package deadline

import (
	"go/ast"
	"go/token"

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
	row := in.table.Client(serverType)
	if row == nil {
		return nil
	}
	for _, fn := range in.Funcs {
		for _, b := range fn.Blocks {
			for _, i := range b.Instrs {
				switch i := i.(type) {
				case *ssa.Alloc:
					if catalog.TypeName(deref(i.Type())) != serverType || isPointer(deref(i.Type())) {
						continue
					}
					if pos, end, ok := in.made0(i); ok && in.structure(i, row) == catalog.Unbounded && !in.receiverOnly(i) {
						out = append(out, Server{Pos: pos, End: end})
					}
				case *ssa.FieldAddr:
					// A server that is itself a field, filled in place.
					if pos, end, ok := in.filled(i); ok && in.held(i, fieldOf(i), serverType) != catalog.Bounded && !in.setThrough(fieldOf(i), row) {
						out = append(out, Server{Pos: pos, End: end})
					}
				case ssa.CallInstruction:
					switch name := catalog.FullName(Callee(i.Common())); name {
					case "net/http.ListenAndServe", "net/http.ListenAndServeTLS", "net/http.Serve", "net/http.ServeTLS":
						pos, end := in.At(i)
						out = append(out, Server{Pos: pos, End: end, call: "http." + Callee(i.Common()).Name()})
					}
				}
			}
		}
	}
	return out
}

// receiverOnly reports whether a server's variable is a copy that only holds
// what another one is: *s = ....
func (in *Info) receiverOnly(a *ssa.Alloc) bool {
	for _, r := range *a.Referrers() {
		if s, ok := r.(*ssa.Store); ok && s.Addr == a {
			return true
		}
	}
	return false
}

// made0 returns the source of a literal or variable of a server.
func (in *Info) made0(a *ssa.Alloc) (pos, end token.Pos, ok bool) {
	lit := in.literalAt(a.Pos())
	if lit == nil {
		if a.Comment != "new" && a.Comment != "complit" && !a.Pos().IsValid() {
			return 0, 0, false
		}
		return a.Pos(), a.Pos(), a.Pos().IsValid()
	}
	return lit.Pos(), lit.End(), true
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
