// Package clientvar: a client kept in a package variable.
package clientvar

import (
	"net/http"
	"time"
)

var (
	bare      = &http.Client{}
	zeroValue http.Client
	limited   = &http.Client{Timeout: 5 * time.Second}
	set       = &http.Client{}
	injected  *http.Client
	transport = &http.Client{Transport: &http.Transport{ResponseHeaderTimeout: time.Second}}
)

func init() { set.Timeout = 5 * time.Second }

// Use is called by the program's start.
func Use(hc *http.Client) { injected = hc }

func getBare(url string) (*http.Response, error) {
	return bare.Get(url) // want `\(nodeadline/http\)`
}

func getZero(url string) (*http.Response, error) {
	return zeroValue.Get(url) // want `\(nodeadline/http\)`
}

func getLimited(url string) (*http.Response, error) { return limited.Get(url) }

func getSet(url string) (*http.Response, error) { return set.Get(url) }

func getInjected(url string) (*http.Response, error) { return injected.Get(url) }

func getTransport(url string) (*http.Response, error) { return transport.Get(url) }
