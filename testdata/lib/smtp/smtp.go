// Package smtp: net/smtp dials and talks without any limit.
package smtp

import (
	"context"
	"net"
	"net/smtp"
)

func send(addr string, msg []byte) error {
	return smtp.SendMail(addr, nil, "a@example.com", []string{"b@example.com"}, msg) // want `\(nodeadline/net\)`
}

func dropped(ctx context.Context, addr string) (*smtp.Client, error) {
	return smtp.Dial(addr) // want `\(nodeadline/dropped\)`
}

func caller(ctx context.Context, addr, host string) (*smtp.Client, error) {
	var d net.Dialer
	c, err := d.DialContext(ctx, "tcp", addr)
	if err != nil {
		return nil, err
	}
	return smtp.NewClient(c, host)
}

var _ = []any{send, dropped, caller}
