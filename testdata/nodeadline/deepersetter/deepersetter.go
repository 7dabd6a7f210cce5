// Package deepersetter: a helper of a helper sets the limit.
package deepersetter

import (
	"net/http"
	"time"
)

func limit(hc *http.Client)     { hc.Timeout = time.Second }
func configure(hc *http.Client) { limit(hc) }

func get(url string) (*http.Response, error) {
	hc := &http.Client{}
	configure(hc)
	return hc.Get(url)
}

func limitServer(srv *http.Server)     { srv.ReadHeaderTimeout = time.Second }
func configureServer(srv *http.Server) { limitServer(srv) }

func serve(h http.Handler) error {
	srv := &http.Server{Handler: h}
	configureServer(srv)
	return srv.ListenAndServe()
}
