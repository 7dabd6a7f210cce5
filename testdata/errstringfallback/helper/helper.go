// Package helper: the text is made in a helper that returns no error, and gets
// a nil error further up.
package helper

import (
	"fmt"
	"os"
	"strings"
)

type response struct{ Content string }

func newResponse(text string) response { return response{Content: text} }

func tool(path string) (response, error) {
	return newResponse(logs(path)), nil
}

func logs(path string) string {
	if _, err := os.Stat(path); err != nil {
		if os.IsNotExist(err) {
			return "No log file was found."
		}
		return fmt.Sprintf("Error accessing the log: %v", err) // want `the error text of os.Stat \(line 20\) is returned as the answer \(example.com/budgetlint/testdata/errstringfallback/helper/helper.go:16\)`
	}
	b, err := os.ReadFile(path)
	if err != nil {
		return fmt.Sprintf("Error reading the log: %v", err) // want `the error text of os.ReadFile \(line 26\)`
	}
	return strings.TrimSpace(string(b))
}

// explain makes text of the error that it is handed.
func explain(path string, err error) string { return path + ": " + err.Error() }

func explained(path string) (string, error) {
	b, err := os.ReadFile(path)
	if err != nil {
		return explain(path, err), nil // want `the error text of os.ReadFile \(line 37\)`
	}
	return string(b), nil
}

// title is only shown.
func title(path string) string {
	b, err := os.ReadFile(path)
	if err != nil {
		return err.Error()
	}
	return string(b)
}

func show(path string) { fmt.Println(title(path)) }
