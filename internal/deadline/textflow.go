package deadline

import (
	"cmp"
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/budgetlint/budgetlint/internal/catalog"
)

// A flow follows the text of one failure to where it becomes an answer.
type flow struct {
	in   *Info
	src  textSource
	seen map[ssa.Value]bool
	out  []*Answer
	// reaches, if not nil, is called with each result that the text reaches
	// instead of noting answers: the flow is that of a parameter.
	reaches func(r *ssa.Return, result int, s spot)
	steps   int
}

// A spot is what is known of the text on its way.
type spot struct {
	pos, end token.Pos // where it became a part of a result, if it did
	what     string    // and of what: "field Summary"
	mixed    bool      // a real answer can stand in the same place
	joined   *ssa.Phi  // the last place where ways joined,
	edge     int       // and by which one the text came
	returned *ssa.Return
	plain    *catalog.TextMaker // what made a result of it
	depth    int                // functions returned from
}

// mostSteps bounds the way of one text.
const mostSteps = 400

func (f *flow) start() {
	if f.src.sentence == "" {
		if c, ok := f.src.at.(*ssa.Call); ok && f.src.val == ssa.Value(c) {
			if catalog.Hands(Callee(c.Common())) == catalog.HandsInto {
				f.into(c, spot{})
				return
			}
		}
		f.follow(f.src.val, spot{})
		return
	}
	s := spot{}
	if phi, ok := f.src.at.(*ssa.Phi); ok {
		s = spot{mixed: true, joined: phi, edge: f.src.op}
		f.follow(phi, s)
		return
	}
	f.step(f.src.val, f.src.at, s)
}

// follow goes on to each use of a value that holds the text.
func (f *flow) follow(v ssa.Value, s spot) {
	if v == nil || f.seen[v] || v.Referrers() == nil {
		return
	}
	f.seen[v] = true
	if i, ok := v.(ssa.Instruction); ok {
		// A result that another function made may be flagged here.
		if _, ok := v.Type().Underlying().(*types.Pointer); ok {
			if _, failed := f.in.flagsOf(v, -1, i); failed {
				return
			}
		}
	}
	for _, r := range *v.Referrers() {
		f.step(v, r, s)
	}
}

func (f *flow) step(v ssa.Value, at ssa.Instruction, s spot) {
	if f.steps++; f.steps > mostSteps {
		return
	}
	switch i := at.(type) {
	case *ssa.BinOp:
		if i.Op != token.ADD {
			return // a question about the text
		}
		if other := i.X; f.src.sentence == "" {
			if other == v {
				other = i.Y
			}
			if f.in.outputOf(other, f.src.err, 0) {
				return
			}
		}
		f.follow(i, s)
	case *ssa.Phi:
		for n, e := range i.Edges {
			if e == v {
				s.mixed, s.joined, s.edge = true, i, n
				f.follow(i, s)
				return
			}
		}
	case *ssa.Convert:
		f.follow(i, s)
	case *ssa.ChangeType:
		f.follow(i, s)
	case *ssa.MakeInterface:
		f.follow(i, s)
	case *ssa.ChangeInterface:
		f.follow(i, s)
	case *ssa.Slice:
		f.follow(i, s)
	case *ssa.UnOp:
		if i.Op == token.MUL && i.X == v {
			f.follow(i, s) // a struct is copied
		}
	case *ssa.Extract:
		if i.Index == 0 {
			f.follow(i, s)
		}
	case *ssa.Store:
		if i.Val == v {
			f.store(i, s)
		}
	case *ssa.MapUpdate:
		if i.Value == v {
			f.mapUpdate(i, s)
		}
	case *ssa.Send:
		if i.X == v {
			f.send(i, s)
		}
	case *ssa.MakeClosure:
		if fn, ok := i.Fn.(*ssa.Function); ok {
			for n, b := range i.Bindings {
				if b == v && n < len(fn.FreeVars) {
					f.follow(fn.FreeVars[n], s)
				}
			}
		}
	case *ssa.Return:
		for n, r := range i.Results {
			if r == v {
				f.result(i, n, s)
			}
		}
	case ssa.CallInstruction:
		f.call(v, i, s)
	}
}

// store: the text is put into a variable, a field or an element.
func (f *flow) store(i *ssa.Store, s spot) {
	switch a := i.Addr.(type) {
	case *ssa.Alloc:
		if catalog.NamesError(a.Comment) && !isTextType(deref(a.Type())) {
			return
		}
		f.variable(a, i, s)
	case *ssa.FreeVar:
		if outer, _ := f.in.captured(a); outer != nil {
			f.loads(outer, s)
		}
		f.loadsOf(a, i, s)
	case *ssa.IndexAddr:
		f.element(a, s)
	case *ssa.FieldAddr:
		f.field(a, i, s)
	case *ssa.Global:
		if f.reaches == nil && !catalog.NamesError(a.Name()) && s.pos == token.NoPos && isTextType(deref(a.Type())) {
			f.place(i, "variable "+a.Name(), s)
		}
	}
}

// variable: the text is put into a local variable; its loads hold it.
func (f *flow) variable(a *ssa.Alloc, st *ssa.Store, s spot) {
	if a.Referrers() == nil {
		return
	}
	for _, r := range *a.Referrers() {
		switch r := r.(type) {
		case *ssa.UnOp:
			vals, _ := f.in.stored(r)
			if slices.Contains(vals, st.Val) {
				n := s
				n.mixed = s.mixed || len(vals) > 1
				f.follow(r, n)
			}
		case *ssa.MakeClosure:
			f.inClosure(r, a, s)
		}
	}
}

// loads: the text is put into a variable of an outer function.
func (f *flow) loads(a *ssa.Alloc, s spot) {
	s.mixed = true
	for _, r := range *a.Referrers() {
		if u, ok := r.(*ssa.UnOp); ok {
			f.follow(u, s)
		}
	}
}

func (f *flow) loadsOf(v *ssa.FreeVar, st *ssa.Store, s spot) {
	for _, r := range *v.Referrers() {
		if u, ok := r.(*ssa.UnOp); ok && u.Op == token.MUL && after(st, u) {
			f.follow(u, s)
		}
	}
}

// inClosure: a closure captures a variable that holds the text.
func (f *flow) inClosure(mc *ssa.MakeClosure, a ssa.Value, s spot) {
	fn, ok := mc.Fn.(*ssa.Function)
	if !ok {
		return
	}
	for n, b := range mc.Bindings {
		if b != a || n >= len(fn.FreeVars) || fn.FreeVars[n].Referrers() == nil {
			continue
		}
		for _, r := range *fn.FreeVars[n].Referrers() {
			if u, ok := r.(*ssa.UnOp); ok && u.Op == token.MUL {
				f.follow(u, s)
			}
		}
	}
}

// element: the text becomes an element of an array that a slice is made of.
func (f *flow) element(a *ssa.IndexAddr, s spot) {
	switch x := a.X.(type) {
	case *ssa.Alloc:
		for _, r := range *x.Referrers() {
			switch r := r.(type) {
			case *ssa.Slice:
				f.follow(r, s)
			case *ssa.UnOp:
				f.follow(r, s)
			}
		}
	default:
		f.follow(x, s)
	}
}

// field: the text, or what holds it, is put into a field of a struct.
func (f *flow) field(a *ssa.FieldAddr, i *ssa.Store, s spot) {
	field := fieldOf(a)
	owner := deref(a.X.Type())
	name := field.Name()
	if catalog.NamesFlag(name) || typeNames(owner, catalog.NamesError) || typeNames(owner, catalog.NamesNotice) || typeNames(owner, catalog.NamesVerdict) || implementsError(a.X.Type()) {
		return
	}
	if f.in.flagged(a) {
		return
	}
	if !s.pos.IsValid() {
		if !contentType(field.Type()) {
			return
		}
		s.pos, s.end = f.spotOf(i, s)
		s.what = "field " + name
	}
	f.container(a.X, i, s)
}

// container: a struct that the text was put into. A local one goes on its way;
// what the caller sees is an answer if the function tells nobody of the error.
func (f *flow) container(base ssa.Value, i ssa.Instruction, s spot) {
	switch x := base.(type) {
	case *ssa.Alloc:
		f.follow(x, s)
		return
	case *ssa.FieldAddr: // a struct in a struct
		field := fieldOf(x)
		if catalog.NamesError(field.Name()) || typeNames(deref(x.X.Type()), catalog.NamesError) || f.in.flagged(x) {
			return
		}
		f.container(x.X, i, s)
		return
	case *ssa.IndexAddr:
		f.element(x, s)
		return
	case *ssa.UnOp:
		if x.Op != token.MUL {
			break
		}
		if al, ok := x.X.(*ssa.Alloc); ok { // a pointer in a variable
			f.follow(x, s)
			for _, r := range *al.Referrers() {
				if u, ok := r.(*ssa.UnOp); ok && u != x {
					f.follow(u, s)
				}
			}
			return
		}
	case *ssa.Call, *ssa.Extract, *ssa.Phi, *ssa.TypeAssert, *ssa.Lookup:
		f.follow(base, s)
		return
	}
	if f.reaches != nil || !f.in.seenByCaller(base) || !f.in.untold(i) {
		return
	}
	// A field of the receiver is its state, which need not be an answer: it
	// is one where a real value stands in the same place.
	if p := f.in.rootOf(base); p != nil && isReceiver(p) && !s.mixed {
		return
	}
	f.answer(FieldAnswer, s, i.Parent(), nil)
}

// seenByCaller reports whether a struct belongs to the caller.
func (in *Info) seenByCaller(base ssa.Value) bool { return in.rootOf(base) != nil }

// rootOf returns the parameter, also a receiver, whose struct base is or is a
// part of.
func (in *Info) rootOf(base ssa.Value) *ssa.Parameter {
	for range 6 {
		switch x := in.canonical(base).(type) {
		case *ssa.Parameter:
			return x
		case *ssa.UnOp:
			base = x.X
		case *ssa.FieldAddr:
			base = x.X
		default:
			return nil
		}
	}
	return nil
}

func isReceiver(p *ssa.Parameter) bool {
	return p.Parent().Signature.Recv() != nil && p.Parent().Params[0] == p
}

// untold reports whether a function that goes on after i returns no error.
func (in *Info) untold(i ssa.Instruction) bool {
	fn := i.Parent()
	e := errorResult(fn.Signature)
	if e < 0 {
		return true
	}
	seen := map[*ssa.BasicBlock]bool{}
	var told func(b *ssa.BasicBlock) bool
	told = func(b *ssa.BasicBlock) bool {
		if seen[b] {
			return false
		}
		seen[b] = true
		if r, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return); ok {
			return !in.nilError(r, e, spot{})
		}
		for _, s := range b.Succs {
			if told(s) {
				return true
			}
		}
		return false
	}
	return !told(i.Block())
}

// place: the text is kept where a reader finds it later.
func (f *flow) place(i ssa.Instruction, what string, s spot) {
	if f.reaches != nil {
		return
	}
	if !s.pos.IsValid() {
		s.pos, s.end = f.spotOf(i, s)
		s.what = what
	}
	f.answer(FieldAnswer, s, i.Parent(), nil)
}

// mapUpdate: the text, or what holds it, becomes an entry of a map.
func (f *flow) mapUpdate(i *ssa.MapUpdate, s spot) {
	key, known := stringConst(i.Key)
	if known && catalog.NamesFlag(key) || f.in.flaggedMap(i) || typeNames(i.Map.Type(), catalog.NamesError) {
		return
	}
	if f.in.containerNamed(i.Pos(), i.Map) {
		return
	}
	if !s.pos.IsValid() {
		s.pos, s.end = f.spotOf(i, s)
		if s.what = "the entry of a map"; known {
			s.what = "entry " + key
		}
	}
	switch m := i.Map.(type) {
	case *ssa.UnOp:
		if fa, ok := m.X.(*ssa.FieldAddr); ok {
			if name := fieldOf(fa).Name(); !catalog.NamesFlag(name) {
				f.container(fa.X, i, s)
			}
			return
		}
		if a, ok := m.X.(*ssa.Alloc); ok {
			for _, r := range *a.Referrers() {
				if u, ok := r.(*ssa.UnOp); ok {
					f.follow(u, s)
				}
			}
			return
		}
	}
	f.follow(i.Map, s)
}

// send: the text, or what holds it, is sent on a channel.
func (f *flow) send(i *ssa.Send, s spot) {
	if f.reaches != nil {
		return
	}
	ch := i.Chan.Type().Underlying().(*types.Chan)
	if f.in.containerNamed(i.Pos(), i.Chan) || typeNames(ch.Elem(), catalog.NamesNotice) {
		return
	}
	f.place(i, "the value sent", s)
}

// result: the text, or what holds it, is returned.
func (f *flow) result(r *ssa.Return, n int, s spot) {
	fn := r.Parent()
	results := fn.Signature.Results()
	if n > 0 && (!s.pos.IsValid() || types.Identical(results.At(0).Type(), results.At(n).Type())) {
		return // a remark beside the value, or the second of two lists
	}
	if f.misses(r) {
		return
	}
	for m, v := range r.Results {
		if m == n {
			continue
		}
		t := results.At(m).Type()
		if b, ok := t.Underlying().(*types.Basic); ok {
			if b.Info()&types.IsBoolean != 0 {
				return // it says which of the two it is
			}
			if k, ok := number(v); b.Info()&types.IsNumeric != 0 && !implementsError(t) && (!ok || k != 0) {
				return // a status, perhaps
			}
		}
	}
	e := errorResult(fn.Signature)
	if e == n {
		return
	}
	if e >= 0 && !f.in.nilError(r, e, s) {
		return
	}
	if f.reaches != nil {
		f.reaches(r, n, s)
		return
	}
	if !f.in.speaks(fn) {
		return
	}
	if name := results.At(n).Name(); catalog.NamesError(name) {
		return
	}
	if e < 0 && !s.pos.IsValid() && s.plain == nil && contentType(results.At(n).Type()) {
		f.callers(fn, r, n, s)
		return
	}
	kind := TextAnswer
	if s.pos.IsValid() && s.what != "" {
		kind = FieldAnswer
	}
	f.answer(kind, s, fn, r)
}

// misses reports whether a return is not reached once the text was made, or only
// where the call did not fail.
func (f *flow) misses(r *ssa.Return) bool {
	if f.src.at == nil || f.src.at.Parent() != r.Parent() {
		return false
	}
	if ssa.Instruction(r) != f.src.at && !after(f.src.at, r) {
		return true
	}
	err := cmp.Or(f.src.err, f.src.of)
	if err == nil {
		return false
	}
	for _, any := range f.in.guards(r.Block()) {
		if len(any) == 1 && any[0].kind == guardFailed && any[0].not && any[0].err != nil && f.in.same(any[0].err, err) {
			return true
		}
	}
	return false
}

// callers: the text leaves a function that returns no error; whether it is an
// answer shows where it is called.
func (f *flow) callers(fn *ssa.Function, r *ssa.Return, n int, s spot) {
	if s.depth >= 3 {
		return
	}
	if s.returned == nil {
		s.returned = r
	}
	s.depth++
	s.mixed, s.joined = true, nil
	if fn.Parent() != nil {
		for _, c := range f.in.callsOf(fn) {
			f.follow(resultOf(c, n), s)
		}
		return
	}
	for _, u := range f.in.uses[fn] {
		if c, ok := u.call.(*ssa.Call); ok {
			f.follow(resultOf(c, n), s)
		}
	}
}

// call: the text, or what holds it, is handed to a function.
func (f *flow) call(v ssa.Value, i ssa.CallInstruction, s spot) {
	common := i.Common()
	c, isCall := i.(*ssa.Call)
	if b, ok := common.Value.(*ssa.Builtin); ok {
		if b.Name() == "append" && isCall && !f.in.containerNamed(c.Pos(), nil) {
			f.follow(c, s)
		}
		return
	}
	fn := Callee(common)
	if row := f.in.table.TextMaker(fn); row != nil {
		if isCall && argument(common, row.Text) == v {
			f.made(row, c, s)
		}
		return
	}
	if fn != nil {
		if keep := catalog.Keeps(fn); keep > 0 && unboxed(argument(common, keep)) == unboxed(v) && f.reaches == nil {
			if r := receiver(common); r == nil || !f.in.containerNamed(i.Pos(), r) {
				f.place(i, "the value kept by "+callName(fn), s)
			}
			return
		}
		if body := catalog.BodyOf(fn); body != nil {
			f.body(body, v, i, s)
			return
		}
		switch catalog.Hands(fn) {
		case catalog.HandsOn:
			if isCall {
				f.follow(resultOf(c, 0), s)
			}
			return
		case catalog.HandsInto:
			if isCall {
				f.into(c, s)
			}
			return
		}
	}
	if !isCall {
		return
	}
	for _, said := range f.in.saysOf(common) {
		if said.Param >= 0 && said.Param < len(common.Args) && common.Args[said.Param] == v {
			if r := resultOf(c, said.Result); r != nil {
				f.follow(r, s)
			}
		}
	}
	// A function that returns what it is handed, with something added.
	if f.in.body(common) == nil && fn != nil && s.pos.IsValid() || s.plain != nil {
		if res := common.Signature().Results(); res.Len() > 0 && types.Identical(res.At(0).Type(), v.Type()) && fn != nil && !catalog.NamesError(fn.Name()) && !isTextType(v.Type()) {
			f.follow(resultOf(c, 0), s)
		}
	}
}

// body: what holds the text is the body of a reply whose status is that of a
// success.
func (f *flow) body(row *catalog.Body, v ssa.Value, i ssa.CallInstruction, s spot) {
	if f.reaches != nil || !s.pos.IsValid() || argument(i.Common(), row.Body) != v {
		return
	}
	if row.Status > 0 {
		if n, ok := number(argument(i.Common(), row.Status)); !ok || n < 200 || n > 299 {
			return
		}
	} else if !f.in.okReply(i) {
		return
	}
	f.answer(FieldAnswer, s, i.Parent(), nil)
}

// okReply reports whether an encoder writes to a reply whose status nothing in
// the function sets.
func (in *Info) okReply(i ssa.CallInstruction) bool {
	enc, ok := in.canonical(receiver(i.Common())).(*ssa.Call)
	if !ok || len(enc.Common().Args) == 0 || catalog.TypeName(beforeInterface(enc.Common().Args[0]).Type()) != "net/http.ResponseWriter" {
		return false
	}
	for _, b := range i.Parent().Blocks {
		for _, x := range b.Instrs {
			if c, ok := x.(ssa.CallInstruction); ok {
				if fn := Callee(c.Common()); fn != nil && (fn.Name() == "WriteHeader" || catalog.FullName(fn) == "net/http.Error") && compatible(c, i) {
					return false
				}
			}
		}
	}
	return true
}

func unboxed(v ssa.Value) ssa.Value {
	for {
		switch x := v.(type) {
		case *ssa.MakeInterface:
			v = x.X
		case *ssa.ChangeType:
			v = x.X
		default:
			return v
		}
	}
}

// made: a function of a library makes a result from the text.
func (f *flow) made(row *catalog.TextMaker, c *ssa.Call, s spot) {
	if row.Flagged {
		return
	}
	s.plain = row
	if row.Flag > 0 {
		if k, ok := argument(c.Common(), row.Flag).(*ssa.Const); !ok || k.Value == nil || constant.BoolVal(k.Value) {
			return
		}
		if f.reaches == nil {
			s.pos, s.end = f.in.At(c)
			s.what = "the result that " + callName(Callee(c.Common())) + " makes"
			f.answer(FieldAnswer, s, c.Parent(), nil)
		}
		return
	}
	f.follow(resultOf(c, 0), s)
}

// into: the text is written into a builder; what the builder yields holds it.
func (f *flow) into(c *ssa.Call, s spot) {
	common := c.Common()
	var b ssa.Value
	if fn := Callee(common); fn != nil && fn.Pkg() != nil && fn.Pkg().Path() == "fmt" {
		b = unboxed(common.Args[0])
	} else {
		b = receiver(common)
	}
	switch catalog.TypeName(b.Type()) {
	case "strings.Builder", "bytes.Buffer":
	default:
		return
	}
	if !s.pos.IsValid() {
		s.pos, s.end = f.statement(c)
		s.mixed = true
	}
	switch x := b.(type) {
	case *ssa.FreeVar:
		if a, _ := f.in.captured(x); a != nil {
			f.yields(a, s)
		}
		f.yields(x, s)
	case *ssa.Parameter:
		if f.reaches == nil {
			f.handed(x, s)
		}
	default:
		f.yields(b, s)
	}
}

// handed: the text is written into a builder of the caller.
func (f *flow) handed(p *ssa.Parameter, s spot) {
	if s.depth >= 2 || p.Parent().Parent() != nil || errorResult(p.Parent().Signature) >= 0 {
		return
	}
	s.depth++
	n := slices.Index(p.Parent().Params, p)
	for _, u := range f.in.uses[p.Parent()] {
		if c, ok := u.call.(*ssa.Call); ok && n < len(c.Common().Args) {
			f.yields(unboxed(c.Common().Args[n]), s)
		}
	}
}

// yields follows what a builder gives out.
func (f *flow) yields(b ssa.Value, s spot) {
	if b.Referrers() == nil || f.seen[b] {
		return
	}
	f.seen[b] = true
	for _, r := range *b.Referrers() {
		switch c := r.(type) {
		case *ssa.Call:
			if fn := Callee(c.Common()); fn != nil && receiver(c.Common()) == b && (fn.Name() == "String" || fn.Name() == "Bytes") {
				f.follow(c, s)
			}
		case *ssa.MakeClosure:
			if fn, ok := c.Fn.(*ssa.Function); ok {
				for n, x := range c.Bindings {
					if x == b && n < len(fn.FreeVars) {
						f.yields(fn.FreeVars[n], s)
					}
				}
			}
		}
	}
}

// answer notes that the text is an answer.
func (f *flow) answer(kind AnswerKind, s spot, fn *ssa.Function, r *ssa.Return) {
	in := f.in
	if !in.speaks(fn) || in.display() && s.plain == nil && !in.toolResult(fn) {
		return
	}
	a := &Answer{Kind: kind, Sentence: f.src.sentence, Made: f.src.said, What: s.what, Results: fn.Signature.Results()}
	switch {
	case s.pos.IsValid():
		a.Pos, a.End = s.pos, s.end
	case s.returned != nil:
		a.Pos, a.End = f.statement(s.returned)
	case s.joined != nil || r == nil || f.bare(r):
		a.Pos, a.End = f.statement(f.src.at)
		if !f.src.at.Pos().IsValid() && r != nil {
			a.Pos, a.End = f.statement(r)
		}
	default:
		a.Pos, a.End = f.statement(r)
	}
	if !a.Pos.IsValid() {
		return
	}
	call := f.src.fail
	if call == nil && f.src.err != nil {
		_, call = in.cause(f.src.err)
	}
	if f.src.ended.IsValid() {
		a.Ended, a.Line = true, in.Line(f.src.ended)
	}
	if call != nil {
		a.Line = in.Line(call.Pos())
		if fn := Callee(call.Common()); fn != nil {
			a.Call = callName(fn)
		}
	}
	if s.returned != nil && r != nil {
		a.Via = in.Position(r.Pos())
	}
	if s.plain != nil {
		a.Instead, a.Maker = s.plain.Instead, s.plain
	}
	for t := range a.Results.Variables() {
		if row := in.table.TextResult(catalog.TypeName(t.Type())); row != nil && a.Instead == "" {
			a.Instead = row.Instead
		}
		if a.Flag == "" {
			a.Flag = flagOf(t.Type())
		}
	}
	if row := in.textTool(fn); row != nil {
		a.Aborts = row.Aborts
	}
	f.out = append(f.out, a)
}

// flagOf returns the field of a result by which it marks a failure, "" if it
// has none.
func flagOf(t types.Type) string {
	st, ok := deref(t).Underlying().(*types.Struct)
	if !ok {
		return ""
	}
	for f := range st.Fields() {
		if f.Exported() && catalog.NamesError(f.Name()) {
			return f.Name()
		}
	}
	return ""
}

// bare reports whether a return names no results: what it returns was assigned
// before.
func (f *flow) bare(r *ssa.Return) bool {
	for _, n := range f.in.enclosing(r.Pos()) {
		if n, ok := n.(*ast.ReturnStmt); ok {
			return len(n.Results) == 0
		}
	}
	return false
}

// toolResult reports whether a function returns a result of a library that the
// catalogue knows: whoever gets it is no person at a terminal.
func (in *Info) toolResult(fn *ssa.Function) bool {
	for t := range fn.Signature.Results().Variables() {
		if in.table.TextResult(catalog.TypeName(t.Type())) != nil {
			return true
		}
	}
	return in.textTool(fn) != nil
}

// textTool returns the row of a tool that an agent calls, or nil.
func (in *Info) textTool(fn *ssa.Function) *catalog.TextTool {
	name := ""
	if obj := declared(fn); obj != nil {
		name = obj.Name()
	}
	return in.table.TextTool(name, fn.Signature)
}

// spotOf is where a text becomes a part of something: there, or, where a real
// value can stand in the same place, where the text is made.
func (f *flow) spotOf(i ssa.Instruction, s spot) (pos, end token.Pos) {
	if s.joined != nil && f.src.at != nil && f.src.at.Pos().IsValid() && f.src.at.Parent() == i.Parent() {
		return f.statement(f.src.at)
	}
	for _, n := range f.in.enclosing(i.Pos()) {
		switch n := n.(type) {
		case *ast.KeyValueExpr:
			return n.Pos(), n.End()
		case *ast.AssignStmt:
			return n.Pos(), n.End()
		case ast.Stmt:
			return i.Pos(), i.Pos()
		}
	}
	return f.statement(i)
}

// statement is the statement that i belongs to.
func (f *flow) statement(i ssa.Instruction) (pos, end token.Pos) {
	if f.src.sentence != "" && i == f.src.at && i.Pos() == token.NoPos {
		return token.NoPos, token.NoPos
	}
	for _, n := range f.in.enclosing(i.Pos()) {
		switch n := n.(type) {
		case *ast.BlockStmt:
			return i.Pos(), i.Pos()
		case ast.Stmt:
			return n.Pos(), n.End()
		}
	}
	return i.Pos(), i.Pos()
}

// errorResult returns the index of the last result if it is an error, else -1.
func errorResult(sig *types.Signature) int {
	n := sig.Results().Len() - 1
	if n >= 0 && implementsError(sig.Results().At(n).Type()) {
		return n
	}
	return -1
}

// nilError reports whether a return's error is nil where the text comes along.
func (in *Info) nilError(r *ssa.Return, e int, s spot) bool {
	switch v := r.Results[e].(type) {
	case *ssa.Const:
		return v.IsNil()
	case *ssa.Phi:
		if s.joined != nil && s.joined.Block() == v.Block() {
			return isNilConst(v.Edges[s.edge])
		}
		return !slices.ContainsFunc(v.Edges, func(e ssa.Value) bool { return !isNilConst(e) })
	case *ssa.UnOp:
		vals, ok := in.stored(v)
		return ok && !slices.ContainsFunc(vals, func(v ssa.Value) bool { return !isNilConst(v) })
	case *ssa.Extract:
		// return textResult(...), whose error is always nil.
		c, ok := v.Tuple.(*ssa.Call)
		return ok && (len(in.saysOf(c.Common())) > 0 || catalog.Hands(Callee(c.Common())) == catalog.HandsOn)
	}
	return false
}

// flagged reports whether a field beside the one at a says that the text in it
// is that of a failure: set in the same literal, one line before or after, or
// by a method.
func (in *Info) flagged(a *ssa.FieldAddr) bool {
	set, yes := in.flagsOf(a.X, a.Field, a)
	if yes {
		return true
	}
	// Success and its like are false unless set.
	st := deref(a.X.Type()).Underlying().(*types.Struct)
	for n := range st.NumFields() {
		f := st.Field(n)
		if b, ok := f.Type().Underlying().(*types.Basic); ok && b.Info()&types.IsBoolean != 0 && !set[n] && n != a.Field && goodFlag(f.Name()) {
			return true
		}
	}
	return false
}

// flagsOf returns the flags of a struct that are set besides the field, and
// whether one of them says that something failed where at can run, too.
func (in *Info) flagsOf(base ssa.Value, field int, at ssa.Instruction) (set map[int]bool, failed bool) {
	set = map[int]bool{}
	st, ok := deref(base.Type()).Underlying().(*types.Struct)
	if !ok {
		return set, false
	}
	for _, b := range at.Parent().Blocks {
		for _, i := range b.Instrs {
			switch i := i.(type) {
			case *ssa.FieldAddr:
				if i.Field == field || i.X != base && !(types.Identical(i.X.Type(), base.Type()) && in.same(i.X, base)) {
					continue
				}
				name := st.Field(i.Field).Name()
				if !catalog.NamesFlag(name) {
					continue
				}
				for _, r := range *i.Referrers() {
					if s, ok := r.(*ssa.Store); ok && s.Addr == i {
						set[i.Field] = true
						if in.saysFailed(name, s.Val) && compatible(at, s) {
							return set, true
						}
					}
				}
			case *ssa.Call:
				if fn := Callee(i.Common()); fn != nil && catalog.NamesError(fn.Name()) && receiver(i.Common()) == base {
					return set, true
				}
			}
		}
	}
	return set, false
}

// compatible reports whether both instructions can run in one go.
func compatible(a, b ssa.Instruction) bool {
	return a.Block() == b.Block() || after(a, b) || after(b, a)
}

// goodFlag reports whether a bool field says that all went well.
func goodFlag(name string) bool {
	switch strings.ToLower(name) {
	case "success", "ok", "succeeded", "successful", "applied", "valid", "healthy", "ready", "available", "reachable", "passed", "found", "exists", "completed", "done":
		return true
	}
	return false
}

// saysFailed reports whether a value put into the flag of the name says that
// something failed, or may say so.
func (in *Info) saysFailed(name string, v ssa.Value) bool {
	if mi, ok := v.(*ssa.MakeInterface); ok {
		v = mi.X
	}
	c, ok := v.(*ssa.Const)
	if !ok {
		return true
	}
	if c.Value == nil {
		return false // nil: no error
	}
	switch c.Value.Kind() {
	case constant.Bool:
		return constant.BoolVal(c.Value) != goodFlag(name)
	case constant.String:
		return !goodWord(constant.StringVal(c.Value))
	case constant.Int:
		if name := constName(c); name != "" {
			return !goodWord(name)
		}
		n, _ := constant.Int64Val(c.Value)
		return n != 0 && (n < 200 || n > 299)
	}
	return true
}

// constName returns the name of the constant of c's type that has its value, ""
// if there is none.
func constName(c *ssa.Const) string {
	n, ok := types.Unalias(c.Type()).(*types.Named)
	if !ok || n.Obj().Pkg() == nil {
		return ""
	}
	scope := n.Obj().Pkg().Scope()
	for _, name := range scope.Names() {
		if k, ok := scope.Lookup(name).(*types.Const); ok && types.Identical(k.Type(), c.Type()) && constant.Compare(k.Val(), token.EQL, c.Value) {
			return name
		}
	}
	return ""
}

// goodWord reports whether the value of a status says nothing of a failure.
func goodWord(s string) bool {
	for _, w := range catalog.Words(s) {
		switch w {
		case "ok", "okay", "success", "successful", "succeeded", "done", "complete", "completed", "finished", "text", "plain", "markdown", "json", "string", "message", "info", "none", "result", "object", "function", "tool", "image", "content", "assistant", "user":
			return true
		}
	}
	return strings.TrimSpace(s) == "" || strings.HasPrefix(s, "2") && len(s) == 3
}

// flaggedMap reports whether another entry of the map says that the text in
// this one is that of a failure.
func (in *Info) flaggedMap(u *ssa.MapUpdate) bool {
	if u.Map.Referrers() == nil {
		return false
	}
	for _, r := range *u.Map.Referrers() {
		o, ok := r.(*ssa.MapUpdate)
		if !ok || o == u {
			continue
		}
		if key, ok := stringConst(o.Key); ok && catalog.NamesFlag(key) && in.saysFailed(key, o.Value) && compatible(u, o) {
			return true
		}
	}
	return false
}

func stringConst(v ssa.Value) (string, bool) {
	if mi, ok := v.(*ssa.MakeInterface); ok {
		v = mi.X
	}
	c, ok := v.(*ssa.Const)
	if !ok || c.Value == nil || c.Value.Kind() != constant.String {
		return "", false
	}
	return constant.StringVal(c.Value), true
}

// containerNamed reports whether a list, map or channel that text is put into
// at pos is named for errors.
func (in *Info) containerNamed(pos token.Pos, v ssa.Value) bool {
	if v != nil {
		if h := holder(v); h != nil && catalog.NamesError(h.Name()) {
			return true
		}
		if c, ok := v.(*ssa.Call); ok {
			if fn := Callee(c.Common()); fn != nil && catalog.NamesError(fn.Name()) {
				return true
			}
		}
		if typeNames(v.Type(), catalog.NamesError) {
			return true
		}
	}
	for _, n := range in.enclosing(pos) {
		switch n := n.(type) {
		case *ast.AssignStmt:
			for _, l := range n.Lhs {
				if lhsNamesError(l) {
					return true
				}
			}
		case *ast.ValueSpec:
			for _, id := range n.Names {
				if catalog.NamesError(id.Name) {
					return true
				}
			}
		case *ast.KeyValueExpr:
			if id, ok := n.Key.(*ast.Ident); ok && catalog.NamesFlag(id.Name) {
				return true
			}
		case *ast.SendStmt:
			if lhsNamesError(n.Chan) {
				return true
			}
		case *ast.CallExpr:
			if sel, ok := ast.Unparen(n.Fun).(*ast.SelectorExpr); ok && lhsNamesError(sel.X) {
				return true
			}
		case *ast.FuncLit, *ast.FuncDecl:
			return false
		}
	}
	return false
}

// lhsNamesError reports whether one of the names in an expression that is
// assigned to is one for errors.
func lhsNamesError(e ast.Expr) bool {
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		return catalog.NamesError(e.Name)
	case *ast.SelectorExpr:
		return catalog.NamesError(e.Sel.Name) || lhsNamesError(e.X)
	case *ast.IndexExpr:
		if lit, ok := e.Index.(*ast.BasicLit); ok && catalog.NamesFlag(strings.Trim(lit.Value, "\"`")) {
			return true
		}
		return lhsNamesError(e.X)
	case *ast.StarExpr:
		return lhsNamesError(e.X)
	}
	return false
}

// contentType reports whether a field of type t can hold an answer.
func contentType(t types.Type) bool {
	if implementsError(t) {
		return false
	}
	switch u := t.Underlying().(type) {
	case *types.Interface:
		return u.NumMethods() == 0
	case *types.Pointer:
		return isTextType(u.Elem())
	case *types.Slice:
		return isTextType(u) || isTextType(u.Elem())
	}
	return isTextType(t)
}

// isTextType reports whether t is a string or a slice of bytes, under any name.
func isTextType(t types.Type) bool {
	switch u := t.Underlying().(type) {
	case *types.Basic:
		return u.Info()&types.IsString != 0
	case *types.Slice:
		b, ok := u.Elem().Underlying().(*types.Basic)
		return ok && b.Kind() == types.Byte
	}
	return false
}

// Said is a result of a function that holds text, returned without an error.
type Said struct {
	Param  int // the text, or the error, is that of this parameter; -1: of a call of its own that failed
	Result int
	At     string // for -1, where it is made
}

// saysOf returns what the results of a call hold of its arguments.
func (in *Info) saysOf(c *ssa.CallCommon) []Said {
	if f := in.body(c); f != nil {
		return in.says(f)
	}
	if s := in.imported(Callee(c)); s != nil {
		return s.Says
	}
	return nil
}

// mostBlocks bounds the functions that are looked into for what they say: a
// constructor or a formatter is small.
const mostBlocks = 24

// says returns which parameters of fn, and which of its own failures, its
// results hold as plain text.
func (in *Info) says(fn *ssa.Function) []Said {
	if s, ok := in.memoSays[fn]; ok {
		return s
	}
	in.memoSays[fn] = nil // recursion adds nothing
	if len(fn.Blocks) > mostBlocks || onlyError(fn.Signature) {
		return nil
	}
	var out []Said
	add := func(s Said) {
		if !slices.ContainsFunc(out, func(o Said) bool { return o.Param == s.Param && o.Result == s.Result }) {
			out = append(out, s)
		}
	}
	for n, p := range fn.Params {
		if !contentType(p.Type()) && !implementsError(p.Type()) {
			continue
		}
		f := &flow{in: in, src: textSource{val: p}, seen: map[ssa.Value]bool{}}
		f.reaches = func(_ *ssa.Return, result int, _ spot) { add(Said{Param: n, Result: result}) }
		if implementsError(p.Type()) {
			for _, src := range in.textSources(fn) {
				if src.err != nil && in.canonical(src.err) == p {
					f.src = src
					f.start()
				}
			}
			continue
		}
		f.follow(p, spot{})
	}
	if errorResult(fn.Signature) < 0 && fn.Parent() == nil {
		for _, src := range in.textSources(fn) {
			if in.tellsTheInput(src) || in.knownCondition(src) || in.besideOutput(src) || !in.speaks(fn) {
				continue
			}
			f := &flow{in: in, src: src, seen: map[ssa.Value]bool{}}
			f.reaches = func(r *ssa.Return, result int, s spot) {
				if !s.pos.IsValid() && s.plain == nil && contentType(fn.Signature.Results().At(result).Type()) {
					add(Said{Param: -1, Result: result, At: in.Position(r.Pos())})
				}
			}
			f.start()
		}
	}
	slices.SortFunc(out, func(a, b Said) int {
		return cmp.Or(cmp.Compare(a.Param, b.Param), cmp.Compare(a.Result, b.Result))
	})
	in.memoSays[fn] = out
	return out
}
