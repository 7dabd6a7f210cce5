// Package otelhttp: the transport that it wraps decides.
package otelhttp

import (
	"context"
	"net/http"
	"time"

	"go.opentelemetry.io/contrib/instrumentation/net/http/otelhttp"
)

func plain(url string) (*http.Response, error) {
	hc := &http.Client{Transport: otelhttp.NewTransport(http.DefaultTransport)}
	return hc.Get(url) // want `\(nodeadline/http\)`
}

func limited(url string) (*http.Response, error) {
	hc := &http.Client{Transport: otelhttp.NewTransport(http.DefaultTransport), Timeout: 5 * time.Second}
	return hc.Get(url)
}

func limitedInside(url string) (*http.Response, error) {
	hc := &http.Client{Transport: otelhttp.NewTransport(&http.Transport{ResponseHeaderTimeout: time.Second})}
	return hc.Get(url)
}

func given(url string, rt http.RoundTripper) (*http.Response, error) {
	hc := &http.Client{Transport: otelhttp.NewTransport(rt)}
	return hc.Get(url) // a transport of unknown making
}

func caller(ctx context.Context, url string) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return nil, err
	}
	hc := &http.Client{Transport: otelhttp.NewTransport(http.DefaultTransport)}
	return hc.Do(req)
}

func dropped(ctx context.Context, url string) (*http.Response, error) {
	hc := &http.Client{Transport: otelhttp.NewTransport(http.DefaultTransport)}
	return hc.Get(url) // want `\(nodeadline/dropped\)`
}

var _ = []any{plain, limited, limitedInside, given, caller, dropped}
