// Package sample has a finding of each pass, and some more.
package sample

import (
	"context"
	"errors"
	"net"
	"net/http"
	"time"

	"example.com/sample/rpc"
)

var errBusy = errors.New("busy")

// Audit has a finding of freshtimeout, which can be fixed.
func Audit(ctx context.Context, hc *http.Client, req *http.Request) (*http.Response, error) {
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Second)
	defer cancel()
	return hc.Do(req.WithContext(ctx))
}

// Dial has a finding of nodeadline.
func Dial() (net.Conn, error) { return net.Dial("tcp", "db.example:5432") }

// Retry has a finding of retrynobudget.
func Retry(ctx context.Context, hc *http.Client, req *http.Request) (*http.Response, error) {
	for range 3 {
		resp, err := hc.Do(req.WithContext(ctx))
		if err == nil {
			return resp, nil
		}
		time.Sleep(2 * time.Second)
	}
	return nil, errBusy
}

// Answer has a finding of errstringfallback, which can be fixed.
func Answer(ctx context.Context, load func(context.Context) (string, error)) (string, error) {
	text, err := load(ctx)
	if err != nil {
		return "failed: " + err.Error(), nil
	}
	return text, nil
}

// Clean has a finding of budgetignore.
func Clean() int {
	//lint:ignore nodeadline it was here once
	return 1
}

// Known has a finding that the fact of another package leads to.
func Known() error { return rpc.Ping(context.Background()) }

// Twice has two findings on a line.
func Twice() (net.Conn, net.Conn) {
	return first(net.Dial("tcp", "a:1")), first(net.Dial("tcp", "b:1"))
}

func first(c net.Conn, _ error) net.Conn { return c }

// Own has a finding if its call is known to wait.
func Own() error { return rpc.Do(context.Background()) }

// Handle has a finding that is advice.
func Handle(w http.ResponseWriter, r *http.Request) {
	if err := rpc.Ping(r.Context()); err != nil {
		w.WriteHeader(http.StatusBadGateway)
	}
}
