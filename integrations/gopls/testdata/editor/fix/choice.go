package fix

import (
	"context"
	"errors"
	"net/http"
	"time"
)

// A Reply is what a tool answers.
type Reply struct {
	Text    string
	IsError bool
}

// Answer has a finding with two fixes.
func Answer(ctx context.Context, load func(context.Context) (string, error)) (*Reply, error) {
	text, err := load(ctx)
	if err != nil {
		return &Reply{Text: err.Error()}, nil
	}
	return &Reply{Text: text}, nil
}

// Retry has findings of another pass.
func Retry(ctx context.Context, hc *http.Client, req *http.Request) (*http.Response, error) {
	for range 3 {
		resp, err := hc.Do(req.WithContext(ctx))
		if err == nil {
			return resp, nil
		}
		time.Sleep(2 * time.Second)
	}
	return nil, errors.New("busy")
}

// Client has a finding of a third.
func Client(url string) (*http.Response, error) { return http.Get(url) }
