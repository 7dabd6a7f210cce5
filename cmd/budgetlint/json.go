package main

import (
	"encoding/json"
	"fmt"
)

// The JSON form, which docs/output.md and docs/output.schema.json describe.
type (
	jsonResult struct {
		Findings  []jsonFinding `json:"findings"`
		Baselined int           `json:"baselined"`
		Errors    []jsonError   `json:"errors"`
	}
	jsonFinding struct {
		Pass        string        `json:"pass"`
		Category    string        `json:"category"`
		Level       string        `json:"level"`
		File        string        `json:"file"`
		Line        int           `json:"line"`
		Column      int           `json:"column"`
		EndLine     int           `json:"endLine"`
		EndColumn   int           `json:"endColumn"`
		Message     string        `json:"message"`
		URL         string        `json:"url"`
		Package     string        `json:"package"`
		Declaration string        `json:"declaration"`
		Fingerprint string        `json:"fingerprint"`
		Related     []jsonRelated `json:"related,omitempty"`
		Fixes       []jsonFix     `json:"fixes,omitempty"`
	}
	jsonRelated struct {
		Message   string `json:"message"`
		File      string `json:"file"`
		Line      int    `json:"line"`
		Column    int    `json:"column"`
		EndLine   int    `json:"endLine"`
		EndColumn int    `json:"endColumn"`
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

func (c *command) printJSON(o *outcome) {
	out := jsonResult{Findings: []jsonFinding{}, Baselined: o.old, Errors: []jsonError{}}
	for _, f := range o.all {
		if f.old {
			continue
		}
		j := jsonFinding{
			Pass: f.Pass, Category: f.Category, Level: c.level(f.Finding).String(), File: relative(f.File),
			Line: f.Line, Column: f.Column, EndLine: f.EndLine, EndColumn: f.EndColumn, Message: f.Message, URL: f.URL,
			Package: f.Package, Declaration: f.Decl, Fingerprint: f.fingerprint,
		}
		for _, r := range f.Related {
			j.Related = append(j.Related, jsonRelated{r.Message, relative(r.File), r.Line, r.Column, r.EndLine, r.EndColumn})
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
	for _, e := range o.Errors {
		for _, p := range e.Problems {
			out.Errors = append(out.Errors, jsonError{e.Package, position(p), p.Message})
		}
	}
	c.encode(out)
}

// encode prints a value as JSON.
func (c *command) encode(v any) {
	enc := json.NewEncoder(c.stdout)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	if err := enc.Encode(v); err != nil {
		fmt.Fprintf(c.stderr, "budgetlint: writing the findings: %v\n", err)
	}
}
