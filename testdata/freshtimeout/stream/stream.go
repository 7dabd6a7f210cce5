// Package stream: a gRPC server stream carries its caller's context.
package stream

import (
	"context"
	"database/sql"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/protobuf/types/known/emptypb"
)

type service struct{ db *sql.DB }

// A generated interface.
type watchServer interface {
	Send(*emptypb.Empty) error
	grpc.ServerStream
}

func (s *service) Watch(_ *emptypb.Empty, stream watchServer) error {
	c, cancel := context.WithTimeout(context.Background(), 5*time.Second) // want `^WithTimeout starts a fresh 5s from context\.Background\(\) although stream\.Context\(\) \(request, line 21\) carries the caller's deadline: derive it from stream\.Context\(\) \(freshtimeout/reset\)$`
	defer cancel()
	return s.db.PingContext(c)
}

func (s *service) List(_ *emptypb.Empty, stream grpc.ServerStreamingServer[emptypb.Empty]) error {
	c, cancel := context.WithTimeout(context.Background(), 5*time.Second) // want `although stream\.Context\(\) .*\(freshtimeout/reset\)`
	defer cancel()
	return s.db.PingContext(c)
}

func (s *service) intercept(srv any, ss grpc.ServerStream, info *grpc.StreamServerInfo, handler grpc.StreamHandler) error {
	c, cancel := context.WithTimeout(context.Background(), 5*time.Second) // want `although ss\.Context\(\) .*\(freshtimeout/reset\)`
	defer cancel()
	if err := s.db.PingContext(c); err != nil {
		return err
	}
	return handler(srv, ss)
}

func (s *service) Tail(_ *emptypb.Empty, stream watchServer) error {
	c, cancel := context.WithTimeout(stream.Context(), 5*time.Second)
	defer cancel()
	return s.db.PingContext(c)
}

func (s *service) Follow(_ *emptypb.Empty, stream watchServer) error {
	ctx := stream.Context()
	<-ctx.Done()
	c, cancel := context.WithTimeout(context.Background(), 5*time.Second) // the stream's context has ended
	defer cancel()
	return s.db.PingContext(c)
}

func unary(ctx context.Context, req any, info *grpc.UnaryServerInfo, handler grpc.UnaryHandler) (any, error) {
	c, cancel := context.WithTimeout(context.Background(), 5*time.Second) // want `\(freshtimeout/reset\)`
	defer cancel()
	return handler(c, req)
}

// wrapped is a stream whose context lies in a field.
type wrapped struct {
	grpc.ServerStream
	ctx context.Context
}

func (w *wrapped) Context() context.Context { return w.ctx }

func (w *wrapped) note(db *sql.DB) error {
	c, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	return db.PingContext(c)
}
