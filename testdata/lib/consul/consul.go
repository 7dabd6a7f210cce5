// Package consul: the context is one of the options.
package consul

import (
	"context"
	"net/http"
	"time"

	"github.com/hashicorp/consul/api"
)

func get() (*api.KVPair, error) {
	c, err := api.NewClient(api.DefaultConfig())
	if err != nil {
		return nil, err
	}
	p, _, err := c.KV().Get("k", nil) // want `\(nodeadline/http\)`
	return p, err
}

func literal() (*api.KVPair, error) {
	c, err := api.NewClient(api.DefaultConfig())
	if err != nil {
		return nil, err
	}
	p, _, err := c.KV().Get("k", &api.QueryOptions{RequireConsistent: true}) // want `\(nodeadline/http\)`
	return p, err
}

func limit() (*api.KVPair, error) {
	c, err := api.NewClient(&api.Config{HttpClient: &http.Client{Timeout: 5 * time.Second}})
	if err != nil {
		return nil, err
	}
	p, _, err := c.KV().Get("k", nil)
	return p, err
}

func dropped(ctx context.Context, c *api.Client) error {
	_, err := c.KV().Put(&api.KVPair{Key: "k"}, nil) // want `\(nodeadline/dropped\)`
	return err
}

func caller(ctx context.Context, c *api.Client) error {
	_, err := c.KV().Put(&api.KVPair{Key: "k"}, (&api.WriteOptions{}).WithContext(ctx))
	return err
}

func given(c *api.Client) error {
	_, _, err := c.Health().Service("s", "", true, nil) // a client of unknown making
	return err
}

var _ = []any{get, literal, limit, dropped, caller, given}
