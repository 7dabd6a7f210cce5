// Package droppedvia: a request without a context is handed to a helper, though
// one is in reach.
package droppedvia

import (
	"context"
	"net/http"
)

type client struct {
	url string
	hc  *http.Client
}

func New(url string, hc *http.Client) *client { return &client{url, hc} }

func (c *client) do(req *http.Request) error {
	resp, err := c.hc.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

func (c *client) get(ctx context.Context) error {
	req, err := http.NewRequest(http.MethodGet, c.url, nil)
	if err != nil {
		return err
	}
	return c.do(req) // want `\(nodeadline/dropped\)`
}

func (c *client) getWith(ctx context.Context) error {
	req, err := http.NewRequest(http.MethodGet, c.url, nil)
	if err != nil {
		return err
	}
	return c.do(req.WithContext(ctx))
}

// No context is in reach, and the client is not known.
func (c *client) ping() error {
	req, err := http.NewRequest(http.MethodGet, c.url, nil)
	if err != nil {
		return err
	}
	return c.do(req)
}
