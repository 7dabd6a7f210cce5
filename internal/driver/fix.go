package driver

import (
	"fmt"
	"maps"
	"os"
	"slices"

	"github.com/budgetlint/budgetlint/internal/compose"
	"github.com/budgetlint/budgetlint/internal/wholefile"
)

// Fixed is what applying fixes makes of files.
type Fixed struct {
	// Before and After are the contents of each file that changes, by name.
	Before, After map[string][]byte
	// Applied and Skipped count fixes; one is skipped as a whole, as where an
	// edit of it shares a byte with another of a fix before it.
	Applied, Skipped int
}

// Files returns the names of the files that change, sorted.
func (f *Fixed) Files() []string { return slices.Sorted(maps.Keys(f.After)) }

// Apply applies the fixes, in order, to the files as they are on disk and
// formats the results; it writes nothing. It fails if a file cannot be read or
// is no Go file afterwards.
func Apply(fixes []Fix) (*Fixed, error) {
	out := &Fixed{Before: map[string][]byte{}, After: map[string][]byte{}}
	files := map[string]*compose.File{}
	for _, fix := range fixes {
		if len(fix.Edits) == 0 {
			continue
		}
		edits := map[string][]compose.Edit{}
		for _, e := range fix.Edits {
			edits[e.File] = append(edits[e.File], compose.Edit{Start: e.Start, End: e.End, New: e.New})
		}
		fits := true
		for name, es := range edits {
			if files[name] == nil {
				src, err := os.ReadFile(name)
				if err != nil {
					return nil, err
				}
				files[name] = compose.New(src)
			}
			fits = fits && files[name].Fits(es)
		}
		if !fits {
			out.Skipped++
			continue
		}
		out.Applied++
		for name, es := range edits {
			files[name].Add(es)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(files)) {
		if !files[name].Changes() {
			continue
		}
		fixed, err := files[name].Bytes(nil)
		if err != nil {
			return nil, fmt.Errorf("%s: %v", name, err)
		}
		out.Before[name], out.After[name] = files[name].Source(), fixed
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
