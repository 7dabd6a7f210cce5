// Package clientcopy: a copy of a client has what the original had.
package clientcopy

import (
	"net/http"
	"time"
)

func bare(url string) (*http.Response, error) {
	base := http.Client{}
	hc := base
	return hc.Get(url) // want `\(nodeadline/http\)`
}

func limited(url string) (*http.Response, error) {
	base := http.Client{Timeout: time.Second}
	hc := base
	return hc.Get(url)
}
