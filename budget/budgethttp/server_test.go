package budgethttp_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/budgetlint/budgetlint/budget"
	"github.com/budgetlint/budgetlint/budget/budgethttp"
)

const (
	ms  = time.Millisecond
	sec = time.Second
)

var short = budget.Class{Name: "short", Total: 8 * sec, Reserve: 500 * ms}

// left answers with what is left for work, and which headers came through.
var left = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
	d, ok := budget.Left(r.Context())
	fmt.Fprintf(w, "%v %t", d, ok)
	for _, h := range []string{"Request-Timeout-Ms", "Grpc-Timeout", "Prefer"} {
		if v := r.Header.Get(h); v != "" {
			fmt.Fprintf(w, " %s=%s", h, v)
		}
	}
})

func TestMiddleware(t *testing.T) {
	every := []budgethttp.Header{budgethttp.RequestTimeout, budgethttp.ConnectTimeout, budgethttp.GRPCTimeout, budgethttp.EnvoyTimeout, budgethttp.PreferWait}
	tests := []struct {
		name    string
		options budgethttp.Options
		header  map[string]string
		status  int
		body    string
		bad     []string
	}{
		{"class alone", budgethttp.Options{}, nil, 200, "7.5s true", nil},
		{"a caller shortens", budgethttp.Options{}, map[string]string{"Request-Timeout-Ms": "3000"}, 200, "2.5s true", nil},
		{"a caller cannot lengthen", budgethttp.Options{}, map[string]string{"Request-Timeout-Ms": "60000"}, 200, "7.5s true", nil},
		{"others are not understood", budgethttp.Options{}, map[string]string{"Grpc-Timeout": "1S"}, 200, "7.5s true Grpc-Timeout=1S", nil},
		{"unless they are switched on", budgethttp.Options{Accept: every}, map[string]string{"Grpc-Timeout": "4S", "Prefer": "wait=6", "Connect-Timeout-Ms": "5000"}, 200, "3.5s true", nil},
		{"no class total", budgethttp.Options{Class: budgethttp.Always(budget.Class{})}, map[string]string{"Request-Timeout-Ms": "3000"}, 200, "3s true", nil},
		{"no total at all", budgethttp.Options{Class: budgethttp.Always(budget.Class{})}, nil, 200, "0s false", nil},
		{"malformed is ignored and counted", budgethttp.Options{}, map[string]string{"Request-Timeout-Ms": "3s"}, 200, "7.5s true", []string{"Request-Timeout-Ms"}},
		{"malformed is refused", budgethttp.Options{Strict: true}, map[string]string{"Request-Timeout-Ms": "+3"}, 400, "malformed Request-Timeout-Ms header\n", []string{"Request-Timeout-Ms"}},
		{"required", budgethttp.Options{Require: true}, nil, 400, "no time limit: send how many milliseconds this request has in the header Request-Timeout-Ms\n", nil},
		{"required and there", budgethttp.Options{Require: true}, map[string]string{"Request-Timeout-Ms": "1000"}, 200, "500ms true", nil},
		{"nothing left for work", budgethttp.Options{}, map[string]string{"Request-Timeout-Ms": "500"}, 504, `{"part":"answer","reason":"spent","retryable":true}` + "\n", nil},
		{"no time at all", budgethttp.Options{Class: budgethttp.Always(budget.Class{})}, map[string]string{"Request-Timeout-Ms": "0"}, 504, `{"part":"answer","reason":"spent","retryable":true}` + "\n", nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				if tt.options.Class == nil {
					tt.options.Class = budgethttp.Always(short)
				}
				var bad []string
				tt.options.Malformed = func(_ *http.Request, h budgethttp.Header) { bad = append(bad, h.Name) }
				r := httptest.NewRequestWithContext(t.Context(), "GET", "/", nil)
				for k, v := range tt.header {
					r.Header.Set(k, v)
				}
				w := httptest.NewRecorder()
				time.Sleep(time.Nanosecond) // else a time of zero is not over yet
				budgethttp.Middleware(tt.options)(left).ServeHTTP(w, r)
				time.Sleep(time.Nanosecond)
				if w.Code != tt.status || w.Body.String() != tt.body || !slices.Equal(bad, tt.bad) {
					t.Errorf("%d %q, malformed %v; want %d %q, %v", w.Code, w.Body, bad, tt.status, tt.body, tt.bad)
				}
				if len(r.Header) != len(tt.header) {
					t.Error("the request of the server was changed")
				}
			})
		})
	}
}

// The budget is one: what the first service used, the second does not have, and
// the reserve stays with the one that has to write the reply.
func TestTwoServices(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		second := serve(t, budgethttp.Middleware(budgethttp.Options{Class: budgethttp.Always(budget.Class{Total: time.Minute, Reserve: 100 * ms})})(left))
		client := &http.Client{Transport: &budgethttp.Transport{Base: second.Transport}}
		first := serve(t, budgethttp.Middleware(budgethttp.Options{Class: budgethttp.Always(short)})(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			time.Sleep(2 * sec)
			req, _ := http.NewRequestWithContext(r.Context(), "GET", "http://second/", nil)
			// As a proxy does that copies what came in.
			req.Header.Set("Request-Timeout-Ms", "99999")
			body, err := budgethttp.Do(r.Context(), &budget.Hop{Name: "second", Cap: 4 * sec}, client, req, readAll)
			if err != nil {
				budgethttp.WriteError(w, err)
				return
			}
			fmt.Fprint(w, body)
		})))
		get := func(d time.Duration) string {
			ctx, cancel := context.WithTimeout(t.Context(), d)
			defer cancel()
			req, _ := http.NewRequestWithContext(ctx, "GET", "http://first/", nil)
			body, err := budgethttp.Do(ctx, nil, &http.Client{Transport: &budgethttp.Transport{Base: first.Transport}}, req, readAll)
			if err != nil {
				t.Fatal(err)
			}
			return body
		}
		// 8 s: cap 4 s, of which the second keeps 100 ms.
		if got := get(time.Minute); got != "3.9s true" {
			t.Error(got)
		}
		// 5 s from the user, less 500 ms for the first's reply, less 2 s used.
		if got := get(5 * sec); got != "2.4s true" {
			t.Error(got)
		}
	})
}

func readAll(resp *http.Response) (string, error) {
	b, err := io.ReadAll(resp.Body)
	return string(b), err
}

func TestTransport(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var got *http.Request
		tr := &budgethttp.Transport{Base: transport(func(r *http.Request) (*http.Response, error) {
			got = r
			return httptest.NewRecorder().Result(), nil
		})}
		send := func(ctx context.Context) (*http.Request, error) {
			got = nil
			req, _ := http.NewRequestWithContext(ctx, "POST", "http://db/", strings.NewReader("x"))
			req.Header["Request-Timeout-Ms"] = []string{"7", "8"}
			_, err := tr.RoundTrip(req)
			if len(req.Header["Request-Timeout-Ms"]) != 2 {
				t.Error("the request was changed")
			}
			return got, err
		}
		ctx, cancel := budget.Class{Total: 3*sec + 999*time.Microsecond, Reserve: sec}.Start(t.Context())
		defer cancel()
		if r, err := send(ctx); err != nil || !slices.Equal(r.Header["Request-Timeout-Ms"], []string{"2000"}) {
			t.Errorf("%v, %v", r.Header, err)
		}
		time.Sleep(1500 * ms)
		if r, _ := send(ctx); r.Header.Get("Request-Timeout-Ms") != "500" {
			t.Errorf("later: %v", r.Header)
		}
		time.Sleep(500 * ms)
		if r, err := send(ctx); r != nil || !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("sent with 999µs left: %v, %v", r, err)
		}
		if r, err := send(t.Context()); err != nil || r.Header.Values("Request-Timeout-Ms") != nil {
			t.Errorf("no deadline: %v, %v", r.Header, err)
		}
		tr.Header = budgethttp.GRPCTimeout
		ctx, cancel = context.WithTimeout(t.Context(), sec)
		defer cancel()
		if r, err := send(ctx); err != nil || r.Header.Get("Grpc-Timeout") != "1000000u" {
			t.Errorf("%v, %v", r.Header, err)
		}
	})
}

type transport func(*http.Request) (*http.Response, error)

func (f transport) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

func TestWriteError(t *testing.T) {
	for _, tt := range []struct {
		err    error
		status int
		after  string
		body   string
	}{
		{&budget.Error{Hop: "crm", Reason: budget.HopTimeout, Err: errors.New("secret")}, 504, "", `{"part":"crm","reason":"hop_timeout","retryable":true}`},
		{fmt.Errorf("ask: %w", &budget.Error{Reason: budget.NoTime, RetryAfter: sec}), 504, "", `{"part":"answer","reason":"no_time","retryable":true,"retry_after_ms":1000}`},
		{&budget.Error{Hop: "crm", Reason: budget.Open, RetryAfter: 1200 * ms}, 503, "2", `{"part":"crm","reason":"open","retryable":true,"retry_after_ms":1200}`},
		{&budget.Error{Hop: "crm", Reason: budget.Open}, 503, "", `{"part":"crm","reason":"open","retryable":true}`},
		{&budget.Error{Hop: "crm", Reason: budget.Failed, Err: errors.New("secret")}, 502, "", `{"part":"crm","reason":"failed","retryable":false}`},
		{&budget.Error{Hop: "crm", Reason: budget.Canceled}, 499, "", `{"part":"crm","reason":"canceled","retryable":false}`},
		{context.DeadlineExceeded, 504, "", `{"part":"answer","reason":"budget_timeout","retryable":true}`},
		{errors.New("secret"), 500, "", `{"part":"answer","reason":"failed","retryable":false}`},
	} {
		w := httptest.NewRecorder()
		budgethttp.WriteError(w, tt.err)
		if w.Code != tt.status || w.Header().Get("Retry-After") != tt.after || w.Body.String() != tt.body+"\n" {
			t.Errorf("%v: %d, Retry-After %q, %s", tt.err, w.Code, w.Header().Get("Retry-After"), w.Body)
		}
	}
}

func TestWritePartial(t *testing.T) {
	w := httptest.NewRecorder()
	p := budget.Partial[[]int]{Value: []int{1}, Missing: []budget.Missing{budget.Miss("order", context.DeadlineExceeded)}}
	if err := budgethttp.WritePartial(w, p); err != nil {
		t.Fatal(err)
	}
	var back budget.Partial[[]int]
	if err := json.Unmarshal(w.Body.Bytes(), &back); err != nil || w.Code != 200 || len(back.Missing) != 1 || back.Missing[0] != p.Missing[0] {
		t.Errorf("%d %s", w.Code, w.Body)
	}
	w = httptest.NewRecorder()
	if err := budgethttp.WritePartial(w, budget.Partial[func()]{}); err == nil || w.Code != 500 {
		t.Errorf("%v, %d", err, w.Code)
	}
}
