// Package errorkey: the key of the entry says that it is an error.
package errorkey

import (
	"context"
	"encoding/json"
	"net/http"
)

type Tool interface {
	Run(ctx context.Context, args map[string]any) (map[string]any, error)
}

func Call(ctx context.Context, t Tool, args map[string]any) map[string]any {
	res, err := t.Run(ctx, args)
	if err != nil {
		return map[string]any{"error": err.Error()} // the key says so
	}
	return res
}

func Invoke(ctx context.Context, t Tool, args map[string]any) (map[string]any, error) {
	res, err := t.Run(ctx, args)
	if err != nil {
		return map[string]any{"status": "error", "message": err.Error()}, nil // the status says so
	}
	return res, nil
}

type envelope struct {
	Data  any    `json:"data,omitempty"`
	Error string `json:"_ERROR,omitempty"`
}

// Envelope returns a structured failure as a string.
func Envelope(ctx context.Context, t Tool, args map[string]any) (string, error) {
	res, err := t.Run(ctx, args)
	if err != nil {
		b, _ := json.Marshal(envelope{Error: err.Error()})
		return string(b), nil
	}
	b, err := json.Marshal(envelope{Data: res})
	return string(b), err
}

func Handler(t Tool) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		res, err := t.Run(r.Context(), nil)
		if err != nil {
			w.WriteHeader(http.StatusBadGateway)
			_ = json.NewEncoder(w).Encode(map[string]string{"error": err.Error()}) // an error response
			return
		}
		_ = json.NewEncoder(w).Encode(res)
	}
}

func Bare(ctx context.Context, t Tool, args map[string]any) (map[string]any, error) {
	res, err := t.Run(ctx, args)
	if err != nil {
		return map[string]any{"message": err.Error()}, nil // want `becomes entry message with no flag beside it`
	}
	return res, nil
}

func Body(ctx context.Context, t Tool, args map[string]any) ([]byte, error) {
	res, err := t.Run(ctx, args)
	if err != nil {
		return json.Marshal(map[string]any{"text": err.Error()}) // want `becomes entry text with no flag beside it`
	}
	return json.Marshal(res)
}
