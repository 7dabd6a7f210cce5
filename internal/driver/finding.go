package driver

import (
	"cmp"
	"go/token"
	"slices"

	"golang.org/x/tools/go/analysis"
)

// A Finding is a diagnostic with its positions resolved.
type Finding struct {
	Pass     string // name of the analyzer
	Category string
	Message  string
	URL      string
	Package  string // import path

	// Decl is the declaration around the finding, without what changes when the
	// code around it does: "Load", "Store.Save", or "-" outside of any.
	Decl string
	// What names what the finding is about: "context.WithTimeout", "return".
	// Neither it nor Decl is empty or holds white space.
	What string

	File                             string // absolute
	Line, Column, EndLine, EndColumn int    // from 1; columns count bytes
	Related                          []Related
	Fixes                            []Fix
}

// Related is a place that helps to understand a finding.
type Related struct {
	Message string

	File                             string
	Line, Column, EndLine, EndColumn int
}

// A Fix is a change that answers a finding.
type Fix struct {
	Message string
	Edits   []Edit
}

// An Edit replaces the bytes from Start up to End of a file by New.
type Edit struct {
	File       string // absolute
	Start, End int
	New        string
}

func newFinding(fset *token.FileSet, u *unit, a *analysis.Analyzer, d analysis.Diagnostic) Finding {
	f := Finding{
		Pass: a.Name, Category: d.Category, Message: d.Message, URL: d.URL, Package: u.pkg.PkgPath,
	}
	f.File, f.Line, f.Column, f.EndLine, f.EndColumn = place(fset, d.Pos, d.End)
	f.Decl, f.What = u.syntax.describe(u.types, d.Pos, d.End)
	for _, r := range d.Related {
		rel := Related{Message: r.Message}
		rel.File, rel.Line, rel.Column, rel.EndLine, rel.EndColumn = place(fset, r.Pos, r.End)
		f.Related = append(f.Related, rel)
	}
	for _, sf := range d.SuggestedFixes {
		fix := Fix{Message: sf.Message}
		for _, e := range sf.TextEdits {
			file := fset.File(e.Pos)
			end := e.End
			if !end.IsValid() {
				end = e.Pos
			}
			fix.Edits = append(fix.Edits, Edit{file.Name(), file.Offset(e.Pos), file.Offset(end), string(e.NewText)})
		}
		f.Fixes = append(f.Fixes, fix)
	}
	return f
}

func place(fset *token.FileSet, pos, end token.Pos) (file string, line, column, endLine, endColumn int) {
	if !end.IsValid() {
		end = pos
	}
	from, to := fset.Position(pos), fset.Position(end)
	if to.Filename != from.Filename {
		to = from
	}
	return from.Filename, from.Line, from.Column, to.Line, to.Column
}

// sortFindings sorts and drops repetitions: a file can belong to a package and
// to a test variant of it.
func sortFindings(fs []Finding) []Finding {
	compare := func(a, b Finding) int {
		return cmp.Or(
			cmp.Compare(a.File, b.File),
			cmp.Compare(a.Line, b.Line),
			cmp.Compare(a.Column, b.Column),
			cmp.Compare(a.Pass, b.Pass),
			cmp.Compare(a.Category, b.Category),
			cmp.Compare(a.Message, b.Message),
		)
	}
	// Packages come in a fixed order, so a stable sort makes which of two
	// repetitions stays fixed, too.
	slices.SortStableFunc(fs, compare)
	return slices.CompactFunc(fs, func(a, b Finding) bool { return compare(a, b) == 0 })
}
