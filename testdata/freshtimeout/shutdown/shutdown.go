// Package shutdown: a context made for a server's end.
package shutdown

import (
	"context"
	"database/sql"
	"net/http"
	"os"
	"os/signal"
	"time"
)

const limit = 5 * time.Second

func newServer() *http.Server {
	return &http.Server{Addr: ":8080", ReadHeaderTimeout: time.Second}
}

func bySignal(ctx context.Context) {
	srv := newServer()
	go func() { _ = srv.ListenAndServe() }()
	sig := make(chan os.Signal, 1)
	signal.Notify(sig, os.Interrupt)
	<-sig
	c, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	_ = srv.Shutdown(c)
}

// Nothing says here that anything is over, but Shutdown does.
func only(ctx context.Context, srv *http.Server) error {
	c, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	return srv.Shutdown(c)
}

type component interface {
	Stop(ctx context.Context) error
}

func several(ctx context.Context, srv *http.Server, parts []component) error {
	c, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	for _, p := range parts {
		if err := p.Stop(c); err != nil {
			return err
		}
	}
	return srv.Shutdown(c)
}

func background(ctx context.Context) error {
	srv := newServer()
	go func() {
		<-ctx.Done()
		c, cancel := context.WithTimeout(context.Background(), limit)
		defer cancel()
		_ = srv.Shutdown(c)
	}()
	return srv.ListenAndServe()
}

func stopChannel(ctx context.Context, srv *http.Server, stop <-chan struct{}) error {
	<-stop
	c, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	return srv.Shutdown(c)
}

// It is for more than the server.
func handOver(ctx context.Context, srv *http.Server, db *sql.DB) error {
	c, cancel := context.WithTimeout(context.Background(), limit) // want `\(freshtimeout/reset\)`
	defer cancel()
	if err := db.PingContext(c); err != nil {
		return err
	}
	return srv.Shutdown(c)
}

type watch interface {
	Start(ctx context.Context) error
}

// A start is no stop.
func begin(ctx context.Context, w watch) error {
	c, cancel := context.WithTimeout(context.Background(), limit) // want `\(freshtimeout/reset\)`
	defer cancel()
	return w.Start(c)
}
