// Package pingconnect has the shape of what protoc-gen-connect-go makes.
package pingconnect

import (
	"context"

	"connectrpc.com/connect"
	"google.golang.org/protobuf/types/known/emptypb"
)

type PingClient interface {
	Ping(context.Context, *connect.Request[emptypb.Empty]) (*connect.Response[emptypb.Empty], error)
	Count(context.Context, *connect.Request[emptypb.Empty]) (*connect.ServerStreamForClient[emptypb.Empty], error)
}

type PingHandler interface {
	Ping(context.Context, *connect.Request[emptypb.Empty]) (*connect.Response[emptypb.Empty], error)
}

func NewPingClient(httpClient connect.HTTPClient, baseURL string, opts ...connect.ClientOption) PingClient {
	return &pingClient{
		ping:  connect.NewClient[emptypb.Empty, emptypb.Empty](httpClient, baseURL+"/Ping", opts...),
		count: connect.NewClient[emptypb.Empty, emptypb.Empty](httpClient, baseURL+"/Count", opts...),
	}
}

type pingClient struct {
	ping, count *connect.Client[emptypb.Empty, emptypb.Empty]
}

func (c *pingClient) Ping(ctx context.Context, req *connect.Request[emptypb.Empty]) (*connect.Response[emptypb.Empty], error) {
	return c.ping.CallUnary(ctx, req)
}

func (c *pingClient) Count(ctx context.Context, req *connect.Request[emptypb.Empty]) (*connect.ServerStreamForClient[emptypb.Empty], error) {
	return c.count.CallServerStream(ctx, req)
}
