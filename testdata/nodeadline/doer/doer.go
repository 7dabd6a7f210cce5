// Package doer: behind an interface there may be any client.
package doer

import (
	"context"
	"net/http"
	"time"
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
	return a.hc.Do(req) // want `^Do ignores ctx \(parameter, line 38\) and nothing else bounds it: make the request with http\.NewRequestWithContext\(ctx, \.\.\.\) \(nodeadline/dropped\)$`
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

// retrying is a client of this package: what it holds bounds it.
type retrying struct{ hc *http.Client }

func (r *retrying) Do(req *http.Request) (*http.Response, error) {
	if resp, err := r.hc.Do(req); err == nil {
		return resp, nil
	}
	return r.hc.Do(req)
}

func again(url string) (*http.Response, error) {
	r := &retrying{&http.Client{Timeout: time.Second}}
	req, err := http.NewRequest(http.MethodGet, url, nil)
	if err != nil {
		return nil, err
	}
	return r.Do(req)
}

type bareRetrying struct{ hc *http.Client }

func (r *bareRetrying) Do(req *http.Request) (*http.Response, error) { return r.hc.Do(req) }

func againBare(url string) (*http.Response, error) {
	r := &bareRetrying{http.DefaultClient}
	req, err := http.NewRequest(http.MethodGet, url, nil)
	if err != nil {
		return nil, err
	}
	return r.Do(req) // want `^nothing bounds Do: it waits for Do .*\(nodeadline/http\)`
}
