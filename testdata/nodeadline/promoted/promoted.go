// Package promoted: a client is embedded.
package promoted

import "net/http"

type api struct{ *http.Client }

func newAPI() *api { return &api{&http.Client{}} }

func (a *api) fetch(url string) (*http.Response, error) {
	return a.Get(url) // want `\(nodeadline/http\)`
}
