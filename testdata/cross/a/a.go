// Package a holds functions of which other packages know no more than their
// summaries.
package a

import (
	"context"
	"database/sql"
	"net/http"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/health/grpc_health_v1"
)

// Ping waits on what it is handed.
func Ping(ctx context.Context, db *sql.DB) error { return db.PingContext(ctx) }

// PingLimited sets a limit of its own.
func PingLimited(ctx context.Context, db *sql.DB) error {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	return db.PingContext(ctx)
}

// PingLater does not wait.
func PingLater(ctx context.Context, db *sql.DB) {
	go func() { _ = db.PingContext(ctx) }()
}

// Count waits on a context of its own.
func Count(db *sql.DB) (n int, err error) {
	ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
	defer cancel()
	err = db.QueryRowContext(ctx, "SELECT count(*) FROM users").Scan(&n)
	return n, err
}

// Unlock does, too, and with reason.
func Unlock(db *sql.DB) error {
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	_, err := db.ExecContext(ctx, "DELETE FROM locks")
	return err
}

// Short makes a fresh limited context.
func Short() (context.Context, context.CancelFunc) {
	return context.WithTimeout(context.Background(), 5*time.Second)
}

// Capped caps the one that it is handed.
func Capped(ctx context.Context) (context.Context, context.CancelFunc) {
	return context.WithTimeout(ctx, 5*time.Second)
}

// Root makes an empty context.
func Root() context.Context { return context.Background() }

type key struct{}

// Named adds a value.
func Named(ctx context.Context, name string) context.Context {
	return context.WithValue(ctx, key{}, name)
}

// Twice runs f before it returns.
func Twice(f func() error) error {
	if err := f(); err != nil {
		return err
	}
	return f()
}

// Later does not wait for f.
func Later(f func() error) {
	go func() { _ = f() }()
}

// Send sends a request as it is.
func Send(req *http.Request) (*http.Response, error) { return http.DefaultClient.Do(req) }

// NewRequest makes one without a context.
func NewRequest(url string) (*http.Request, error) {
	return http.NewRequest(http.MethodGet, url, nil)
}

func NewClient() *http.Client { return &http.Client{} }

func NewLimitedClient() *http.Client { return &http.Client{Timeout: time.Second} }

// Limit sets a limit on hc.
func Limit(hc *http.Client) { hc.Timeout = time.Second }

// LimitedClient has one.
var LimitedClient = &http.Client{Timeout: time.Second}

// Deadline limits every call.
func Deadline(ctx context.Context, method string, req, reply any, cc *grpc.ClientConn, invoker grpc.UnaryInvoker, opts ...grpc.CallOption) error {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	return invoker(ctx, method, req, reply, cc, opts...)
}

// Plain limits none.
func Plain(ctx context.Context, method string, req, reply any, cc *grpc.ClientConn, invoker grpc.UnaryInvoker, opts ...grpc.CallOption) error {
	return invoker(ctx, method, req, reply, cc, opts...)
}

// An API is handed its client.
type API struct{ health grpc_health_v1.HealthClient }

func NewAPI(c grpc_health_v1.HealthClient) *API { return &API{c} }

func (a *API) Check(ctx context.Context) error {
	_, err := a.health.Check(ctx, &grpc_health_v1.HealthCheckRequest{})
	return err
}

// A Checker may be anything.
type Checker interface {
	Check(ctx context.Context) error
}

// Invoke is a generic wrapper.
func Invoke[T any](ctx context.Context, cc grpc.ClientConnInterface, method string, in *T) error {
	return cc.Invoke(ctx, method, in, in)
}
