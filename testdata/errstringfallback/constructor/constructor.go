// Package constructor: the flag is set by the function that makes the result,
// or by none.
package constructor

import (
	"context"
	"fmt"
)

type result struct {
	Text    string
	IsError bool
}

func textResult(text string) (*result, error) { return &result{Text: text}, nil }

func errorResult(err error) *result { return &result{Text: err.Error(), IsError: true} }

func errorf(format string, args ...any) (*result, error) {
	return &result{Text: fmt.Sprintf(format, args...), IsError: true}, nil
}

func denied() *result { return &result{Text: "permission denied: could not go on", IsError: true} }

type ask func(context.Context) (string, error)

func plain(ctx context.Context, a ask) (*result, error) {
	text, err := a(ctx)
	if err != nil {
		return textResult("failed: " + err.Error()) // want `the error text of the call in line 28 is returned as the answer`
	}
	return textResult(text)
}

func flagged(ctx context.Context, a ask) (*result, error) {
	text, err := a(ctx)
	if err != nil {
		return errorResult(err), nil
	}
	return textResult(text)
}

func formatted(ctx context.Context, a ask) (*result, error) {
	text, err := a(ctx)
	if err != nil {
		return errorf("failed: %v", err)
	}
	return textResult(text)
}

func refused(ctx context.Context, a ask) (*result, error) {
	text, err := a(ctx)
	if err != nil {
		return denied(), nil
	}
	return textResult(text)
}
