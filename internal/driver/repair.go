package driver

import (
	"bytes"
	"context"
	"go/format"
	"go/parser"
	"go/token"
	"maps"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"

	"golang.org/x/tools/go/ast/astutil"
)

// Repair works out what the first fix of every finding of res, which is what
// Run returned for opts, makes of the files. It writes nothing. Each fix leaves
// code that compiles, but several together may not: an import that only they
// used is removed, and where that does not help the fixes of the file are left
// out. The second result is what Run finds once the files are written.
func Repair(ctx context.Context, opts Options, res *Result) (*Fixed, *Result, error) {
	broken := map[string]bool{}
	for _, e := range res.Errors {
		broken[e.Package] = true
	}
	fixes := First(res.Findings)
	total := len(fixes)
	unused := map[string][]string{} // imports to remove, by file
	for {
		fixed, err := Apply(fixes)
		if err != nil {
			return nil, nil, err
		}
		for file, paths := range unused {
			if src := fixed.After[file]; src != nil {
				fixed.After[file] = withoutImports(src, paths)
			}
		}
		fixed.Skipped = total - fixed.Applied
		if len(fixed.After) == 0 {
			return fixed, res, nil
		}
		opts.Overlay = fixed.After
		left, err := Run(ctx, opts)
		if err != nil {
			return nil, nil, err
		}
		blamed := map[string]bool{}
		again := false
		for _, e := range left.Errors {
			if e.Internal || broken[e.Package] {
				continue
			}
			again = true
			for _, p := range e.Problems {
				file, _ := p.File()
				path := unusedImport(p.Message)
				switch {
				case fixed.After[file] == nil:
					// Another file of the package, or of one it imports.
					blame(blamed, fixed, filepath.Dir(file))
				case path != "" && !slices.Contains(unused[file], path):
					unused[file] = append(unused[file], path)
				default:
					blamed[file] = true
				}
			}
		}
		if !again {
			return fixed, left, nil
		}
		fixes = slices.DeleteFunc(slices.Clone(fixes), func(f Fix) bool {
			return slices.ContainsFunc(f.Edits, func(e Edit) bool { return blamed[e.File] })
		})
	}
}

// blame adds the changed files in dir, or, if there are none, all.
func blame(blamed map[string]bool, fixed *Fixed, dir string) {
	files := slices.Collect(maps.Keys(fixed.After))
	here := slices.DeleteFunc(slices.Clone(files), func(f string) bool { return filepath.Dir(f) != dir })
	if len(here) == 0 {
		here = files
	}
	for _, f := range here {
		blamed[f] = true
	}
}

var unusedRE = regexp.MustCompile(`^("[^"]+") imported (as \S+ )?and not used$`)

func unusedImport(message string) string {
	m := unusedRE.FindStringSubmatch(message)
	if m == nil {
		return ""
	}
	path, err := strconv.Unquote(m[1])
	if err != nil {
		return ""
	}
	return path
}

// withoutImports returns src without the imports of paths; src itself if it
// does not parse, which the next run reports.
func withoutImports(src []byte, paths []string) []byte {
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, "", src, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return src
	}
	for _, spec := range slices.Clone(f.Imports) {
		if path, err := strconv.Unquote(spec.Path.Value); err == nil && slices.Contains(paths, path) {
			name := ""
			if spec.Name != nil {
				name = spec.Name.Name
			}
			astutil.DeleteNamedImport(fset, f, name, path)
		}
	}
	var buf bytes.Buffer
	if err := format.Node(&buf, fset, f); err != nil {
		return src
	}
	return buf.Bytes()
}
