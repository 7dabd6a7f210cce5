// Package dropped: the variant without a context where one is in reach.
package dropped

import (
	"context"
	"database/sql"
	"net/http"
	"time"

	"golang.org/x/sync/errgroup"
)

type health struct {
	db *sql.DB
	hc *http.Client
}

func (h *health) check(ctx context.Context) error {
	var one int
	return h.db.QueryRow("SELECT 1").Scan(&one) // want `^QueryRow ignores ctx \(parameter, line 18\) and nothing else bounds it: use QueryRowContext\(ctx, \.\.\.\) \(nodeadline/dropped\)$`
}

func (h *health) unnamed(context.Context) error {
	return h.db.Ping() // want `^Ping ignores the unnamed context parameter \(parameter, line 23\) and nothing else bounds it: use PingContext with it \(nodeadline/dropped\)$`
}

func (h *health) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if _, err := h.db.Exec("SELECT 1"); err != nil { // want `^Exec ignores r\.Context\(\) \(request, line 27\) and nothing else bounds it: use ExecContext\(r\.Context\(\), \.\.\.\) \(nodeadline/dropped\)$`
		w.WriteHeader(http.StatusServiceUnavailable)
	}
}

func get(ctx context.Context, url string) (*http.Response, error) {
	return http.Get(url) // want `^http\.Get ignores ctx .*: use http\.NewRequestWithContext and Do with it \(nodeadline/dropped\)$`
}

// A client of unknown making is no bound.
func (h *health) up(ctx context.Context, url string) error {
	for range 60 {
		resp, err := h.hc.Get(url) // want `\(nodeadline/dropped\)`
		if err == nil {
			return resp.Body.Close()
		}
	}
	return ctx.Err()
}

func post(ctx context.Context, url string) (*http.Response, error) {
	req, err := http.NewRequest(http.MethodPost, url, nil)
	if err != nil {
		return nil, err
	}
	return http.DefaultClient.Do(req) // want `make the request with http\.NewRequestWithContext\(ctx, \.\.\.\) \(nodeadline/dropped\)$`
}

func postUnnamed(context.Context) (*http.Response, error) {
	req, err := http.NewRequest(http.MethodPost, "http://example.invalid", nil)
	if err != nil {
		return nil, err
	}
	return http.DefaultClient.Do(req) // want `ignores the unnamed context parameter .*: name the parameter and make the request with http\.NewRequestWithContext \(nodeadline/dropped\)$`
}

func closure(ctx context.Context, dbs []*sql.DB) error {
	g, ctx := errgroup.WithContext(ctx)
	for _, db := range dbs {
		g.Go(func() error { return db.Ping() }) // want `\(nodeadline/dropped\)`
	}
	return g.Wait()
}

func prepared(ctx context.Context, s *sql.Stmt) (sql.Result, error) {
	return s.Exec(1) // of a transaction, perhaps, which ends with its own context
}

// The client bounds it.
func limited(ctx context.Context, url string) (*http.Response, error) {
	hc := &http.Client{Timeout: time.Second}
	return hc.Get(url)
}

func limitedRequest(ctx context.Context, url string) (*http.Response, error) {
	hc := &http.Client{Timeout: time.Second}
	req, err := http.NewRequest(http.MethodGet, url, nil)
	if err != nil {
		return nil, err
	}
	return hc.Do(req)
}

// Deferred clean-up.
func deferred(ctx context.Context, db *sql.DB) error {
	defer func() { _, _ = db.Exec("DELETE FROM locks") }()
	return db.PingContext(ctx)
}

// The caller's context has ended; the wait without a limit has not.
func last(ctx context.Context, db *sql.DB) error {
	<-ctx.Done()
	return db.Ping() // want `\(nodeadline/sql\)`
}

// What undoes something after a failure does not want the caller's context,
// but a limit.
func undo(ctx context.Context, db *sql.DB) error {
	if err := db.PingContext(ctx); err != nil {
		_, _ = db.Exec("DELETE FROM claims") // want `\(nodeadline/sql\)`
		return err
	}
	return nil
}

// A goroutine that nobody joins has no use for the caller's context, but for a
// limit.
func background(ctx context.Context, db *sql.DB) {
	go func() {
		_, _ = db.Exec("REFRESH MATERIALIZED VIEW totals") // want `\(nodeadline/sql\)`
	}()
}

// A closure of which nobody knows when it runs.
func later(ctx context.Context, url string, schedule func(func())) {
	hc := &http.Client{}
	schedule(func() {
		_, _ = hc.Get(url) // want `\(nodeadline/http\)`
	})
}
