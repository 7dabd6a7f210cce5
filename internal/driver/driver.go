// Package driver runs analyzers over packages in this process. It knows how
// packages are loaded, checked and analysed at small cost, and nothing of what
// the analyzers look for.
//
// Of the packages below the patterns only first-party ones are read from
// source: those of a main module (a workspace has several), of a module that is
// replaced by a folder, and those of Options.Deps. Everything else is read from
// the compiler's export data. Facts flow between all packages read from source,
// so a part of a module gets the same findings as the whole.
//
// One call of the go command answers everything, and a package's syntax and
// types are dropped as soon as it is analysed. That is why this package does
// not use packages.Load for syntax and checker.Analyze: they need a second call
// to learn which packages are first-party, and keep every package until the
// last is done.
package driver

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
)

// Options say what Run analyses, and with what.
type Options struct {
	// Dir is the directory in which patterns are read; "" is the current one.
	Dir string
	// Patterns name packages as for the go command; a name that ends in .go
	// means the package of that file, with findings in that file only. None is
	// "work" inside a workspace and "./..." elsewhere.
	Patterns []string
	// Tags is a comma-separated list of build tags.
	Tags string
	// Tests reports on test files, too. Without it they are not even loaded.
	Tests bool
	// Env is the environment of the go command, nil is this process's.
	Env []string
	// Deps are import path prefixes of packages that count as first-party.
	Deps []string
	// Overlay holds the contents of files, by absolute name, that are read
	// instead of those on disk.
	Overlay map[string][]byte
	// Analyzers are run on every package that the patterns name; those with
	// facts also on first-party packages that these depend on.
	Analyzers []*analysis.Analyzer
	// Progress, if not nil, is told what is being done. It is not called
	// concurrently.
	Progress func(string)
	// CheckFacts sends each fact through its encoding, as drivers do that run
	// a process for each package, and makes an encoding that fails or is not
	// deterministic an error.
	CheckFacts bool
}

// A Result is what Run found.
type Result struct {
	// Findings are sorted by file, line, column, pass, category and message,
	// without duplicates.
	Findings []Finding
	// Errors are the packages that could not be analysed, or not wholly,
	// sorted by import path.
	Errors []PackageError
	// Packages is the number of packages that the patterns name.
	Packages int
	// Files are the absolute names of the Go files of these packages, sorted.
	Files []string
	// Whole are the import paths of the packages of which Findings has all,
	// sorted: those that the patterns name and that were analysed without an
	// error, with "_test" at the end for the test files of one.
	Whole []string
	// Modules are the main modules of the packages that were read, sorted by
	// path.
	Modules []Module
	// Patterns are those that were used: Options.Patterns, or the default.
	Patterns []string
}

// A Module is where a module is.
type Module struct{ Path, Dir string }

// A PackageError is why a package was not analysed, or not wholly.
type PackageError struct {
	Package string // import path
	// Missing says that there is no such package.
	Missing bool
	// Internal says that a pass failed rather than the package.
	Internal bool
	Problems []Problem
}

// A Problem is one error in a package.
type Problem struct {
	Pos     string // file:line:col, file:line, file, or ""
	Message string
}

func (p Problem) String() string {
	if p.Pos == "" {
		return p.Message
	}
	return p.Pos + ": " + p.Message
}

var posRE = regexp.MustCompile(`(:\d+)?(:\d+)?$`)

// File returns the name of the file in Pos, which may be "", and what follows
// it, such as ":3:1".
func (p Problem) File() (name, rest string) {
	i := posRE.FindStringIndex(p.Pos)[0]
	return p.Pos[:i], p.Pos[i:]
}

// An InputError says that a request cannot be met as it stands: there is no
// module, or a pattern names no package. Its text is one line for the user.
type InputError struct{ text string }

func (e *InputError) Error() string { return e.text }

func inputErrorf(format string, args ...any) error {
	return &InputError{oneLine(fmt.Sprintf(format, args...))}
}

// Run analyses the packages that opts name. An error in a package does not
// stop the others; it is in Result.Errors, as is a pass that panics. Run itself
// fails with an *InputError, with ctx's error, or where the go command does not
// run. It may be called concurrently as far as the analyzers allow.
func Run(ctx context.Context, opts Options) (*Result, error) {
	if err := analysis.Validate(opts.Analyzers); err != nil {
		return nil, err
	}
	if opts.Progress == nil {
		opts.Progress = func(string) {}
	}
	dir, err := directory(opts.Dir)
	if err != nil {
		return nil, err
	}
	opts.Dir = dir

	opts.Progress("loading packages, and compiling what they import where that is new")
	p, err := load(ctx, &opts)
	if err != nil {
		return nil, err
	}
	if err := p.run(ctx); err != nil {
		return nil, err
	}
	return p.result(), nil
}

// directory returns the absolute form of dir, which must be a directory.
func directory(dir string) (string, error) {
	abs, err := filepath.Abs(dir)
	if err != nil {
		return "", err
	}
	f, err := os.Open(abs)
	if err != nil {
		var pe *os.PathError
		if errors.As(err, &pe) {
			err = pe.Err
		}
		return "", inputErrorf("cannot read directory %s: %v", dir, err)
	}
	defer f.Close()
	if info, err := f.Stat(); err == nil && !info.IsDir() {
		return "", inputErrorf("%s is not a directory", dir)
	}
	return abs, nil
}

// result collects what the packages of the program yielded.
func (p *program) result() *Result {
	res := &Result{Patterns: p.patterns}
	for _, u := range p.units {
		if u.root && u.variant == nil {
			res.Packages++
			res.Files = append(res.Files, u.pkg.CompiledGoFiles...)
		}
		// What does not compile in a package that nobody asked for shows in
		// those that import it; a pass that fails there shows nowhere else.
		if u.root && u.variant == nil && len(u.problems) > 0 {
			res.Errors = append(res.Errors, PackageError{Package: u.pkg.PkgPath, Missing: missing(u.pkg), Problems: unique(u.problems)})
		}
		if len(u.internal) > 0 {
			res.Errors = append(res.Errors, PackageError{Package: u.pkg.PkgPath, Internal: true, Problems: unique(u.internal)})
		}
		if u.variant == nil || len(u.variant.problems) > 0 {
			res.Findings = append(res.Findings, u.findings...)
		}
	}
	slices.Sort(res.Files)
	res.Files = slices.Compact(res.Files)
	slices.SortStableFunc(res.Errors, func(a, b PackageError) int { return strings.Compare(a.Package, b.Package) })
	res.Errors = mergeErrors(res.Errors)
	if len(p.only) > 0 {
		res.Findings = slices.DeleteFunc(res.Findings, func(f Finding) bool { return !p.only[f.File] })
	}
	res.Findings = sortFindings(res.Findings)
	p.extent(res)
	return res
}

// extent fills in what res speaks for.
func (p *program) extent(res *Result) {
	broken := map[string]bool{}
	for _, e := range res.Errors {
		broken[strings.TrimSuffix(e.Package, "_test")] = true
	}
	modules := map[string]string{}
	for _, u := range p.units {
		if m := u.pkg.Module; m != nil && m.Main {
			modules[m.Path] = m.Dir
		}
		path := u.pkg.PkgPath
		if !u.root || u.pkg.ForTest != "" || broken[strings.TrimSuffix(path, "_test")] || len(p.only) > 0 {
			continue
		}
		res.Whole = append(res.Whole, path)
		if p.opts.Tests {
			res.Whole = append(res.Whole, path+"_test")
		}
	}
	slices.Sort(res.Whole)
	for _, path := range slices.Sorted(maps.Keys(modules)) {
		res.Modules = append(res.Modules, Module{path, modules[path]})
	}
}

// mergeErrors joins the errors of a package and of its test variants.
func mergeErrors(errs []PackageError) []PackageError {
	var out []PackageError
	for _, e := range errs {
		if n := len(out); n > 0 && out[n-1].Package == e.Package && out[n-1].Internal == e.Internal {
			out[n-1].Problems = unique(append(out[n-1].Problems, e.Problems...))
			continue
		}
		out = append(out, e)
	}
	return out
}

func unique(ps []Problem) []Problem {
	seen := map[Problem]bool{}
	var out []Problem
	for _, p := range ps {
		if !seen[p] {
			seen[p] = true
			out = append(out, p)
		}
	}
	return out
}

func oneLine(s string) string {
	return strings.Join(strings.Fields(s), " ")
}
