// Package websocket: gorilla's dialer and coder's Dial.
package websocket

import (
	"context"
	"net/http"
	"time"

	coder "github.com/coder/websocket"
	"github.com/gorilla/websocket"
)

func bare(url string) (*websocket.Conn, *http.Response, error) {
	return (&websocket.Dialer{}).Dial(url, nil) // want `\(nodeadline/net\)`
}

func limit(url string) (*websocket.Conn, *http.Response, error) {
	return (&websocket.Dialer{HandshakeTimeout: 5 * time.Second}).Dial(url, nil)
}

func standard(url string) (*websocket.Conn, *http.Response, error) {
	return websocket.DefaultDialer.Dial(url, nil) // has 45 s
}

func caller(ctx context.Context, url string) (*websocket.Conn, *http.Response, error) {
	return (&websocket.Dialer{}).DialContext(ctx, url, nil)
}

func dropped(ctx context.Context, url string) (*websocket.Conn, *http.Response, error) {
	return (&websocket.Dialer{}).Dial(url, nil) // want `\(nodeadline/dropped\)`
}

func coderBare(url string) (*coder.Conn, *http.Response, error) {
	return coder.Dial(context.Background(), url, &coder.DialOptions{}) // want `\(nodeadline/net\)`
}

func coderLimit(url string) (*coder.Conn, *http.Response, error) {
	return coder.Dial(context.Background(), url, &coder.DialOptions{HTTPClient: &http.Client{Timeout: 5 * time.Second}})
}

func coderCaller(ctx context.Context, url string) (*coder.Conn, *http.Response, error) {
	return coder.Dial(ctx, url, nil)
}

var _ = []any{bare, limit, standard, caller, dropped, coderBare, coderLimit, coderCaller}
