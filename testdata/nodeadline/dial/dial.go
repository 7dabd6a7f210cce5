// Package dial: a dialer sets no limit by itself.
package dial

import (
	"context"
	"crypto/tls"
	"net"
	"time"
)

func plain(addr string) (net.Conn, error) {
	return net.Dial("tcp", addr) // want `^nothing bounds net\.Dial: it takes no context and a dialer sets no limit by itself; use \(\*net\.Dialer\)\.DialContext with a context that has a deadline \(nodeadline/net\)$`
}

func tcp(addr *net.TCPAddr) (*net.TCPConn, error) {
	return net.DialTCP("tcp", nil, addr) // want `\(nodeadline/net\)`
}

func zero(addr string) (net.Conn, error) {
	var d net.Dialer
	return d.DialContext(context.Background(), "tcp", addr) // want `\(nodeadline/net\)`
}

func keepAlive(addr string) (net.Conn, error) {
	d := net.Dialer{KeepAlive: time.Minute}
	return d.Dial("tcp", addr) // want `\(nodeadline/net\)`
}

func secure(addr string, cfg *tls.Config) (net.Conn, error) {
	return tls.Dial("tcp", addr, cfg) // want `^nothing bounds tls\.Dial: .*\(nodeadline/net\)`
}

func secureZero(addr string) (net.Conn, error) {
	return tls.DialWithDialer(new(net.Dialer), "tcp", addr, nil) // want `\(nodeadline/net\)`
}

func secureDialer(addr string) (net.Conn, error) {
	d := &tls.Dialer{}
	return d.Dial("tcp", addr) // want `\(nodeadline/net\)`
}

func secureInner(addr string) (net.Conn, error) {
	d := &tls.Dialer{NetDialer: &net.Dialer{}}
	return d.DialContext(context.Background(), "tcp", addr) // want `\(nodeadline/net\)`
}

type peer struct{ addr string }

func (p *peer) connect(ctx context.Context) (net.Conn, error) {
	conn, err := net.Dial("tcp", p.addr) // want `^net\.Dial ignores ctx .*\(nodeadline/dropped\)`
	if err != nil {
		return nil, err
	}
	if d, ok := ctx.Deadline(); ok {
		_ = conn.SetDeadline(d)
	}
	return conn, nil
}

// The empty context is put in, the caller's ignored.
func (p *peer) connectZero(ctx context.Context) (net.Conn, error) {
	var d net.Dialer
	return d.DialContext(context.Background(), "tcp", p.addr) // want `\(nodeadline/net\)`
}

func (p *peer) connectDialer(ctx context.Context, d *net.Dialer) (net.Conn, error) {
	return d.Dial("tcp", p.addr) // want `use DialContext\(ctx, \.\.\.\) \(nodeadline/dropped\)$`
}

func caller(ctx context.Context, addr string) (net.Conn, error) {
	var d net.Dialer
	return d.DialContext(ctx, "tcp", addr)
}

func timeout(addr string) (net.Conn, error) {
	return net.DialTimeout("tcp", addr, 5*time.Second)
}

func limited(addr string) (net.Conn, error) {
	d := net.Dialer{Timeout: 5 * time.Second}
	return d.Dial("tcp", addr)
}

func deadline(addr string, until time.Time) (net.Conn, error) {
	d := &net.Dialer{Deadline: until}
	return d.DialContext(context.Background(), "tcp", addr)
}

func limitedContext(ctx context.Context, addr string) (net.Conn, error) {
	d := &net.Dialer{Timeout: 5 * time.Second}
	return d.Dial("tcp", addr)
}

func secureLimited(addr string) (net.Conn, error) {
	return tls.DialWithDialer(&net.Dialer{Timeout: 5 * time.Second}, "tcp", addr, nil)
}

func secureInnerLimited(addr string) (net.Conn, error) {
	d := &tls.Dialer{NetDialer: &net.Dialer{Timeout: 5 * time.Second}}
	return d.Dial("tcp", addr)
}

// A dialer of unknown making.
func Given(d *net.Dialer, addr string) (net.Conn, error) { return d.Dial("tcp", addr) }

// No peer is waited for.
func udp() (net.Conn, error) { return net.Dial("udp", "192.0.2.1:80") }

func udpContext(ctx context.Context) (net.Conn, error) { return net.Dial("udp4", "192.0.2.1:80") }

func socket(ctx context.Context, path string) (net.Conn, error) { return net.Dial("unix", path) }

func socketZero(path string) (net.Conn, error) {
	var d net.Dialer
	return d.DialContext(context.Background(), "unix", path)
}

func listen(addr string) (net.Listener, error) { return net.Listen("tcp", addr) }

func untilDeadline(ctx context.Context, addr string) (net.Conn, error) {
	var d net.Dialer
	d.Deadline, _ = ctx.Deadline()
	return d.Dial("tcp", addr)
}

func hook(ctx context.Context, network, addr string) (net.Conn, error) {
	return net.Dial(network, addr) // want `\(nodeadline/dropped\)`
}
