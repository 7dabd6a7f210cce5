// Package answers makes results and texts for another package.
package answers

import "os"

type Result struct {
	Text    string
	IsError bool
}

// Plain is a result that says nothing of a failure.
func Plain(text string) *Result { return &Result{Text: text} }

// Flagged is a result of a failure.
func Flagged(text string) *Result { return &Result{Text: text, IsError: true} }

// Explain is what an error means.
func Explain(op string, err error) string { return op + " failed: " + err.Error() }

// Log is the log, or why there is none.
func Log(path string) string {
	b, err := os.ReadFile(path)
	if err != nil {
		return "cannot read the log: " + err.Error()
	}
	return string(b)
}
