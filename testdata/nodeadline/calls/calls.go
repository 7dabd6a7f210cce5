// Package calls: calls that a flag adds to the catalogue.
package calls

import (
	"context"
	"time"

	"example.com/budgetlint/testdata/nodeadline/calls/rpc"
)

func do(c *rpc.Client) (string, error) {
	return c.Do(context.Background(), "x") // want `^nothing bounds Do: its context is context\.Background\(\) and its client has no Timeout; pass a context with a deadline \(nodeadline/http\)$`
}

func run(host string) ([]byte, error) {
	return rpc.Run(context.TODO(), host, "uptime") // want `^nothing bounds rpc\.Run: its context is context\.TODO\(\) and only its context ends a command; .*\(nodeadline/exec\)$`
}

func ping(c *rpc.Client) error {
	return c.Ping() // want `^nothing bounds Ping: it takes no context; .*\(nodeadline/other\)$`
}

func dial(d rpc.Dialer) error {
	return d.Dial(context.Background(), "host") // want `\(nodeadline/net\)`
}

func through(ctx context.Context, c *rpc.Client) (string, error) { return c.Do(ctx, "x") }

func via(c *rpc.Client) (string, error) {
	return through(context.Background(), c) // want `^nothing bounds through: it waits for Do .*\(nodeadline/http\)`
}

func bounded(c *rpc.Client) (string, error) {
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	return c.Do(ctx, "x")
}

// Not named by the flag.
func leave(c *rpc.Client) error { return c.Close() }
