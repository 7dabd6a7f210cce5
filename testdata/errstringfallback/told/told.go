// Package told: texts that their reader can tell from an answer, beside some
// that it cannot.
package told

import (
	"context"
	"fmt"
	"net/http"
	"os"
	"strings"
)

type reply struct {
	Message string
	Files   []string
}

// returned hands the error back together with the text.
func returned(path string) (*reply, error) {
	r := &reply{}
	entries, err := os.ReadDir(path)
	if err != nil {
		r.Message = fmt.Sprintf("Error: %v", err)
		return r, fmt.Errorf("read %s: %w", path, err)
	}
	for _, e := range entries {
		r.Files = append(r.Files, e.Name())
	}
	r.Message = "read"
	return r, nil
}

func kept(path string) (*reply, error) {
	r := &reply{}
	if _, err := os.ReadDir(path); err != nil {
		r.Message = fmt.Sprintf("Error: %v", err) // want `the error text of os.ReadDir \(line 35\) becomes field Message`
		return r, nil
	}
	return r, nil
}

// remarks come beside the value.
func remarks(ctx context.Context, load func(context.Context) ([]string, error)) ([]string, []string, error) {
	found, err := load(ctx)
	if err != nil {
		return nil, []string{fmt.Sprintf("not loaded: %v", err)}, nil
	}
	return found, nil, nil
}

// asked compares the text, and returns what that says.
func asked(path string) bool {
	if _, err := os.Stat(path); err != nil {
		return err.Error() == "stat "+path+": no such file or directory"
	}
	return false
}

type Create403JSONResponse struct{ Description string }

func (Create403JSONResponse) visit(http.ResponseWriter) error { return nil }

type Create201JSONResponse struct{ Description string }

func (Create201JSONResponse) visit(http.ResponseWriter) error { return nil }

type response interface {
	visit(http.ResponseWriter) error
}

func create(save func() error) (response, error) {
	if err := save(); err != nil {
		return Create403JSONResponse{Description: err.Error()}, nil
	}
	return Create201JSONResponse{Description: "saved"}, nil
}

type result struct {
	Text    string
	IsError bool
}

// flaggedLater asks for the same error again before it returns.
func flaggedLater(run func() (string, error)) *result {
	out, err := run()
	if err != nil {
		out += fmt.Sprintf("\n[failed: %v]", err)
	}
	out = strings.TrimSpace(out)
	if err != nil {
		return &result{Text: out, IsError: true}
	}
	return &result{Text: out}
}

// gone: the client of a request has gone, nobody reads the reply.
func gone(r *http.Request, load func(context.Context) (*reply, error)) (*reply, error) {
	if r.Context().Err() != nil {
		return nil, nil
	}
	return load(r.Context())
}

func expired(ctx context.Context, load func(context.Context) (*reply, error)) (*reply, error) {
	if ctx.Err() != nil {
		return nil, nil // want `the expired deadline`
	}
	return load(ctx)
}

type execution struct {
	Out string
	Err error
}

// executed tells what the program did, which may have failed.
func executed(run func(string) (*execution, error), code string) (string, error) {
	e, err := run(code)
	if err != nil {
		return "", err
	}
	out := e.Out
	if e.Err != nil {
		out += "[failed to run to its end]"
	}
	return out, nil
}

type lists struct{ Items []string }

// pair returns what it warns of and what failed.
func pair(load func() error) (lists, lists) {
	if err := load(); err != nil {
		return lists{}, lists{Items: []string{err.Error()}}
	}
	return lists{}, lists{}
}
