// Package kes: the client limits dial and TLS only.
package kes

import (
	"context"
	"crypto/tls"
	"net/http"
	"time"

	"github.com/minio/kms-go/kes"
)

type conn struct{ client *kes.Client }

func open(end string) *conn { return &conn{kes.NewClientWithConfig(end, &tls.Config{})} }

func (c *conn) version(ctx context.Context) (string, error) {
	return c.client.Version(context.Background()) // want `\(nodeadline/http\)`
}

func (c *conn) caller(ctx context.Context) (string, error) {
	return c.client.Version(ctx)
}

func given(c *kes.Client) error {
	return c.CreateKey(context.Background(), "k") // want `\(nodeadline/http\)`
}

func limit(end string) error {
	c := kes.NewClientWithConfig(end, &tls.Config{})
	c.HTTPClient.Timeout = 5 * time.Second
	return c.CreateKey(context.Background(), "k")
}

func literal(end string) error {
	c := &kes.Client{Endpoints: []string{end}, HTTPClient: http.Client{Timeout: 5 * time.Second}}
	return c.CreateKey(context.Background(), "k")
}

func logs(c *kes.Client) (*kes.ErrorStream, error) {
	return c.ErrorLog(context.Background()) // a stream
}

var _ = []any{open, (*conn).version, (*conn).caller, given, limit, literal, logs}
