// Package nats: a request with a context waits as long as that.
package nats

import (
	"context"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

func request(nc *nats.Conn) (*nats.Msg, error) {
	return nc.RequestWithContext(context.Background(), "s", nil) // want `\(nodeadline/other\)`
}

func caller(ctx context.Context, nc *nats.Conn) (*nats.Msg, error) {
	return nc.RequestWithContext(ctx, "s", nil)
}

func timeout(nc *nats.Conn) (*nats.Msg, error) {
	return nc.Request("s", nil, time.Second)
}

func publish(js jetstream.JetStream) (*jetstream.PubAck, error) {
	return js.Publish(context.Background(), "s", nil) // JetStream has 5 s
}

func flush(nc *nats.Conn) error {
	return nc.FlushWithContext(context.Background()) // refuses a context without a deadline
}

var _ = []any{request, caller, timeout, publish, flush}
