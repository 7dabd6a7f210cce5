// Package wrapgen makes a generated client whose calls have a limit.
package wrapgen

import (
	"context"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/health/grpc_health_v1"
)

type limited struct{ grpc_health_v1.HealthClient }

// NewClient returns a client whose Check ends after a second.
func NewClient(cc grpc.ClientConnInterface) grpc_health_v1.HealthClient {
	return &limited{grpc_health_v1.NewHealthClient(cc)}
}

func (l *limited) Check(ctx context.Context, in *grpc_health_v1.HealthCheckRequest, opts ...grpc.CallOption) (*grpc_health_v1.HealthCheckResponse, error) {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	return l.HealthClient.Check(ctx, in, opts...)
}
