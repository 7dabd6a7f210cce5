// Package clientfield: a client kept in a struct is what the package's
// constructors put there.
package clientfield

import (
	"bytes"
	"crypto/tls"
	"net/http"
	"time"
)

// bare: neither constructor sets a limit.
type bare struct {
	url string
	hc  *http.Client
}

func newBare(url string) *bare { return &bare{url: url, hc: new(http.Client)} }

func newBareTLS(url string, cfg *tls.Config) *bare {
	return &bare{url: url, hc: &http.Client{
		Transport: &http.Transport{TLSClientConfig: cfg},
	}}
}

func (b *bare) call(payload []byte) error {
	req, err := http.NewRequest(http.MethodPost, b.url, bytes.NewReader(payload))
	if err != nil {
		return err
	}
	resp, err := b.hc.Do(req) // want `^nothing bounds Do: it was never given a context and its client has no Timeout; give it a context with a deadline, or its client a limit \(nodeadline/http\)$`
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

// bounded: every constructor does.
type bounded struct {
	url string
	hc  *http.Client
}

func newBounded(url string) *bounded {
	return &bounded{url: url, hc: &http.Client{Timeout: 30 * time.Second}}
}

func newBoundedLate(url string, d time.Duration) *bounded {
	hc := new(http.Client)
	hc.Timeout = d
	return &bounded{url: url, hc: hc}
}

func (b *bounded) get() (*http.Response, error) { return b.hc.Get(b.url) }

// mixed: one of two does, and which made this one is not known.
type mixed struct {
	url string
	hc  *http.Client
}

func newMixed(url string) *mixed { return &mixed{url: url, hc: &http.Client{}} }

func newMixedLimited(url string) *mixed {
	return &mixed{url: url, hc: &http.Client{Timeout: time.Second}}
}

func (m *mixed) get() (*http.Response, error) { return m.hc.Get(m.url) }

// given: the client comes from the caller of the constructor.
type given struct {
	url string
	hc  *http.Client
}

func NewGiven(url string, hc *http.Client) *given { return &given{url: url, hc: hc} }

func (g *given) get() (*http.Response, error) { return g.hc.Get(g.url) }

// Defaulted has a default, and whoever wants another client sets one.
type Defaulted struct {
	URL    string
	Client *http.Client
}

func NewDefaulted(url string) *Defaulted { return &Defaulted{URL: url, Client: http.DefaultClient} }

func (d *Defaulted) Get() (*http.Response, error) { return d.Client.Get(d.URL) }

// value: the client is a part of the struct and never set.
type value struct {
	url string
	hc  http.Client
}

func (v *value) get() (*http.Response, error) {
	return v.hc.Get(v.url) // want `\(nodeadline/http\)`
}

// setter: a method sets the limit later.
type setter struct {
	url string
	hc  *http.Client
}

func newSetter(url string) *setter { return &setter{url: url, hc: &http.Client{}} }

func (s *setter) limit(d time.Duration) { s.hc.Timeout = d }

func (s *setter) get() (*http.Response, error) { return s.hc.Get(s.url) }

// fallback: the default takes the place of nil.
type fallback struct {
	url string
	hc  *http.Client
}

func NewFallback(url string, hc *http.Client) *fallback {
	if hc == nil {
		hc = http.DefaultClient
	}
	return &fallback{url: url, hc: hc}
}

func (f *fallback) get() (*http.Response, error) { return f.hc.Get(f.url) }

// optioned: what the options do cannot be told.
type optioned struct {
	url string
	hc  *http.Client
}

type option func(*optioned)

func withClient(hc *http.Client) option { return func(o *optioned) { o.hc = hc } }

func NewOptioned(url string, opts ...option) *optioned {
	o := &optioned{url: url, hc: http.DefaultClient}
	for _, opt := range opts {
		opt(o)
	}
	return o
}

func (o *optioned) get() (*http.Response, error) { return o.hc.Get(o.url) }

// initialised: a method of the constructor's sets it.
type initialised struct{ hc *http.Client }

func newInitialised() *initialised {
	i := &initialised{}
	i.init()
	return i
}

func (i *initialised) init() {
	i.hc = &http.Client{}
	i.hc.Timeout = time.Second
}

func (i *initialised) get(url string) (*http.Response, error) { return i.hc.Get(url) }

func newClient(d time.Duration) *http.Client {
	hc := &http.Client{Transport: &http.Transport{}}
	hc.Timeout = d
	return hc
}

type helped struct{ hc *http.Client }

func newHelped(d time.Duration) *helped { return &helped{newClient(d)} }

func (h *helped) get(url string) (*http.Response, error) { return h.hc.Get(url) }

// Which of several it is cannot be told.
func pick(clients map[string]*http.Client, url string) (*http.Response, error) {
	return clients["main"].Get(url)
}
