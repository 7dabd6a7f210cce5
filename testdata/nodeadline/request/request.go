// Package request: a request carries its context, and it may be given one after
// it was made.
package request

import (
	"context"
	"net/http"
	"time"
)

var hc = &http.Client{}

func never(url string) (*http.Response, error) {
	req, err := http.NewRequest(http.MethodGet, url, nil)
	if err != nil {
		return nil, err
	}
	return hc.Do(req) // want `^nothing bounds Do: it was never given a context .*\(nodeadline/http\)`
}

func empty(url string) (*http.Response, error) {
	req, err := http.NewRequestWithContext(context.Background(), http.MethodGet, url, nil)
	if err != nil {
		return nil, err
	}
	return hc.Do(req) // want `^nothing bounds Do: its context is context\.Background\(\) and its client has no Timeout; .*\(nodeadline/http\)`
}

func emptied(req *http.Request) (*http.Response, error) {
	return hc.Do(req.WithContext(context.Background())) // want `^Do ignores req\.Context\(\) .*\(nodeadline/dropped\)`
}

func build(url string) (*http.Request, error) {
	req, err := http.NewRequest(http.MethodGet, url, nil)
	if err != nil {
		return nil, err
	}
	req.Header.Set("Accept", "application/json")
	return req, nil
}

func built(url string) (*http.Response, error) {
	req, err := build(url)
	if err != nil {
		return nil, err
	}
	return hc.Do(req) // want `\(nodeadline/http\)`
}

// do sends what it is handed.
func do(req *http.Request) (*http.Response, error) { return hc.Do(req) }

func through(url string) (*http.Response, error) {
	req, err := http.NewRequest(http.MethodGet, url, nil)
	if err != nil {
		return nil, err
	}
	return do(req) // want `^nothing bounds do: it waits for Do \(example\.com/budgetlint/testdata/nodeadline/request/request\.go:51\) on its context, which is an empty context here; pass a context with a deadline \(nodeadline/http\)$`
}

func throughEmpty(url string) (*http.Response, error) {
	req, err := http.NewRequestWithContext(context.TODO(), http.MethodGet, url, nil)
	if err != nil {
		return nil, err
	}
	return do(req) // want `which is context\.TODO\(\) here; .*\(nodeadline/http\)`
}

func caller(ctx context.Context, url string) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return nil, err
	}
	return hc.Do(req)
}

func limited(url string) (*http.Response, error) {
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return nil, err
	}
	return hc.Do(req)
}

// Given its context after it was made.
func after(ctx context.Context, url string) (*http.Response, error) {
	req, err := http.NewRequest(http.MethodGet, url, nil)
	if err != nil {
		return nil, err
	}
	req = req.WithContext(ctx)
	return hc.Do(req)
}

func clone(ctx context.Context, url string) (*http.Response, error) {
	req, err := http.NewRequest(http.MethodGet, url, nil)
	if err != nil {
		return nil, err
	}
	return hc.Do(req.Clone(ctx))
}

// The builder's caller gives it.
func builtFor(ctx context.Context, url string) (*http.Response, error) {
	req, err := build(url)
	if err != nil {
		return nil, err
	}
	return hc.Do(req.WithContext(ctx))
}

// The helper that sends it gives it.
func doContext(ctx context.Context, req *http.Request) (*http.Response, error) {
	return hc.Do(req.WithContext(ctx))
}

func sent(ctx context.Context, url string) (*http.Response, error) {
	req, err := http.NewRequest(http.MethodGet, url, nil)
	if err != nil {
		return nil, err
	}
	return doContext(ctx, req)
}

// In a closure.
func each(ctx context.Context, urls []string) error {
	send := func(req *http.Request) error {
		resp, err := hc.Do(req.WithContext(ctx))
		if err != nil {
			return err
		}
		return resp.Body.Close()
	}
	for _, url := range urls {
		req, err := http.NewRequest(http.MethodGet, url, nil)
		if err != nil {
			return err
		}
		if err := send(req); err != nil {
			return err
		}
	}
	return nil
}

func doLimited(req *http.Request) (*http.Response, error) {
	ctx, cancel := context.WithTimeout(req.Context(), time.Second)
	defer cancel()
	return hc.Do(req.WithContext(ctx))
}

func throughLimited(url string) (*http.Response, error) {
	req, err := http.NewRequest(http.MethodGet, url, nil)
	if err != nil {
		return nil, err
	}
	return doLimited(req)
}

// Never sent: only signed.
func signed(url string, sign func(*http.Request)) (string, error) {
	req, err := http.NewRequest(http.MethodGet, url, nil)
	if err != nil {
		return "", err
	}
	sign(req)
	return req.Header.Get("Authorization"), nil
}

// Never sent: only matched.
func matched(mux *http.ServeMux, path string) string {
	req, err := http.NewRequest(http.MethodGet, path, nil)
	if err != nil {
		return ""
	}
	_, pattern := mux.Handler(req)
	return pattern
}

// On one path it has a context: not proven.
func perhaps(ctx context.Context, url string, bound bool) (*http.Response, error) {
	req, err := http.NewRequest(http.MethodGet, url, nil)
	if err != nil {
		return nil, err
	}
	if bound {
		req = req.WithContext(ctx)
	}
	return hc.Do(req)
}

// The request of a proxy is its caller's.
func proxy(req *http.Request) (*http.Response, error) {
	out := req.Clone(req.Context())
	out.RequestURI = ""
	return hc.Do(out)
}

// Cloned with the context that it has: none.
func cloned(url string) (*http.Response, error) {
	req, err := http.NewRequest(http.MethodGet, url, nil)
	if err != nil {
		return nil, err
	}
	return hc.Do(req.Clone(req.Context())) // want `\(nodeadline/http\)`
}

// The context that it had is taken away.
func replaced(ctx context.Context, url string) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return nil, err
	}
	req = req.WithContext(context.Background())
	return hc.Do(req) // want `\(nodeadline/dropped\)`
}

var limitedClient = &http.Client{Timeout: time.Second}

func get(ctx context.Context, url string) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return nil, err
	}
	return limitedClient.Do(req)
}

// The client in the helper bounds it.
func throughClient(url string) (*http.Response, error) { return get(context.Background(), url) }

func dropped(ctx context.Context, urls []string) error {
	for _, url := range urls {
		req, err := http.NewRequest(http.MethodGet, url, nil)
		if err != nil {
			return err
		}
		resp, err := hc.Do(req) // want `\(nodeadline/dropped\)`
		if err != nil {
			return err
		}
		if err := resp.Body.Close(); err != nil {
			return err
		}
	}
	return nil
}

// Never sent here: returned.
func returned(ctx context.Context, url string) (*http.Request, error) {
	return http.NewRequest(http.MethodGet, url, nil)
}

// Where it was kept, its context may have been set.
type builder struct{ req *http.Request }

func (b *builder) with(ctx context.Context) { b.req = b.req.WithContext(ctx) }

func kept(ctx context.Context, url string) (*http.Response, error) {
	req, err := http.NewRequest(http.MethodGet, url, nil)
	if err != nil {
		return nil, err
	}
	b := &builder{req}
	b.with(ctx)
	return hc.Do(b.req)
}
