// Package rpc waits.
package rpc

import (
	"context"
	"net"
)

// Ping waits as long as ctx lets it.
func Ping(ctx context.Context) error {
	conn, err := new(net.Dialer).DialContext(ctx, "tcp", "db.example:5432")
	if err != nil {
		return err
	}
	return conn.Close()
}

// Do waits, too, which cannot be seen.
func Do(ctx context.Context) error { return do(ctx) }

var do = func(context.Context) error { return nil }
