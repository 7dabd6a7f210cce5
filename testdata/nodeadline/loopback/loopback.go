// Package loopback: only this machine reaches the server.
package loopback

import (
	"fmt"
	"net/http"
)

func local() error { return http.ListenAndServe("localhost:6060", nil) }

func localPort(port int) *http.Server {
	return &http.Server{Addr: fmt.Sprintf("127.0.0.1:%d", port)}
}

func localSum(port string) *http.Server { return &http.Server{Addr: "[::1]:" + port} }

func everybody() error { return http.ListenAndServe(":6060", nil) } // want `\(nodeadline/server\)`

func everybodyPort(port int) *http.Server {
	return &http.Server{Addr: fmt.Sprintf(":%d", port)} // want `\(nodeadline/server\)`
}

func wherever(addr string) *http.Server {
	return &http.Server{Addr: addr} // want `\(nodeadline/server\)`
}
