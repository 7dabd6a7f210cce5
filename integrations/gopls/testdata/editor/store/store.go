// Package store waits.
package store

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
