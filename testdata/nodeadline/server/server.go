// Package server: a server that lets its clients take for ever to send a header.
package server

import (
	"net"
	"net/http"
	"time"
)

func literal(h http.Handler) error {
	srv := &http.Server{ // want `^nothing bounds how long a client takes to send its header: this http\.Server has neither ReadHeaderTimeout nor ReadTimeout; set ReadHeaderTimeout \(nodeadline/server\)$`
		Addr:    ":8080",
		Handler: h,
	}
	return srv.ListenAndServe()
}

func value(h http.Handler, l net.Listener) error {
	srv := http.Server{Handler: h} // want `\(nodeadline/server\)`
	return srv.Serve(l)
}

func others(h http.Handler) error {
	srv := &http.Server{Handler: h, WriteTimeout: time.Minute, IdleTimeout: time.Minute} // want `\(nodeadline/server\)`
	return srv.ListenAndServe()
}

// 0 means no limit.
func zero(h http.Handler) error {
	srv := &http.Server{Handler: h, ReadHeaderTimeout: 0} // want `\(nodeadline/server\)`
	return srv.ListenAndServe()
}

func short(h http.Handler) error {
	return http.ListenAndServe(":8080", h) // want `^nothing bounds how long a client takes to send its header: http\.ListenAndServe serves without a limit; use an http\.Server with ReadHeaderTimeout \(nodeadline/server\)$`
}

func shortTLS(h http.Handler) error {
	return http.ListenAndServeTLS(":8443", "cert.pem", "key.pem", h) // want `\(nodeadline/server\)`
}

func serve(h http.Handler, l net.Listener) error {
	return http.Serve(l, h) // want `\(nodeadline/server\)`
}

type embedded struct {
	server http.Server
}

func newEmbedded(h http.Handler) *embedded {
	return &embedded{server: http.Server{Handler: h, IdleTimeout: time.Minute}} // want `\(nodeadline/server\)`
}

func (e *embedded) run() error { return e.server.ListenAndServe() }

type held struct{ server *http.Server }

func newHeld(h http.Handler) *held {
	return &held{server: &http.Server{Handler: h}} // want `\(nodeadline/server\)`
}

func (h *held) run() error { return h.server.ListenAndServe() }

func header(h http.Handler) error {
	srv := &http.Server{Addr: ":8080", Handler: h, ReadHeaderTimeout: 10 * time.Second}
	return srv.ListenAndServe()
}

// ReadTimeout covers the header.
func read(h http.Handler) error {
	srv := &http.Server{Addr: ":8080", Handler: h, ReadTimeout: 10 * time.Second}
	return srv.ListenAndServe()
}

func parameter(h http.Handler, d time.Duration) error {
	srv := &http.Server{Addr: ":8080", Handler: h, ReadHeaderTimeout: d}
	return srv.ListenAndServe()
}

func later(h http.Handler, d time.Duration) error {
	srv := &http.Server{Addr: ":8080", Handler: h}
	srv.ReadHeaderTimeout = d
	return srv.ListenAndServe()
}

func harden(srv *http.Server) *http.Server {
	srv.ReadHeaderTimeout = 5 * time.Second
	return srv
}

func helper(h http.Handler) error {
	srv := harden(&http.Server{Addr: ":8080", Handler: h})
	return srv.ListenAndServe()
}

// The caller sets it.
func newServer(h http.Handler) *http.Server { return &http.Server{Handler: h} }

func returned(h http.Handler) error {
	srv := newServer(h)
	srv.ReadHeaderTimeout = 5 * time.Second
	return srv.ListenAndServe()
}

type late struct{ server *http.Server }

func newLate(h http.Handler) *late {
	l := &late{server: &http.Server{Handler: h}}
	l.server.ReadTimeout = 5 * time.Second
	return l
}

type lateValue struct{ server http.Server }

func newLateValue(h http.Handler) *lateValue {
	l := &lateValue{server: http.Server{Handler: h}}
	l.server.ReadHeaderTimeout = 5 * time.Second
	return l
}

// An option sets it, or not: not proven.
func build(h http.Handler, opts ...func(*http.Server)) *http.Server {
	srv := &http.Server{Handler: h}
	for _, o := range opts {
		o(srv)
	}
	return srv
}

// Made elsewhere.
func Run(srv *http.Server) error { return srv.ListenAndServe() }

type whole struct{ http.Server }

func newWhole(h http.Handler) *whole {
	return &whole{Server: http.Server{Handler: h}} // want `\(nodeadline/server\)`
}

type wholeLate struct{ http.Server }

func newWholeLate(h http.Handler) *wholeLate {
	w := &wholeLate{}
	w.Handler = h
	w.ReadHeaderTimeout = time.Second
	return w
}

func allocated(h http.Handler) error {
	srv := new(http.Server) // want `\(nodeadline/server\)`
	srv.Handler = h
	return srv.ListenAndServe()
}

func sometimes(h http.Handler, d time.Duration) error {
	srv := &http.Server{Handler: h}
	if d > 0 {
		srv.ReadTimeout = d
	}
	return srv.ListenAndServe()
}

type options struct{ limit time.Duration }

func (o options) apply(srv *http.Server) { srv.ReadHeaderTimeout = o.limit }

func applied(h http.Handler, o options) error {
	srv := &http.Server{Handler: h}
	o.apply(srv)
	return srv.ListenAndServe()
}
