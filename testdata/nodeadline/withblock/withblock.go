// Package withblock: a dial that blocks waits for the peer.
package withblock

import (
	"context"
	"time"

	"google.golang.org/grpc"
)

func blocking(addr string) (*grpc.ClientConn, error) {
	return grpc.DialContext(context.Background(), addr, grpc.WithBlock()) // want `\(nodeadline/grpc\)`
}

func lazy(addr string) (*grpc.ClientConn, error) {
	return grpc.DialContext(context.Background(), addr)
}

func withTimeout(addr string) (*grpc.ClientConn, error) {
	return grpc.Dial(addr, grpc.WithBlock(), grpc.WithTimeout(time.Second))
}

func withoutContext(addr string) (*grpc.ClientConn, error) {
	return grpc.Dial(addr, grpc.WithBlock()) // want `\(nodeadline/grpc\)`
}

func ignores(ctx context.Context, addr string) (*grpc.ClientConn, error) {
	return grpc.Dial(addr, grpc.WithBlock()) // want `\(nodeadline/dropped\)`
}

func caller(ctx context.Context, addr string) (*grpc.ClientConn, error) {
	return grpc.DialContext(ctx, addr, grpc.WithBlock())
}
