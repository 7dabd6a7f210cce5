// Package handshake: the certificate that one handshake asks for serves all that
// come after it.
package handshake

import (
	"context"
	"crypto/tls"
	"time"
)

type store interface {
	Load(ctx context.Context, name string) (*tls.Certificate, error)
}

type certificates struct{ store store }

func (c *certificates) GetCertificate(hello *tls.ClientHelloInfo) (*tls.Certificate, error) {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	return c.store.Load(ctx, hello.ServerName)
}

func (c *certificates) named(ctx context.Context, name string) (*tls.Certificate, error) {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute) // want `\(freshtimeout/reset\)`
	defer cancel()
	return c.store.Load(ctx, name)
}
