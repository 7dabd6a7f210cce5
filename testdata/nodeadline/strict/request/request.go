// Package request: a handler hands its request's context on, which has no
// deadline.
package request

import (
	"context"
	"database/sql"
	"net/http"
	"time"
)

type server struct{ db *sql.DB }

func (s *server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if err := s.db.PingContext(r.Context()); err != nil { // want `^PingContext gets r\.Context\(\) \(request, line 14\), on which net/http sets no deadline: set the request's total with context\.WithTimeout \(nodeadline/request\)$`
		w.WriteHeader(http.StatusServiceUnavailable)
	}
}

func (s *server) variable(w http.ResponseWriter, r *http.Request) {
	ctx := r.Context()
	if err := s.db.PingContext(ctx); err != nil { // want `\(nodeadline/request\)`
		w.WriteHeader(http.StatusServiceUnavailable)
	}
}

func (s *server) routes(mux *http.ServeMux) {
	mux.HandleFunc("/users", func(w http.ResponseWriter, r *http.Request) {
		_ = s.db.PingContext(r.Context()) // want `\(nodeadline/request\)`
	})
}

func (s *server) proxied(w http.ResponseWriter, r *http.Request) {
	req, err := http.NewRequestWithContext(r.Context(), http.MethodGet, "http://example.invalid", nil)
	if err != nil {
		return
	}
	resp, err := http.DefaultClient.Do(req) // want `\(nodeadline/request\)`
	if err == nil {
		_ = resp.Body.Close()
	}
}

func (s *server) limited(w http.ResponseWriter, r *http.Request) {
	ctx, cancel := context.WithTimeout(r.Context(), time.Second)
	defer cancel()
	_ = s.db.PingContext(ctx)
}

func within(r *http.Request) (context.Context, context.CancelFunc) {
	return context.WithTimeout(r.Context(), time.Second)
}

func (s *server) helped(w http.ResponseWriter, r *http.Request) {
	ctx, cancel := within(r)
	defer cancel()
	_ = s.db.PingContext(ctx)
}

// The client bounds the call.
func (s *server) client(w http.ResponseWriter, r *http.Request) {
	req, err := http.NewRequestWithContext(r.Context(), http.MethodGet, "http://example.invalid", nil)
	if err != nil {
		return
	}
	hc := &http.Client{Timeout: time.Second}
	if resp, err := hc.Do(req); err == nil {
		_ = resp.Body.Close()
	}
}

// A context parameter is somebody else's to bound.
func (s *server) ping(ctx context.Context) error { return s.db.PingContext(ctx) }

// No handler: its caller made the request.
func (s *server) send(r *http.Request) error { return s.db.PingContext(r.Context()) }
