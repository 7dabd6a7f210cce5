// Package connect: the http.Client bounds the calls, or an interceptor.
package connect

import (
	"context"
	"net/http"
	"time"

	"connectrpc.com/connect"
	"google.golang.org/protobuf/types/known/emptypb"

	"example.com/budgetlint/testdata/lib/connect/pingconnect"
)

var empty = connect.NewRequest(&emptypb.Empty{})

func bare(url string) error {
	_, err := pingconnect.NewPingClient(http.DefaultClient, url).Ping(context.Background(), empty) // want `\(nodeadline/grpc\)`
	return err
}

func unary(url string) error {
	c := connect.NewClient[emptypb.Empty, emptypb.Empty](http.DefaultClient, url)
	_, err := c.CallUnary(context.Background(), empty) // want `\(nodeadline/grpc\)`
	return err
}

func limit(url string) error {
	c := pingconnect.NewPingClient(&http.Client{Timeout: 5 * time.Second}, url)
	_, err := c.Ping(context.Background(), empty)
	return err
}

func interceptor(url string) error {
	limit := connect.UnaryInterceptorFunc(func(next connect.UnaryFunc) connect.UnaryFunc {
		return func(ctx context.Context, req connect.AnyRequest) (connect.AnyResponse, error) {
			ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
			defer cancel()
			return next(ctx, req)
		}
	})
	c := pingconnect.NewPingClient(http.DefaultClient, url, connect.WithInterceptors(limit))
	_, err := c.Ping(context.Background(), empty)
	return err
}

func caller(ctx context.Context, url string) error {
	_, err := pingconnect.NewPingClient(http.DefaultClient, url).Ping(ctx, empty)
	return err
}

func given(c pingconnect.PingClient) error {
	_, err := c.Ping(context.Background(), empty) // a client of unknown making
	return err
}

func stream(url string) error {
	s, err := pingconnect.NewPingClient(http.DefaultClient, url).Count(context.Background(), empty)
	if err != nil {
		return err
	}
	return s.Close()
}

func handler(h pingconnect.PingHandler) error {
	_, err := h.Ping(context.Background(), empty) // no client
	return err
}

var _ = []any{bare, unary, limit, interceptor, caller, given, stream, handler}
