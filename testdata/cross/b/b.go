// Package b is told what it does wrong with package a.
package b

import (
	"context"
	"database/sql"
	"net/http"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/health/grpc_health_v1"

	"example.com/budgetlint/testdata/cross/a"
)

func via(db *sql.DB) error {
	return a.Ping(context.Background(), db) // want `^nothing bounds Ping: it waits for PingContext \(example\.com/budgetlint/testdata/cross/a/a\.go:16\) on its context, which is context\.Background\(\) here; pass a context with a deadline \(nodeadline/sql\)$`
}

func viaRoot(db *sql.DB) error {
	return a.Ping(a.Named(a.Root(), "b"), db) // want `which is an empty context here; .*\(nodeadline/sql\)`
}

func viaMethod(api *a.API) error {
	return api.Check(context.TODO()) // want `^nothing bounds Check: it waits for Check \(example\.com/budgetlint/testdata/cross/a/a\.go:\d+\) .*\(nodeadline/grpc\)`
}

func viaGeneric(cc grpc.ClientConnInterface, in *grpc_health_v1.HealthCheckRequest) error {
	return a.Invoke(context.Background(), cc, "/demo.Echo/Echo", in) // want `^nothing bounds Invoke: .*\(nodeadline/grpc\)`
}

func viaRequest(url string) (*http.Response, error) {
	req, err := http.NewRequest(http.MethodGet, url, nil)
	if err != nil {
		return nil, err
	}
	return a.Send(req) // want `^nothing bounds Send: it waits for Do .*\(nodeadline/http\)`
}

// Deeper is known to package c.
func Deeper(ctx context.Context, db *sql.DB) error { return a.Ping(ctx, db) }

// Counted is, too.
func Counted(db *sql.DB) (int, error) { return a.Count(db) }

func caller(ctx context.Context, db *sql.DB) error { return a.Ping(ctx, db) }

func bounded(db *sql.DB) error {
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	return a.Ping(ctx, db)
}

// Somebody can end it, far from the call.
func cancelable(db *sql.DB) error {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	return a.Ping(ctx, db)
}

func inside(db *sql.DB) error { return a.PingLimited(context.Background(), db) }

func started(db *sql.DB) { a.PingLater(context.Background(), db) }

// What is behind the interface cannot be told.
func dispatched(c a.Checker) error { return c.Check(context.Background()) }

func helper(ctx context.Context, db *sql.DB) (int, error) {
	return a.Count(db) // want `^Count waits up to 30s on a context of its own \(example\.com/budgetlint/testdata/cross/a/a\.go:32\), which ctx \(parameter, line 69\) cannot end: give Count a context and hand it ctx \(freshtimeout/helper\)$`
}

func alone(db *sql.DB) (int, error) { return a.Count(db) }

func released(ctx context.Context, db *sql.DB) error {
	if err := db.PingContext(ctx); err != nil {
		return err
	}
	return a.Unlock(db)
}

func factory(ctx context.Context, db *sql.DB) error {
	c, cancel := a.Short() // want `^Short starts a fresh 5s although ctx .*\(freshtimeout/reset\)`
	defer cancel()
	return db.PingContext(c)
}

func capped(ctx context.Context, db *sql.DB) error {
	c, cancel := a.Capped(ctx)
	defer cancel()
	return db.PingContext(c)
}

func root(ctx context.Context, db *sql.DB) error {
	c, cancel := context.WithTimeout(a.Root(), time.Second) // want `\(freshtimeout/reset\)`
	defer cancel()
	return db.PingContext(c)
}

func named(ctx context.Context, db *sql.DB) error {
	c, cancel := context.WithTimeout(a.Named(ctx, "b"), time.Second)
	defer cancel()
	return db.PingContext(c)
}

func larger(ctx context.Context, db *sql.DB) error {
	ctx, stop := a.Capped(ctx)
	defer stop()
	c, cancel := context.WithTimeout(ctx, time.Minute) // want `^the limit of 1m0s can never fire: the context around it ends after 5s .*\(freshtimeout/larger\)`
	defer cancel()
	return db.PingContext(c)
}

func twice(ctx context.Context, db *sql.DB) error {
	return a.Twice(func() error {
		c, cancel := context.WithTimeout(context.Background(), time.Second) // want `although ctx .*\(freshtimeout/reset\)`
		defer cancel()
		return db.PingContext(c)
	})
}

func later(ctx context.Context, db *sql.DB) {
	a.Later(func() error {
		c, cancel := context.WithTimeout(context.Background(), time.Second)
		defer cancel()
		return db.PingContext(c)
	})
}

func client(url string) (*http.Response, error) {
	return a.NewClient().Get(url) // want `\(nodeadline/http\)`
}

func limitedClient(url string) (*http.Response, error) { return a.NewLimitedClient().Get(url) }

func variable(url string) (*http.Response, error) { return a.LimitedClient.Get(url) }

func limit(url string) (*http.Response, error) {
	hc := &http.Client{}
	a.Limit(hc)
	return hc.Get(url)
}

func limitMade(url string) (*http.Response, error) {
	hc := a.NewClient()
	hc.Timeout = time.Second
	return hc.Get(url)
}

func plain(addr string) error {
	cc, err := grpc.NewClient(addr, grpc.WithTransportCredentials(insecure.NewCredentials()), grpc.WithUnaryInterceptor(a.Plain))
	if err != nil {
		return err
	}
	defer cc.Close()
	_, err = grpc_health_v1.NewHealthClient(cc).Check(context.Background(), nil) // want `\(nodeadline/grpc\)`
	return err
}

func deadline(addr string) error {
	cc, err := grpc.NewClient(addr, grpc.WithTransportCredentials(insecure.NewCredentials()), grpc.WithUnaryInterceptor(a.Deadline))
	if err != nil {
		return err
	}
	defer cc.Close()
	_, err = grpc_health_v1.NewHealthClient(cc).Check(context.Background(), nil)
	return err
}
