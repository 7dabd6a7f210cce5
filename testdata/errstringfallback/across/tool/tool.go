// Package tool: what another package's functions do with the text of an error
// is known.
package tool

import (
	"context"

	"example.com/budgetlint/testdata/errstringfallback/across/answers"
)

type store interface {
	Load(ctx context.Context, id string) (string, error)
}

func plain(ctx context.Context, s store) (*answers.Result, error) {
	text, err := s.Load(ctx, "1")
	if err != nil {
		return answers.Plain(answers.Explain("load", err)), nil // want `the error text of Load \(line 16\) is returned as the answer with a nil error`
	}
	return answers.Plain(text), nil
}

func flagged(ctx context.Context, s store) (*answers.Result, error) {
	text, err := s.Load(ctx, "1")
	if err != nil {
		return answers.Flagged(answers.Explain("load", err)), nil
	}
	return answers.Plain(text), nil
}

func explained(ctx context.Context, s store) (string, error) {
	text, err := s.Load(ctx, "1")
	if err != nil {
		return answers.Explain("load", err), nil // want `the error text of Load \(line 32\) is returned as the answer with a nil error`
	}
	return text, nil
}

func log(context.Context) (*answers.Result, error) {
	return answers.Plain(answers.Log("run.log")), nil // want `the error text of answers.Log, made at example.com/budgetlint/testdata/errstringfallback/across/answers/answers.go:24, is returned as the answer with a nil error`
}
