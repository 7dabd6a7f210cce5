package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os/exec"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/budgetlint/budgetlint/internal/catalog"
	"github.com/budgetlint/budgetlint/internal/config"
	"github.com/budgetlint/budgetlint/internal/report"
)

// shared is the name of the analyzer whose flags have short forms.
const shared = "budgetlint"

// A command is a command line that was understood.
type command struct {
	stdout, stderr io.Writer
	rules          []*report.Set

	format     string
	baseline   string // file to compare with
	record     string // file to write the findings to
	dir        string
	tags       string
	fix, diff  bool
	patterns   []string
	analyzers  []*analysis.Analyzer
	shared     *flag.FlagSet // of the analyzer budgetlint
	runtimeSet bool
}

func (c *command) tests() bool  { return c.shared.Lookup("tests").Value.String() == "true" }
func (c *command) strict() bool { return c.shared.Lookup("strict").Value.String() == "true" }

func (c *command) deps() []string {
	return strings.FieldsFunc(c.shared.Lookup("deps").Value.String(), func(r rune) bool { return strings.ContainsRune(",; ", r) })
}

var formats = []string{"text", "json", "sarif", "github"}

var errHelp = errors.New("help is wanted")

// parse reads flags and patterns, in any order. Flags of the analyzers are set
// on the way.
func parse(args []string, analyzers []*analysis.Analyzer) (*command, error) {
	c := &command{}
	fs, enabled := c.flagSet(analyzers)
	for len(args) > 0 {
		if err := fs.Parse(args); err != nil {
			return nil, flagError(err, fs, analyzers)
		}
		rest := fs.Args()
		if used := args[:len(args)-len(rest)]; len(used) > 0 && used[len(used)-1] == "--" {
			c.patterns = append(c.patterns, rest...)
			break
		}
		if len(rest) == 0 {
			break
		}
		c.patterns, args = append(c.patterns, rest[0]), rest[1:]
	}
	switch {
	case !slices.Contains(formats, c.format):
		return nil, fmt.Errorf("unknown format %q: use -format %s or %s", c.format, strings.Join(formats[:len(formats)-1], ", "), formats[len(formats)-1])
	case c.fix && c.diff:
		return nil, errors.New("-fix changes files and -diff only shows how: use one of them")
	case c.diff && c.format == "github":
		return nil, errors.New("-diff prints a diff: leave out -format github")
	case c.diff && c.format != "text":
		return nil, fmt.Errorf("-diff prints a diff: leave out -format %s, whose fixes say the same", c.format)
	case c.baseline != "" && c.record != "":
		return nil, errors.New("-baseline reads a baseline and -write-baseline writes one, which keeps what it still holds: use one of them")
	case c.record != "" && (c.fix || c.diff):
		return nil, errors.New("-write-baseline records what there is: use -fix or -diff first, and by themselves")
	case c.record != "" && c.format != "text":
		return nil, fmt.Errorf("-write-baseline prints no findings: leave out -format %s", c.format)
	case c.record != "" && slices.ContainsFunc(c.patterns, func(p string) bool { return strings.HasSuffix(p, ".go") }):
		return nil, errors.New("-write-baseline records whole packages: name packages instead of files")
	}
	fs.Visit(func(f *flag.Flag) {
		c.runtimeSet = c.runtimeSet || f.Name == "runtime" || f.Name == shared+".runtime"
	})
	for _, call := range strings.Split(c.shared.Lookup("calls").Value.String(), ";") {
		if call = strings.TrimSpace(call); call == "" {
			continue
		}
		if _, err := catalog.ParseCall(call); err != nil {
			return nil, fmt.Errorf("-calls: %v", err)
		}
	}
	c.analyzers = enabled()
	if !slices.ContainsFunc(c.analyzers, func(a *analysis.Analyzer) bool { return a.Name != shared }) && len(analyzers) > 1 {
		return nil, errors.New("no pass is left to run: switch fewer of them off")
	}
	return c, nil
}

// flagSet returns the flags of the command line, and a function that returns
// the analyzers that they leave once they are parsed.
func (c *command) flagSet(analyzers []*analysis.Analyzer) (*flag.FlagSet, func() []*analysis.Analyzer) {
	fs := flag.NewFlagSet("budgetlint", flag.ContinueOnError)
	fs.SetOutput(io.Discard)
	fs.StringVar(&c.format, "format", "text", "print findings as `text`, json, sarif or github")
	fs.StringVar(&c.baseline, "baseline", "", "report only what is not in the baseline `file`")
	fs.StringVar(&c.record, "write-baseline", "", "write the findings to the baseline `file` instead of printing them")
	fs.StringVar(&c.dir, "C", "", "change to `dir` first")
	fs.StringVar(&c.tags, "tags", "", "a comma-separated `list` of build tags")
	fs.BoolVar(&c.fix, "fix", false, "apply the first fix of each finding and print what remains")
	fs.BoolVar(&c.diff, "diff", false, "print what -fix would change, as a diff")

	states := make([]state, len(analyzers))
	for i, a := range analyzers {
		fs.Var(&states[i], a.Name, "run only `pass` "+a.Name+", or with =false all others")
		a.Flags.VisitAll(func(f *flag.Flag) {
			fs.Var(f.Value, a.Name+"."+f.Name, f.Usage)
			if a.Name == shared {
				fs.Var(f.Value, f.Name, f.Usage)
			}
		})
		if a.Name == shared {
			c.shared = &a.Flags
		}
	}
	return fs, func() []*analysis.Analyzer {
		all, only := false, false
		for i, a := range analyzers {
			all = all || a.Name == shared && states[i] == on
			only = only || a.Name != shared && states[i] == on
		}
		var out []*analysis.Analyzer
		for i, a := range analyzers {
			if a.Name == shared || states[i] == on || states[i] == unset && (all || !only) {
				out = append(out, a)
			}
		}
		return out
	}
}

// A state is what the flag of a pass's name says.
type state int

const (
	unset state = iota
	on
	off
)

func (s *state) IsBoolFlag() bool { return true }

func (s *state) String() string {
	if s == nil || *s != on {
		return "false"
	}
	return "true"
}

func (s *state) Set(v string) error {
	switch v {
	case "true", "1":
		*s = on
	case "false", "0":
		*s = off
	default:
		return errors.New("want true or false")
	}
	return nil
}

// flagError makes one clear line of what package flag says.
func flagError(err error, fs *flag.FlagSet, analyzers []*analysis.Analyzer) error {
	if errors.Is(err, flag.ErrHelp) {
		return errHelp
	}
	name, unknown := strings.CutPrefix(err.Error(), "flag provided but not defined: -")
	if !unknown {
		return errors.New(strings.Join(strings.Fields(err.Error()), " "))
	}
	pass, sub, dotted := strings.Cut(name, ".")
	for _, a := range analyzers {
		if dotted && a.Name == pass {
			var names []string
			a.Flags.VisitAll(func(f *flag.Flag) { names = append(names, "-"+pass+"."+f.Name) })
			if len(names) == 0 {
				return fmt.Errorf("pass %s has no flag %s, nor any other", pass, sub)
			}
			return fmt.Errorf("pass %s has no flag %s: it has %s", pass, sub, strings.Join(names, ", "))
		}
	}
	var names []string
	for _, a := range analyzers {
		if a.Name != shared {
			names = append(names, a.Name)
		}
	}
	return fmt.Errorf("unknown flag or pass -%s: the passes are %s; budgetlint help lists the flags", name, strings.Join(names, ", "))
}

// requiresRuntime reports whether the module in dir requires the package that
// fixes can use.
func requiresRuntime(ctx context.Context, dir string) bool {
	cmd := exec.CommandContext(ctx, "go", "mod", "edit", "-json")
	cmd.Dir = dir
	var out bytes.Buffer
	cmd.Stdout = &out
	if cmd.Run() != nil {
		return false // the driver will say what is wrong
	}
	var mod struct {
		Module  struct{ Path string }
		Require []struct{ Path string }
	}
	if json.Unmarshal(out.Bytes(), &mod) != nil {
		return false
	}
	for _, r := range mod.Require {
		if r.Path == config.RuntimePath {
			return true
		}
	}
	return mod.Module.Path == config.RuntimePath
}

func usage(w io.Writer, analyzers []*analysis.Analyzer, rules []*report.Set) {
	fmt.Fprint(w, `budgetlint finds lost deadlines in Go code.

	budgetlint [flags] [packages]         packages as for go build; without any,
	                                      all of the workspace or module
	budgetlint explain [PASS[/category]]  a rule, or all of them in a line each
	budgetlint gopls -o FILE              builds an editor's gopls with the suite in it
	budgetlint version
	go vet -vettool=$(which budgetlint) [flags] [packages]

The exit code is 0 if there are no findings, 1 if there are some, and 2 if
budgetlint could not run or a package does not compile.

Flags, the short forms first:

`)
	fs, _ := new(command).flagSet(analyzers)
	var short, long []*flag.Flag
	fs.VisitAll(func(f *flag.Flag) {
		if strings.Contains(f.Name, ".") {
			long = append(long, f)
		} else {
			short = append(short, f)
		}
	})
	for _, f := range slices.Concat(short, long) {
		if strings.HasPrefix(f.Name, shared+".") {
			continue
		}
		value, text := flag.UnquoteUsage(f)
		if _, pass := f.Value.(*state); pass {
			value = ""
			if f.Name == shared {
				text = "run all passes, which is what happens anyway"
			}
		}
		head := "-" + f.Name
		if value != "" {
			head += " " + value
		}
		fmt.Fprintf(w, "  %-18s  %s\n", head, text)
	}
	fmt.Fprintf(w, "\nPasses:\n\n")
	for _, s := range rules {
		fmt.Fprintf(w, "  %-18s  %s\n", s.Pass, s.Title)
	}
}
