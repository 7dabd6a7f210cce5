package supportagent

import (
	"context"
	"fmt"
	"net"
	"sync"
)

// A memnet is a network of in-memory connections. Virtual time stands still
// while a goroutine waits for a real socket, but not while it waits for a
// net.Pipe.
type memnet struct {
	mu        sync.Mutex
	listeners map[string]*memListener // by address
}

func (n *memnet) listen(name string) (net.Listener, error) {
	ln := &memListener{addr: memAddr(name + ":80"), conns: make(chan net.Conn), closed: make(chan struct{})}
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.listeners == nil {
		n.listeners = map[string]*memListener{}
	}
	n.listeners[name+":80"] = ln
	return ln, nil
}

// DialContext has the signature that http.Transport asks for.
func (n *memnet) DialContext(ctx context.Context, _, addr string) (net.Conn, error) {
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

type memListener struct {
	addr   memAddr
	conns  chan net.Conn
	close  sync.Once
	closed chan struct{}
}

func (l *memListener) Accept() (net.Conn, error) {
	select {
	case conn := <-l.conns:
		return conn, nil
	case <-l.closed:
		return nil, net.ErrClosed
	}
}

func (l *memListener) Close() error {
	l.close.Do(func() { close(l.closed) })
	return nil
}

func (l *memListener) Addr() net.Addr { return l.addr }

type memAddr string

func (memAddr) Network() string  { return "mem" }
func (a memAddr) String() string { return string(a) }
