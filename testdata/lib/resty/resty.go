// Package resty: no Timeout until SetTimeout, no context until SetContext.
package resty

import (
	"context"
	"net/http"
	"time"

	"github.com/go-resty/resty/v2"
)

func get(url string) (*resty.Response, error) {
	return resty.New().R().Get(url) // want `\(nodeadline/http\)`
}

func chain(url string) (*resty.Response, error) {
	return resty.New().SetBaseURL(url).R().SetHeader("a", "b").Get("/") // want `\(nodeadline/http\)`
}

func limit(url string) (*resty.Response, error) {
	return resty.New().SetTimeout(5 * time.Second).SetBaseURL(url).R().Get("/")
}

func limitLater(url string) (*resty.Response, error) {
	c := resty.New()
	c.SetTimeout(5 * time.Second)
	return c.R().Get(url)
}

func limitInside(url string) (*resty.Response, error) {
	return resty.NewWithClient(&http.Client{Timeout: 5 * time.Second}).R().Get(url)
}

func bareInside(url string) (*resty.Response, error) {
	return resty.NewWithClient(&http.Client{}).R().Get(url) // want `\(nodeadline/http\)`
}

func caller(ctx context.Context, url string) (*resty.Response, error) {
	return resty.New().R().SetContext(ctx).Get(url)
}

func callerChain(ctx context.Context, url string) (*resty.Response, error) {
	req := resty.New().R()
	req.SetContext(ctx)
	return req.SetHeader("a", "b").Get(url)
}

func nothing(url string) (*resty.Response, error) {
	return resty.New().R().SetContext(context.Background()).Get(url) // want `\(nodeadline/http\)`
}

func dropped(ctx context.Context, url string) (*resty.Response, error) {
	return resty.New().R().Get(url) // want `\(nodeadline/dropped\)`
}

func given(c *resty.Client, url string) (*resty.Response, error) {
	return c.R().Get(url) // a client of unknown making
}

var _ = []any{get, chain, limit, limitLater, limitInside, bareInside, caller, callerChain, nothing, dropped, given}

// The limit is set where two ways of making the client have met.
func branches(url string, auth bool) error {
	c := resty.New()
	if auth {
		c = c.SetAuthToken("token")
	}
	c.SetTimeout(time.Second)
	_, err := c.R().Get(url)
	return err
}

func branchesBare(url string, auth bool) error {
	c := resty.New()
	if auth {
		c = c.SetAuthToken("token")
	}
	_, err := c.R().Get(url) // want `\(nodeadline/http\)`
	return err
}

// The limit is set through another use of a variable that a closure captures.
func captured(url string) func() error {
	c := resty.New()
	set := func() { c = resty.New() }
	set()
	c.SetTimeout(time.Second)
	return func() error {
		_, err := c.R().Get(url)
		return err
	}
}
