package budgethttp_test

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"runtime"
	"strings"
	"sync"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"github.com/budgetlint/budgetlint/budget"
	"github.com/budgetlint/budgetlint/budget/budgethttp"
)

func TestDoTriesAgain(t *testing.T) {
	status := func(code int, header ...string) func() (*http.Response, error) {
		return func() (*http.Response, error) {
			w := httptest.NewRecorder()
			for i := 0; i < len(header); i += 2 {
				w.Header().Set(header[i], header[i+1])
			}
			w.WriteHeader(code)
			_, _ = io.WriteString(w, "body")
			return w.Result(), nil
		}
	}
	fails := func(err error) func() (*http.Response, error) {
		return func() (*http.Response, error) { return nil, err }
	}
	tests := []struct {
		name   string
		method string
		body   io.Reader
		key    string
		answer func() (*http.Response, error)
		tries  int
		waited time.Duration
	}{
		{"200", "GET", nil, "", status(200), 1, 0},
		{"404", "GET", nil, "", status(404), 1, 0},
		{"429", "GET", nil, "", status(429), 3, 0},
		{"502", "GET", nil, "", status(502), 3, 0},
		{"503", "GET", nil, "", status(503), 3, 0},
		{"503 later", "GET", nil, "", status(503, "Retry-After", "2"), 3, 4 * sec},
		{"503 at a date", "GET", nil, "", status(503, "Retry-After", "Sat, 01 Jan 2000 00:00:03 GMT"), 3, 3 * sec},
		{"503 at a date that is over", "GET", nil, "", status(503, "Retry-After", "Sat, 01 Jan 1999 00:00:03 GMT"), 3, 0},
		{"503 after nonsense", "GET", nil, "", status(503, "Retry-After", "soon"), 3, 0},
		{"504: its budget is over, too", "GET", nil, "", status(504), 1, 0},
		{"500", "GET", nil, "", status(500), 1, 0},
		{"POST 503: nothing was done", "POST", strings.NewReader("in"), "", status(503), 3, 0},
		{"POST 502: it may have been done", "POST", strings.NewReader("in"), "", status(502), 1, 0},
		{"POST 502 with a key", "POST", strings.NewReader("in"), "k1", status(502), 3, 0},
		{"PUT 502", "PUT", strings.NewReader("in"), "", status(502), 3, 0},
		{"body that can be sent once", "PUT", io.MultiReader(strings.NewReader("in")), "", status(503), 1, 0},
		{"no connection", "POST", strings.NewReader("in"), "", fails(&net.OpError{Op: "dial", Err: errors.New("refused")}), 3, 0},
		{"connection broken", "GET", nil, "", fails(&net.OpError{Op: "read", Err: syscall.ECONNRESET}), 3, 0},
		{"connection broken, POST", "POST", strings.NewReader("in"), "", fails(&net.OpError{Op: "read", Err: syscall.ECONNRESET}), 1, 0},
		{"connection closed", "GET", nil, "", fails(io.EOF), 3, 0},
		{"another failure", "GET", nil, "", fails(errors.New("no certificate")), 1, 0},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				ctx, cancel := budget.Class{Total: time.Minute}.Start(t.Context())
				defer cancel()
				n := 0
				c := &http.Client{Transport: transport(func(r *http.Request) (*http.Response, error) {
					n++
					if tt.body != nil {
						if b, err := io.ReadAll(r.Body); err != nil || string(b) != "in" {
							t.Errorf("body %q, %v", b, err)
						}
					}
					return tt.answer()
				})}
				req, err := http.NewRequestWithContext(t.Context(), tt.method, "http://db/", tt.body)
				if err != nil {
					t.Fatal(err)
				}
				if tt.key != "" {
					req.Header.Set("Idempotency-Key", tt.key)
				}
				start := time.Now()
				body, err := budgethttp.Do(ctx, &budget.Hop{Name: "db", Tries: 3}, c, req, readAll)
				if n != tt.tries || time.Since(start) != tt.waited {
					t.Errorf("%d tries in %v, want %d in %v", n, time.Since(start), tt.tries, tt.waited)
				}
				var status *budgethttp.StatusError
				switch retried := n > 1; {
				case err == nil && body != "body":
					t.Errorf("body %q", body)
				case retried && err == nil:
					t.Error("no error")
				case err != nil && errors.As(err, new(*budget.Error)) == false:
					t.Errorf("%T", err)
				case retried && errors.As(err, &status) && status.Code < 429:
					t.Error(status)
				}
			})
		})
	}
}

// The time of an attempt covers the body, too, and what breaks there is not tried
// again.
func TestDoReadsWithinTheAttempt(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		n := 0
		c := serve(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			n++
			_, _ = io.WriteString(w, "half")
			w.(http.Flusher).Flush()
			if r.URL.Path == "/breaks" {
				panic(http.ErrAbortHandler)
			}
			<-r.Context().Done()
		}))
		for path, want := range map[string]budget.Reason{"/hangs": budget.HopTimeout, "/breaks": budget.Failed} {
			n = 0
			start := time.Now()
			req, _ := http.NewRequestWithContext(t.Context(), "GET", "http://db"+path, nil)
			_, err := budgethttp.Do(t.Context(), &budget.Hop{Cap: sec, Tries: 3}, c, req, readAll)
			var e *budget.Error
			if !errors.As(err, &e) || e.Reason != want || n != 1 {
				t.Errorf("%s: %v after %v, %d tries", path, err, time.Since(start), n)
			}
		}
	})
}

func TestDoWithoutHopAndClient(t *testing.T) {
	var got string
	srv := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { got = r.Header.Get("Request-Timeout-Ms") }))
	defer srv.Close()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	req, _ := http.NewRequestWithContext(ctx, "GET", srv.URL, nil)
	if _, err := budgethttp.Do(ctx, nil, nil, req, readAll); err != nil || len(got) != 5 {
		t.Errorf("%v, sent %q", err, got)
	}
	new(budgethttp.Transport).CloseIdleConnections()
}

// Ten thousand calls at once to a server that hangs, round after round: each ends
// with its budget, nothing is left behind (synctest fails if a goroutine is), and a
// round leaves no more memory than those before it.
func TestTenThousandCalls(t *testing.T) {
	const calls = 10_000
	heap := func() uint64 {
		var m runtime.MemStats
		runtime.GC()
		runtime.GC() // what the first one finalized
		runtime.ReadMemStats(&m)
		return m.HeapAlloc
	}
	before := runtime.NumGoroutine()
	// A leak adds to every round: 100 bytes a call are a megabyte. What the runtime
	// keeps for the next round, its pools and dead goroutines, depends on how many
	// calls were under way at the same moment, so that one round can need more of it
	// than the last, but not each of them.
	const rounds, slack = 8, 1 << 19
	var after []uint64
	for flat := false; !flat; {
		if len(after) == rounds {
			t.Fatalf("each round leaves more on the heap than the last: %d bytes", after)
		}
		synctest.Test(t, func(t *testing.T) {
			served := 0
			var mu sync.Mutex
			c := serve(t, http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
				mu.Lock()
				served++
				mu.Unlock()
				<-r.Context().Done()
			}))
			c.Transport = &budgethttp.Transport{Base: c.Transport}
			hop := &budget.Hop{Name: "db", Cap: 3 * sec, Tries: 3}
			ctx, cancel := budget.Class{Total: 10 * sec, Reserve: sec}.Start(t.Context())
			defer cancel()
			start := time.Now()
			errs := make(chan error, calls)
			for range calls {
				go func() {
					req, _ := http.NewRequestWithContext(ctx, "GET", "http://db/", nil)
					_, err := budgethttp.Do(ctx, hop, c, req, readAll)
					errs <- err
				}()
			}
			for range calls {
				if err := <-errs; !errors.Is(err, context.DeadlineExceeded) {
					t.Fatal(err)
				}
			}
			if d := time.Since(start); d != 3*sec || served != calls {
				t.Errorf("%d calls were served in %v, want %d in 3s", served, d, calls)
			}
		})
		after = append(after, heap())
		if n := len(after); n > 1 {
			flat = after[n-1] <= after[n-2]+slack
		}
	}
	if n := runtime.NumGoroutine(); n > before {
		t.Errorf("%d goroutines, %d before", n, before)
	}
}
