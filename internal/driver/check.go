package driver

import (
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/scanner"
	"go/types"
	"os"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"

	"golang.org/x/tools/go/gcexportdata"
	"golang.org/x/tools/go/packages"
)

// syntax is what analyzers get of a package beside its types.
type syntax struct {
	files      []*ast.File
	info       *types.Info
	typeErrors []types.Error
	illTyped   bool
}

// check gives u its types. All dependencies of u have theirs.
func (p *program) check(u *unit) {
	defer func() {
		if x := recover(); x != nil {
			u.internal = append(u.internal, panicked("the type checker", u, x))
		}
	}()
	switch {
	case u.source, u.outline:
		p.checkSource(u)
	case u.needTypes && u.pkg.PkgPath != "unsafe":
		if err := p.readExport(u); err != nil {
			u.problems = append(u.problems, Problem{Message: err.Error()})
		}
	}
}

// parseMode leaves out the resolution of identifiers within a file: types.Info
// says more, and the passes that run here ask nothing else.
const parseMode = parser.ParseComments | parser.AllErrors | parser.SkipObjectResolution

func (p *program) checkSource(u *unit) {
	s := &syntax{}
	for _, name := range u.pkg.CompiledGoFiles {
		f, err := p.parse(name, u.source)
		if f != nil {
			s.files = append(s.files, f)
		}
		u.fail(err)
	}
	conf := &types.Config{
		Importer:         importer(u.importPackage),
		IgnoreFuncBodies: !u.source,
		Sizes:            u.pkg.TypesSizes,
		Error: func(err error) {
			if te, ok := err.(types.Error); ok {
				s.typeErrors = append(s.typeErrors, te)
			}
			u.fail(err)
		},
	}
	if m := u.pkg.Module; m != nil && m.GoVersion != "" {
		conf.GoVersion = "go" + m.GoVersion
	}
	if u.source {
		s.info = &types.Info{
			Types:        map[ast.Expr]types.TypeAndValue{},
			Defs:         map[*ast.Ident]types.Object{},
			Uses:         map[*ast.Ident]types.Object{},
			Implicits:    map[ast.Node]types.Object{},
			Instances:    map[*ast.Ident]types.Instance{},
			Scopes:       map[ast.Node]*types.Scope{},
			Selections:   map[*ast.SelectorExpr]*types.Selection{},
			FileVersions: map[*ast.File]string{},
		}
	}
	if err := types.NewChecker(conf, p.fset, u.types, s.info).Files(s.files); err != nil && len(u.problems) == 0 {
		u.fail(err)
	}
	if !u.source {
		return
	}
	// Errors of the go command come last: most only repeat what the parser and
	// the type checker say with a position.
	s.illTyped = len(u.problems) > 0
	for _, e := range u.pkg.Errors {
		if !s.illTyped || e.Kind != packages.ListError {
			u.problems = append(u.problems, Problem{strings.TrimPrefix(e.Pos, "-"), strings.TrimSpace(e.Msg)})
		}
	}
	s.illTyped = len(u.problems) > 0
	u.syntax = s
}

func (p *program) parse(name string, bodies bool) (*ast.File, error) {
	src, ok := p.opts.Overlay[name]
	if !ok {
		var err error
		if src, err = os.ReadFile(name); err != nil {
			return nil, err
		}
	}
	mode := parseMode
	if !bodies {
		mode &^= parser.ParseComments
	}
	return parser.ParseFile(p.fset, name, src, mode)
}

// fail records what the parser or the type checker reported.
func (u *unit) fail(err error) {
	var (
		list scanner.ErrorList
		te   types.Error
		pe   *os.PathError
	)
	switch {
	case err == nil:
	case errors.As(err, &list):
		for _, e := range list {
			u.problems = append(u.problems, Problem{e.Pos.String(), e.Msg})
		}
	case errors.As(err, &te):
		u.problems = append(u.problems, Problem{strings.TrimPrefix(te.Fset.Position(te.Pos).String(), "-"), te.Msg})
	case errors.As(err, &pe):
		u.problems = append(u.problems, Problem{pe.Path, pe.Err.Error()})
	default:
		u.problems = append(u.problems, Problem{"", err.Error()})
	}
}

type importer func(path string) (*types.Package, error)

func (f importer) Import(path string) (*types.Package, error) { return f(path) }

func (u *unit) importPackage(path string) (*types.Package, error) {
	if path == "unsafe" {
		return types.Unsafe, nil
	}
	i := slices.IndexFunc(u.deps, func(d *unit) bool { return d.pkg == u.pkg.Imports[path] })
	if i < 0 {
		return nil, errors.New("the go command does not know the package")
	}
	switch d := u.deps[i]; {
	case d.types.Complete():
		return d.types, nil
	case len(d.pkg.Errors) > 0:
		return nil, errors.New(oneLine(d.pkg.Errors[0].Msg))
	case len(d.problems) > 0:
		return nil, errors.New(oneLine(d.problems[0].Message))
	default:
		return nil, errors.New("the package does not compile")
	}
}

// readExport fills u.types from what the compiler exported.
func (p *program) readExport(u *unit) error {
	f, err := os.Open(u.pkg.ExportFile)
	if err != nil {
		return err
	}
	defer f.Close()
	r, err := gcexportdata.NewReader(f)
	if err != nil {
		return fmt.Errorf("reading %s: %v", u.pkg.ExportFile, err)
	}

	p.exportMu.Lock()
	defer p.exportMu.Unlock()
	tpkg, err := gcexportdata.Read(r, p.fset, p.view(u), u.pkg.PkgPath)
	if err != nil {
		return fmt.Errorf("reading %s: %v (is the go command newer than %s, with which this program was built?)", u.pkg.ExportFile, err, runtime.Version())
	}
	if tpkg != u.types {
		return fmt.Errorf("reading %s: it is of another package", u.pkg.ExportFile)
	}
	return nil
}

// view returns the packages that the export data of u may mention, by path.
// Every package of the program is made beforehand so that reading one makes no
// other. Packages that are built anew for a test see each other in the place
// of those that are not.
func (p *program) view(u *unit) map[string]*types.Package {
	_, variant, _ := strings.Cut(u.pkg.ID, " ")
	if v := p.views[variant]; v != nil {
		return v
	}
	v := map[string]*types.Package{}
	for _, u := range p.units {
		_, own, _ := strings.Cut(u.pkg.ID, " ")
		if own == variant || own == "" && v[u.pkg.PkgPath] == nil {
			v[u.pkg.PkgPath] = u.types
		}
	}
	p.views[variant] = v
	return v
}

// panicked describes a panic on a package, with the place that the code which
// panicked was at.
func panicked(who string, u *unit, x any) Problem {
	pos := ""
	lines := strings.Split(string(debug.Stack()), "\n")
	for i, l := range lines {
		if strings.HasPrefix(l, "panic(") {
			// Next are the place of panic itself, then the function that
			// panicked and its place, with runtime functions between for
			// faults that the hardware finds.
			for j := i + 2; j+1 < len(lines); j += 2 {
				if !strings.HasPrefix(lines[j], "runtime.") {
					pos, _, _ = strings.Cut(strings.TrimSpace(lines[j+1]), " ")
					break
				}
			}
			break
		}
	}
	return Problem{Message: oneLine(fmt.Sprintf("%s panicked: %v (%s)", who, x, pos))}
}
