package driver

import (
	"bytes"
	"encoding/gob"
	"errors"
	"fmt"
	"go/token"
	"go/types"
	"net/url"
	"os"
	"reflect"
	"slices"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/packages"
)

// analyse runs the analyzers on u and then drops its syntax. All dependencies
// of u are analysed.
func (p *program) analyse(u *unit) {
	if u.syntax == nil {
		return
	}
	defer func() { u.syntax = nil }()

	run := &passes{program: p, unit: u, results: map[*analysis.Analyzer]any{}, failed: map[*analysis.Analyzer]bool{}}
	for _, a := range p.opts.Analyzers {
		if u.root || usesFacts(a) {
			run.exec(a, u.root)
		}
	}
	if p.opts.CheckFacts {
		if err := recode(u.facts); err != nil {
			u.internal = append(u.internal, Problem{Message: err.Error()})
		}
	}
}

func usesFacts(a *analysis.Analyzer) bool {
	return len(a.FactTypes) > 0 || slices.ContainsFunc(a.Requires, usesFacts)
}

// passes is the run of all analyzers on one package.
type passes struct {
	program *program
	unit    *unit
	results map[*analysis.Analyzer]any
	failed  map[*analysis.Analyzer]bool
}

// exec runs a and what it requires, each once, and reports whether it has a
// result. An analyzer that merely does not cope with a package that does not
// compile has none.
func (r *passes) exec(a *analysis.Analyzer, report bool) bool {
	if _, ok := r.results[a]; ok {
		return true
	}
	if r.failed[a] {
		return false
	}
	ok := true
	for _, req := range a.Requires {
		// Only analyzers that were asked for report.
		ok = r.exec(req, report && slices.Contains(r.program.opts.Analyzers, req)) && ok
	}
	if ok = ok && (!r.unit.syntax.illTyped || a.RunDespiteErrors); ok {
		result, diagnostics, err := r.run(a)
		if err != nil {
			r.unit.internal = append(r.unit.internal, *err)
			ok = false
		} else {
			r.results[a] = result
			// A result may have gone on without a part that failed.
			if p, ok := result.(interface{ Problem() error }); ok {
				if err := p.Problem(); err != nil {
					r.unit.internal = append(r.unit.internal, Problem{Message: oneLine(fmt.Sprintf("pass %s: %v", a.Name, err))})
				}
			}
		}
		if report {
			for _, d := range diagnostics {
				r.unit.findings = append(r.unit.findings, newFinding(r.program.fset, r.unit, a, d))
			}
		}
	}
	r.failed[a] = !ok
	return ok
}

func (r *passes) run(a *analysis.Analyzer) (result any, diagnostics []analysis.Diagnostic, problem *Problem) {
	u := r.unit
	defer func() {
		if x := recover(); x != nil {
			p := panicked("pass "+a.Name, u, x)
			problem = &p
		}
	}()
	failed := func(err error) *Problem {
		return &Problem{Message: oneLine(fmt.Sprintf("pass %s failed: %v", a.Name, err))}
	}
	pass := &analysis.Pass{
		Analyzer:     a,
		Fset:         r.program.fset,
		Files:        u.syntax.files,
		OtherFiles:   u.pkg.OtherFiles,
		IgnoredFiles: u.pkg.IgnoredFiles,
		Pkg:          u.types,
		TypesInfo:    u.syntax.info,
		TypesSizes:   u.pkg.TypesSizes,
		TypeErrors:   u.syntax.typeErrors,
		Module:       module(u.pkg.Module),
		ResultOf:     map[*analysis.Analyzer]any{},
		ReadFile:     os.ReadFile,
		Report:       func(d analysis.Diagnostic) { diagnostics = append(diagnostics, d) },
	}
	for _, req := range a.Requires {
		pass.ResultOf[req] = r.results[req]
	}
	r.program.setFacts(pass, u)

	result, err := a.Run(pass)
	if err != nil {
		return nil, diagnostics, failed(err)
	}
	if got := reflect.TypeOf(result); got != a.ResultType {
		return nil, diagnostics, failed(fmt.Errorf("its result is of type %v, not %v", got, a.ResultType))
	}
	for i := range diagnostics {
		d := &diagnostics[i]
		if err := checkFixes(pass.Fset, d); err != nil {
			return nil, diagnostics, failed(err)
		}
		if d.URL, err = resolveURL(a, d); err != nil {
			return nil, diagnostics, failed(err)
		}
	}
	return result, diagnostics, nil
}

// resolveURL makes d's URL absolute, as package analysis documents.
func resolveURL(a *analysis.Analyzer, d *analysis.Diagnostic) (string, error) {
	ref := d.URL
	if ref == "" && d.Category != "" {
		ref = "#" + d.Category
	}
	if ref == "" {
		return a.URL, nil
	}
	base, err := url.Parse(a.URL)
	if err != nil {
		return "", err
	}
	u, err := base.Parse(ref)
	if err != nil {
		return "", err
	}
	return u.String(), nil
}

// checkFixes returns an error unless each fix of d can be applied by itself.
func checkFixes(fset *token.FileSet, d *analysis.Diagnostic) error {
	for _, fix := range d.SuggestedFixes {
		edits := slices.Clone(fix.TextEdits)
		slices.SortStableFunc(edits, func(a, b analysis.TextEdit) int { return int(a.Pos - b.Pos) })
		last := token.NoPos
		for _, e := range edits {
			end := e.End
			if !end.IsValid() {
				end = e.Pos
			}
			file := fset.File(e.Pos)
			if file == nil || end < e.Pos || int(end) > file.Base()+file.Size() {
				return fmt.Errorf("fix %q has an edit outside any file", fix.Message)
			}
			if e.Pos < last {
				return fmt.Errorf("fix %q has edits that overlap at %s", fix.Message, fset.Position(e.Pos))
			}
			last = end
		}
	}
	return nil
}

func module(m *packages.Module) *analysis.Module {
	if m == nil {
		return &analysis.Module{}
	}
	out := &analysis.Module{
		Path: m.Path, Version: m.Version, Time: m.Time, Main: m.Main, Indirect: m.Indirect,
		Dir: m.Dir, GoMod: m.GoMod, GoVersion: m.GoVersion,
	}
	if m.Replace != nil {
		out.Replace = module(m.Replace)
	}
	if m.Error != nil {
		out.Error = &analysis.ModuleError{Err: m.Error.Err}
	}
	return out
}

// A factKey is what a fact is about: an object, or, where that is nil, the
// package.
type factKey struct {
	obj types.Object
	typ reflect.Type
}

type fact = analysis.Fact

// setFacts gives pass access to the facts of u, which it may add to, and of
// the packages that u depends on.
func (p *program) setFacts(pass *analysis.Pass, u *unit) {
	// No lock is needed: while u is analysed nobody else asks for its facts,
	// and those of its dependencies are complete.
	get := func(of *unit, key factKey, ptr fact) bool {
		f, ok := of.facts[key]
		if ok {
			reflect.ValueOf(ptr).Elem().Set(reflect.ValueOf(f).Elem())
		}
		return ok
	}
	set := func(key factKey, f fact) {
		if u.facts == nil {
			u.facts = map[factKey]fact{}
		}
		u.facts[key] = f
	}
	pass.ImportObjectFact = func(obj types.Object, ptr fact) bool {
		of := p.owner(u, obj.Pkg())
		if of == nil || of != u && !visible(obj, of.types) {
			return false
		}
		return get(of, factKey{obj, reflect.TypeOf(ptr)}, ptr)
	}
	pass.ImportPackageFact = func(pkg *types.Package, ptr fact) bool {
		of := p.owner(u, pkg)
		return of != nil && get(of, factKey{nil, reflect.TypeOf(ptr)}, ptr)
	}
	pass.ExportObjectFact = func(obj types.Object, f fact) {
		if obj.Pkg() != u.types {
			panic(fmt.Sprintf("fact about %s, which belongs to another package", obj))
		}
		set(factKey{obj, reflect.TypeOf(f)}, f)
	}
	pass.ExportPackageFact = func(f fact) { set(factKey{nil, reflect.TypeOf(f)}, f) }

	// The All functions differ from driver to driver in what they give of
	// other packages. Here it is nothing.
	pass.AllObjectFacts = func() []analysis.ObjectFact {
		var out []analysis.ObjectFact
		for k, f := range u.facts {
			if k.obj != nil && slices.ContainsFunc(pass.Analyzer.FactTypes, func(t fact) bool { return reflect.TypeOf(t) == k.typ }) {
				out = append(out, analysis.ObjectFact{Object: k.obj, Fact: f})
			}
		}
		return out
	}
	pass.AllPackageFacts = func() []analysis.PackageFact {
		var out []analysis.PackageFact
		for k, f := range u.facts {
			if k.obj == nil && slices.ContainsFunc(pass.Analyzer.FactTypes, func(t fact) bool { return reflect.TypeOf(t) == k.typ }) {
				out = append(out, analysis.PackageFact{Package: u.types, Fact: f})
			}
		}
		return out
	}
}

// owner returns the unit of pkg if u may see its facts.
func (p *program) owner(u *unit, pkg *types.Package) *unit {
	if pkg == nil {
		return nil
	}
	if pkg == u.types {
		return u
	}
	of := p.byPkg[pkg]
	if of == nil || !of.source {
		return nil
	}
	return of
}

// visible reports whether a package that imports pkg can come across obj, an
// object of pkg; facts about others do not cross packages in any driver.
func visible(obj types.Object, pkg *types.Package) bool {
	switch obj := obj.(type) {
	case *types.Func:
		return obj.Exported() && obj.Pkg() == pkg || obj.Signature().Recv() != nil
	case *types.Var:
		return obj.IsField() || obj.Pkg() == pkg
	case *types.TypeName, *types.Const:
		return true
	}
	return false
}

// recode replaces each fact by what another process would read of it.
func recode(facts map[factKey]fact) error {
	for k, f := range facts {
		var first, second bytes.Buffer
		if err := gob.NewEncoder(&first).Encode(f); err != nil {
			return fmt.Errorf("fact %T cannot be encoded: %v", f, err)
		}
		if err := gob.NewEncoder(&second).Encode(f); err != nil {
			return fmt.Errorf("fact %T cannot be encoded: %v", f, err)
		}
		if !bytes.Equal(first.Bytes(), second.Bytes()) {
			return errors.New("the encoding of fact " + fmt.Sprintf("%T", f) + " differs from time to time")
		}
		again := reflect.New(reflect.TypeOf(f).Elem()).Interface().(fact)
		if err := gob.NewDecoder(&first).Decode(again); err != nil {
			return fmt.Errorf("fact %T cannot be decoded: %v", f, err)
		}
		facts[k] = again
	}
	return nil
}
