// Package latelimit: a limit that is set on what a helper of the package made.
package latelimit

import (
	"net"
	"net/http"
	"strconv"
	"time"
)

func newDialer(local net.Addr) *net.Dialer {
	d := &net.Dialer{KeepAlive: time.Minute}
	d.LocalAddr = local
	return d
}

func timeout(req *http.Request) time.Duration {
	n, err := strconv.Atoi(req.Header.Get("X-Timeout"))
	if err != nil {
		return time.Second
	}
	return time.Duration(n) * time.Second
}

func probe(_ http.ResponseWriter, req *http.Request) {
	d := newDialer(nil)
	d.Timeout = timeout(req)
	protocol := "tcp"
	if req.TLS != nil {
		protocol = "tcp6"
	}
	conn, err := d.Dial(protocol, "db:5432")
	if err == nil {
		_ = conn.Close()
	}
}

func newBareDialer() *net.Dialer { return &net.Dialer{KeepAlive: time.Minute} }

func bare(_ http.ResponseWriter, req *http.Request) {
	d := newBareDialer()
	conn, err := d.Dial("tcp", "db:5432") // want `\(nodeadline/dropped\)`
	if err == nil {
		_ = conn.Close()
	}
}
