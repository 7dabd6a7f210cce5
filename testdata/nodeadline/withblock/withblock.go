// Package withblock: a dial that blocks waits for the peer.
package withblock

import (
	"context"

	"google.golang.org/grpc"
)

func blocking(addr string) (*grpc.ClientConn, error) {
	return grpc.DialContext(context.Background(), addr, grpc.WithBlock()) // missed: the option that blocks is not looked at
}

func lazy(addr string) (*grpc.ClientConn, error) {
	return grpc.DialContext(context.Background(), addr)
}
