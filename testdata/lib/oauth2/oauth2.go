// Package oauth2: a token is fetched by the client that the context carries,
// else by http.DefaultClient; NewClient takes over its Timeout and has none.
package oauth2

import (
	"context"
	"net/http"
	"time"

	"golang.org/x/oauth2"
	"golang.org/x/oauth2/clientcredentials"
	"golang.org/x/oauth2/google"
)

func exchangeNothing(conf *oauth2.Config, code string) (*oauth2.Token, error) {
	return conf.Exchange(context.Background(), code) // want `\(nodeadline/http\)`
}

func exchangeCaller(ctx context.Context, conf *oauth2.Config, code string) (*oauth2.Token, error) {
	return conf.Exchange(ctx, code)
}

func exchangeOwnClient(conf *oauth2.Config, code string) (*oauth2.Token, error) {
	ctx := context.WithValue(context.Background(), oauth2.HTTPClient, &http.Client{Timeout: 5 * time.Second})
	return conf.Exchange(ctx, code) // the client in the context has a limit
}

func exchangeBareClient(conf *oauth2.Config, code string) (*oauth2.Token, error) {
	ctx := context.WithValue(context.Background(), oauth2.HTTPClient, &http.Client{})
	return conf.Exchange(ctx, code) // want `\(nodeadline/http\)`
}

func exchangeGivenClient(conf *oauth2.Config, code string, hc *http.Client) (*oauth2.Token, error) {
	ctx := context.WithValue(context.Background(), oauth2.HTTPClient, hc)
	return conf.Exchange(ctx, code) // a client of unknown making
}

func machineToken(conf *clientcredentials.Config) (*oauth2.Token, error) {
	return conf.Token(context.Background()) // want `\(nodeadline/http\)`
}

func machineTokenInTime(conf *clientcredentials.Config) (*oauth2.Token, error) {
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	return conf.Token(ctx)
}

func getNothing(src oauth2.TokenSource, url string) (*http.Response, error) {
	return oauth2.NewClient(context.Background(), src).Get(url) // want `\(nodeadline/http\)`
}

func getConfigClient(conf *oauth2.Config, tok *oauth2.Token, url string) (*http.Response, error) {
	return conf.Client(context.Background(), tok).Get(url) // want `\(nodeadline/http\)`
}

func getDropped(ctx context.Context, src oauth2.TokenSource, url string) (*http.Response, error) {
	return oauth2.NewClient(ctx, src).Get(url) // want `\(nodeadline/dropped\)`
}

func getLimitAfterwards(ctx context.Context, src oauth2.TokenSource, url string) (*http.Response, error) {
	hc := oauth2.NewClient(ctx, src)
	hc.Timeout = 5 * time.Second
	return hc.Get(url)
}

func getBaseLimit(src oauth2.TokenSource, url string) (*http.Response, error) {
	ctx := context.WithValue(context.Background(), oauth2.HTTPClient, &http.Client{Timeout: 5 * time.Second})
	return oauth2.NewClient(ctx, src).Get(url) // NewClient takes over the Timeout
}

func getRequest(ctx context.Context, src oauth2.TokenSource, url string) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return nil, err
	}
	return oauth2.NewClient(ctx, src).Do(req)
}

func getTransport(src oauth2.TokenSource, url string) (*http.Response, error) {
	hc := &http.Client{Transport: &oauth2.Transport{Source: src}}
	return hc.Get(url) // want `\(nodeadline/http\)`
}

func getTransportLimit(src oauth2.TokenSource, url string) (*http.Response, error) {
	hc := &http.Client{Transport: &oauth2.Transport{Source: src, Base: &http.Transport{ResponseHeaderTimeout: time.Second}}}
	return hc.Get(url)
}

func getGoogle(url string) (*http.Response, error) {
	hc, err := google.DefaultClient(context.Background(), "scope")
	if err != nil {
		return nil, err
	}
	return hc.Get(url) // want `\(nodeadline/http\)`
}

var _ = []any{
	exchangeNothing, exchangeCaller, exchangeOwnClient, exchangeBareClient, exchangeGivenClient, machineToken, machineTokenInTime, getNothing, getConfigClient,
	getDropped, getLimitAfterwards, getBaseLimit, getRequest, getTransport, getTransportLimit, getGoogle,
}
