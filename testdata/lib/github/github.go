// Package github: the http.Client decides.
package github

import (
	"context"
	"net/http"
	"time"

	"github.com/google/go-github/v72/github"
)

func bare() error {
	_, _, err := github.NewClient(&http.Client{}).Repositories.Get(context.Background(), "o", "r") // want `\(nodeadline/http\)`
	return err
}

func token() error {
	c := github.NewClient(&http.Client{}).WithAuthToken("t")
	_, _, err := c.Repositories.Get(context.Background(), "o", "r") // want `\(nodeadline/http\)`
	return err
}

func limit() error {
	c := github.NewClient(&http.Client{Timeout: 5 * time.Second}).WithAuthToken("t")
	_, _, err := c.Repositories.Get(context.Background(), "o", "r")
	return err
}

func caller(ctx context.Context, c *github.Client) error {
	_, _, err := c.Repositories.Get(ctx, "o", "r")
	return err
}

func given(c *github.Client) error {
	_, _, err := c.Repositories.Get(context.Background(), "o", "r") // a client of unknown making
	return err
}

var _ = []any{bare, token, limit, caller, given}
