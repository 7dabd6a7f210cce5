// Package client: an http.Client has no limit unless somebody sets one.
package client

import (
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"time"
)

func get(url string) (*http.Response, error) {
	return http.Get(url) // want `^nothing bounds http\.Get: it takes no context and its client has no Timeout; use http\.NewRequestWithContext and Do with a context that has a deadline \(nodeadline/http\)$`
}

func head(url string) (*http.Response, error) {
	return http.Head(url) // want `^nothing bounds http\.Head: .*\(nodeadline/http\)`
}

func post(url string, form url.Values) (*http.Response, error) {
	return http.PostForm(url, form) // want `\(nodeadline/http\)`
}

func theDefault(url string) (*http.Response, error) {
	return http.DefaultClient.Get(url) // want `^nothing bounds Get: .*\(nodeadline/http\)`
}

func literal(url string) (*http.Response, error) {
	hc := &http.Client{}
	return hc.Get(url) // want `\(nodeadline/http\)`
}

func allocated(url string) (*http.Response, error) {
	hc := new(http.Client)
	return hc.Get(url) // want `\(nodeadline/http\)`
}

func variable(url string) (*http.Response, error) {
	var hc http.Client
	return hc.Get(url) // want `\(nodeadline/http\)`
}

// 0 means no limit.
func zero(url string) (*http.Response, error) {
	hc := &http.Client{Timeout: 0}
	return hc.Get(url) // want `\(nodeadline/http\)`
}

// Other fields limit nothing.
func jar(url string) (*http.Response, error) {
	j, err := cookiejar.New(nil)
	if err != nil {
		return nil, err
	}
	hc := &http.Client{Jar: j}
	return hc.Get(url) // want `\(nodeadline/http\)`
}

func makes() *http.Client { return &http.Client{} }

func made(url string) (*http.Response, error) {
	return makes().Get(url) // want `\(nodeadline/http\)`
}

// Every call of fetch in the package hands it a bare client.
func fetch(hc *http.Client, url string) (*http.Response, error) {
	return hc.Get(url) // want `\(nodeadline/http\)`
}

func fetchBare(url string) (*http.Response, error) { return fetch(http.DefaultClient, url) }
func fetchNew(url string) (*http.Response, error)  { return fetch(&http.Client{}, url) }

func limited(url string) (*http.Response, error) {
	hc := &http.Client{Timeout: 5 * time.Second}
	return hc.Get(url)
}

// A limit from elsewhere is one.
func parameter(url string, d time.Duration) (*http.Response, error) {
	hc := &http.Client{Timeout: d}
	return hc.Get(url)
}

type config struct{ limit time.Duration }

func configured(url string, c config) (*http.Response, error) {
	hc := &http.Client{Timeout: c.limit}
	return hc.Get(url)
}

func later(url string, d time.Duration) (*http.Response, error) {
	hc := new(http.Client)
	hc.Timeout = d
	return hc.Get(url)
}

func sometimes(url string, d time.Duration) (*http.Response, error) {
	hc := &http.Client{}
	if d > 0 {
		hc.Timeout = d
	}
	return hc.Get(url)
}

func bound(hc *http.Client) { hc.Timeout = 5 * time.Second }

func inHelper(url string) (*http.Response, error) {
	hc := &http.Client{}
	bound(hc)
	return hc.Get(url)
}

type option func(*http.Client)

func withLimit(d time.Duration) option { return func(hc *http.Client) { hc.Timeout = d } }

func build(opts ...option) *http.Client {
	hc := &http.Client{}
	for _, o := range opts {
		o(hc)
	}
	return hc
}

// What the options do cannot be told.
func inOption(url string) (*http.Response, error) {
	return build(withLimit(time.Second)).Get(url)
}

func copied(url string) (*http.Response, error) {
	hc := *http.DefaultClient
	hc.Timeout = 5 * time.Second
	return hc.Get(url)
}

// A client of unknown making.
func Given(hc *http.Client, url string) (*http.Response, error) {
	return hc.Get(url)
}

// One of its callers hands it a client with a limit.
func either(hc *http.Client, url string) (*http.Response, error) {
	return hc.Get(url)
}

func eitherBare(url string) (*http.Response, error) { return either(http.DefaultClient, url) }
func eitherLimited(url string) (*http.Response, error) {
	return either(&http.Client{Timeout: time.Second}, url)
}

func chosen(url string, long bool) (*http.Response, error) {
	hc := http.DefaultClient
	if !long {
		hc = &http.Client{Timeout: time.Second}
	}
	return hc.Get(url)
}

// Deferred clean-up.
func leave(url string) {
	defer func() { _, _ = http.Post(url, "text/plain", nil) }()
}

// The literal alone is no finding: its calls are judged.
var Bare = func() *http.Client { return &http.Client{} }
