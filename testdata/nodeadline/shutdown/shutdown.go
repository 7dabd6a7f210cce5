// Package shutdown: a graceful stop waits until the last client is gone.
package shutdown

import (
	"context"
	"net/http"
	"time"

	"google.golang.org/grpc"
)

type node struct {
	srv  *http.Server
	grpc *grpc.Server
}

func (n *node) run(ctx context.Context) error {
	go func() { _ = n.srv.ListenAndServe() }()
	<-ctx.Done()
	return n.srv.Shutdown(context.Background()) // want `^nothing bounds Shutdown: its context is context\.Background\(\), and it waits until the last client is gone; pass a context with a deadline \(nodeadline/server\)$`
}

func (n *node) stopped(stop <-chan struct{}) error {
	<-stop
	return n.srv.Shutdown(context.TODO()) // want `its context is context\.TODO\(\).*\(nodeadline/server\)`
}

func (n *node) severed(ctx context.Context) error {
	<-ctx.Done()
	return n.srv.Shutdown(context.WithoutCancel(ctx)) // want `its context is context\.WithoutCancel,.*\(nodeadline/server\)`
}

func (n *node) bounded(ctx context.Context) error {
	<-ctx.Done()
	c, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	return n.srv.Shutdown(c)
}

// Its caller bounds it.
func (n *node) Stop(ctx context.Context) error { return n.srv.Shutdown(ctx) }

// The context cannot be told.
func (n *node) stop(context func() context.Context) error { return n.srv.Shutdown(context()) }

// Deferred clean-up.
func (n *node) serve() error {
	defer func() { _ = n.srv.Shutdown(context.Background()) }()
	return n.srv.ListenAndServe()
}

// A timer stops it by force.
func (n *node) graceful() {
	t := time.AfterFunc(10*time.Second, n.grpc.Stop)
	defer t.Stop()
	n.grpc.GracefulStop()
}

func (n *node) force() error { return n.srv.Close() }
