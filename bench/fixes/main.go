// Fixes applies all suggested fixes to a copy of a module and looks at what
// becomes of it: whether everything compiles that did, is formatted, whether the
// findings that had a fix are gone and no others came. With -test it also looks
// whether the tests that passed still pass: those of the packages that the fixes
// change, and of those that import them. One that fails afterwards counts only if
// it fails twice, and passes once more without the fixes.
//
//	fixes [-runtime] [-test] [-keep] DIR [packages]
//
// DIR is the folder of a go.mod, and stays as it is. The modules it needs must be
// downloaded. With -runtime the copy requires package budget, so that fixes may
// import it. The exit code is 1 if something is worse than before.
package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

func main() {
	var o options
	flag.BoolVar(&o.runtime, "runtime", false, "let fixes import package budget")
	flag.BoolVar(&o.test, "test", false, "run the tests before and after")
	flag.BoolVar(&o.keep, "keep", false, "keep the copy and print where it is")
	flag.Parse()
	if flag.NArg() == 0 {
		fmt.Fprintln(os.Stderr, "usage: fixes [-runtime] [-test] [-keep] DIR [packages]")
		os.Exit(2)
	}
	o.dir, o.patterns = flag.Arg(0), flag.Args()[1:]
	if len(o.patterns) == 0 {
		o.patterns = []string{"./..."}
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	worse, err := o.run(ctx, os.Stdout)
	stop()
	switch {
	case err != nil:
		fmt.Fprintf(os.Stderr, "fixes: %v\n", err)
		os.Exit(2)
	case worse:
		os.Exit(1)
	}
}

type options struct {
	dir                 string
	patterns            []string
	runtime, test, keep bool
}

// A state is what is known of a module at one time.
type state struct {
	findings    map[string]int // by what they say, without places
	fixable     map[string]int // those of them that have a fix
	broken      map[string]bool
	unformatted map[string]bool
	passed      map[string]bool // tests
}

// run prints the comparison to w and reports whether something is worse.
func (o *options) run(ctx context.Context, w io.Writer) (worse bool, err error) {
	root, err := o.root(ctx)
	if err != nil {
		return false, err
	}
	tmp, err := os.MkdirTemp("", "fixes")
	if err != nil {
		return false, err
	}
	if o.keep {
		fmt.Fprintln(w, tmp)
	} else {
		defer os.RemoveAll(tmp)
	}
	dir := filepath.Join(tmp, "copy")
	if err := copyTree(dir, o.dir); err != nil {
		return false, err
	}
	bin := filepath.Join(tmp, "budgetlint")
	if out, err := command(ctx, root, "go", "build", "-o", bin, "./cmd/budgetlint"); err != nil {
		return false, fmt.Errorf("%w\n%s", err, out)
	}
	if o.runtime {
		const path = "github.com/budgetlint/budgetlint/budget"
		if out, err := command(ctx, dir, "go", "mod", "edit", "-require", path+"@v0.0.0", "-replace", path+"="+filepath.Join(root, "budget")); err != nil {
			return false, fmt.Errorf("%w\n%s", err, out)
		}
	}
	before, err := o.look(ctx, bin, dir)
	if err != nil {
		return false, err
	}
	out, err := command(ctx, dir, bin, append(o.flags("-fix"), o.patterns...)...)
	if code := exitCode(err); code < 0 || code > 2 {
		return false, fmt.Errorf("%w\n%s", err, out)
	}
	after, err := o.look(ctx, bin, dir)
	if err != nil {
		return false, err
	}
	if o.test {
		if err := o.tests(ctx, w, dir, before, after); err != nil {
			return false, err
		}
	}
	return compare(w, before, after), nil
}

// tests runs the tests that fixes can change the outcome of, without and with
// the fixes.
func (o *options) tests(ctx context.Context, w io.Writer, dir string, before, after *state) error {
	old, fixed, err := changes(o.dir, dir)
	if err != nil {
		return err
	}
	pkgs, err := o.affected(ctx, dir, fixed)
	if err != nil {
		return err
	}
	fmt.Fprintf(w, "packages whose tests can tell: %d\n", len(pkgs))
	if len(pkgs) == 0 {
		return nil
	}
	// The copy ends as it is, with the fixes.
	run := func(files map[string][]byte, pkgs []string, s *state) error {
		for name, data := range files {
			if err := os.WriteFile(filepath.Join(dir, name), data, 0o644); err != nil {
				return err
			}
		}
		passed, err := tested(ctx, dir, pkgs)
		maps.Copy(s.passed, passed)
		return err
	}
	if err := run(old, pkgs, before); err != nil {
		return err
	}
	if err := run(fixed, pkgs, after); err != nil {
		return err
	}
	if again := packages(lost(before.passed, after.passed)); len(again) > 0 {
		if err := run(fixed, again, after); err != nil {
			return err
		}
	}
	gone := lost(before.passed, after.passed)
	if len(gone) == 0 {
		return nil
	}
	second := &state{passed: map[string]bool{}}
	err = run(old, packages(gone), second)
	for _, t := range gone {
		if !second.passed[t] {
			fmt.Fprintf(w, "  test is not sure to pass as it was: %s\n", t)
			delete(before.passed, t)
		}
	}
	for name, data := range fixed {
		err = errors.Join(err, os.WriteFile(filepath.Join(dir, name), data, 0o644))
	}
	return err
}

// changes returns the Go files of a folder that differ in its copy, by their
// names in it: as they are in the folder, and in the copy.
func changes(from, to string) (old, changed map[string][]byte, err error) {
	old, changed = map[string][]byte{}, map[string][]byte{}
	err = filepath.WalkDir(from, func(path string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() || !strings.HasSuffix(path, ".go") {
			return err
		}
		rel, err := filepath.Rel(from, path)
		if err != nil {
			return err
		}
		was, err1 := os.ReadFile(path)
		is, err2 := os.ReadFile(filepath.Join(to, rel))
		if err := errors.Join(err1, err2); err != nil {
			return err
		}
		if !bytes.Equal(was, is) {
			old[rel], changed[rel] = was, is
		}
		return nil
	})
	return old, changed, err
}

// affected returns the packages that hold the files of dir, and those that
// import one of them, also in their tests.
func (o *options) affected(ctx context.Context, dir string, files map[string][]byte) ([]string, error) {
	out, err := command(ctx, dir, "go", append([]string{"list", "-e", "-json=Dir,ImportPath,Imports,TestImports,XTestImports"}, o.patterns...)...)
	if err != nil {
		return nil, fmt.Errorf("%w\n%s", err, out)
	}
	type pkg struct {
		Dir, ImportPath                    string
		Imports, TestImports, XTestImports []string
	}
	var all []pkg
	for dec := json.NewDecoder(bytes.NewReader(out)); ; {
		var p pkg
		if err := dec.Decode(&p); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			return nil, err
		}
		all = append(all, p)
	}
	root, err := filepath.EvalSymlinks(dir)
	if err != nil {
		return nil, err
	}
	changed := map[string]bool{}
	for _, p := range all {
		for f := range files {
			if d := filepath.Dir(f); p.Dir == filepath.Join(dir, d) || p.Dir == filepath.Join(root, d) {
				changed[p.ImportPath] = true
			}
		}
	}
	var names []string
	for _, p := range all {
		is := func(path string) bool { return changed[path] }
		if is(p.ImportPath) || slices.ContainsFunc(slices.Concat(p.Imports, p.TestImports, p.XTestImports), is) {
			names = append(names, p.ImportPath)
		}
	}
	return names, nil
}

// tested runs the tests of packages and returns those that pass, each with its
// package before a space.
func tested(ctx context.Context, dir string, pkgs []string) (map[string]bool, error) {
	out, err := command(ctx, dir, "go", append([]string{"test", "-json", "-count=1", "-short", "-vet=off", "-timeout", "10m"}, pkgs...)...)
	if err != nil && exitCode(err) < 0 {
		return nil, err
	}
	passed := map[string]bool{}
	for dec := json.NewDecoder(bytes.NewReader(out)); ; {
		var e struct{ Action, Package, Test string }
		if err := dec.Decode(&e); errors.Is(err, io.EOF) {
			return passed, nil
		} else if err != nil {
			return nil, fmt.Errorf("the tests: %w", err)
		}
		if e.Action == "pass" && e.Test != "" {
			passed[e.Package+" "+e.Test] = true
		}
	}
}

// packages returns the packages of tests.
func packages(tests []string) (pkgs []string) {
	for _, t := range tests {
		p, _, _ := strings.Cut(t, " ")
		pkgs = append(pkgs, p)
	}
	return slices.Compact(pkgs)
}

func (o *options) flags(more ...string) []string {
	if o.runtime {
		more = append(more, "-runtime")
	}
	return more
}

// root is the folder of this project, from which the command is run.
func (o *options) root(ctx context.Context) (string, error) {
	out, err := command(ctx, ".", "go", "list", "-m", "-f", "{{.Dir}}", "github.com/budgetlint/budgetlint")
	if err != nil {
		return "", fmt.Errorf("run it from the project's own folder: %w", err)
	}
	return strings.TrimSpace(string(out)), nil
}

// look finds out how a module is, but for its tests.
func (o *options) look(ctx context.Context, bin, dir string) (*state, error) {
	s := &state{findings: map[string]int{}, fixable: map[string]int{}, broken: map[string]bool{}, unformatted: map[string]bool{}, passed: map[string]bool{}}

	out, err := command(ctx, dir, bin, append(o.flags("-format", "json"), o.patterns...)...)
	if code := exitCode(err); code < 0 || code > 2 {
		return nil, fmt.Errorf("%w\n%s", err, out)
	}
	var report struct {
		Findings []struct {
			Pass, Category, File, Message string
			Fixes                         []json.RawMessage
		}
	}
	if err := json.Unmarshal(out, &report); err != nil {
		return nil, fmt.Errorf("the findings: %w\n%s", err, out)
	}
	for _, f := range report.Findings {
		key := f.File + ": " + withoutPlaces(f.Message)
		s.findings[key]++
		if len(f.Fixes) > 0 {
			s.fixable[key]++
		}
	}

	// Test files, too, are compiled.
	out, err = command(ctx, dir, "go", append([]string{"list", "-e", "-test", "-export", "-json=ImportPath,Export,GoFiles,Error"}, o.patterns...)...)
	if err != nil && exitCode(err) < 0 {
		return nil, err
	}
	for dec := json.NewDecoder(bytes.NewReader(out)); ; {
		var p struct {
			ImportPath, Export string
			GoFiles            []string
			Error              json.RawMessage
		}
		if err := dec.Decode(&p); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			return nil, fmt.Errorf("the packages: %w\n%s", err, out)
		}
		// One that imports what does not compile has no error of its own. Nor is a
		// program of tests asked, but what it is made of.
		if p.Error != nil || p.Export == "" && len(p.GoFiles) > 0 && !strings.HasSuffix(p.ImportPath, ".test") {
			path, _, _ := strings.Cut(p.ImportPath, " ") // of "p [p.test]"
			s.broken[path] = true
		}
	}

	var files []string
	err = filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err == nil && d.Type().IsRegular() && strings.HasSuffix(path, ".go") && !strings.Contains(path, "/testdata/") {
			files = append(files, path)
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	for chunk := range slices.Chunk(files, 500) {
		out, err := command(ctx, dir, "gofmt", append([]string{"-l"}, chunk...)...)
		if err != nil && exitCode(err) != 2 { // 2: a file does not parse, as before
			return nil, err
		}
		for f := range strings.Lines(string(out)) {
			s.unformatted[strings.TrimSpace(f)] = true
		}
	}
	return s, nil
}

var places = regexp.MustCompile(`\bline \d+|\.go:\d+(:\d+)?`)

// withoutPlaces is a message without the lines in it, which a fix can move.
func withoutPlaces(message string) string { return places.ReplaceAllString(message, "line") }

// compare prints what became of a module, and reports whether it is worse.
func compare(w io.Writer, before, after *state) (worse bool) {
	fixed, left, more := 0, []string{}, []string{}
	for _, k := range slices.Sorted(maps.Keys(before.fixable)) {
		n := before.fixable[k] - max(0, after.findings[k]-(before.findings[k]-before.fixable[k]))
		fixed += max(n, 0)
		for range before.fixable[k] - max(n, 0) {
			left = append(left, k)
		}
	}
	for _, k := range slices.Sorted(maps.Keys(after.findings)) {
		for range max(after.findings[k]-before.findings[k], 0) {
			more = append(more, k)
		}
	}
	fmt.Fprintf(w, "findings %d, with a fix %d, mended %d, left %d, new %d\n", sum(before.findings), sum(before.fixable), fixed, len(left), len(more))
	list := func(what string, names []string, bad bool) {
		for _, n := range names {
			fmt.Fprintf(w, "  %s: %s\n", what, n)
			worse = worse || bad
		}
	}
	// What is left may be code that no fix was certain to leave whole.
	list("left", left, false)
	list("new", more, true)
	list("does not compile", lost(after.broken, before.broken), true)
	list("not formatted", lost(after.unformatted, before.unformatted), true)
	list("test does not pass", lost(before.passed, after.passed), true)
	fmt.Fprintf(w, "packages that do not compile: %d before, %d after; files that are not formatted: %d, %d; tests that pass: %d, %d\n",
		len(before.broken), len(after.broken), len(before.unformatted), len(after.unformatted), len(before.passed), len(after.passed))
	return worse
}

// lost returns what is in a and not in b, sorted.
func lost(a, b map[string]bool) (out []string) {
	for k := range a {
		if !b[k] {
			out = append(out, k)
		}
	}
	slices.Sort(out)
	return out
}

func sum(m map[string]int) (n int) {
	for _, v := range m {
		n += v
	}
	return n
}

// command runs a command and returns what it prints.
func command(ctx context.Context, dir, name string, args ...string) ([]byte, error) {
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOFLAGS="+os.Getenv("GOFLAGS")+" -mod=mod", "GOWORK=off")
	if dir == "." || strings.Contains(strings.Join(args, " "), "./cmd/budgetlint") {
		cmd.Env = os.Environ()
	}
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	err := cmd.Run()
	if err != nil && stdout.Len() == 0 {
		return stderr.Bytes(), err
	}
	return stdout.Bytes(), err
}

// exitCode is the exit code of a command, 0 of one that went well, -1 of one that
// could not be run.
func exitCode(err error) int {
	var exit *exec.ExitError
	switch {
	case err == nil:
		return 0
	case errors.As(err, &exit):
		return exit.ExitCode()
	}
	return -1
}

// copyTree copies the files of a folder, without version control.
func copyTree(to, from string) error {
	return filepath.WalkDir(from, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(from, path)
		if err != nil {
			return err
		}
		target := filepath.Join(to, rel)
		switch {
		case d.IsDir() && d.Name() == ".git":
			return fs.SkipDir
		case d.IsDir():
			return os.MkdirAll(target, 0o755)
		case d.Type()&fs.ModeSymlink != 0:
			link, err := os.Readlink(path)
			if err != nil {
				return err
			}
			return os.Symlink(link, target)
		case !d.Type().IsRegular():
			return nil
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		return os.WriteFile(target, data, info.Mode().Perm()|0o200)
	})
}
