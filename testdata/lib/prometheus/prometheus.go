// Package prometheus: the http.Client in the configuration decides.
package prometheus

import (
	"context"
	"net/http"
	"time"

	"github.com/prometheus/client_golang/api"
	v1 "github.com/prometheus/client_golang/api/prometheus/v1"
)

func bare(url string) error {
	c, err := api.NewClient(api.Config{Address: url})
	if err != nil {
		return err
	}
	_, _, _, err = v1.NewAPI(c).Query(context.Background(), "up", time.Now()) // want `\(nodeadline/http\)`
	return err
}

func limit(url string) error {
	c, err := api.NewClient(api.Config{Address: url, Client: &http.Client{Timeout: 5 * time.Second}})
	if err != nil {
		return err
	}
	_, _, _, err = v1.NewAPI(c).Query(context.Background(), "up", time.Now())
	return err
}

func caller(ctx context.Context, a v1.API) error {
	_, _, _, err := a.Query(ctx, "up", time.Now())
	return err
}

func given(a v1.API) error {
	_, _, _, err := a.Query(context.Background(), "up", time.Now()) // a client of unknown making
	return err
}

var _ = []any{bare, limit, caller, given}
