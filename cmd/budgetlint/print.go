package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/budgetlint/budgetlint/internal/driver"
	"github.com/budgetlint/budgetlint/internal/report"
)

// print prints the outcome in the format that is wanted. In text, findings go
// to stdout and errors to stderr; the other formats hold both.
func (c *command) print(out *outcome) {
	switch c.format {
	case "json":
		c.printJSON(out)
		return
	case "sarif":
		c.printSARIF(out)
		return
	case "github":
		c.printGitHub(out)
		return
	}
	printText(c.stdout, out.Findings, terminal(c.stdout))
	c.printErrors(out.Result)
}

// printErrors prints which packages were not analysed, and why.
func (c *command) printErrors(res *driver.Result) {
	for _, e := range res.Errors {
		fmt.Fprintf(c.stderr, "budgetlint: %s\n", headline(e))
		for i, p := range e.Problems {
			if i == mostProblems {
				fmt.Fprintf(c.stderr, "\tand %d more\n", len(e.Problems)-i)
				break
			}
			fmt.Fprintf(c.stderr, "\t%s\n", problem(p))
		}
	}
}

// headline says in a line what is wrong with a package.
func headline(e driver.PackageError) string {
	what := "does not compile"
	switch {
	case e.Missing:
		what = "cannot be loaded"
	case e.Internal:
		what = "was not analysed wholly, please report this"
	}
	return "package " + e.Package + " " + what
}

// mostProblems bounds the lines about one package: the first ones are the cause
// of the others, more often than not. JSON has all of them.
const mostProblems = 5

// problem returns p in a line.
func problem(p driver.Problem) string {
	text := strings.Join(strings.Fields(p.Message), " ")
	if pos := position(p); pos != "" {
		return pos + ": " + text
	}
	return text
}

// position returns where p is, seen from the current directory.
func position(p driver.Problem) string {
	file, rest := p.File()
	if file == "" {
		return ""
	}
	return relative(file) + rest
}

// printText prints a line for each finding; with source also the line of code
// that it is about, and a blank line between files.
func printText(w io.Writer, findings []driver.Finding, source bool) {
	var file string
	var lines [][]byte
	for i, f := range findings {
		if source && f.File != file {
			if i > 0 {
				fmt.Fprintln(w)
			}
			file = f.File
			text, _ := os.ReadFile(file) // without it there is just no line to show
			lines = bytes.Split(text, []byte("\n"))
		}
		fmt.Fprintf(w, "%s:%d:%d: %s\n", relative(f.File), f.Line, f.Column, f.Message)
		if source && f.Line <= len(lines) {
			printSource(w, string(lines[f.Line-1]), f)
		}
	}
}

// printSource prints a line and marks what the finding is about.
func printSource(w io.Writer, line string, f driver.Finding) {
	from := min(f.Column-1, len(line))
	to := len(line)
	if f.EndLine == f.Line {
		to = min(f.EndColumn-1, len(line))
	}
	// Tabs stay, so that the mark is below whatever their width is.
	indent := strings.Map(func(r rune) rune {
		if r == '\t' {
			return r
		}
		return ' '
	}, line[:from])
	mark := "^"
	if n := len([]rune(line[from:max(from, to)])); n > 1 {
		mark += strings.Repeat("~", n-1)
	}
	fmt.Fprintf(w, "\t%s\n\t%s%s\n", strings.TrimRight(line, " \t\r"), indent, mark)
}

// summary ends the output with a line on stderr. Where nothing was found only
// a reader at a terminal gets one.
func (c *command) summary(out *outcome, fixed *driver.Fixed) {
	c.noteUnused(out)
	res := out.Result
	files := map[string]bool{}
	fixable := 0
	for _, f := range res.Findings {
		files[f.File] = true
		if len(f.Fixes) > 0 {
			fixable++
		}
	}
	var parts []string
	if fixed != nil {
		verb := "applied"
		if c.diff {
			verb = "shown"
		}
		parts = append(parts, plural(fixed.Applied, "fix", "fixes")+" "+verb)
		if fixed.Skipped > 0 {
			parts = append(parts, plural(fixed.Skipped, "fix", "fixes")+" left out (run again for those that overlapped)")
		}
	}
	if n := len(res.Findings); n > 0 {
		text := plural(n, "finding", "findings") + " in " + plural(len(files), "file", "files")
		if fixed != nil && !c.diff {
			text += " remain"
		} else if fixable > 0 && fixed == nil {
			text += fmt.Sprintf(", %d with a fix (-fix, -diff)", fixable)
		}
		parts = append(parts, text)
	}
	if n := out.old; n > 0 && len(parts) > 0 {
		parts = append(parts, fmt.Sprintf("%d more in %s", n, c.baseline))
	}
	if n := len(res.Errors); n > 0 {
		parts = append(parts, plural(n, "package", "packages")+" not checked wholly")
	}
	if len(parts) == 0 {
		if !terminal(c.stderr) {
			return
		}
		text := "no findings in " + plural(res.Packages, "package", "packages")
		if out.old > 0 {
			text = fmt.Sprintf("no new findings in %s; %d in %s", plural(res.Packages, "package", "packages"), out.old, c.baseline)
		}
		parts = append(parts, text)
	}
	fmt.Fprintf(c.stderr, "budgetlint: %s\n", strings.Join(parts, "; "))
}

func plural(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}

func (c *command) printDiff(fixed *driver.Fixed) {
	for _, name := range fixed.Files() {
		rel := relative(name)
		fmt.Fprint(c.stdout, driver.Diff("a/"+rel, "b/"+rel, fixed.Before[name], fixed.After[name]))
	}
}

func (c *command) level(f driver.Finding) report.Level {
	for _, s := range c.rules {
		for _, r := range s.Rules {
			if s.Pass == f.Pass && r.Category == f.Category {
				return r.Level
			}
		}
	}
	return report.Default
}
