// Package gopls builds the language server gopls with the suite in it. gopls
// takes no analyzers at run time: a copy of its sources gets a few more files,
// and a line that names a code action. It knows nothing of the passes.
package gopls

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"text/template"

	"github.com/budgetlint/budgetlint/internal/compose"
	"github.com/budgetlint/budgetlint/internal/config"
)

// Version is the version of gopls that is built if none is named.
const Version = "v0.23.0"

const (
	module = "golang.org/x/tools/gopls"
	tools  = "golang.org/x/tools"
)

// Options say what is built.
type Options struct {
	// Output is the file that is written; it is replaced if it is there.
	Output string
	// Version is that of gopls, "" is the constant.
	Version string
	// Suite is the version of budgetlint that goes into it; Source, if not
	// empty, is the folder to take it from.
	Suite, Source string
	// Flags are values of the shared flags, as NAME=VALUE. They are built in, as
	// there is nowhere to set them later.
	Flags []string
	// NoFixAll leaves out the code action source.fixAll.
	NoFixAll bool
	// Progress, if not nil, is told what is being done.
	Progress func(string)
}

// Build builds gopls and returns its version. Nothing but the output stays, nor
// that if it fails.
func Build(ctx context.Context, o Options) (version string, err error) {
	if o.Progress == nil {
		o.Progress = func(string) {}
	}
	if _, err := exec.LookPath("go"); err != nil {
		return "", errors.New("gopls is built with the go command, and there is none in PATH: install Go first")
	}
	if o.Source != "" {
		if o.Source, err = filepath.Abs(o.Source); err != nil {
			return "", err
		}
	}
	// Whether it can be written is better known before minutes of work. A file
	// beside it is what a name can be given to in one step.
	made, err := beside(o.Output)
	if err != nil {
		return "", err
	}
	defer os.Remove(made)

	dir, err := os.MkdirTemp("", "budgetlint-gopls")
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(dir)

	o.Progress("downloading gopls")
	version, sources, err := download(ctx, dir, o.Version)
	if err != nil {
		return "", err
	}
	o.Progress("copying gopls " + version)
	dir = filepath.Join(dir, "gopls")
	if err := copyTree(dir, sources); err != nil {
		return "", err
	}
	if err := change(dir, o); err != nil {
		return "", fmt.Errorf("gopls %s is not laid out as it should be: %v", version, err)
	}

	o.Progress("building gopls " + version)
	edits, err := requirements(ctx, dir, o)
	if err != nil {
		return "", err
	}
	if _, err := goCommand(ctx, dir, append([]string{"mod", "edit"}, edits...)...); err != nil {
		return "", err
	}
	if _, err := goCommand(ctx, dir, "build", "-mod=mod", "-buildvcs=false", "-ldflags=-X main.version="+version+"+budgetlint", "-o", made, "."); err != nil {
		return "", fmt.Errorf("gopls %s with budgetlint in it: %w", version, err)
	}
	if err := os.Rename(made, o.Output); err != nil {
		return "", err
	}
	return version, nil
}

// beside makes an empty file in the folder of name and returns its name.
func beside(name string) (string, error) {
	if info, err := os.Stat(name); err == nil && !info.Mode().IsRegular() {
		return "", fmt.Errorf("cannot write %s: it is no file", name)
	}
	abs, err := filepath.Abs(name)
	if err != nil {
		return "", err
	}
	f, err := os.CreateTemp(filepath.Dir(abs), ".budgetlint-gopls*.exe")
	if err != nil {
		return "", fmt.Errorf("cannot write %s: %v", name, errors.Unwrap(err))
	}
	return f.Name(), f.Close()
}

// download returns the version that is meant and the folder of its sources.
func download(ctx context.Context, dir, version string) (_, sources string, err error) {
	if version == "" {
		version = Version
	}
	if version[0] >= '0' && version[0] <= '9' {
		version = "v" + version
	}
	out, err := goCommand(ctx, dir, "mod", "download", "-json", module+"@"+version)
	var got struct{ Version, Dir, Error string }
	if json.Unmarshal(out, &got) != nil && err != nil {
		return "", "", err
	}
	switch {
	case ctx.Err() != nil:
		return "", "", ctx.Err()
	case strings.Contains(got.Error, "unknown revision") || strings.Contains(got.Error, "no matching versions") || strings.Contains(got.Error, "invalid version"):
		return "", "", fmt.Errorf("there is no gopls %s", version)
	case got.Error != "":
		return "", "", fmt.Errorf("cannot download gopls %s: %s", version, got.Error)
	case got.Dir == "":
		return "", "", fmt.Errorf("cannot download gopls %s", version)
	}
	return got.Version, got.Dir, nil
}

// requirements returns edits for the go.mod of gopls in dir: the suite, and
// x/tools at the version that this gopls was made for, as it uses parts that
// change from one to the next.
func requirements(ctx context.Context, dir string, o Options) ([]string, error) {
	out, err := goCommand(ctx, dir, "mod", "edit", "-json")
	if err != nil {
		return nil, err
	}
	var mod struct {
		Require []struct{ Path, Version string }
	}
	if err := json.Unmarshal(out, &mod); err != nil {
		return nil, err
	}
	var edits []string
	for _, r := range mod.Require {
		if r.Path == tools {
			edits = append(edits, "-replace="+tools+"="+tools+"@"+r.Version)
		}
	}
	if o.Source != "" {
		return append(edits, "-require="+config.ModulePath+"@v0.0.0", "-replace="+config.ModulePath+"="+o.Source), nil
	}
	return append(edits, "-require="+config.ModulePath+"@"+o.Suite), nil
}

var file = template.Must(template.New("").Parse(`// Code generated by budgetlint gopls. DO NOT EDIT.

package settings

import (
	"{{.Module}}"

	"golang.org/x/tools/gopls/internal/protocol"
)

// Budgetlint has the names of the analyzers of the suite.
var Budgetlint = make(map[string]bool)

func init() {
	flags := [][2]string{ {{range .Flags}}
		{ {{printf "%q" .Name}}, {{printf "%q" .Value}} },{{end}}
	}
	for _, a := range budgetlint.Analyzers() {
		if a.Name == "budgetlint" {
			for _, f := range flags {
				if err := a.Flags.Set(f[0], f[1]); err != nil {
					panic(err)
				}
			}
			continue // it only has the flags
		}
		Budgetlint[a.Name] = true
		AllAnalyzers = append(AllAnalyzers, &Analyzer{
			analyzer:    a,
			severity:    protocol.SeverityWarning,
			actionKinds: []protocol.CodeActionKind{protocol.QuickFix},
		})
	}
}
`))

// fixAll gives the action source.fixAll for a file: one edit that has the first
// fix of each finding, as an editor that saves makes all edits that it gets one
// after the other, though each is meant for the file as it was. So there is none
// where gopls has such actions itself: they come first.
const fixAll = `// Code generated by budgetlint gopls. DO NOT EDIT.

package golang

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"golang.org/x/tools/gopls/internal/budgetlint/compose"
	"golang.org/x/tools/gopls/internal/cache"
	"golang.org/x/tools/gopls/internal/cache/metadata"
	"golang.org/x/tools/gopls/internal/protocol"
	"golang.org/x/tools/gopls/internal/settings"
)

func budgetlintFixAll(ctx context.Context, req *codeActionsRequest) error {
	uri := req.fh.URI()
	mp, err := req.snapshot.NarrowestMetadataForFile(ctx, uri)
	if err != nil {
		return err
	}
	all, err := req.snapshot.Analyze(ctx, map[PackageID]*metadata.Package{mp.ID: mp}, nil)
	if err != nil {
		return err
	}
	var found []*cache.Diagnostic
	for _, d := range all {
		switch {
		case d.URI != uri || len(d.SuggestedFixes) == 0:
		case settings.Budgetlint[string(d.Source)]:
			found = append(found, d)
		case slices.ContainsFunc(d.SuggestedFixes, func(f cache.SuggestedFix) bool { return f.ActionKind == protocol.SourceFixAll }):
			if slices.ContainsFunc(req.diagnostics, func(p protocol.Diagnostic) bool { return p.Source == string(d.Source) && p.Range == d.Range }) {
				return nil
			}
		}
	}
	slices.SortStableFunc(found, func(a, b *cache.Diagnostic) int {
		return cmp.Or(
			protocol.ComparePosition(a.Range.Start, b.Range.Start),
			cmp.Compare(a.Source, b.Source),
			cmp.Compare(a.Code, b.Code),
			cmp.Compare(a.Message, b.Message),
		)
	})
	file, n := compose.New(req.pgf.Src), 0
	for _, d := range found {
		fix := d.SuggestedFixes[0]
		if len(fix.Edits) != 1 {
			continue
		}
		var edits []compose.Edit
		for _, e := range fix.Edits[uri] {
			start, end, err := req.pgf.Mapper.RangeOffsets(e.Range)
			if err != nil {
				return err
			}
			edits = append(edits, compose.Edit{Start: start, End: end, New: e.NewText})
		}
		if len(edits) > 0 && file.Fits(edits) {
			file.Add(edits)
			n++
		}
	}
	if n == 0 {
		return nil
	}
	names := make(map[string]string)
	for _, p := range req.pkg.Types().Imports() {
		names[p.Path()] = p.Name()
	}
	text, err := file.Bytes(names)
	if err != nil {
		return err
	}
	edits, err := computeTextEdits(ctx, req.pgf, string(text))
	if err != nil || len(edits) == 0 {
		return err
	}
	req.addEditAction(fmt.Sprintf("Apply the fixes of budgetlint (%d)", n), nil, protocol.DocumentChangeEdit(req.fh, edits))
	return nil
}
`

// change puts what makes the suite a part of gopls into its sources.
func change(dir string, o Options) error {
	analyzers, err := generate(o.Flags)
	if err != nil {
		return err
	}
	dir = filepath.Join(dir, "internal")
	if err := os.WriteFile(filepath.Join(dir, "settings", "zz_budgetlint.go"), analyzers, 0o644); err != nil {
		return err
	}
	if o.NoFixAll {
		return nil
	}
	if err := os.WriteFile(filepath.Join(dir, "golang", "zz_budgetlint.go"), []byte(fixAll), 0o644); err != nil {
		return err
	}
	composer := filepath.Join(dir, "budgetlint", "compose")
	if err := os.MkdirAll(composer, 0o755); err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(composer, "compose.go"), []byte(compose.Source), 0o644); err != nil {
		return err
	}
	const head = "\nvar codeActionProducers = [...]codeActionProducer{\n"
	name := filepath.Join(dir, "golang", "codeaction.go")
	actions, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	before, after, ok := strings.Cut(string(actions), head)
	if !ok {
		return errors.New("its code actions are elsewhere; -fixall=false does without one")
	}
	return os.WriteFile(name, []byte(before+head+"\t{kind: protocol.SourceFixAll, fn: budgetlintFixAll, needPkg: true},\n"+after), 0o644)
}

// generate returns the file that adds the suite to the analyzers of gopls.
func generate(flags []string) ([]byte, error) {
	type value struct{ Name, Value string }
	data := struct {
		Module string
		Flags  []value
	}{Module: config.ModulePath}
	for _, f := range flags {
		name, v, _ := strings.Cut(f, "=")
		data.Flags = append(data.Flags, value{name, v})
	}
	var b bytes.Buffer
	err := file.Execute(&b, data)
	return b.Bytes(), err
}

// copyTree copies a folder of the module cache, whose files cannot be written.
func copyTree(to, from string) error {
	return filepath.WalkDir(from, func(name string, d os.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(from, name)
		if err != nil {
			return err
		}
		target := filepath.Join(to, rel)
		if d.IsDir() {
			return os.MkdirAll(target, 0o755)
		}
		return copyFile(target, name)
	})
}

func copyFile(to, from string) error {
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	defer in.Close()
	out, err := os.Create(to)
	if err != nil {
		return err
	}
	if _, err := io.Copy(out, in); err != nil {
		out.Close()
		return err
	}
	return out.Close()
}

// goCommand runs the go command in dir and returns what it prints; the error
// has what it says.
func goCommand(ctx context.Context, dir string, args ...string) ([]byte, error) {
	cmd := exec.CommandContext(ctx, "go", args...)
	cmd.Dir = dir
	// A workspace and -mod=vendor are about the code that the user works on.
	env := slices.DeleteFunc(os.Environ(), func(v string) bool { return strings.HasPrefix(v, "GOFLAGS=") })
	cmd.Env = append(env, "PWD="+dir, "GOWORK=off", "GO111MODULE=on", "GOFLAGS="+flagsWithoutMod(os.Getenv("GOFLAGS")))
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	err := cmd.Run()
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if err != nil {
		if text := strings.TrimSpace(stderr.String()); text != "" {
			err = errors.New(text)
		}
		return stdout.Bytes(), fmt.Errorf("go %s: %w", strings.Join(args[:min(2, len(args))], " "), err)
	}
	return stdout.Bytes(), nil
}

func flagsWithoutMod(flags string) string {
	return strings.Join(slices.DeleteFunc(strings.Fields(flags), func(f string) bool {
		f = strings.TrimLeft(f, "-")
		return strings.HasPrefix(f, "mod=") || strings.HasPrefix(f, "modfile=")
	}), " ")
}
