// Package gateway answers questions: it looks for passages in the vector store
// and asks the model to answer from them.
package gateway

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"time"

	"google.golang.org/grpc"

	"github.com/budgetlint/budgetlint/examples/inference/systems"
)

// HopTimeout is how long each of the other services may take.
const HopTimeout = 30 * time.Second

// A Gateway answers questions over HTTP.
type Gateway struct {
	*http.Server
	Client *http.Client // to the vector store
	vector string
	conn   *grpc.ClientConn
}

// New returns a gateway between the systems of e.
func New(e systems.Endpoints) (*Gateway, error) {
	conn, err := e.DialModel()
	if err != nil {
		return nil, err
	}
	g := &Gateway{
		Client: &http.Client{Transport: e.Transport(), Timeout: HopTimeout},
		vector: e.Vector,
		conn:   conn,
	}
	mux := http.NewServeMux()
	mux.HandleFunc("POST "+systems.Answers, g.serve(systems.AnswerMethod))
	mux.HandleFunc("POST "+systems.Documents, g.serve(systems.SummarizeMethod))
	g.Server = &http.Server{Handler: mux}
	return g, nil
}

// Close stops the gateway at once.
func (g *Gateway) Close() error {
	err := g.Server.Close()
	g.conn.Close()
	g.Client.CloseIdleConnections()
	return err
}

// serve answers questions with a method of the model.
func (g *Gateway) serve(method string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		var q systems.Question
		if err := json.NewDecoder(r.Body).Decode(&q); err != nil {
			http.Error(w, "malformed question", http.StatusBadRequest)
			return
		}
		answer, err := g.answer(r.Context(), method, q)
		if err != nil {
			slog.WarnContext(r.Context(), "no answer", "err", err)
			http.Error(w, "no answer", http.StatusGatewayTimeout)
			return
		}
		w.Header().Set("Content-Type", "application/json")
		if err := json.NewEncoder(w).Encode(systems.Reply{Value: answer}); err != nil {
			slog.WarnContext(r.Context(), "answer not sent", "err", err)
		}
	}
}

// answer asks the vector store, then the model.
func (g *Gateway) answer(ctx context.Context, method string, q systems.Question) (systems.Answer, error) {
	slog.DebugContext(ctx, "question", "text", q.Text)
	passages, err := g.search(q)
	if err != nil {
		return systems.Answer{}, fmt.Errorf("search: %w", err)
	}
	modelCtx, cancel := context.WithTimeout(context.Background(), HopTimeout)
	defer cancel()
	text, err := systems.Generate(modelCtx, g.conn, method, systems.Prompt{Question: q.Text, Passages: passages, Cost: q.Cost})
	if err != nil {
		return systems.Answer{}, fmt.Errorf("model: %w", err)
	}
	return systems.Answer{Text: text, Passages: passages}, nil
}

// search asks the vector store.
func (g *Gateway) search(q systems.Question) ([]string, error) {
	req, err := systems.SearchRequest(context.Background(), g.vector, q)
	if err != nil {
		return nil, err
	}
	resp, err := g.Client.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	return systems.ReadPassages(resp)
}
