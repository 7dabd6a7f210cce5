// Package elastic: the transport decides.
package elastic

import (
	"context"
	"net/http"
	"time"

	"github.com/elastic/go-elasticsearch/v8"
	"github.com/elastic/go-elasticsearch/v8/esapi"
)

func bare() (*esapi.Response, error) {
	es, err := elasticsearch.NewDefaultClient()
	if err != nil {
		return nil, err
	}
	return esapi.InfoRequest{}.Do(context.Background(), es) // want `\(nodeadline/http\)`
}

func limit() (*esapi.Response, error) {
	es, err := elasticsearch.NewClient(elasticsearch.Config{Transport: &http.Transport{ResponseHeaderTimeout: time.Second}})
	if err != nil {
		return nil, err
	}
	return esapi.InfoRequest{}.Do(context.Background(), es)
}

func caller(ctx context.Context, es *elasticsearch.Client) (*esapi.Response, error) {
	return esapi.InfoRequest{}.Do(ctx, es)
}

func given(es *elasticsearch.Client) (*esapi.Response, error) {
	return esapi.InfoRequest{}.Do(context.Background(), es) // a client of unknown making
}

func short(es *elasticsearch.Client) (*esapi.Response, error) {
	return es.Info() // a field that holds a function is not seen
}

var _ = []any{bare, limit, caller, given, short}
