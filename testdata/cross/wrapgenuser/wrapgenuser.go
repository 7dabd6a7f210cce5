// Package wrapgenuser is handed a client that, in this program, package wrapgen
// may have made.
package wrapgenuser

import (
	"context"

	"google.golang.org/grpc"
	"google.golang.org/grpc/health/grpc_health_v1"

	"example.com/budgetlint/testdata/cross/wrapgen"
)

type service struct{ health grpc_health_v1.HealthClient }

func New(health grpc_health_v1.HealthClient) *service { return &service{health} }

func Default(cc *grpc.ClientConn) *service { return New(wrapgen.NewClient(cc)) }

func (s *service) check() error {
	_, err := s.health.Check(context.Background(), nil)
	return err
}

var _ = (*service).check
