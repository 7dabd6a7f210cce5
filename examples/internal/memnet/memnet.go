// Package memnet is a network in memory for the tests of the examples.
package memnet

import (
	"context"
	"fmt"
	"net"
	"sync"
)

// A Network is a network of in-memory connections. Virtual time stands still
// while a goroutine waits for a real socket, but not while it waits for a
// net.Pipe. The zero Network is ready for use, and safe for concurrent use.
type Network struct {
	mu        sync.Mutex
	listeners map[string]*listener // by address
}

// Listen listens on port 80 of a host of that name.
func (n *Network) Listen(name string) (net.Listener, error) {
	ln := &listener{addr: address(name + ":80"), conns: make(chan net.Conn), closed: make(chan struct{})}
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.listeners == nil {
		n.listeners = map[string]*listener{}
	}
	n.listeners[name+":80"] = ln
	return ln, nil
}

// Dial connects to an address.
func (n *Network) Dial(ctx context.Context, addr string) (net.Conn, error) {
	n.mu.Lock()
	ln := n.listeners[addr]
	n.mu.Unlock()
	if ln == nil {
		return nil, fmt.Errorf("nobody listens on %s", addr)
	}
	client, server := net.Pipe()
	select {
	case ln.conns <- server:
		return client, nil
	case <-ln.closed:
		return nil, net.ErrClosed
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

type listener struct {
	addr   address
	conns  chan net.Conn
	close  sync.Once
	closed chan struct{}
}

func (l *listener) Accept() (net.Conn, error) {
	select {
	case conn := <-l.conns:
		return conn, nil
	case <-l.closed:
		return nil, net.ErrClosed
	}
}

func (l *listener) Close() error {
	l.close.Do(func() { close(l.closed) })
	return nil
}

func (l *listener) Addr() net.Addr { return l.addr }

type address string

func (address) Network() string  { return "mem" }
func (a address) String() string { return string(a) }
