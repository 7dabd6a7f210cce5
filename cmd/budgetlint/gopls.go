package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strconv"
	"strings"

	"github.com/budgetlint/budgetlint/internal/catalog"
	"github.com/budgetlint/budgetlint/internal/config"
	"github.com/budgetlint/budgetlint/internal/gopls"
)

const goplsUsage = `budgetlint gopls builds the language server gopls with the suite in it.

	budgetlint gopls -o FILE [flags]

Point the editor at FILE: docs/editors.md. It needs Go, and the network if the
sources are not in the module cache. The flags of the suite are built in.

`

// buildGopls runs the subcommand gopls.
func buildGopls(args []string, stdout, stderr io.Writer) int {
	o, err := parseGopls(args)
	switch {
	case errors.Is(err, flag.ErrHelp):
		fmt.Fprint(stdout, goplsUsage)
		fs, _, _ := goplsFlags(new(gopls.Options))
		fs.SetOutput(stdout)
		fs.PrintDefaults()
		return clean
	case err != nil:
		fmt.Fprintf(stderr, "budgetlint gopls: %v\n", err)
		return failed
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	progress := newProgress(stderr, terminal(stderr))
	o.Progress = progress.show
	version, err := gopls.Build(ctx, *o)
	progress.clear()
	if err != nil {
		if errors.Is(err, context.Canceled) {
			err = errors.New("interrupted")
		}
		fmt.Fprintf(stderr, "budgetlint gopls: %v\n", err)
		return failed
	}
	fmt.Fprintf(stdout, "%s is gopls %s with budgetlint in it\n", o.Output, version)
	return clean
}

// goplsFlags returns the flags of the subcommand: its own, and those that all
// passes share, which are set in the second result.
func goplsFlags(o *gopls.Options) (*flag.FlagSet, *flag.FlagSet, *string) {
	fs := flag.NewFlagSet("budgetlint gopls", flag.ContinueOnError)
	fs.SetOutput(io.Discard)
	fs.StringVar(&o.Output, "o", "", "write gopls to `file`; required")
	fs.StringVar(&o.Version, "gopls", gopls.Version, "build this `version` of gopls")
	fs.BoolFunc("fixall", "offer source.fixAll, the first fixes of a file at once, which an editor may apply on save; =false leaves it out (default true)", func(s string) error {
		on, err := strconv.ParseBool(s)
		o.NoFixAll = !on
		return err
	})
	source := fs.String("source", "", "take budgetlint from a clone in `dir` (default: the version or clone that this command was built from)")
	shared := &config.New().Flags
	shared.VisitAll(func(f *flag.Flag) {
		if f.Name != "scope" { // gopls has its own way to tell builds apart
			fs.Var(f.Value, f.Name, f.Usage)
		}
	})
	return fs, shared, source
}

func parseGopls(args []string) (*gopls.Options, error) {
	o := new(gopls.Options)
	fs, shared, source := goplsFlags(o)
	if err := fs.Parse(args); err != nil {
		return nil, err
	}
	switch {
	case fs.NArg() > 0:
		return nil, fmt.Errorf("%s is one argument too many: budgetlint gopls -h lists the flags", fs.Arg(0))
	case o.Output == "":
		return nil, errors.New("where is it to go? Use -o FILE")
	case o.Version == "":
		return nil, errors.New("-gopls names no version")
	}
	for call := range strings.SplitSeq(shared.Lookup("calls").Value.String(), ";") {
		if call = strings.TrimSpace(call); call == "" {
			continue
		}
		if _, err := catalog.ParseCall(call); err != nil {
			return nil, fmt.Errorf("-calls: %v", err)
		}
	}
	shared.VisitAll(func(f *flag.Flag) {
		if f.Value.String() != f.DefValue {
			o.Flags = append(o.Flags, f.Name+"="+f.Value.String())
		}
	})
	var err error
	o.Suite, o.Source, err = suite(*source)
	return o, err
}

// suite returns the version of this command, or the clone that it was built
// from.
func suite(source string) (version, dir string, err error) {
	_, file, _, _ := runtime.Caller(0)
	built := filepath.Dir(filepath.Dir(filepath.Dir(file)))
	info, ok := debug.ReadBuildInfo()
	switch {
	case source != "":
		if !isSuite(source) {
			return "", "", fmt.Errorf("-source: %s is no clone of %s", source, config.ModulePath)
		}
		return "", source, nil
	case ok && info.Main.Path == config.ModulePath && info.Main.Sum != "":
		return info.Main.Version, "", nil // from a module proxy
	case filepath.IsAbs(file) && isSuite(built):
		return "", built, nil
	}
	return "", "", errors.New("this budgetlint was built from a clone, and it is not known where that is: say -source DIR, or install a release of budgetlint")
}

// isSuite reports whether the module in dir is that of the suite.
func isSuite(dir string) bool {
	text, err := os.ReadFile(filepath.Join(dir, "go.mod"))
	return err == nil && strings.HasPrefix(string(text), "module "+config.ModulePath+"\n")
}
