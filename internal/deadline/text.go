package deadline

import (
	"cmp"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/ast/astutil"
	"golang.org/x/tools/go/ssa"

	"github.com/budgetlint/budgetlint/internal/catalog"
	"github.com/budgetlint/budgetlint/internal/lazyssa"
)

// An AnswerKind says where the text of an error stands for an answer.
type AnswerKind uint8

const (
	// TextAnswer: it is the result.
	TextAnswer AnswerKind = iota
	// FieldAnswer: it is a part of a result that says nothing of a failure.
	FieldAnswer
	// EmptyAnswer: no text; an expired deadline is answered with nothing.
	EmptyAnswer
	// ReplyAnswer: it is sent to the user of a service.
	ReplyAnswer
)

// An Answer is a place at which a failure looks like an answer.
type Answer struct {
	Kind     AnswerKind
	Pos, End token.Pos
	// Call is the failed call as messages name it, "" if it is not known, and
	// Line where that is.
	Call string
	Line int
	// Made is where a function of another package makes the text, "" if it is
	// made here.
	Made string
	// Sentence: no error's text but a constant that says something went wrong.
	Sentence string
	// Ended: no call failed but a context has ended, at Line.
	Ended bool
	// What names the field, key, cache or channel of a FieldAnswer.
	What string
	// Helper: the text leaves a function without an error result; Via is where
	// it then becomes an answer.
	Via string
	// Results is the type of the function that gives the answer.
	Results *types.Tuple
	// Instead is how the library of the result marks a failure, "" unknown.
	Instead string
	// Maker is the function of a library that makes the result, nil if none
	// does.
	Maker *catalog.TextMaker
	// Flag is a field of the result that would mark a failure, "" if there is
	// none.
	Flag string
	// Aborts: an error from the function ends the run of an agent.
	Aborts bool
	// Err is the name of the variable that holds the error, "" unknown.
	Err string
}

// Answers returns the places at which failures look like answers, in order.
func (in *Info) Answers() []*Answer {
	if in.index == nil || len(in.Funcs) == 0 {
		return nil
	}
	if in.answered {
		return in.answers
	}
	in.answered = true
	for _, fn := range in.Funcs {
		if !in.Test(fn.Pos()) {
			in.answersOf(fn)
		}
	}
	slices.SortStableFunc(in.answers, func(a, b *Answer) int {
		return cmp.Or(cmp.Compare(a.Pos, b.Pos), cmp.Compare(a.Kind, b.Kind))
	})
	in.answers = slices.CompactFunc(in.answers, func(a, b *Answer) bool { return a.Pos == b.Pos && a.Kind == b.Kind })
	return in.answers
}

func (in *Info) answersOf(fn *ssa.Function) {
	in.emptyAnswers(fn)
	for _, src := range in.textSources(fn) {
		if in.tellsTheInput(src) || in.knownCondition(src) || in.besideOutput(src) {
			continue
		}
		if src.err != nil {
			in.replyAnswers(src)
		}
		if src.reply {
			continue
		}
		f := &flow{in: in, src: src, seen: map[ssa.Value]bool{}}
		f.start()
		if !in.speaks(fn) {
			continue
		}
		in.answers = append(in.answers, f.out...)
	}
}

// A textSource is where the text of a failure is made.
type textSource struct {
	err      ssa.Value       // the error, nil for a constant
	val      ssa.Value       // the text
	at       ssa.Instruction // what makes it, or what uses the constant
	sentence string          // the constant
	of       ssa.Value       // the error because of which it stands there
	fail     *ssa.Call       // the failed call, if it is known
	ended    token.Pos       // where a context is known to have ended, instead of fail
	op       int             // the operand of at that is the constant
	said     string          // where another package's function made it
	reply    bool            // at itself makes a reply of the error
}

// textSources returns the places of fn at which the text of a failure is made.
func (in *Info) textSources(fn *ssa.Function) []textSource {
	var out []textSource
	for _, b := range fn.Blocks {
		for _, i := range b.Instrs {
			if c, ok := i.(*ssa.Call); ok {
				out = append(out, in.textCall(c)...)
			}
		}
	}
	return append(out, in.sentences(fn)...)
}

// textCall returns the text that a call makes of an error.
func (in *Info) textCall(c *ssa.Call) []textSource {
	common := c.Common()
	fn := Callee(common)
	if fn == nil {
		return nil
	}
	if fn.Name() == "Error" && fn.Signature().Params().Len() == 0 {
		if r := receiver(common); r != nil && implementsError(r.Type()) {
			return []textSource{{err: r, val: c, at: c}}
		}
	}
	if fn.Pkg() != nil && fn.Pkg().Path() == "fmt" && catalog.Hands(fn) != catalog.HandsNothing {
		for _, e := range variadic(common) {
			if e = beforeInterface(e); implementsError(e.Type()) {
				return []textSource{{err: e, val: c, at: c}}
			}
		}
		return nil
	}
	if onlyError(fn.Signature()) {
		if catalog.ReplyOf(fn) != nil {
			for _, e := range variadic(common) {
				if e = beforeInterface(e); implementsError(e.Type()) {
					return []textSource{{err: e, val: c, at: c, reply: true}}
				}
			}
		}
		return nil
	}
	var out []textSource
	for _, s := range in.saysOf(common) {
		switch {
		case s.Param >= 0 && s.Param < len(common.Args) && implementsError(common.Args[s.Param].Type()):
			if v := resultOf(c, s.Result); v != nil {
				out = append(out, textSource{err: common.Args[s.Param], val: v, at: c})
			}
		case s.Param < 0 && in.body(common) == nil:
			if v := resultOf(c, s.Result); v != nil {
				out = append(out, textSource{val: v, at: c, fail: c, said: s.At})
			}
		}
	}
	return out
}

// onlyError reports whether a function returns nothing, or an error alone.
func onlyError(sig *types.Signature) bool {
	r := sig.Results()
	return r.Len() == 0 || r.Len() == 1 && implementsError(r.At(0).Type())
}

// resultOf returns the value of the n-th result of a call, nil if nothing uses
// it.
func resultOf(c *ssa.Call, n int) ssa.Value {
	if c.Common().Signature().Results().Len() == 1 {
		return c
	}
	if e := extract(c, n); e != nil {
		return e
	}
	return nil
}

// variadic returns the elements that a call hands to its variadic parameter.
func variadic(c *ssa.CallCommon) []ssa.Value {
	if !c.Signature().Variadic() || len(c.Args) == 0 {
		return nil
	}
	s, ok := c.Args[len(c.Args)-1].(*ssa.Slice)
	if !ok {
		return nil
	}
	a, ok := s.X.(*ssa.Alloc)
	if !ok {
		return nil
	}
	var out []ssa.Value
	for _, r := range *a.Referrers() {
		if ia, ok := r.(*ssa.IndexAddr); ok {
			for _, rr := range *ia.Referrers() {
				if st, ok := rr.(*ssa.Store); ok && st.Addr == ia {
					out = append(out, st.Val)
				}
			}
		}
	}
	return out
}

var errorInterface = errorType.Underlying().(*types.Interface)

// implementsError reports whether a value of type t is an error.
func implementsError(t types.Type) bool {
	if isError(t) {
		return true
	}
	if b, ok := t.Underlying().(*types.Basic); ok && b.Kind() != types.Invalid {
		if _, named := types.Unalias(t).(*types.Named); !named {
			return false
		}
	}
	return types.Implements(t, errorInterface)
}

// sentences returns the constants of fn that stand for an answer where a call
// has failed.
func (in *Info) sentences(fn *ssa.Function) []textSource {
	var out []textSource
	for _, b := range fn.Blocks {
		var fail *failure
		for _, i := range b.Instrs {
			switch i.(type) {
			case *ssa.Return, *ssa.Store, *ssa.Call, *ssa.Phi, *ssa.BinOp, *ssa.MakeInterface, *ssa.MapUpdate:
			default:
				continue
			}
			for n, op := range i.Operands(nil) {
				text, ok := sentence(*op)
				if !ok {
					continue
				}
				block := b
				if _, isPhi := i.(*ssa.Phi); isPhi {
					block = b.Preds[n]
				}
				if fail == nil || block != b {
					fail = in.failureAt(block)
				}
				if fail != nil && !isKept(fail.err) {
					out = append(out, textSource{val: *op, at: i, sentence: text, of: fail.err, fail: fail.call, ended: fail.ended, op: n})
				}
			}
		}
	}
	return out
}

// isKept reports whether an error is a part of a result: it is what a call that
// went well tells, not why one failed.
func isKept(err ssa.Value) bool {
	if f, ok := err.(*ssa.Field); ok {
		_, received := f.X.(*ssa.UnOp)
		return !received
	}
	u, ok := err.(*ssa.UnOp)
	if !ok {
		return false
	}
	_, ok = u.X.(*ssa.FieldAddr)
	return ok
}

// sentence returns the text of a constant that reads like the report of a
// failure.
func sentence(v ssa.Value) (string, bool) {
	c, ok := v.(*ssa.Const)
	if !ok || c.Value == nil {
		return "", false
	}
	b, ok := c.Type().Underlying().(*types.Basic)
	if !ok || b.Info()&types.IsString == 0 {
		return "", false
	}
	s, err := strconv.Unquote(c.Value.ExactString())
	if err != nil || !catalog.SaysFailure(s) {
		return "", false
	}
	return s, true
}

// makesText reports whether a function makes text of an error, or returns a
// constant that says something failed: what package deadline asks of it, and
// of those that call it where it returns no error.
func (in *Info) makesText(d *ast.FuncDecl) lazyssa.Worth {
	info := in.pass.TypesInfo
	fn, _ := info.Defs[d.Name].(*types.Func)
	if fn == nil || in.cfg.Skip(in.pass.Fset.Position(d.Pos()).Filename) {
		return lazyssa.Nothing
	}
	results := fn.Signature().Results()
	fails := results.Len() > 0 && implementsError(results.At(results.Len()-1).Type())
	if fails && results.Len() == 1 || renders(fn) {
		return lazyssa.Nothing
	}
	if makesResult(fn, d.Body) {
		return lazyssa.Itself
	}
	found := false
	ast.Inspect(d.Body, func(n ast.Node) bool {
		if found {
			return false
		}
		switch n := n.(type) {
		case *ast.ReturnStmt:
			if fails && (len(n.Results) < 2 || !isNilIdent(n.Results[len(n.Results)-1])) {
				break
			}
			for _, r := range n.Results {
				found = found || saysFailure(r)
			}
		case *ast.CallExpr:
			sel, ok := ast.Unparen(n.Fun).(*ast.SelectorExpr)
			if !ok {
				break
			}
			switch name := sel.Sel.Name; {
			case name == "Error" && len(n.Args) == 0:
				found = implementsErrorOf(info, sel.X)
			case strings.HasPrefix(name, "Sprint") || strings.HasPrefix(name, "Fprint"):
				for _, a := range n.Args {
					found = found || implementsErrorOf(info, a)
				}
			}
		}
		return true
	})
	switch {
	case !found:
		return lazyssa.Nothing
	case !fails && results.Len() > 0:
		return lazyssa.Users
	}
	return lazyssa.Itself
}

// mostStatements bounds the constructors that are looked into.
const mostStatements = 6

// makesResult reports whether a function may make a result from text that it is
// handed: a short one with a text or an error among its parameters, and a
// struct as its first result.
func makesResult(fn *types.Func, body *ast.BlockStmt) bool {
	sig := fn.Signature()
	if len(body.List) > mostStatements || sig.Params().Len() == 0 || sig.Results().Len() == 0 || sig.Results().Len() > 2 || catalog.ContextParam(sig) >= 0 {
		return false
	}
	if _, ok := deref(sig.Results().At(0).Type()).Underlying().(*types.Struct); !ok {
		return false
	}
	for p := range sig.Params().Variables() {
		if contentType(p.Type()) || implementsError(p.Type()) {
			return true
		}
	}
	return false
}

func implementsErrorOf(info *types.Info, e ast.Expr) bool {
	t := info.TypeOf(e)
	return t != nil && implementsError(t)
}

func isNilIdent(e ast.Expr) bool {
	id, ok := ast.Unparen(e).(*ast.Ident)
	return ok && id.Name == "nil"
}

func saysFailure(e ast.Expr) bool {
	found := false
	ast.Inspect(e, func(n ast.Node) bool {
		if lit, ok := n.(*ast.BasicLit); ok && lit.Kind == token.STRING {
			if s, err := strconv.Unquote(lit.Value); err == nil && catalog.SaysFailure(s) {
				found = true
			}
		}
		return !found
	})
	return found
}

// renders reports whether fn is a method whose purpose is to write its
// receiver down.
func renders(fn *types.Func) bool {
	if fn.Signature().Recv() == nil {
		return false
	}
	switch fn.Name() {
	case "Error", "String", "GoString", "Format", "LogValue", "MarshalText", "MarshalJSON", "View", "Render":
		return true
	}
	return false
}

// speaks reports whether findings in fn are wanted: its purpose is neither to
// render an error nor to give a verdict, and what it says is not for a person
// at a terminal.
func (in *Info) speaks(fn *ssa.Function) bool {
	if s, ok := in.memoSpeaks[fn]; ok {
		return s
	}
	s := in.mayAnswer(fn)
	in.memoSpeaks[fn] = s
	return s
}

func (in *Info) mayAnswer(fn *ssa.Function) bool {
	for p := range fn.Signature.Params().Variables() {
		if takesError(p.Type()) {
			return false
		}
	}
	if fn.Parent() != nil {
		return in.speaks(fn.Parent())
	}
	if obj := declared(fn); obj != nil && renders(obj) {
		return false
	}
	if catalog.NamesVerdict(fn.Name()) || catalog.NamesError(fn.Name()) {
		return false
	}
	if r := fn.Signature.Recv(); r != nil && (namesVerdict(r.Type()) || typeNames(r.Type(), catalog.NamesError)) {
		return false
	}
	for r := range fn.Signature.Results().Variables() {
		if namesVerdict(r.Type()) || typeNames(r.Type(), catalog.NamesError) && !implementsError(r.Type()) {
			return false
		}
	}
	return true
}

// takesError reports whether a parameter of type t is an error or holds some.
func takesError(t types.Type) bool {
	if s, ok := t.Underlying().(*types.Slice); ok {
		t = s.Elem()
	}
	return implementsError(t)
}

func namesVerdict(t types.Type) bool { return typeNames(t, catalog.NamesVerdict) }

// typeNames asks about the name of a named type, of the one that a pointer
// points to or a slice holds.
func typeNames(t types.Type, ask func(string) bool) bool {
	for {
		switch u := types.Unalias(t).(type) {
		case *types.Pointer:
			t = u.Elem()
			continue
		case *types.Slice:
			t = u.Elem()
			continue
		case *types.Named:
			return ask(u.Obj().Name())
		}
		return false
	}
}

// display says how the package shows things: to a person at a terminal, or to
// whoever calls.
func (in *Info) display() bool {
	if in.displays == nil {
		only, command, serves := false, false, false
		for _, p := range in.pass.Pkg.Imports() {
			only = only || catalog.DisplaysOnly(p.Path())
			command = command || catalog.Commands(p.Path())
			serves = serves || catalog.Serves(p.Path())
		}
		d := only || command || in.pass.Pkg.Name() == "main" && !serves
		in.displays = &d
	}
	return *in.displays
}

// enclosing returns the syntax around pos, innermost first; nil where pos is in
// no file of the package.
func (in *Info) enclosing(pos token.Pos) []ast.Node {
	for _, f := range in.pass.Files {
		if f.FileStart <= pos && pos < f.FileEnd {
			path, _ := astutil.PathEnclosingInterval(f, pos, pos)
			return path
		}
	}
	return nil
}
