// Package transport: the transport can bound the wait for an answer, a dial
// limit cannot.
package transport

import (
	"context"
	"net"
	"net/http"
	"time"
)

func dialOnly(url string) (*http.Response, error) {
	hc := &http.Client{Transport: &http.Transport{
		DialContext:         (&net.Dialer{Timeout: 5 * time.Second}).DialContext,
		TLSHandshakeTimeout: 5 * time.Second,
		IdleConnTimeout:     time.Minute,
	}}
	return hc.Get(url) // want `\(nodeadline/http\)`
}

func theDefault(url string) (*http.Response, error) {
	hc := &http.Client{Transport: http.DefaultTransport}
	return hc.Get(url) // want `\(nodeadline/http\)`
}

func cloned(url string) (*http.Response, error) {
	tr := http.DefaultTransport.(*http.Transport).Clone()
	tr.MaxIdleConns = 10
	hc := &http.Client{Transport: tr}
	return hc.Get(url) // want `\(nodeadline/http\)`
}

func direct(req *http.Request) (*http.Response, error) {
	tr := &http.Transport{}
	bare, err := http.NewRequest(http.MethodGet, req.URL.String(), nil)
	if err != nil {
		return nil, err
	}
	return tr.RoundTrip(bare) // want `\(nodeadline/dropped\)`
}

func header(url string) (*http.Response, error) {
	hc := &http.Client{Transport: &http.Transport{ResponseHeaderTimeout: 10 * time.Second}}
	return hc.Get(url)
}

func headerLater(url string) (*http.Response, error) {
	tr := http.DefaultTransport.(*http.Transport).Clone()
	tr.ResponseHeaderTimeout = 10 * time.Second
	hc := &http.Client{Transport: tr}
	return hc.Get(url)
}

// A transport of unknown making.
func Injected(url string, rt http.RoundTripper) (*http.Response, error) {
	hc := &http.Client{Transport: rt}
	return hc.Get(url)
}

// tagged adds a header and waits as long as the transport inside.
type tagged struct{ next http.RoundTripper }

func (t *tagged) RoundTrip(req *http.Request) (*http.Response, error) {
	req = req.Clone(req.Context())
	req.Header.Set("X-Tag", "1")
	return t.next.RoundTrip(req)
}

func wrapped(url string) (*http.Response, error) {
	hc := &http.Client{Transport: &tagged{next: http.DefaultTransport}}
	return hc.Get(url) // want `\(nodeadline/http\)`
}

func wrappedHeader(url string) (*http.Response, error) {
	hc := &http.Client{Transport: &tagged{next: &http.Transport{ResponseHeaderTimeout: time.Second}}}
	return hc.Get(url)
}

func WrappedGiven(url string, rt http.RoundTripper) (*http.Response, error) {
	hc := &http.Client{Transport: &tagged{next: rt}}
	return hc.Get(url)
}

// limiting sets a limit of its own on each request.
type limiting struct{ next http.RoundTripper }

func (l *limiting) RoundTrip(req *http.Request) (*http.Response, error) {
	ctx, cancel := context.WithTimeout(req.Context(), 5*time.Second)
	defer cancel()
	return l.next.RoundTrip(req.WithContext(ctx))
}

func limited(url string) (*http.Response, error) {
	hc := &http.Client{Transport: &limiting{next: http.DefaultTransport}}
	return hc.Get(url)
}

type roundTripperFunc func(*http.Request) (*http.Response, error)

func (f roundTripperFunc) RoundTrip(req *http.Request) (*http.Response, error) { return f(req) }

// What a function does cannot be told from the client.
func function(url string) (*http.Response, error) {
	hc := &http.Client{Transport: roundTripperFunc(func(req *http.Request) (*http.Response, error) {
		return &http.Response{StatusCode: http.StatusOK, Request: req}, nil
	})}
	return hc.Get(url)
}
