// Package ssh: Timeout of the configuration bounds the dial.
package ssh

import (
	"context"
	"time"

	"golang.org/x/crypto/ssh"
)

func bare(addr string) (*ssh.Client, error) {
	return ssh.Dial("tcp", addr, &ssh.ClientConfig{User: "u"}) // want `\(nodeadline/net\)`
}

func limit(addr string) (*ssh.Client, error) {
	return ssh.Dial("tcp", addr, &ssh.ClientConfig{User: "u", Timeout: 5 * time.Second})
}

func dropped(ctx context.Context, addr string) (*ssh.Client, error) {
	return ssh.Dial("tcp", addr, &ssh.ClientConfig{User: "u"}) // want `\(nodeadline/dropped\)`
}

func given(addr string, conf *ssh.ClientConfig) (*ssh.Client, error) {
	return ssh.Dial("tcp", addr, conf) // a configuration of unknown making
}

var _ = []any{bare, limit, dropped, given}
