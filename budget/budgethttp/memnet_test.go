package budgethttp_test

import (
	"context"
	"net"
	"net/http"
	"sync"
	"testing"
)

// serve starts a server on an in-memory connection and returns a client of it.
// Virtual time stands still while a goroutine waits for a real socket, but not
// while it waits for a net.Pipe. It has to run in a bubble.
func serve(t *testing.T, h http.Handler) *http.Client {
	t.Helper()
	ln := &listener{conns: make(chan net.Conn), closed: make(chan struct{})}
	srv := &http.Server{Handler: h}
	done := make(chan struct{})
	go func() {
		defer close(done)
		_ = srv.Serve(ln)
	}()
	transport := &http.Transport{DialContext: func(ctx context.Context, _, _ string) (net.Conn, error) {
		client, server := net.Pipe()
		select {
		case ln.conns <- server:
			return client, nil
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-ln.closed:
			return nil, net.ErrClosed
		}
	}}
	t.Cleanup(func() {
		transport.CloseIdleConnections()
		_ = srv.Close()
		<-done
	})
	return &http.Client{Transport: transport}
}

type listener struct {
	conns  chan net.Conn
	once   sync.Once
	closed chan struct{}
}

func (l *listener) Accept() (net.Conn, error) {
	select {
	case c := <-l.conns:
		return c, nil
	case <-l.closed:
		return nil, net.ErrClosed
	}
}

func (l *listener) Close() error   { l.once.Do(func() { close(l.closed) }); return nil }
func (l *listener) Addr() net.Addr { return addr{} }

type addr struct{}

func (addr) Network() string { return "mem" }
func (addr) String() string  { return "mem" }
