// Package connecthandler: handlers and interceptors of Connect are handed their
// caller's context.
package connecthandler

import (
	"context"
	"database/sql"
	"time"

	"connectrpc.com/connect"
	"google.golang.org/protobuf/types/known/emptypb"
)

type service struct{ db *sql.DB }

func (s *service) Ping(ctx context.Context, _ *connect.Request[emptypb.Empty]) (*connect.Response[emptypb.Empty], error) {
	c, cancel := context.WithTimeout(context.Background(), 5*time.Second) // want `although ctx \(parameter, line 16\) .*\(freshtimeout/reset\)`
	defer cancel()
	if err := s.db.PingContext(c); err != nil {
		return nil, err
	}
	return connect.NewResponse(&emptypb.Empty{}), nil
}

func (s *service) Count(_ context.Context, _ *connect.Request[emptypb.Empty], _ *connect.ServerStream[emptypb.Empty]) error {
	c, cancel := context.WithTimeout(context.Background(), 5*time.Second) // want `\(freshtimeout/reset\)`
	defer cancel()
	return s.db.PingContext(c)
}

func (s *service) interceptor() connect.UnaryInterceptorFunc {
	return func(next connect.UnaryFunc) connect.UnaryFunc {
		return func(ctx context.Context, req connect.AnyRequest) (connect.AnyResponse, error) {
			c, cancel := context.WithTimeout(context.Background(), 5*time.Second) // want `\(freshtimeout/reset\)`
			defer cancel()
			return next(c, req)
		}
	}
}

func (s *service) capped() connect.UnaryInterceptorFunc {
	return func(next connect.UnaryFunc) connect.UnaryFunc {
		return func(ctx context.Context, req connect.AnyRequest) (connect.AnyResponse, error) {
			c, cancel := context.WithTimeout(ctx, 5*time.Second)
			defer cancel()
			return next(c, req)
		}
	}
}
