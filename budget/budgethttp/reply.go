package budgethttp

import (
	"encoding/json"
	"errors"
	"net/http"
	"strconv"
	"time"

	"github.com/budgetlint/budgetlint/budget"
)

// WritePartial answers with 200 and p as JSON. An error means that the client has
// gone, or that the value is none that JSON can carry.
func WritePartial[T any](w http.ResponseWriter, p budget.Partial[T]) error {
	return writeJSON(w, http.StatusOK, p)
}

// WriteError answers for a request of which nothing can be had. The status is
// that of [Status], the body a [budget.Missing] as JSON: a reason from a closed
// set, and never the text of err, which belongs into a log.
func WriteError(w http.ResponseWriter, err error) {
	part := "answer"
	var e *budget.Error
	if errors.As(err, &e) && e.Hop != "" {
		part = e.Hop
	}
	m := budget.Miss(part, err)
	status := Status(err)
	if m.RetryAfter > 0 && status == http.StatusServiceUnavailable {
		w.Header().Set("Retry-After", seconds(m.RetryAfter))
	}
	_ = writeJSON(w, status, m)
}

// Status returns the status of an answer to a request that err made impossible:
// 504 where time was the reason (and never 408, which says that the client was
// too slow), 503 where a breaker is open, 502 where another service failed, 499
// where the client has gone and nobody will read it, and 500 for what is no
// [*budget.Error].
func Status(err error) int {
	m := budget.Miss("", err)
	var e *budget.Error
	switch m.Reason {
	case budget.Spent, budget.NoTime, budget.HopTimeout, budget.BudgetTimeout:
		return http.StatusGatewayTimeout
	case budget.Open:
		return http.StatusServiceUnavailable
	case budget.Canceled:
		return statusClientClosedRequest
	case budget.Failed:
		if errors.As(err, &e) {
			return http.StatusBadGateway
		}
	}
	return http.StatusInternalServerError
}

// statusClientClosedRequest is what nginx logs for a client that did not wait.
const statusClientClosedRequest = 499

func writeJSON(w http.ResponseWriter, status int, v any) error {
	data, err := json.Marshal(v)
	if err != nil {
		http.Error(w, "the answer cannot be written", http.StatusInternalServerError)
		return err
	}
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Content-Length", strconv.Itoa(len(data)+1))
	w.WriteHeader(status)
	_, err = w.Write(append(data, '\n'))
	return err
}

// seconds returns the value of a Retry-After header, rounded up: asking earlier
// does not help.
func seconds(d time.Duration) string {
	return strconv.FormatInt(int64((d-1)/time.Second)+1, 10)
}
