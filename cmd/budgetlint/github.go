package main

import (
	"fmt"
	"strings"

	"github.com/budgetlint/budgetlint/internal/report"
)

// printGitHub prints workflow commands, which GitHub shows at the lines of a
// change: findings as warnings, advice as notices, and as errors what kept a
// package from being analysed.
func (c *command) printGitHub(out *outcome) {
	places := newPlaces()
	for _, f := range out.Findings {
		kind := "warning"
		if c.level(f) == report.Strict {
			kind = "notice"
		}
		path, _ := places.path(f.File)
		props := []string{
			"file", path,
			"line", fmt.Sprint(f.Line),
			"col", fmt.Sprint(places.column(f.File, f.Line, f.Column)),
		}
		// Columns are for places in one line only.
		if f.EndLine == f.Line && f.EndColumn > f.Column {
			props = append(props, "endLine", fmt.Sprint(f.EndLine), "endColumn", fmt.Sprint(places.column(f.File, f.EndLine, f.EndColumn)))
		}
		props = append(props, "title", key(f).Rule)
		fmt.Fprintln(c.stdout, workflowCommand(kind, props, f.Message))
	}
	for _, e := range out.Errors {
		for _, p := range e.Problems {
			var props []string
			file, rest := p.File()
			if file != "" {
				path, _ := places.path(file)
				props = append(props, "file", path)
				line, column, _ := strings.Cut(strings.TrimPrefix(rest, ":"), ":")
				if line != "" {
					props = append(props, "line", line)
				}
				if column != "" {
					props = append(props, "col", column)
				}
			}
			title := "budgetlint"
			if e.Package != "" {
				title = headline(e)
			}
			fmt.Fprintln(c.stdout, workflowCommand("error", append(props, "title", title), p.Message))
		}
	}
}

// workflowCommand returns a line that GitHub Actions understands. Properties
// are names and values in turn.
func workflowCommand(kind string, properties []string, message string) string {
	var b strings.Builder
	b.WriteString("::" + kind)
	for i := 0; i+1 < len(properties); i += 2 {
		sep := ","
		if i == 0 {
			sep = " "
		}
		b.WriteString(sep + properties[i] + "=" + propertyEscaper.Replace(properties[i+1]))
	}
	b.WriteString("::" + dataEscaper.Replace(message))
	return b.String()
}

// How actions/toolkit escapes what would end a command or a property.
var (
	dataEscaper     = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A")
	propertyEscaper = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C")
)
