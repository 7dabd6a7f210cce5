package driver

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"go/token"
	"go/types"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"golang.org/x/tools/go/packages"
)

// A program is the packages below the patterns.
type program struct {
	opts     *Options
	patterns []string // of opts, or the default
	fset     *token.FileSet
	units    []*unit         // dependencies first, in a fixed order
	only     map[string]bool // files to which findings are limited, if any
	byPkg    map[*types.Package]*unit

	// exportMu guards reading export data, which adds to the packages that it
	// mentions.
	exportMu sync.Mutex
	views    map[string]map[string]*types.Package // by variant, then path
}

// A unit is one package, or a variant of one that is built for a test.
type unit struct {
	pkg  *packages.Package
	deps []*unit

	root      bool  // named by a pattern
	variant   *unit // the same with its test files: findings are reported there
	source    bool  // read from source with bodies, and analysed
	outline   bool  // read from source without bodies
	needTypes bool  // imported by a package that is read from source

	types    *types.Package
	syntax   *syntax // nil unless source; dropped once analysed
	problems []Problem
	internal []Problem
	facts    map[factKey]fact
	findings []Finding
}

// metadata is all that the go command is asked for: one call that lists, with
// the export data that it would make for a load with syntax as well.
const metadata = packages.NeedName | packages.NeedFiles | packages.NeedCompiledGoFiles |
	packages.NeedImports | packages.NeedDeps | packages.NeedModule | packages.NeedExportFile |
	packages.NeedTypesSizes | packages.NeedForTest

func load(ctx context.Context, opts *Options) (*program, error) {
	env, err := goEnv(ctx, opts)
	if err != nil {
		return nil, err
	}
	if env["GOMOD"] == os.DevNull && (env["GOWORK"] == "" || env["GOWORK"] == "off") {
		return nil, inputErrorf("no go.mod in %s or above it: run budgetlint inside a module, or name one with -C", opts.Dir)
	}
	patterns := opts.Patterns
	if len(patterns) == 0 {
		patterns = []string{"./..."}
		if w := env["GOWORK"]; w != "" && w != "off" {
			patterns = []string{"work"}
		}
	}

	p := &program{
		opts:     opts,
		patterns: patterns,
		fset:     token.NewFileSet(),
		byPkg:    map[*types.Package]*unit{},
		views:    map[string]map[string]*types.Package{},
	}
	queries := slices.Clone(patterns)
	for i, q := range queries {
		if strings.HasSuffix(q, ".go") && !strings.Contains(q, "=") {
			abs := q
			if !filepath.IsAbs(abs) {
				abs = filepath.Join(opts.Dir, q)
			}
			if _, err := os.Stat(abs); err != nil {
				return nil, inputErrorf("cannot read file %s", q)
			}
			if p.only == nil {
				p.only = map[string]bool{}
			}
			p.only[abs] = true
			if real, err := filepath.EvalSymlinks(abs); err == nil {
				p.only[real] = true
			}
			queries[i] = "file=" + abs
		}
	}
	if len(p.only) > 0 && slices.ContainsFunc(queries, func(q string) bool { return !strings.HasPrefix(q, "file=") }) {
		return nil, inputErrorf("name files or packages, not both")
	}

	cfg := &packages.Config{
		Mode: metadata, Context: ctx, Dir: opts.Dir, Env: opts.Env, Tests: opts.Tests, Fset: p.fset,
		Overlay: opts.Overlay,
	}
	if opts.Tags != "" {
		cfg.BuildFlags = []string{"-tags=" + opts.Tags}
	}
	roots, err := packages.Load(cfg, queries...)
	if err != nil {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		return nil, inputErrorf("go list: %s", strings.TrimPrefix(err.Error(), "err: "))
	}
	if err := matched(opts.Dir, patterns, roots); err != nil {
		return nil, err
	}
	p.build(roots, env["GOROOT"])
	return p, nil
}

// matched returns an error unless every pattern names something to analyse.
// What a pattern names although it cannot be analysed is in Result.Errors, if
// there is anything else.
func matched(dir string, patterns []string, roots []*packages.Package) error {
	hint := "name packages, or folders with Go files"
	loaded := slices.ContainsFunc(roots, func(r *packages.Package) bool { return !missing(r) })
	if !loaded && len(roots) > 0 {
		name := roots[0].PkgPath
		if len(patterns) == 1 {
			name = patterns[0]
		}
		return inputErrorf("%s cannot be loaded: %s; %s", name, roots[0].Errors[0].Msg, hint)
	}
	for _, p := range patterns {
		if !slices.ContainsFunc(roots, func(r *packages.Package) bool { return covers(dir, p, r) }) {
			return inputErrorf("%s matches no packages: %s", p, hint)
		}
	}
	return nil
}

// missing reports whether there is no package where a pattern names one.
func missing(pkg *packages.Package) bool {
	return len(pkg.GoFiles) == 0 && len(pkg.CompiledGoFiles) == 0 && len(pkg.Errors) > 0
}

// covers reports whether the pattern may be what named pkg. Of a pattern
// without wildcard there is always a package, if only one with an error.
func covers(dir, pattern string, pkg *packages.Package) bool {
	prefix, wild := strings.CutSuffix(pattern, "/...")
	if !wild || strings.Contains(prefix, "...") || strings.Contains(prefix, "=") {
		return true
	}
	if prefix == "." || prefix == ".." || strings.HasPrefix(prefix, "./") || strings.HasPrefix(prefix, "../") || filepath.IsAbs(prefix) {
		if !filepath.IsAbs(prefix) {
			prefix = filepath.Join(dir, prefix)
		}
		// Links may have led elsewhere: then there is no telling.
		real, err := filepath.EvalSymlinks(prefix)
		return err == nil && real != filepath.Clean(prefix) || below(pkg.Dir, filepath.Clean(prefix), filepath.Separator)
	}
	return below(pkg.PkgPath, prefix, '/')
}

// below reports whether path is root or below it.
func below(path, root string, separator byte) bool {
	rest, ok := strings.CutPrefix(path, root)
	return ok && (rest == "" || rest[0] == separator)
}

// build makes the units of the import graph below roots and decides how each
// is read.
func (p *program) build(roots []*packages.Package, goroot string) {
	units := map[*packages.Package]*unit{}
	slices.SortFunc(roots, func(a, b *packages.Package) int { return strings.Compare(a.ID, b.ID) })
	packages.Visit(roots, nil, func(pkg *packages.Package) {
		u := &unit{pkg: pkg}
		seen := map[*unit]bool{}
		for _, path := range slices.Sorted(maps.Keys(pkg.Imports)) {
			if d := units[pkg.Imports[path]]; d != nil && !seen[d] {
				seen[d] = true
				u.deps = append(u.deps, d)
			}
		}
		u.source = p.firstParty(pkg, goroot)
		units[pkg] = u
		p.units = append(p.units, u)
	})
	tested := map[string]*unit{}
	for _, r := range roots {
		u := units[r]
		if testMain(r) {
			u.source = false
			continue
		}
		u.root, u.source = true, true
		if r.ForTest == r.PkgPath {
			tested[r.PkgPath] = u
		}
	}
	for _, u := range p.units {
		if u.root && u.pkg.ForTest == "" {
			u.variant = tested[u.pkg.PkgPath]
		}
	}
	for _, u := range p.units {
		u.types = types.NewPackage(u.pkg.PkgPath, u.pkg.Name)
		if u.pkg.PkgPath == "unsafe" {
			u.types = types.Unsafe
		}
		p.byPkg[u.types] = u
	}
	p.decide()
}

// decide says how each package that is not read from source is read: not at
// all, from export data, or, where that will not do, as the outline of its
// source.
func (p *program) decide() {
	for changed := true; changed; {
		changed = false
		for _, u := range p.units {
			if u.source || u.outline || testMain(u.pkg) || u.pkg.PkgPath == "unsafe" {
				continue
			}
			// The types of a package that is read from source must be those
			// of its source everywhere; export data would bring its own. What
			// the go command could not build has no export data.
			u.outline = u.needTypes && u.pkg.ExportFile == "" ||
				slices.ContainsFunc(u.deps, func(d *unit) bool { return d.source || d.outline })
			changed = changed || u.outline
		}
		for _, u := range p.units {
			if u.source || u.outline {
				for _, d := range u.deps {
					changed = changed || !d.needTypes
					d.needTypes = true
				}
			}
		}
	}
}

// testMain reports whether pkg is the main package that the go command
// generates for a test.
func testMain(pkg *packages.Package) bool {
	return pkg.Name == "main" && strings.HasSuffix(pkg.PkgPath, ".test") && pkg.ForTest == "" && strings.HasSuffix(pkg.ID, ".test")
}

// firstParty reports whether pkg is the user's own: of a main module, of a
// module replaced by a folder, or of a prefix that the user named. Without any
// module information it is whatever the standard library is not.
func (p *program) firstParty(pkg *packages.Package, goroot string) bool {
	for _, prefix := range p.opts.Deps {
		if below(pkg.PkgPath, strings.TrimSuffix(prefix, "/"), '/') {
			return true
		}
	}
	switch m := pkg.Module; {
	case pkg.PkgPath == "unsafe":
		return false
	case m == nil:
		return goroot == "" || pkg.Dir != "" && !below(pkg.Dir, goroot, filepath.Separator)
	default:
		return m.Main || m.Replace != nil && m.Replace.Version == ""
	}
}

// goEnv asks the go command where it stands.
func goEnv(ctx context.Context, opts *Options) (map[string]string, error) {
	cmd := exec.CommandContext(ctx, "go", "env", "-json", "GOMOD", "GOWORK", "GOROOT")
	cmd.Dir = opts.Dir
	cmd.Env = opts.Env
	if cmd.Env == nil {
		cmd.Env = os.Environ()
	}
	cmd.Env = append(slices.Clip(cmd.Env), "PWD="+opts.Dir)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case errors.Is(err, exec.ErrNotFound):
		return nil, inputErrorf("the go command is not in PATH: install Go, or add it to PATH")
	case err != nil:
		return nil, inputErrorf("go env: %s", strings.TrimSpace(stderr.String()+" "+err.Error()))
	}
	env := map[string]string{}
	if err := json.Unmarshal(out, &env); err != nil {
		return nil, fmt.Errorf("go env: %v", err)
	}
	return env, nil
}
