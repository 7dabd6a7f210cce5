package driver

import (
	"bytes"
	"errors"
	"fmt"
	"go/format"
	"go/parser"
	"go/token"
	"maps"
	"os"
	"slices"

	"github.com/budgetlint/budgetlint/internal/wholefile"
)

// Fixed is what applying fixes makes of files.
type Fixed struct {
	// Before and After are the contents of each file that changes, by name.
	Before, After map[string][]byte
	// Applied and Skipped count fixes; one is skipped as a whole, as where an
	// edit of it overlaps one of a fix before it.
	Applied, Skipped int
}

// Files returns the names of the files that change, sorted.
func (f *Fixed) Files() []string { return slices.Sorted(maps.Keys(f.After)) }

// Apply applies the fixes, in order, to the files as they are on disk and
// formats the results; it writes nothing. It fails if a file cannot be read or
// is no Go file afterwards.
func Apply(fixes []Fix) (*Fixed, error) {
	out := &Fixed{Before: map[string][]byte{}, After: map[string][]byte{}}
	edits := map[string][]Edit{}
	for _, fix := range fixes {
		if len(fix.Edits) == 0 {
			continue
		}
		if slices.ContainsFunc(fix.Edits, func(e Edit) bool { return overlaps(edits[e.File], e) }) {
			out.Skipped++
			continue
		}
		out.Applied++
		for _, e := range fix.Edits {
			// Two fixes may well add the same import.
			if !slices.Contains(edits[e.File], e) {
				edits[e.File] = append(edits[e.File], e)
			}
		}
	}
	for _, name := range slices.Sorted(maps.Keys(edits)) {
		src, err := os.ReadFile(name)
		if err != nil {
			return nil, err
		}
		fixed, err := applyEdits(src, edits[name])
		if err != nil {
			return nil, fmt.Errorf("%s: %v", name, err)
		}
		out.Before[name], out.After[name] = src, fixed
	}
	return out, nil
}

// First returns the first fix of each finding that has one.
func First(findings []Finding) []Fix {
	var out []Fix
	for _, f := range findings {
		if len(f.Fixes) > 0 {
			out = append(out, f.Fixes[0])
		}
	}
	return out
}

func overlaps(edits []Edit, e Edit) bool {
	return slices.ContainsFunc(edits, func(o Edit) bool {
		return o != e && o.Start < e.End && e.Start < o.End || // they share a byte
			o != e && o.Start == e.Start && (o.Start == o.End) != (e.Start == e.End) // one is put where the other replaces
	})
}

func applyEdits(src []byte, edits []Edit) ([]byte, error) {
	edits = slices.Clone(edits)
	slices.SortStableFunc(edits, func(a, b Edit) int { return a.Start - b.Start })
	var buf bytes.Buffer
	at := 0
	for _, e := range edits {
		if e.Start < at || e.End < e.Start || e.End > len(src) {
			return nil, errors.New("the file has changed meanwhile")
		}
		buf.Write(src[at:e.Start])
		buf.WriteString(e.New)
		at = e.End
	}
	buf.Write(src[at:])
	// format.Source would take a part of a file, too.
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, "", &buf, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return nil, fmt.Errorf("a fix leaves no Go file: %v", err)
	}
	var out bytes.Buffer
	if err := format.Node(&out, fset, f); err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}

// Write writes the changed files, each by way of a temporary file beside it,
// so that no file is ever half written. It stops at the first that fails.
func (f *Fixed) Write() error {
	for _, name := range f.Files() {
		if err := wholefile.Write(name, f.After[name]); err != nil {
			return err
		}
	}
	return nil
}
