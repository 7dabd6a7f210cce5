// Package doer: behind an interface there may be any client.
package doer

import (
	"context"
	"net/http"
)

type doer interface {
	Do(req *http.Request) (*http.Response, error)
}

type api struct {
	url string
	hc  doer
}

func NewAPI(url string, hc doer) *api { return &api{url: url, hc: hc} }

func (a *api) get() (*http.Response, error) {
	req, err := http.NewRequest(http.MethodGet, a.url, nil)
	if err != nil {
		return nil, err
	}
	return a.hc.Do(req)
}

func (a *api) getEmpty() (*http.Response, error) {
	req, err := http.NewRequestWithContext(context.Background(), http.MethodGet, a.url, nil)
	if err != nil {
		return nil, err
	}
	return a.hc.Do(req)
}

// A context is in reach, and an unknown client is no bound.
func (a *api) getFor(ctx context.Context) (*http.Response, error) {
	req, err := http.NewRequest(http.MethodGet, a.url, nil)
	if err != nil {
		return nil, err
	}
	return a.hc.Do(req) // want `^Do ignores ctx \(parameter, line 37\) and nothing else bounds it: make the request with http\.NewRequestWithContext\(ctx, \.\.\.\) \(nodeadline/dropped\)$`
}

func (a *api) getWith(ctx context.Context) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, a.url, nil)
	if err != nil {
		return nil, err
	}
	return a.hc.Do(req)
}

// Only one thing is ever behind this one.
type plain struct{ hc doer }

func newPlain() *plain { return &plain{hc: http.DefaultClient} }

func (p *plain) get(url string) (*http.Response, error) {
	req, err := http.NewRequest(http.MethodGet, url, nil)
	if err != nil {
		return nil, err
	}
	return p.hc.Do(req) // want `\(nodeadline/http\)`
}
