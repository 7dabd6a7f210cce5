// Package searchtool: an agent's tool gives error text for what it has found.
package searchtool

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"
)

type hit struct{ Title, URL string }

func search(ctx context.Context, hc *http.Client, query string) (string, error) {
	if strings.TrimSpace(query) == "" {
		return "Error: a query is needed", nil // no call has failed
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, "https://search.invalid/v1", strings.NewReader(query))
	if err != nil {
		return "Error: " + err.Error(), nil // want `the error text of http.NewRequestWithContext \(line 20\) is returned as the answer with a nil error.*return "", err \(errstringfallback/text\)`
	}
	resp, err := hc.Do(req)
	if err != nil {
		return "Error: the search failed: " + err.Error(), nil // want `the error text of Do \(line 24\)`
	}
	defer resp.Body.Close()
	raw, err := io.ReadAll(resp.Body)
	if err != nil {
		return fmt.Sprintf("Error: read: %v", err), nil // want `the error text of io.ReadAll \(line 29\)`
	}
	var hits []hit
	if err := json.Unmarshal(raw, &hits); err != nil {
		msg := "Error parsing the results: " + err.Error()
		return msg, nil // want `the error text of json.Unmarshal \(line 34\)`
	}
	if len(hits) == 0 {
		return "No results.", nil // honest
	}
	return hits[0].Title, nil
}

func searchFixed(ctx context.Context, hc *http.Client, query string) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, 15*time.Second)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, "https://search.invalid/v1", strings.NewReader(query))
	if err != nil {
		return "", fmt.Errorf("search: %w", err)
	}
	resp, err := hc.Do(req)
	if err != nil {
		return err.Error(), err // the error comes along
	}
	defer resp.Body.Close()
	raw, err := io.ReadAll(resp.Body)
	return string(raw), err
}
