// Package sentinel: one known condition is an answer, an expired deadline is not.
package sentinel

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
)

var (
	ErrNothingFound = errors.New("nothing found")
	ErrBadChoice    = errors.New("bad choice")
)

type Searcher interface {
	Search(ctx context.Context, q string) (string, error)
}

func Search(ctx context.Context, s Searcher, q string) (string, error) {
	out, err := s.Search(ctx, q)
	if err != nil {
		if errors.Is(err, ErrNothingFound) {
			return "No good result was found.", nil // one known condition, the rest is returned
		}
		return "", err // returned
	}
	return out, nil
}

func Read(path string) (string, error) {
	b, err := os.ReadFile(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return fmt.Sprintf("There is no file %s.", path), nil // one known condition, the rest is returned
	case err != nil:
		return "", err
	}
	return string(b), nil
}

func Menu(choose func() (string, error)) (string, error) {
	out, err := choose()
	if errors.Is(err, ErrBadChoice) {
		return err.Error(), nil
	}
	return out, err
}

// Mixed lets the deadline through together with "not found".
func Mixed(ctx context.Context, s Searcher, q string) (string, error) {
	out, err := s.Search(ctx, q)
	if errors.Is(err, ErrNothingFound) || errors.Is(err, context.DeadlineExceeded) {
		return "No good result was found.", nil // want `"No good result was found." for any error of Search \(line 53\) is returned as the answer`
	}
	return out, err
}
