package catalog

import (
	"cmp"
	"fmt"
	"go/token"
	"go/types"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/tools/go/packages"
)

// testdata is the module whose go.mod holds the versions that the rows name.
const testdata = "../../testdata"

// elsewhere are the modules of rows that testdata's go.mod does not hold, or
// holds at another version, each with the reason.
var elsewhere = map[string]string{
	"go.opentelemetry.io/contrib/instrumentation/net/http/otelhttp@v0.61.0": "newer releases lack the functions",
	"github.com/failsafe-go/failsafe-go@v0.6.9":                             "newer releases lack the functions",
}

var sourceForm = regexp.MustCompile(`^(?:(go1\.\d+|budget) [\w./]+\.go:[\w.]+|(\S+@v\S+) ([\w./]+\.go)(?::(?:(\d+)|\w[\w.]*))?)$`)

func TestRowsAreWellFormed(t *testing.T) {
	name := regexp.MustCompile(`^\*?[A-Za-z]\w*\*?$|^\*$`)
	words := func(s string) []string { return strings.Split(s, " ") }
	key := func(c Call, n string) string { return c.Pkg + "." + c.Recv + "." + n }
	seen := map[string]bool{}
	for _, c := range calls {
		id := fmt.Sprintf("%s.%s %s", c.Pkg, c.Recv, c.Names)
		check(t, sourceForm.MatchString(c.Source), "%s: source %q", id, c.Source)
		check(t, c.Pkg != "" && !strings.HasSuffix(c.Pkg, "/"), "%s: package %q", id, c.Pkg)
		check(t, c.Recv == "" || name.MatchString(c.Recv), "%s: receiver %q", id, c.Recv)
		check(t, slices.Contains(Kinds, c.Kind) || c.Kind == Server, "%s: kind %q", id, c.Kind)
		check(t, c.Unknown <= Bounded, "%s: unknown %d", id, c.Unknown)
		check(t, c.Field == "" || c.Forever > 0, "%s: Field without Forever", id)
		check(t, c.Except == "" || strings.Contains(c.Names, "*"), "%s: Except without a star", id)
		for _, n := range words(c.Names) {
			check(t, name.MatchString(n), "%s: name %q", id, n)
			check(t, !seen[key(c, n)], "%s: a second row for %s", id, n)
			check(t, n == "*" || !seen[key(c, "*")], "%s: %s comes after the row of *", id, n)
			seen[key(c, n)] = true
		}
		if c.Except != "" {
			for _, n := range words(c.Except) {
				check(t, name.MatchString(n) && n != "*", "%s: except %q", id, n)
			}
		}
		check(t, c.Client == "" || find(clients, func(r Client) bool { return r.Type == c.Client }), "%s: no client %s", id, c.Client)
		check(t, c.Carrier == "" || find(carriers, func(r Carrier) bool { return r.Type == c.Carrier }), "%s: no carrier %s", id, c.Carrier)
	}
	for _, c := range clients {
		check(t, sourceForm.MatchString(c.Source), "%s: source %q", c.Type, c.Source)
		for f, k := range c.Inner {
			check(t, token.IsExported(f) && find(clients, func(r Client) bool { return r.Type == k }), "%s: field %s: no client %s", c.Type, f, k)
		}
	}
	for _, c := range carriers {
		check(t, sourceForm.MatchString(c.Source), "%s: source %q", c.Type, c.Source)
		check(t, len(c.Opaque) == 0 || c.Chain, "%s: Opaque without Chain", c.Type)
	}
	for _, m := range makers {
		check(t, sourceForm.MatchString(m.Source), "%s: source %q", m.Func, m.Source)
		check(t, m.Arg >= -1 && m.Result <= Bounded, "%s: %d %v", m.Func, m.Arg, m.Result)
		check(t, m.Arg != 0 || m.Result != Unknown, "%s says nothing", m.Func)
	}
	for _, o := range options {
		check(t, sourceForm.MatchString(o.Source), "%s: source %q", o.Func, o.Source)
		check(t, (o.Bound == Unknown) == (o.Arg > 0), "%s: neither or both of Bound and Arg", o.Func)
	}
	unique(t, clients, func(c Client) string { return c.Type })
	unique(t, carriers, func(c Carrier) string { return c.Type })
	unique(t, makers, func(m Maker) string { return m.Func })
	unique(t, options, func(o Option) string { return o.Func })
}

// TestRowsAreTrue asks the libraries themselves, at the versions of testdata's
// go.mod, whether what a row names is there and has the shape that it claims.
func TestRowsAreTrue(t *testing.T) {
	if testing.Short() {
		t.Skip("loads the libraries")
	}
	lib := load(t)
	for _, c := range calls {
		if known(c.Source) {
			lib.call(t, c)
		}
	}
	for _, c := range clients {
		lib.client(t, c)
	}
	for _, c := range carriers {
		for _, f := range slices.Concat(c.Empty, c.Takes, c.From) {
			fn := lib.fn(f)
			if !check(t, fn != nil, "carrier %s: no function %s", c.Type, f) {
				continue
			}
			makes := fn.Signature().Results().Len() > 0 && TypeName(fn.Signature().Results().At(0).Type()) == c.Type
			sets := fn.Signature().Recv() != nil && TypeName(fn.Signature().Recv().Type()) == c.Type
			check(t, makes || sets, "carrier %s: %s neither returns one nor is its method", c.Type, f)
			if slices.Contains(c.Takes, f) {
				check(t, ContextParam(fn.Signature()) >= 0, "carrier %s: %s takes no context", c.Type, f)
			}
		}
		for _, f := range c.Opaque {
			check(t, lib.fn(f) != nil, "carrier %s: no method %s", c.Type, f)
		}
	}
	for _, m := range makers {
		if !known(m.Source) {
			continue
		}
		fns := lib.matching(m.Func)
		check(t, len(fns) > 0, "maker %s matches nothing", m.Func)
		for _, fn := range fns {
			lib.param(t, "maker "+m.Func, fn, m.Arg, m.Options)
			check(t, fn.Signature().Results().Len() > 0 || strings.Contains(m.Func[1:], "*"), "maker %s returns nothing", m.Func)
		}
		lib.variable(t, m.Func, m.Key)
	}
	for _, m := range textMakers {
		if fn := lib.fn(m.Func); check(t, fn != nil, "text maker %s does not exist", m.Func) {
			lib.param(t, "text maker "+m.Func, fn, m.Text, false)
			lib.param(t, "text maker "+m.Func, fn, m.Flag, false)
			if swap := lib.fn(pkgOf(m.Func) + "." + m.Swap); m.Swap != "" && check(t, swap != nil, "text maker %s: no function %s", m.Func, m.Swap) {
				check(t, types.Identical(swap.Type(), fn.Type()), "text maker %s: %s has another signature", m.Func, m.Swap)
			}
			check(t, m.Flagged != (m.Instead != ""), "text maker %s: Instead is for those that flag nothing", m.Func)
		}
	}
	for _, r := range textResults {
		pkg := lib.pkgs[pkgOf(r.Type)]
		if !check(t, pkg != nil, "text result %s: no such package", r.Type) {
			continue
		}
		if obj := pkg.Scope().Lookup(strings.TrimPrefix(r.Type, pkg.Path()+".")); check(t, obj != nil, "text result %s: no such type", r.Type) {
			f, _, _ := types.LookupFieldOrMethod(obj.Type(), true, nil, r.Flag)
			check(t, f != nil, "text result %s has no field %s", r.Type, r.Flag)
		}
	}
	for _, o := range options {
		if !known(o.Source) {
			continue
		}
		if fn := lib.fn(o.Func); check(t, fn != nil, "option %s does not exist", o.Func) {
			lib.param(t, "option "+o.Func, fn, o.Arg, false)
		}
	}
}

// TestSourcesExist opens the file that each row names.
func TestSourcesExist(t *testing.T) {
	if testing.Short() {
		t.Skip("looks into the libraries")
	}
	dirs := modules(t)
	lines := map[string]int{}
	var all []string
	for _, c := range calls {
		all = append(all, c.Source)
	}
	for _, c := range clients {
		all = append(all, c.Source)
	}
	for _, c := range carriers {
		all = append(all, c.Source)
	}
	for _, m := range makers {
		all = append(all, m.Source)
	}
	for _, o := range options {
		all = append(all, o.Source)
	}
	for _, r := range retriers {
		all = append(all, r.Source)
	}
	for _, p := range policies {
		all = append(all, p.Source)
	}
	for _, m := range textMakers {
		all = append(all, m.Source)
	}
	for _, r := range textResults {
		all = append(all, r.Source)
	}
	for _, r := range textTools {
		all = append(all, r.Source)
	}
	slices.Sort(all)
	for _, s := range slices.Compact(all) {
		m := sourceForm.FindStringSubmatch(s)
		if m == nil || m[2] == "" || elsewhere[m[2]] != "" {
			continue
		}
		dir, ok := dirs[m[2]]
		if !check(t, ok, "%s: testdata's go.mod holds no %s", s, m[2]) {
			continue
		}
		file := filepath.Join(dir, m[3])
		if _, ok := lines[file]; !ok {
			data, err := os.ReadFile(file)
			if !check(t, err == nil, "%s: %v", s, err) {
				continue
			}
			lines[file] = strings.Count(string(data), "\n")
		}
		if n, err := strconv.Atoi(m[4]); err == nil {
			check(t, n <= lines[file], "%s: the file has %d lines", s, lines[file])
		}
	}
}

func check(t *testing.T, ok bool, format string, args ...any) bool {
	t.Helper()
	if !ok {
		t.Errorf(format, args...)
	}
	return ok
}

func find[T any](rows []T, is func(T) bool) bool { return slices.ContainsFunc(rows, is) }

func unique[T any](t *testing.T, rows []T, key func(T) string) {
	t.Helper()
	seen := map[string]bool{}
	for _, r := range rows {
		check(t, !seen[key(r)], "a second row for %s", key(r))
		seen[key(r)] = true
	}
}

// known reports whether testdata's go.mod holds what a row is about.
func known(source string) bool {
	m := sourceForm.FindStringSubmatch(source)
	return m == nil || elsewhere[m[2]] == ""
}

// libraries are the packages that the rows speak of.
type libraries struct {
	pkgs map[string]*types.Package
	fns  map[string]*types.Func // by FullName
}

func load(t *testing.T) *libraries {
	t.Helper()
	if loaded != nil {
		return loaded
	}
	want := map[string]bool{"net/http/httptest": true}
	for _, c := range calls {
		if !strings.Contains(c.Pkg, "*") && !strings.HasSuffix(c.Pkg, "/...") {
			want[c.Pkg] = true
		}
	}
	patterns := []string{"./..."}
	for p := range want {
		patterns = append(patterns, p)
	}
	slices.Sort(patterns)
	pkgs, err := packages.Load(&packages.Config{
		Mode: packages.NeedName | packages.NeedTypes | packages.NeedImports | packages.NeedDeps, Dir: testdata,
		Env: append(os.Environ(), "GOWORK=off"),
	}, patterns...)
	if err != nil {
		t.Fatal(err)
	}
	lib := &libraries{pkgs: map[string]*types.Package{}, fns: map[string]*types.Func{}}
	packages.Visit(pkgs, nil, func(p *packages.Package) {
		for _, e := range p.Errors {
			t.Errorf("%s: %v", p.PkgPath, e)
		}
		if p.Types == nil {
			return
		}
		lib.pkgs[p.PkgPath] = p.Types
		scope := p.Types.Scope()
		for _, n := range scope.Names() {
			switch o := scope.Lookup(n).(type) {
			case *types.Func:
				lib.add(o)
			case *types.TypeName:
				// All methods, those of embedded types with the receiver that
				// they are called with in the end.
				for _, typ := range []types.Type{o.Type(), types.NewPointer(o.Type())} {
					ms := types.NewMethodSet(typ)
					for i := range ms.Len() {
						lib.add(ms.At(i).Obj().(*types.Func))
					}
				}
			}
		}
	})
	loaded = lib
	return lib
}

// loaded are the libraries, once for all tests.
var loaded *libraries

func (lib *libraries) add(fn *types.Func) {
	if fn.Exported() && fn.Pkg() != nil {
		lib.fns[FullName(fn)] = fn.Origin()
	}
}

func (lib *libraries) fn(name string) *types.Func { return lib.fns[name] }

// matching returns the functions that a Maker.Func names.
func (lib *libraries) matching(pattern string) (fns []*types.Func) {
	if !strings.Contains(strings.TrimPrefix(pattern, "(*"), "*") {
		if fn := lib.fn(pattern); fn != nil {
			fns = append(fns, fn)
		}
		return fns
	}
	rx := regexp.MustCompile("^" + strings.ReplaceAll(regexp.QuoteMeta(pattern), `\*`, ".*") + "$")
	for name, fn := range lib.fns {
		if rx.MatchString(name) {
			fns = append(fns, fn)
		}
	}
	slices.SortFunc(fns, func(a, b *types.Func) int { return cmp.Compare(FullName(a), FullName(b)) })
	return fns
}

// call checks a row of calls.
func (lib *libraries) call(t *testing.T, c Call) {
	t.Helper()
	id := fmt.Sprintf("%s.%s", c.Pkg, c.Recv)
	inPkg := func(path string) bool {
		pkg, tree := strings.CutSuffix(c.Pkg, "/...")
		if rest, ok := strings.CutPrefix(pkg, "*"); ok {
			i := strings.Index(path, rest)
			return i >= 0 && (path[i:] == rest || tree && strings.HasPrefix(path[i:], rest+"/"))
		}
		return path == pkg || tree && strings.HasPrefix(path, pkg+"/")
	}
	for _, n := range strings.Split(c.Names, " ") {
		one := c
		one.Names = n
		found := 0
		for _, fn := range lib.fns {
			if !inPkg(fn.Pkg().Path()) || !one.covers(recvName(fn.Signature()), fn.Name(), fn.Signature()) {
				continue
			}
			found++
			lib.shape(t, id, c, fn)
		}
		check(t, found > 0, "%s: %s does not exist", id, n)
	}
	if c.Except != "" {
		for _, n := range strings.Split(c.Except, " ") {
			check(t, find(slices.Collect(maps.Values(lib.fns)), func(fn *types.Func) bool {
				return inPkg(fn.Pkg().Path()) && matches(c.Recv, recvName(fn.Signature())) && matches(n, fn.Name())
			}), "%s: %s, an exception, does not exist", id, n)
		}
	}
	lib.variable(t, id, c.Key)
}

// shape checks what a row claims of one function.
func (lib *libraries) shape(t *testing.T, id string, c Call, fn *types.Func) {
	t.Helper()
	sig := fn.Signature()
	id = fmt.Sprintf("%s: %s%s", id, fn.Name(), strings.TrimPrefix(types.TypeString(sig, nil), "func"))
	hasContext := ContextParam(sig) >= 0
	carrier := c.Carrier != "" && (sig.Recv() != nil && TypeName(sig.Recv().Type()) == c.Carrier || find(params(sig), func(v *types.Var) bool { return TypeName(v.Type()) == c.Carrier }))
	check(t, !hasContext || c.Variant == "", "%s takes a context, and the row names a variant", id)
	check(t, !hasContext || !carrier, "%s takes a context, and the row names a carrier", id)
	check(t, c.Carrier == "" || carrier, "%s: neither the receiver nor a parameter is a %s", id, c.Carrier)
	check(t, hasContext || carrier || c.Variant != "" || c.Unknown == Bounded, "%s takes no context, and the row names no variant", id)
	if c.Forever > 0 && check(t, c.Forever <= sig.Params().Len(), "%s has no parameter %d", id, c.Forever) {
		p := sig.Params().At(c.Forever - 1).Type()
		if c.Field == "" {
			check(t, TypeName(p) == "time.Duration", "%s: parameter %d is no duration", id, c.Forever)
		} else {
			f := field(p, c.Field)
			check(t, f != nil && TypeName(f.Type()) == "time.Duration", "%s: parameter %d has no duration %s", id, c.Forever, c.Field)
		}
	}
	if c.Local > 0 && check(t, c.Local <= sig.Params().Len(), "%s has no parameter %d", id, c.Local) {
		check(t, types.Identical(sig.Params().At(c.Local-1).Type(), types.Typ[types.String]), "%s: parameter %d is no network", id, c.Local)
	}
	check(t, !c.Options || sig.Variadic(), "%s is not variadic", id)
	if name, ok := strings.CutPrefix(c.Variant, "%s"); ok && sig.Recv() != nil && token.IsIdentifier("x"+name) {
		v := lib.fn(strings.TrimSuffix(FullName(fn), fn.Name()) + fn.Name() + name)
		check(t, v != nil && ContextParam(v.Signature()) >= 0, "%s: its variant %s does not exist", id, fn.Name()+name)
	}
}

// client checks a row of clients.
func (lib *libraries) client(t *testing.T, c Client) {
	t.Helper()
	pkg := lib.pkgs[pkgOf(c.Type)]
	if !check(t, pkg != nil, "client %s: no such package", c.Type) {
		return
	}
	obj := pkg.Scope().Lookup(strings.TrimPrefix(c.Type, pkg.Path()+"."))
	if !check(t, obj != nil, "client %s: no such type", c.Type) {
		return
	}
	fields := strings.Fields(c.Fields)
	for f := range c.Inner {
		fields = append(fields, f)
	}
	for _, f := range fields {
		check(t, field(obj.Type(), f) != nil, "client %s: no field %s", c.Type, f)
	}
	ms := types.NewMethodSet(types.NewPointer(obj.Type()))
	for _, m := range strings.Fields(c.Setters) {
		check(t, ms.Lookup(pkg, m) != nil, "client %s: no method %s", c.Type, m)
	}
}

// param checks the parameter that a maker or an option looks into.
func (lib *libraries) param(t *testing.T, id string, fn *types.Func, n int, variadic bool) {
	t.Helper()
	sig := fn.Signature()
	check(t, n <= sig.Params().Len(), "%s: %s has no parameter %d", id, FullName(fn), n)
	check(t, n != -1 || sig.Recv() != nil, "%s: %s has no receiver", id, FullName(fn))
	check(t, !variadic || sig.Variadic(), "%s: %s is not variadic", id, FullName(fn))
}

// variable checks the key of a context.
func (lib *libraries) variable(t *testing.T, id, key string) {
	t.Helper()
	if key == "" {
		return
	}
	if pkg := lib.pkgs[pkgOf(key)]; check(t, pkg != nil, "%s: key %s: no such package", id, key) {
		_, ok := pkg.Scope().Lookup(strings.TrimPrefix(key, pkg.Path()+".")).(*types.Var)
		check(t, ok, "%s: key %s is no variable", id, key)
	}
}

func params(sig *types.Signature) (vs []*types.Var) {
	for i := range sig.Params().Len() {
		vs = append(vs, sig.Params().At(i))
	}
	return vs
}

// field returns the field of a struct or of a pointer to one, or nil.
func field(t types.Type, name string) *types.Var {
	if p, ok := types.Unalias(t).(*types.Pointer); ok {
		t = p.Elem()
	}
	st, ok := t.Underlying().(*types.Struct)
	if !ok {
		return nil
	}
	for f := range st.Fields() {
		if f.Name() == name {
			return f
		}
	}
	return nil
}

// modules returns the folders of the modules that testdata is built from, by
// path@version.
func modules(t *testing.T) map[string]string {
	t.Helper()
	cmd := exec.Command("go", "list", "-deps", "-f", "{{with .Module}}{{.Path}}@{{.Version}} {{.Dir}}{{end}}", "./...")
	cmd.Dir = testdata
	cmd.Env = append(os.Environ(), "GOWORK=off")
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	dirs := map[string]string{}
	for line := range strings.Lines(string(out)) {
		if mod, dir, ok := strings.Cut(strings.TrimSpace(line), " "); ok {
			dirs[mod] = dir
		}
	}
	return dirs
}
