// Package retryablehttp: each attempt goes through a client of cleanhttp,
// which has no limit.
package retryablehttp

import (
	"context"
	"net/http"
	"time"

	"github.com/hashicorp/go-cleanhttp"
	"github.com/hashicorp/go-retryablehttp"
)

func clean(url string) (*http.Response, error) {
	return cleanhttp.DefaultClient().Get(url) // want `\(nodeadline/http\)`
}

func cleanLimit(url string) (*http.Response, error) {
	hc := cleanhttp.DefaultPooledClient()
	hc.Timeout = 5 * time.Second
	return hc.Get(url)
}

func cleanTransport(url string) (*http.Response, error) {
	hc := &http.Client{Transport: cleanhttp.DefaultPooledTransport()}
	return hc.Get(url) // want `\(nodeadline/http\)`
}

func pkg(url string) (*http.Response, error) {
	return retryablehttp.Get(url) // want `\(nodeadline/http\)`
}

func get(url string) (*http.Response, error) {
	return retryablehttp.NewClient().Get(url) // want `\(nodeadline/http\)`
}

func getLimit(url string) (*http.Response, error) {
	rc := retryablehttp.NewClient()
	rc.HTTPClient.Timeout = 5 * time.Second
	return rc.Get(url)
}

func getOther(url string) (*http.Response, error) {
	rc := retryablehttp.NewClient()
	rc.HTTPClient = &http.Client{Timeout: 5 * time.Second}
	return rc.Get(url)
}

func getLiteral(url string) (*http.Response, error) {
	rc := &retryablehttp.Client{HTTPClient: &http.Client{Timeout: 5 * time.Second}}
	return rc.Get(url)
}

func getGiven(rc *retryablehttp.Client, url string) (*http.Response, error) {
	return rc.Get(url) // a client of unknown making
}

func dropped(ctx context.Context, url string) (*http.Response, error) {
	return retryablehttp.NewClient().Get(url) // want `\(nodeadline/dropped\)`
}

func do(url string) (*http.Response, error) {
	req, err := retryablehttp.NewRequest(http.MethodGet, url, nil)
	if err != nil {
		return nil, err
	}
	return retryablehttp.NewClient().Do(req) // want `\(nodeadline/http\)`
}

func doCaller(ctx context.Context, url string) (*http.Response, error) {
	req, err := retryablehttp.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return nil, err
	}
	return retryablehttp.NewClient().Do(req)
}

func doLater(ctx context.Context, url string) (*http.Response, error) {
	req, err := retryablehttp.NewRequest(http.MethodGet, url, nil)
	if err != nil {
		return nil, err
	}
	return retryablehttp.NewClient().Do(req.WithContext(ctx))
}

func doFrom(r *http.Request) (*http.Response, error) {
	req, err := retryablehttp.FromRequest(r) // carries what r carries
	if err != nil {
		return nil, err
	}
	return retryablehttp.NewClient().Do(req)
}

func standard(url string) (*http.Response, error) {
	return retryablehttp.NewClient().StandardClient().Get(url) // want `\(nodeadline/http\)`
}

func standardLimit(url string) (*http.Response, error) {
	rc := retryablehttp.NewClient()
	rc.HTTPClient.Timeout = 5 * time.Second
	return rc.StandardClient().Get(url)
}

var _ = []any{
	clean, cleanLimit, cleanTransport, pkg, get, getLimit, getOther, getLiteral, getGiven, dropped, do, doCaller, doLater, doFrom, standard, standardLimit,
}
