// Package request: an HTTP request carries its caller's context.
package request

import (
	"context"
	"database/sql"
	"net/http"
	"time"
)

type server struct{ db *sql.DB }

func (s *server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	c, cancel := context.WithTimeout(context.Background(), 5*time.Second) // want `^WithTimeout starts a fresh 5s from context\.Background\(\) although r\.Context\(\) \(request, line 13\) carries the caller's deadline: derive it from r\.Context\(\) \(freshtimeout/reset\)$`
	defer cancel()
	if err := s.db.PingContext(c); err != nil {
		http.Error(w, "down", http.StatusServiceUnavailable)
	}
}

func (s *server) routes(mux *http.ServeMux) {
	mux.HandleFunc("/users", func(w http.ResponseWriter, r *http.Request) {
		c, cancel := context.WithTimeout(context.Background(), 5*time.Second) // want `although r\.Context\(\) .*\(freshtimeout/reset\)`
		defer cancel()
		if err := s.db.PingContext(c); err != nil {
			http.Error(w, "down", http.StatusServiceUnavailable)
		}
	})
	mux.HandleFunc("/orders", func(w http.ResponseWriter, r *http.Request) {
		c, cancel := context.WithTimeout(r.Context(), 5*time.Second)
		defer cancel()
		if err := s.db.PingContext(c); err != nil {
			http.Error(w, "down", http.StatusServiceUnavailable)
		}
	})
}

func (s *server) audit(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		c, cancel := context.WithTimeout(context.Background(), time.Second) // want `\(freshtimeout/reset\)`
		_, _ = s.db.ExecContext(c, "INSERT INTO audit VALUES ($1)", r.URL.Path)
		cancel()
		next.ServeHTTP(w, r)
	})
}

func (s *server) blank(w http.ResponseWriter, _ *http.Request) {
	c, cancel := context.WithTimeout(context.Background(), time.Second) // want `\(freshtimeout/reset\)`
	defer cancel()
	if s.db.PingContext(c) != nil {
		w.WriteHeader(http.StatusServiceUnavailable)
	}
}

// A wrapper of requests: the limit of the whole starts anew each time.
func send(hc *http.Client, req *http.Request, whole time.Duration) (*http.Response, error) {
	ctx, stop := context.WithTimeout(context.Background(), whole) // want `although req\.Context\(\) .*\(freshtimeout/reset\)`
	defer stop()
	return exchange(ctx, hc, req)
}

func sendDerived(hc *http.Client, req *http.Request, whole time.Duration) (*http.Response, error) {
	ctx, stop := context.WithTimeout(req.Context(), whole)
	defer stop()
	return exchange(ctx, hc, req)
}

func exchange(ctx context.Context, hc *http.Client, req *http.Request) (*http.Response, error) {
	return hc.Do(req.Clone(ctx))
}

type transport struct {
	db   *sql.DB
	next http.RoundTripper
}

func (t *transport) RoundTrip(req *http.Request) (*http.Response, error) {
	c, cancel := context.WithTimeout(context.Background(), time.Second) // want `although req\.Context\(\) .*\(freshtimeout/reset\)`
	defer cancel()
	if err := t.db.PingContext(c); err != nil {
		return nil, err
	}
	return t.next.RoundTrip(req)
}

// A response is no request: whoever waited for it has it.
func (s *server) keep(resp *http.Response) error {
	c, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	_, err := s.db.ExecContext(c, "INSERT INTO replies VALUES ($1)", resp.StatusCode)
	return err
}

// A writer alone has no context.
func (s *server) page(w http.ResponseWriter) {
	c, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	if s.db.PingContext(c) != nil {
		w.WriteHeader(http.StatusServiceUnavailable)
	}
}
