// Package wrap puts a limit on each call of a client, behind an interface of its
// own and behind the generated one.
package wrap

import (
	"context"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/health/grpc_health_v1"
)

const limit = 2 * time.Second

// API has methods of the shape of a generated client.
type API interface {
	Check(ctx context.Context, in *grpc_health_v1.HealthCheckRequest, opts ...grpc.CallOption) (*grpc_health_v1.HealthCheckResponse, error)
}

type api struct{ c grpc_health_v1.HealthClient }

func New(cc grpc.ClientConnInterface) API { return &api{grpc_health_v1.NewHealthClient(cc)} }

func (a *api) Check(ctx context.Context, in *grpc_health_v1.HealthCheckRequest, opts ...grpc.CallOption) (*grpc_health_v1.HealthCheckResponse, error) {
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	return a.c.Check(ctx, in, opts...)
}

// Bare is an interface of the same shape, whose implementation sets no limit.
type Bare interface {
	Check(ctx context.Context, in *grpc_health_v1.HealthCheckRequest, opts ...grpc.CallOption) (*grpc_health_v1.HealthCheckResponse, error)
}

type bare struct{ c grpc_health_v1.HealthClient }

func NewBare(cc grpc.ClientConnInterface) Bare { return &bare{grpc_health_v1.NewHealthClient(cc)} }

func (b *bare) Check(ctx context.Context, in *grpc_health_v1.HealthCheckRequest, opts ...grpc.CallOption) (*grpc_health_v1.HealthCheckResponse, error) {
	return b.c.Check(ctx, in, opts...)
}
