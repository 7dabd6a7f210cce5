// Package toolresult: a function whose only result is a struct; the functions
// that make it flag a failure or do not.
package toolresult

import (
	"context"
	"fmt"
	"os"
)

type Result struct {
	ForModel string
	ForUser  string
	IsError  bool
	Err      error
}

func NewResult(text string) *Result { return &Result{ForModel: text} }

func UserResult(text string) *Result { return &Result{ForModel: text, ForUser: text} }

func ErrorResult(text string) *Result { return &Result{ForModel: text, IsError: true} }

func (r *Result) WithError(err error) *Result {
	r.Err = err
	return r
}

type store interface {
	Load(ctx context.Context, id string) (string, error)
}

type tool struct{ s store }

func (t *tool) Execute(ctx context.Context, args map[string]any) *Result {
	id, ok := args["id"].(string)
	if !ok {
		return ErrorResult("the id is missing")
	}
	text, err := t.s.Load(ctx, id)
	if err != nil {
		return ErrorResult(fmt.Sprintf("cannot load: %v", err))
	}
	b, err := os.ReadFile(text)
	if err != nil {
		return NewResult(fmt.Sprintf("cannot read: %v", err)) // want `the error text of os.ReadFile \(line 44\) is returned as the answer, and a caller cannot tell this text from an answer; set IsError beside it`
	}
	if err := os.Remove(text); err != nil {
		return NewResult("cannot remove: " + err.Error()).WithError(err)
	}
	if err := os.Mkdir(text, 0o700); err != nil {
		return &Result{ForModel: err.Error(), Err: err}
	}
	if err := os.Chdir(text); err != nil {
		return UserResult("could not go there: " + err.Error()) // want `the error text of os.Chdir`
	}
	return NewResult(string(b))
}
