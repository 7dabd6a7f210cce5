package budgethttp_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/budgetlint/budgetlint/budget"
	"github.com/budgetlint/budgetlint/budget/budgethttp"
)

var long = budget.Class{Name: "long-document", Total: 5 * time.Minute, Reserve: sec, Async: true}

// A service has a middleware and the results of its async class.
type service struct {
	t     *testing.T
	async *budgethttp.Async
	http.Handler
}

// newService serves work, in classes by path. It has to run in a bubble.
func newService(t *testing.T, a *budgethttp.Async, work http.HandlerFunc) *service {
	mux := http.NewServeMux()
	mux.Handle("/", budgethttp.Middleware(budgethttp.Options{
		Class: func(r *http.Request) budget.Class {
			if strings.HasPrefix(r.URL.Path, "/long") {
				return long
			}
			return short
		},
		Async: a,
	})(work))
	mux.Handle("/results/", a.Results())
	s := &service{t, a, mux}
	t.Cleanup(func() {
		if err := a.Shutdown(context.Background()); err != nil {
			t.Error(err)
		}
	})
	return s
}

func (s *service) do(method, path, body string, header ...string) *http.Response {
	s.t.Helper()
	ctx, cancel := context.WithCancel(s.t.Context())
	r := httptest.NewRequestWithContext(ctx, method, path, strings.NewReader(body))
	for i := 0; i < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	w := httptest.NewRecorder()
	s.ServeHTTP(w, r)
	cancel() // as a server does after the reply
	return w.Result()
}

func (s *service) want(resp *http.Response, status int, body string) {
	s.t.Helper()
	if b, _ := io.ReadAll(resp.Body); resp.StatusCode != status || string(b) != body {
		s.t.Errorf("%d %q, want %d %q", resp.StatusCode, b, status, body)
	}
}

// summarize takes as long as its path says.
func summarize(w http.ResponseWriter, r *http.Request) {
	d, _ := time.ParseDuration(r.URL.Query().Get("takes"))
	if _, err := budget.Call(r.Context(), &budget.Hop{Name: "model"}, func(ctx context.Context) (int, error) {
		select {
		case <-time.After(d):
			return 0, nil
		case <-ctx.Done():
			return 0, ctx.Err()
		}
	}); err != nil {
		budgethttp.WriteError(w, err)
		return
	}
	in, _ := io.ReadAll(r.Body)
	w.Header().Set("Content-Language", "en")
	w.WriteHeader(http.StatusCreated)
	fmt.Fprintf(w, "summary of %s", in)
}

const pending = `{"status":"pending"}` + "\n"

func TestAcceptedAndFetchedLater(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		type done struct {
			id     string
			status int
			left   bool
		}
		hook := make(chan done, 1)
		s := newService(t, &budgethttp.Async{Poll: 1500 * ms, Done: func(ctx context.Context, id string, r budgethttp.Result) {
			_, ok := budget.Left(ctx)
			hook <- done{id, r.Status, ok && ctx.Err() == nil}
		}}, summarize)

		start := time.Now()
		resp := s.do("POST", "/long?takes=2m", "a book")
		s.want(resp, 202, pending)
		at := resp.Header.Get("Location")
		if time.Since(start) != 0 || !strings.HasPrefix(at, "/results/") || resp.Header.Get("Retry-After") != "2" || resp.Header.Get("Preference-Applied") != "" {
			t.Errorf("after %v: %v", time.Since(start), resp.Header)
		}
		time.Sleep(time.Minute)
		resp = s.do("GET", at, "")
		s.want(resp, 202, pending)
		if resp.Header.Get("Retry-After") != "2" {
			t.Error(resp.Header)
		}
		d := <-hook
		if want := (done{strings.TrimPrefix(at, "/results/"), 201, true}); d != want || time.Since(start) != 2*time.Minute {
			t.Errorf("hook %+v after %v", d, time.Since(start))
		}
		for range 2 { // as often as one likes
			resp = s.do("GET", at, "")
			s.want(resp, 201, "summary of a book")
			if resp.Header.Get("Content-Language") != "en" {
				t.Error(resp.Header)
			}
		}
		s.want(s.do("POST", at, ""), 405, "results can only be fetched\n")
		s.want(s.do("GET", "/results/guess", ""), 404, "no such result, or it has expired\n")
		time.Sleep(10 * time.Minute)
		s.want(s.do("GET", at, ""), 404, "no such result, or it has expired\n")
	})
}

func TestPreferences(t *testing.T) {
	tests := []struct {
		name, path, prefer, timeout string
		status                      int
		waited                      time.Duration
	}{
		{"long and no preference", "/long?takes=3s", "", "", 202, 0},
		{"long, waits long enough", "/long?takes=3s", "wait=5", "", 201, 3 * sec},
		{"long, does not wait long enough", "/long?takes=9s", "wait=5", "", 202, 5 * sec},
		{"long, waits longer than one may", "/long?takes=2m", "wait=100", "", 202, 20 * sec},
		{"long, has less time than it would wait", "/long?takes=9s", "wait=5", "3000", 202, 2 * sec},
		{"short and no preference", "/?takes=3s", "", "", 201, 3 * sec},
		{"short, prefers to be told later", "/?takes=3s", "respond-async", "", 202, 0},
		{"short, prefers that, and waits", "/?takes=3s", "respond-async, wait=4", "", 201, 3 * sec},
		{"short, waits only", "/?takes=3s", "wait=1", "", 201, 3 * sec},
		{"short, has less than it takes", "/?takes=3s", "", "1500", 202, 0},
		{"malformed preference", "/?takes=3s", "respond-async, wait=x", "", 201, 3 * sec},
		{"its own budget ends", "/?takes=9s", "", "", 504, 7500 * ms},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := newService(t, &budgethttp.Async{Need: 2 * sec, MaxWait: 20 * sec}, summarize)
				start := time.Now()
				var header []string
				if tt.prefer != "" {
					header = append(header, "Prefer", tt.prefer)
				}
				if tt.timeout != "" {
					header = append(header, "Request-Timeout-Ms", tt.timeout)
				}
				resp := s.do("GET", tt.path, "", header...)
				if resp.StatusCode != tt.status || time.Since(start) != tt.waited {
					t.Errorf("%d after %v, want %d after %v", resp.StatusCode, time.Since(start), tt.status, tt.waited)
				}
				if applied := resp.Header.Get("Preference-Applied"); (applied != "") != (tt.status == 202 && strings.Contains(tt.prefer, "async")) {
					t.Errorf("Preference-Applied %q", applied)
				}
			})
		})
	}
}

// The work has the budget of its class, not that of the request, and its end is
// an answer, too.
func TestAsyncWorkHasItsOwnBudget(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newService(t, &budgethttp.Async{}, summarize)
		at := s.do("POST", "/long?takes=1h", "", "Request-Timeout-Ms", "2000").Header.Get("Location")
		time.Sleep(long.Total)
		s.want(s.do("GET", at, ""), 504, `{"part":"model","reason":"budget_timeout","retryable":true}`+"\n")
	})
}

func TestAsyncIsBounded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newService(t, &budgethttp.Async{Running: 2, MaxBody: 8}, summarize)
		for range 2 {
			s.want(s.do("POST", "/long?takes=1m", ""), 202, pending)
		}
		resp := s.do("POST", "/long?takes=1m", "")
		s.want(resp, 503, "too much is being worked on\n")
		if resp.Header.Get("Retry-After") != "1" {
			t.Error(resp.Header)
		}
		s.want(s.do("POST", "/?takes=1s", "short"), 201, "summary of short") // short ones are not held up
		time.Sleep(time.Minute)
		synctest.Wait()
		s.want(s.do("POST", "/long?takes=1m", "too much"), 202, pending)
		s.want(s.do("POST", "/long?takes=1m", "too much!"), 413, "the request has more than 8 bytes\n")
	})
	synctest.Test(t, func(t *testing.T) {
		s := newService(t, &budgethttp.Async{Store: &budgethttp.Memory{Max: 1}}, summarize)
		s.want(s.do("POST", "/long?takes=1m", ""), 202, pending)
		s.want(s.do("POST", "/long?takes=1m", ""), 503, "too much is being worked on\n")
	})
}

func TestAsyncPanics(t *testing.T) {
	defer slog.SetDefault(slog.Default())
	var log bytes.Buffer
	slog.SetDefault(slog.New(slog.NewTextHandler(&log, nil)))
	synctest.Test(t, func(t *testing.T) {
		s := newService(t, &budgethttp.Async{Done: func(context.Context, string, budgethttp.Result) { panic("hook") }}, func(_ http.ResponseWriter, r *http.Request) {
			panic(r.URL.Query().Get("panic"))
		})
		at := s.do("POST", "/long?panic=boom", "").Header.Get("Location")
		synctest.Wait()
		s.want(s.do("GET", at, ""), 500, "")
	})
	for _, want := range []string{"handler panicked", "panic=boom", "Done panicked"} {
		if !strings.Contains(log.String(), want) {
			t.Errorf("log lacks %q:\n%s", want, &log)
		}
	}
}

func TestShutdown(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newService(t, &budgethttp.Async{}, summarize)
		s.do("POST", "/long?takes=1m", "")
		ctx, cancel := context.WithTimeout(t.Context(), sec)
		defer cancel()
		if err := s.async.Shutdown(ctx); !errors.Is(err, context.DeadlineExceeded) {
			t.Error(err)
		}
		s.want(s.do("POST", "/long?takes=1m", ""), 503, "too much is being worked on\n")
		var waits sync.WaitGroup
		start := time.Now()
		for range 3 {
			waits.Go(func() {
				if err := s.async.Shutdown(context.WithoutCancel(ctx)); err != nil {
					t.Error(err)
				}
			})
		}
		waits.Wait()
		if d := time.Since(start); d != 59*sec {
			t.Errorf("waited %v", d)
		}
	})
}

func TestMemory(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx := t.Context()
		m := &budgethttp.Memory{Max: 3, TTL: time.Minute, Bytes: 10}
		state := func(id string) string {
			r, done, err := m.Load(ctx, id)
			switch {
			case err != nil:
				return err.Error()
			case !done:
				return "pending"
			}
			return string(r.Body)
		}
		check := func(err, want error) {
			t.Helper()
			if err != want {
				t.Errorf("error %v, want %v", err, want)
			}
		}
		for _, id := range []string{"a", "b", "c"} {
			check(m.Create(ctx, id), nil)
		}
		check(m.Create(ctx, "d"), budgethttp.ErrFull)
		check(m.Finish(ctx, "x", budgethttp.Result{}), budgethttp.ErrUnknown)
		check(m.Finish(ctx, "a", budgethttp.Result{Body: []byte("first")}), nil)
		check(m.Finish(ctx, "a", budgethttp.Result{}), budgethttp.ErrUnknown)
		time.Sleep(30 * sec)
		check(m.Finish(ctx, "b", budgethttp.Result{Body: []byte("other")}), nil)
		if a, b, c := state("a"), state("b"), state("c"); a != "first" || b != "other" || c != "pending" {
			t.Error(a, b, c)
		}
		// No room: the oldest goes.
		check(m.Finish(ctx, "c", budgethttp.Result{Body: []byte("third")}), nil)
		if a, c := state("a"), state("c"); a != budgethttp.ErrUnknown.Error() || c != "third" {
			t.Error(a, c)
		}
		check(m.Create(ctx, "d"), nil)
		check(m.Finish(ctx, "d", budgethttp.Result{Body: []byte("far too long")}), budgethttp.ErrFull)
		if d := state("d"); d != budgethttp.ErrUnknown.Error() {
			t.Error(d)
		}
		time.Sleep(30 * sec) // a minute for those of before, half of one for b and c
		if b := state("b"); b != "other" {
			t.Error(b)
		}
		time.Sleep(30 * sec)
		if b, c := state("b"), state("c"); b != budgethttp.ErrUnknown.Error() || c != b {
			t.Error(b, c)
		}
	})
}
