// Package wrappedconn: a wrapper of a connection, a value and no pointer, sets a
// limit on its calls.
package wrappedconn

import (
	"context"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/health/grpc_health_v1"
)

type limited struct{ grpc.ClientConnInterface }

func (l limited) Invoke(ctx context.Context, method string, args, reply any, opts ...grpc.CallOption) error {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	return l.ClientConnInterface.Invoke(ctx, method, args, reply, opts...)
}

func check(cc *grpc.ClientConn) error {
	_, err := grpc_health_v1.NewHealthClient(limited{cc}).Check(context.Background(), nil)
	return err
}
