package budgethttp_test

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"time"

	"github.com/budgetlint/budgetlint/budget"
	"github.com/budgetlint/budgetlint/budget/budgethttp"
)

// Both sides: the gateway starts the budget, the service behind it is told what is
// left.
func Example() {
	behind := httptest.NewServer(budgethttp.Middleware(budgethttp.Options{
		Class:   budgethttp.Always(budget.Class{Total: time.Minute}),
		Require: true,
	})(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		left, _ := budget.Left(r.Context())
		fmt.Fprint(w, "the service has about ", left.Round(100*time.Millisecond))
	})))
	defer behind.Close()

	client := &http.Client{Transport: new(budgethttp.Transport)}
	hop := &budget.Hop{Name: "search", Cap: 3 * time.Second, Tries: 2}
	gateway := budgethttp.Middleware(budgethttp.Options{
		Class: budgethttp.Always(budget.Class{Name: "short", Total: 8 * time.Second, Reserve: 500 * time.Millisecond}),
	})(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		req, err := http.NewRequestWithContext(r.Context(), "GET", behind.URL, nil)
		if err != nil {
			http.Error(w, "malformed address", http.StatusInternalServerError)
			return
		}
		text, err := budgethttp.Do(r.Context(), hop, client, req, func(resp *http.Response) (string, error) {
			b, err := io.ReadAll(resp.Body)
			return string(b), err
		})
		if err != nil {
			budgethttp.WriteError(w, err)
			return
		}
		_ = budgethttp.WritePartial(w, budget.Partial[string]{Value: text})
	}))

	w := httptest.NewRecorder()
	gateway.ServeHTTP(w, httptest.NewRequestWithContext(context.Background(), "GET", "/", nil))
	fmt.Print(w.Code, " ", w.Body)
	// Output: 200 {"value":"the service has about 3s"}
}

// Long requests are accepted, and their results fetched later.
func ExampleAsync() {
	async := &budgethttp.Async{Need: 20 * time.Second}
	mux := http.NewServeMux()
	mux.Handle("POST /summaries", budgethttp.Middleware(budgethttp.Options{
		Class: budgethttp.Always(budget.Class{Name: "long-document", Total: 5 * time.Minute, Async: true}),
		Async: async,
	})(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, "a summary") })))
	mux.Handle("/results/", async.Results())

	w := httptest.NewRecorder()
	mux.ServeHTTP(w, httptest.NewRequestWithContext(context.Background(), "POST", "/summaries", nil))
	fmt.Println(w.Code, w.Header().Get("Retry-After"))

	_ = async.Shutdown(context.Background()) // here: until it is done
	result := httptest.NewRecorder()
	mux.ServeHTTP(result, httptest.NewRequestWithContext(context.Background(), "GET", w.Header().Get("Location"), nil))
	fmt.Println(result.Code, result.Body)
	// Output:
	// 202 1
	// 200 a summary
}
