// Package flags: something beside the text says that it is that of a failure.
package flags

import (
	"context"
	"errors"
)

type Store interface {
	Load(ctx context.Context, id string) (string, error)
}

type ToolResult struct {
	IsError bool
	Content string
}

func Tool(ctx context.Context, s Store, id string) (ToolResult, error) {
	v, err := s.Load(ctx, id)
	if err != nil {
		return ToolResult{IsError: true, Content: err.Error()}, nil // IsError
	}
	return ToolResult{Content: v}, nil
}

type Exec struct {
	Error   bool
	Content string
}

func Graph(ctx context.Context, s Store, id string) (Exec, error) {
	v, err := s.Load(ctx, id)
	if err != nil {
		return Exec{Error: true, Content: err.Error()}, nil // Error flag
	}
	return Exec{Content: v}, nil
}

type Fetched struct {
	Status  int
	Content string
}

func Fetch(ctx context.Context, s Store, id string) (Fetched, error) {
	v, err := s.Load(ctx, id)
	if err != nil {
		return Fetched{Status: 502, Content: err.Error()}, nil // an error status
	}
	return Fetched{Status: 200, Content: v}, nil
}

type Kind string

const (
	KindText  Kind = "text"
	KindError Kind = "error"
)

type Skill struct {
	Type    Kind
	Summary string
}

func Snap(ctx context.Context, s Store, id string) (*Skill, error) {
	v, err := s.Load(ctx, id)
	if err != nil {
		return &Skill{Type: KindError, Summary: err.Error()}, nil // an error kind
	}
	return &Skill{Type: KindText, Summary: v}, nil
}

type Outcome struct {
	Success bool
	Error   string
	Data    string
}

func Query(ctx context.Context, s Store, id string) (Outcome, error) {
	v, err := s.Load(ctx, id)
	if errors.Is(err, context.DeadlineExceeded) || errors.Is(err, context.Canceled) {
		return Outcome{Success: false, Error: "the query ran out of time"}, nil // Success false and an Error field
	}
	if err != nil {
		return Outcome{Error: err.Error()}, nil // a field named Error
	}
	return Outcome{Success: true, Data: v}, nil
}

type Severity int

const SeverityError Severity = 1

type Diagnostic struct {
	Severity Severity
	Summary  string
}

func Apply(ctx context.Context, s Store, id string) []Diagnostic {
	if _, err := s.Load(ctx, id); err != nil {
		return []Diagnostic{{Severity: SeverityError, Summary: err.Error()}} // a diagnostic
	}
	return nil
}

type HandlerError struct {
	Code    string
	Summary string
}

func (e *HandlerError) Error() string { return e.Code + ": " + e.Summary }

func Handle(ctx context.Context, s Store, id string) (string, error) {
	v, err := s.Load(ctx, id)
	if err != nil {
		return "", &HandlerError{Code: "load", Summary: err.Error()} // the struct is itself an error
	}
	return v, nil
}

type Trace struct {
	Success bool
	Summary string
}

// Record tracks what happened and still returns the error.
func Record(ctx context.Context, s Store, id string, track func(Trace)) (string, error) {
	v, err := s.Load(ctx, id)
	if err != nil {
		track(Trace{Success: false, Summary: err.Error()}) // a trace, the error is returned
		return "", err
	}
	track(Trace{Success: true, Summary: v})
	return v, nil
}

// Later sets the flag after the text.
func Later(ctx context.Context, s Store, id string) ToolResult {
	var r ToolResult
	v, err := s.Load(ctx, id)
	if err != nil {
		r.Content = "The history could not be loaded."
		r.IsError = true
	} else {
		r.Content = v
	}
	return r
}

// Earlier has set it before.
func Earlier(ctx context.Context, s Store, id string) (*Fetched, error) {
	f := new(Fetched)
	v, err := s.Load(ctx, id)
	if err != nil {
		f.Status = 504
		f.Content = err.Error()
		return f, nil
	}
	f.Content = v
	return f, nil
}

// Fine says that all is well beside the text of an error.
func Fine(ctx context.Context, s Store, id string) (Fetched, error) {
	v, err := s.Load(ctx, id)
	if err != nil {
		return Fetched{Status: 200, Content: err.Error()}, nil // want `becomes field Content with no flag`
	}
	return Fetched{Status: 200, Content: v}, nil
}

// Unset leaves the flag as it is.
func Unset(ctx context.Context, s Store, id string) (ToolResult, error) {
	v, err := s.Load(ctx, id)
	if err != nil {
		return ToolResult{Content: err.Error()}, nil // want `becomes field Content with no flag`
	}
	return ToolResult{Content: v}, nil
}

// Plain calls the text of an error plain text.
func Plain(ctx context.Context, s Store, id string) (*Skill, error) {
	v, err := s.Load(ctx, id)
	if err != nil {
		return &Skill{Type: KindText, Summary: err.Error()}, nil // want `becomes field Summary with no flag`
	}
	return &Skill{Type: KindText, Summary: v}, nil
}
