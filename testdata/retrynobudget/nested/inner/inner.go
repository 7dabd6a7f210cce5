// Package inner retries by itself.
package inner

import "context"

type Client struct {
	get      func(context.Context) error
	attempts int
}

func New(get func(context.Context) error) *Client {
	c := &Client{get: get}
	c.attempts = 4
	return c
}

// Fetch tries four times.
func (c *Client) Fetch(ctx context.Context) (err error) {
	for n := 0; n < c.attempts; n++ {
		if err = c.get(ctx); err == nil || ctx.Err() != nil {
			return err
		}
	}
	return err
}

// Again tries a function five times.
func Again(ctx context.Context, f func() error) (err error) {
	for n := 1; ; n++ {
		if err = f(); err == nil || n >= 5 || ctx.Err() != nil {
			return err
		}
	}
}
