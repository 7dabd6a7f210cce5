// Package formatter: a function whose input is the error renders it.
package formatter

import (
	"errors"
	"fmt"
	"strings"
)

// Observation renders an error for a conversation.
func Observation(err error) string {
	return fmt.Sprintf("The last try failed: %s. Try again.", err.Error()) // rendering errors is its purpose
}

// Describe renders an error and reports only its own failures.
func Describe(err error) (string, error) {
	if err == nil {
		return "", errors.New("nothing to describe")
	}
	return "failed: " + err.Error(), nil // err is a parameter, not a failure of Describe
}

type Response struct {
	Status string
	Err    error
}

func (r Response) String() string {
	if r.Err != nil {
		return strings.ToUpper(r.Status) + ": " + r.Err.Error() // a String method
	}
	return r.Status
}

func Failed(err error) *Response {
	return &Response{Status: "error", Err: err} // keeps the error
}
