package systems

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"time"
)

// Transport returns a transport to the vector store.
func (e Endpoints) Transport() *http.Transport {
	return &http.Transport{
		DialContext:         func(ctx context.Context, _, addr string) (net.Conn, error) { return e.Dial(ctx, addr) },
		MaxIdleConnsPerHost: 100,
	}
}

// SearchRequest returns the request for the passages that a question is about.
func SearchRequest(ctx context.Context, vector string, q Question) (*http.Request, error) {
	body, err := json.Marshal(q)
	if err != nil {
		return nil, err
	}
	return http.NewRequestWithContext(ctx, http.MethodPost, vector+"/search", bytes.NewReader(body))
}

// ReadPassages reads the answer of the vector store.
func ReadPassages(resp *http.Response) ([]string, error) {
	if resp.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("search: %s", resp.Status)
	}
	var passages []string
	err := json.NewDecoder(resp.Body).Decode(&passages)
	return passages, err
}

// vectorStore is a vector store that takes as long as each question says.
func vectorStore() *http.Server {
	mux := http.NewServeMux()
	mux.HandleFunc("POST /search", func(w http.ResponseWriter, r *http.Request) {
		var q Question
		if err := json.NewDecoder(r.Body).Decode(&q); err != nil {
			http.Error(w, "malformed question", http.StatusBadRequest)
			return
		}
		var found <-chan time.Time // never, if it hangs
		if !q.Cost.SearchHangs {
			found = time.After(q.Cost.Search)
		}
		select {
		case <-found:
			w.Header().Set("Content-Type", "application/json")
			// An error means that the client has gone.
			_ = json.NewEncoder(w).Encode([]string{"a passage on " + q.Text})
		case <-r.Context().Done():
		}
	})
	return &http.Server{Handler: mux, ReadHeaderTimeout: 5 * time.Second}
}
