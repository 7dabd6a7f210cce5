// Budgetlint finds lost deadlines in Go code.
//
//	budgetlint [flags] [packages]
//	budgetlint explain [PASS[/category]]
//	budgetlint gopls -o FILE
//	budgetlint version
//	go vet -vettool=$(which budgetlint) [flags] [packages]
//
// The exit code is 0 if there are no findings, 1 if there are some, and 2 if
// budgetlint could not run or a package does not compile; what was found in
// others is printed all the same. With -fix it is 1 as long as findings remain,
// and with -diff if there are any.
//
// With -baseline only those findings count that are not in the baseline file,
// which -write-baseline writes. Docs/output.md of the project describes the
// formats of the output, and docs/baseline.md the file.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/unitchecker"

	"github.com/budgetlint/budgetlint"
	"github.com/budgetlint/budgetlint/internal/driver"
	"github.com/budgetlint/budgetlint/internal/fix"
	"github.com/budgetlint/budgetlint/internal/report"
)

// Exit codes.
const (
	clean    = 0
	findings = 1
	failed   = 2
)

func main() {
	os.Exit(run(os.Args[1:], os.Stdout, os.Stderr, budgetlint.Analyzers(), budgetlint.Rules()))
}

func run(args []string, stdout, stderr io.Writer, analyzers []*analysis.Analyzer, rules []*report.Set) int {
	if vetTool(args) {
		fix.KeepImports = slices.ContainsFunc(args, func(arg string) bool { return isOn(arg, "fix") })
		os.Args = append(os.Args[:1:1], vetArgs(args, analyzers)...)
		unitchecker.Main(analyzers...) // exits
	}
	if len(args) > 0 {
		switch args[0] {
		case "help":
			if len(args) > 1 {
				return explain(args[1:], stdout, stderr, rules)
			}
			usage(stdout, analyzers, rules)
			return clean
		case "explain":
			return explain(args[1:], stdout, stderr, rules)
		case "gopls":
			return buildGopls(args[1:], stdout, stderr)
		case "version":
			fmt.Fprintln(stdout, version())
			return clean
		}
	}
	c, err := parse(args, analyzers)
	switch {
	case errors.Is(err, errHelp):
		usage(stdout, analyzers, rules)
		return clean
	case err != nil:
		fmt.Fprintf(stderr, "budgetlint: %v\n", err)
		return failed
	}
	c.stdout, c.stderr, c.rules = stdout, stderr, rules

	// A short run is worth more memory: what is loaded is dropped soon anyway.
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(200)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	return c.lint(ctx)
}

// lint runs the command line without a subcommand and returns the exit code.
func (c *command) lint(ctx context.Context) int {
	opts := driver.Options{
		Dir: c.dir, Patterns: c.patterns, Tags: c.tags, Tests: c.tests(), Deps: c.deps(), Analyzers: c.analyzers,
	}
	if !c.runtimeSet && requiresRuntime(ctx, c.dir) {
		_ = c.shared.Set("runtime", "true") // a bool takes it
	}
	old, err := c.readBaseline()
	if err != nil {
		return c.cannotRun(err)
	}
	progress := newProgress(c.stderr, terminal(c.stderr))
	opts.Progress = progress.show
	res, err := driver.Run(ctx, opts)
	progress.clear()
	if err != nil {
		return c.cannotRun(err)
	}
	if c.record != "" {
		return c.writeBaseline(old, res)
	}
	out := c.judge(old, res)
	var fixed *driver.Fixed
	if c.fix || c.diff {
		var left *driver.Result
		if fixed, left, err = driver.Repair(ctx, opts, out.Result); err != nil {
			return c.cannotRun(err)
		}
		if c.diff {
			c.printDiff(fixed)
			c.summary(out, fixed)
			return exitCode(out.Result)
		}
		if err := fixed.Write(); err != nil {
			return c.cannotRun(err)
		}
		out = c.judge(old, left)
	}
	c.print(out)
	c.summary(out, fixed)
	return exitCode(out.Result)
}

func exitCode(res *driver.Result) int {
	switch {
	case len(res.Errors) > 0:
		return failed
	case len(res.Findings) > 0:
		return findings
	}
	return clean
}

// cannotRun says why there is no result.
func (c *command) cannotRun(err error) int {
	if errors.Is(err, context.Canceled) {
		err = errors.New("interrupted")
	}
	if c.format != "text" && c.record == "" {
		c.print(&outcome{Result: &driver.Result{Errors: []driver.PackageError{{Problems: []driver.Problem{{Message: err.Error()}}}}}})
	}
	fmt.Fprintf(c.stderr, "budgetlint: %v\n", err)
	return failed
}

// vetTool reports whether the go command calls.
func vetTool(args []string) bool {
	return len(args) > 0 && (args[0] == "-V=full" || args[0] == "-flags" || strings.HasSuffix(args[len(args)-1], ".cfg"))
}

// vetArgs makes -budgetlint mean all passes. To go vet it is the flag that asks
// for the analyzer budgetlint and nothing else, which would find nothing.
func vetArgs(args []string, analyzers []*analysis.Analyzer) []string {
	if !slices.ContainsFunc(args, func(arg string) bool { return isOn(arg, shared) }) {
		return args
	}
	return slices.DeleteFunc(slices.Clone(args), func(arg string) bool {
		return slices.ContainsFunc(analyzers, func(a *analysis.Analyzer) bool { return isOn(arg, a.Name) })
	})
}

// isOn reports whether an argument sets the flag of the name, a bool.
func isOn(arg, name string) bool {
	arg = "-" + strings.TrimLeft(arg, "-")
	return arg == "-"+name || arg == "-"+name+"=true" || arg == "-"+name+"=1"
}

// version is what `budgetlint version` prints.
func version() string {
	v, golang := "(devel)", ""
	if info, ok := debug.ReadBuildInfo(); ok {
		golang = info.GoVersion
		if info.Main.Version != "" {
			v = info.Main.Version
		}
	}
	return strings.TrimSpace("budgetlint " + v + " " + golang)
}

// relative returns name as seen from the current directory if it is below it.
func relative(name string) string {
	wd, err := os.Getwd()
	if err != nil {
		return name
	}
	if rel, err := filepath.Rel(wd, name); err == nil && filepath.IsLocal(rel) {
		return rel
	}
	return name
}
