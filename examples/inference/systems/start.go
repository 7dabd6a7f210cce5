package systems

import (
	"context"
	"fmt"
	"net"
	"net/http"

	"google.golang.org/grpc"
)

// A Network is where the systems run.
type Network interface {
	Listen(name string) (net.Listener, error)
	Dial(ctx context.Context, addr string) (net.Conn, error)
}

// Loopback is the network of this machine.
type Loopback struct{}

// Listen listens on a free port.
func (Loopback) Listen(string) (net.Listener, error) { return net.Listen("tcp", "127.0.0.1:0") }

// Dial connects to a port.
func (Loopback) Dial(ctx context.Context, addr string) (net.Conn, error) {
	return new(net.Dialer).DialContext(ctx, "tcp", addr)
}

// A Gateway is a server that has connections of its own.
type Gateway interface {
	Serve(net.Listener) error
	Close() error
}

// A Variant is a gateway and a model that belong together.
type Variant struct {
	Name    string
	Model   func(p *Processor) *grpc.Server
	Gateway func(e Endpoints) (Gateway, error)
}

// Running is the vector store, a model and a gateway, started.
type Running struct {
	URL       string // of the gateway
	Processor *Processor
	Transport *http.Transport // of the users
	stop      []func()
}

// Start starts all systems. Each token takes as long as it says. The caller has to
// Close what Start returns.
func Start(n Network, v Variant, p *Processor) (*Running, error) {
	r := &Running{Processor: p}
	e := Endpoints{Dial: n.Dial}
	fail := func(err error) (*Running, error) {
		r.Close()
		return nil, fmt.Errorf("start the systems: %w", err)
	}

	ln, err := n.Listen("vector")
	if err != nil {
		return fail(err)
	}
	store := vectorStore()
	r.serve(store.Serve, ln, func() { _ = store.Close() })
	e.Vector = "http://" + ln.Addr().String()

	if ln, err = n.Listen("model"); err != nil {
		return fail(err)
	}
	model := v.Model(p)
	r.serve(model.Serve, ln, model.Stop)
	e.Model = ln.Addr().String()

	gateway, err := v.Gateway(e)
	if err != nil {
		return fail(err)
	}
	if ln, err = n.Listen("gateway"); err != nil {
		return fail(err)
	}
	r.serve(gateway.Serve, ln, func() { _ = gateway.Close() })
	r.URL = "http://" + ln.Addr().String()

	r.Transport = e.Transport()
	r.stop = append(r.stop, r.Transport.CloseIdleConnections)
	return r, nil
}

// serve runs a server until the systems are closed.
func (r *Running) serve(serve func(net.Listener) error, ln net.Listener, stop func()) {
	// It ends when stop is called, and only then.
	go func() { _ = serve(ln) }()
	r.stop = append(r.stop, stop)
}

// Close stops the systems at once, the users' connections first.
func (r *Running) Close() {
	for i := len(r.stop) - 1; i >= 0; i-- {
		r.stop[i]()
	}
}
