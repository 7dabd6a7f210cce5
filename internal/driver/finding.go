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

	File                             string // absolute
	Line, Column, EndLine, EndColumn int    // from 1; columns count bytes
	Fixes                            []Fix
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
	end := d.End
	if !end.IsValid() {
		end = d.Pos
	}
	from, to := fset.Position(d.Pos), fset.Position(end)
	if to.Filename != from.Filename {
		to = from
	}
	f := Finding{
		Pass: a.Name, Category: d.Category, Message: d.Message, URL: d.URL, Package: u.pkg.PkgPath,
		File: from.Filename, Line: from.Line, Column: from.Column, EndLine: to.Line, EndColumn: to.Column,
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
