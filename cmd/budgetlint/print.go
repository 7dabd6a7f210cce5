package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/budgetlint/budgetlint/internal/driver"
	"github.com/budgetlint/budgetlint/internal/report"
)

// print prints findings to stdout and errors to stderr, or both as JSON.
func (c *command) print(res *driver.Result) {
	if c.format == "json" {
		c.printJSON(res)
		return
	}
	printText(c.stdout, res.Findings, terminal(c.stdout))
	for _, e := range res.Errors {
		what := "does not compile"
		switch {
		case e.Missing:
			what = "cannot be loaded"
		case e.Internal:
			what = "was not analysed wholly, please report this"
		}
		fmt.Fprintf(c.stderr, "budgetlint: package %s %s\n", e.Package, what)
		for i, p := range e.Problems {
			if i == mostProblems {
				fmt.Fprintf(c.stderr, "\tand %d more\n", len(e.Problems)-i)
				break
			}
			fmt.Fprintf(c.stderr, "\t%s\n", problem(p))
		}
	}
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
func (c *command) summary(res *driver.Result, fixed *driver.Fixed) {
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
	if n := len(res.Errors); n > 0 {
		parts = append(parts, plural(n, "package", "packages")+" not checked wholly")
	}
	if len(parts) == 0 {
		if !terminal(c.stderr) {
			return
		}
		parts = append(parts, "no findings in "+plural(res.Packages, "package", "packages"))
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

// The JSON form, which the command's documentation describes.
type (
	jsonResult struct {
		Findings []jsonFinding `json:"findings"`
		Errors   []jsonError   `json:"errors"`
	}
	jsonFinding struct {
		Pass      string    `json:"pass"`
		Category  string    `json:"category"`
		Level     string    `json:"level"`
		File      string    `json:"file"`
		Line      int       `json:"line"`
		Column    int       `json:"column"`
		EndLine   int       `json:"endLine"`
		EndColumn int       `json:"endColumn"`
		Message   string    `json:"message"`
		URL       string    `json:"url"`
		Fixes     []jsonFix `json:"fixes,omitempty"`
	}
	jsonFix struct {
		Message string     `json:"message"`
		Edits   []jsonEdit `json:"edits"`
	}
	jsonEdit struct {
		File  string `json:"file"`
		Start int    `json:"start"`
		End   int    `json:"end"`
		New   string `json:"new"`
	}
	jsonError struct {
		Package  string `json:"package,omitempty"`
		Position string `json:"position,omitempty"`
		Message  string `json:"message"`
	}
)

func (c *command) printJSON(res *driver.Result) {
	out := jsonResult{Findings: []jsonFinding{}, Errors: []jsonError{}}
	for _, f := range res.Findings {
		j := jsonFinding{
			Pass: f.Pass, Category: f.Category, Level: c.level(f).String(), File: relative(f.File),
			Line: f.Line, Column: f.Column, EndLine: f.EndLine, EndColumn: f.EndColumn, Message: f.Message, URL: f.URL,
		}
		for _, fix := range f.Fixes {
			jf := jsonFix{Message: fix.Message, Edits: []jsonEdit{}}
			for _, e := range fix.Edits {
				jf.Edits = append(jf.Edits, jsonEdit{relative(e.File), e.Start, e.End, e.New})
			}
			j.Fixes = append(j.Fixes, jf)
		}
		out.Findings = append(out.Findings, j)
	}
	for _, e := range res.Errors {
		for _, p := range e.Problems {
			out.Errors = append(out.Errors, jsonError{e.Package, position(p), p.Message})
		}
	}
	enc := json.NewEncoder(c.stdout)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	if err := enc.Encode(out); err != nil {
		fmt.Fprintf(c.stderr, "budgetlint: writing JSON: %v\n", err)
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
