// Package compose applies the edits of several fixes to a file. It needs nothing
// of the suite: the gopls that is built has a copy of this file.
package compose

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/ast/astutil"
)

// An Edit replaces the bytes from Start up to End by New.
type Edit struct {
	Start, End int
	New        string
}

// A File is a Go file with the edits of some fixes.
type File struct {
	src           []byte
	before        *parsed
	edits, unused []Edit // unused only remove imports
}

// New returns a file without edits.
func New(src []byte) *File { return &File{src: src, before: parse(src)} }

// Fits reports whether a fix goes with those that the file has: no edit shares a
// byte with another, unless it is the same.
func (f *File) Fits(fix []Edit) bool {
	for _, e := range fix {
		if !f.before.removes(e) && slices.ContainsFunc(f.edits, func(o Edit) bool { return o != e && o.Start < e.End && e.Start < o.End }) {
			return false
		}
	}
	return true
}

// Add adds a fix that fits. The same edit is made once: two fixes may well add
// the same import.
func (f *File) Add(fix []Edit) {
	for _, e := range fix {
		to := &f.edits
		if f.before.removes(e) {
			to = &f.unused
		}
		if !slices.Contains(*to, e) {
			*to = append(*to, e)
		}
	}
}

// Source returns the file without the edits.
func (f *File) Source() []byte { return f.src }

// Changes reports whether there are edits.
func (f *File) Changes() bool { return len(f.edits)+len(f.unused) > 0 }

// Bytes returns the file with the edits made, formatted. An edit that only
// removes an import is made if nothing needs the import afterwards: another fix
// may. An import that has lost its last use is removed without one. Names has
// the names of the packages that the file imports, by path; without it the path
// has to tell.
func (f *File) Bytes(names map[string]string) ([]byte, error) {
	edits := slices.Clone(f.edits)
	slices.SortStableFunc(edits, func(a, b Edit) int {
		return cmp.Or(cmp.Compare(a.Start, b.Start), cmp.Compare(a.End, b.End))
	})
	var buf bytes.Buffer
	at := 0
	for _, e := range append(edits, Edit{Start: len(f.src), End: len(f.src)}) {
		if e.Start < at || e.End < e.Start || e.End > len(f.src) {
			return nil, errors.New("the file has changed meanwhile")
		}
		buf.Write(f.src[at:e.Start])
		buf.WriteString(e.New)
		at = e.End
	}
	after := parse(buf.Bytes())
	if after.err != nil {
		return nil, fmt.Errorf("a fix leaves no Go file: %v", after.err)
	}
	ast.SortImports(after.fset, after.file)
	for _, spec := range f.unneeded(after, names) {
		name := ""
		if spec.Name != nil {
			name = spec.Name.Name
		}
		path, _ := strconv.Unquote(spec.Path.Value)
		astutil.DeleteNamedImport(after.fset, after.file, name, path)
	}
	var out bytes.Buffer
	if err := format.Node(&out, after.fset, after.file); err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}

// A parsed is a file with the names before a point that no declaration in the
// file gives a meaning to: those of the imports that it needs.
type parsed struct {
	fset *token.FileSet
	file *ast.File
	err  error
	used map[string]bool
}

func parse(src []byte) *parsed {
	p := &parsed{fset: token.NewFileSet(), used: map[string]bool{}}
	if p.file, p.err = parser.ParseFile(p.fset, "", src, parser.ParseComments); p.err != nil {
		return p
	}
	free := map[*ast.Ident]bool{}
	for _, id := range p.file.Unresolved {
		free[id] = true
	}
	ast.Inspect(p.file, func(n ast.Node) bool {
		if sel, ok := n.(*ast.SelectorExpr); ok {
			if id, ok := sel.X.(*ast.Ident); ok && free[id] {
				p.used[id.Name] = true
			}
		}
		return true
	})
	return p
}

func (p *parsed) offset(pos token.Pos) int { return p.fset.PositionFor(pos, false).Offset }

// removes reports whether an edit only removes something where the imports are.
func (p *parsed) removes(e Edit) bool {
	if p.err != nil || e.New != "" || e.Start == e.End || len(p.file.Imports) == 0 || e.Start < p.offset(p.file.Name.End()) {
		return false
	}
	for _, d := range p.file.Decls {
		if d, ok := d.(*ast.GenDecl); ok && d.Tok == token.IMPORT {
			continue
		}
		return e.End <= p.offset(d.Pos())
	}
	return true
}

// same returns the import of a file with the name and path of spec, nil if there
// is none.
func (p *parsed) same(spec *ast.ImportSpec) *ast.ImportSpec {
	for _, s := range p.file.Imports {
		if s.Path.Value == spec.Path.Value && (s.Name == nil) == (spec.Name == nil) && (s.Name == nil || s.Name.Name == spec.Name.Name) {
			return s
		}
	}
	return nil
}

// unneeded returns the imports of after that an edit removes or that have lost
// their last use.
func (f *File) unneeded(after *parsed, names map[string]string) []*ast.ImportSpec {
	if f.before.err != nil {
		return nil
	}
	var out []*ast.ImportSpec
	for _, spec := range after.file.Imports {
		old := f.before.same(spec)
		name := importName(spec, names, f.before.used)
		if old == nil || name == "_" || name == "." || spec.Path.Value == `"C"` || after.used[name] {
			continue
		}
		start, end := f.before.offset(old.Pos()), f.before.offset(old.End())
		if f.before.used[name] || slices.ContainsFunc(f.unused, func(e Edit) bool { return e.Start <= start && end <= e.End }) {
			out = append(out, spec)
		}
	}
	return out
}

// importName returns the name that an import gives to its package, "" if it is
// not certain: used are the names of imports that the file needs.
func importName(spec *ast.ImportSpec, names map[string]string, used map[string]bool) string {
	if spec.Name != nil {
		return spec.Name.Name
	}
	path, err := strconv.Unquote(spec.Path.Value)
	if err != nil {
		return ""
	}
	if name := names[path]; name != "" {
		return name
	}
	parts := strings.Split(path, "/")
	name := parts[len(parts)-1]
	if isMajor(name) && len(parts) > 1 {
		name = parts[len(parts)-2]
	}
	if i := strings.LastIndex(name, "."); i > 0 && isMajor(name[i+1:]) { // gopkg.in/yaml.v3
		name = name[:i]
	}
	if used[name] {
		return name
	}
	return ""
}

func isMajor(s string) bool {
	n, err := strconv.Atoi(strings.TrimPrefix(s, "v"))
	return err == nil && n > 0 && strings.HasPrefix(s, "v")
}
