// Package gateway answers questions: it looks for passages in the vector store
// and asks the model to answer from them, all of it with one budget. What could
// not be had by then the reply says.
package gateway

import (
	"context"
	"encoding/json"
	"log/slog"
	"net/http"
	"time"

	"google.golang.org/grpc"

	"github.com/budgetlint/budgetlint/budget"
	"github.com/budgetlint/budgetlint/budget/budgetbreaker"
	"github.com/budgetlint/budgetlint/budget/budgetgrpc"
	"github.com/budgetlint/budgetlint/budget/budgethttp"
	"github.com/budgetlint/budgetlint/examples/inference/systems"
)

// Limits are what the gateway goes by. The times of a short question are those
// of the plan: of 8 s, 6 s for the model, 1 s for the vector store, 0.5 s for the
// gateway's own work and 0.5 s for the reply.
type Limits struct {
	Total   time.Duration // for a short question, set once where it enters
	Reserve time.Duration // of Total, kept back for the reply
	Vector  time.Duration // the most that a search may take
	Model   time.Duration // the most that a short answer may take
	Usual   time.Duration // what a short answer needs at least

	Document  time.Duration // for a long document, which is answered later
	Summarize time.Duration // the most that the model may take for one
	Reading   int           // how many long documents the model has at a time
	Accepted  int           // how many are accepted, those that wait included
}

// DefaultLimits returns the limits of production.
func DefaultLimits() Limits {
	return Limits{
		Total:   8 * time.Second,
		Reserve: 500 * time.Millisecond,
		Vector:  time.Second,
		Model:   6 * time.Second,
		Usual:   500 * time.Millisecond,

		Document:  5 * time.Minute,
		Summarize: 2 * time.Minute,
		Reading:   3,
		Accepted:  64,
	}
}

// Faster returns the limits with each time divided by scale, which must be at
// least 1.
func (l Limits) Faster(scale int) Limits {
	for _, d := range []*time.Duration{&l.Total, &l.Reserve, &l.Vector, &l.Model, &l.Usual, &l.Document, &l.Summarize} {
		*d /= time.Duration(scale)
	}
	return l
}

// A Gateway answers questions over HTTP.
type Gateway struct {
	*http.Server
	url    string // of the vector store
	client *http.Client
	conn   *grpc.ClientConn
	vector budget.Hop
	// turn is where long documents wait for each other, so that they don't fill
	// the model's queue.
	turn    budget.Hop
	reading chan struct{}
}

// New returns a gateway between the systems of e that keeps to limits and tells
// observer of it.
func New(e systems.Endpoints, limits Limits, observer budget.Observer) (*Gateway, error) {
	g := &Gateway{
		url:     e.Vector,
		client:  &http.Client{Transport: &budgethttp.Transport{Base: e.Transport()}},
		vector:  budget.Hop{Name: "vector", Cap: limits.Vector},
		turn:    budget.Hop{Name: "turn", Min: limits.Usual},
		reading: make(chan struct{}, limits.Reading),
	}
	model := budget.Hop{Name: "model", Cap: limits.Model, Min: limits.Usual}
	summarize := budget.Hop{Name: "summarize", Cap: limits.Summarize, Min: limits.Usual}
	for _, h := range []*budget.Hop{&g.vector, &model, &summarize} {
		breaker, err := budgetbreaker.New(budgetbreaker.Settings{Name: h.Name, Cap: h.Cap, Rate: 0.15})
		if err != nil {
			return nil, err
		}
		h.Breaker = breaker
	}
	hops := map[string]*budget.Hop{systems.AnswerMethod: &model, systems.SummarizeMethod: &summarize}

	var err error
	g.conn, err = e.DialModel(grpc.WithDisableRetry(), grpc.WithUnaryInterceptor(budgetgrpc.UnaryClientInterceptor(
		budgetgrpc.WithHops(func(method string) *budget.Hop { return hops[method] }))))
	if err != nil {
		return nil, err
	}

	short := budget.Class{Name: "short", Total: limits.Total, Reserve: limits.Reserve, Observer: observer}
	document := budget.Class{Name: "long-document", Total: limits.Document, Reserve: limits.Reserve, Async: true, Observer: observer}
	later := &budgethttp.Async{Running: limits.Accepted}
	start := budgethttp.Middleware(budgethttp.Options{
		Class: func(r *http.Request) budget.Class {
			if r.URL.Path == systems.Documents {
				return document
			}
			return short
		},
		Async: later,
	})
	mux := http.NewServeMux()
	mux.Handle("POST "+systems.Answers, start(http.HandlerFunc(g.answerQuestion)))
	mux.Handle("POST "+systems.Documents, start(http.HandlerFunc(g.readDocument)))
	mux.Handle("GET /results/", later.Results())
	// The server's own limits are for clients that send or read too slowly: they
	// must not cut off a reply in time.
	g.Server = &http.Server{
		Handler:           mux,
		ReadHeaderTimeout: 5 * time.Second,
		ReadTimeout:       10 * time.Second,
		WriteTimeout:      limits.Total + 10*time.Second,
		IdleTimeout:       time.Minute,
	}
	return g, nil
}

// Close stops the gateway at once.
func (g *Gateway) Close() error {
	err := g.Server.Close()
	_ = g.conn.Close()
	g.client.CloseIdleConnections()
	return err
}

// answerQuestion answers a short question.
func (g *Gateway) answerQuestion(w http.ResponseWriter, r *http.Request) {
	g.answer(w, r, systems.AnswerMethod)
}

// readDocument answers a question about a long document. By then its user has
// been told to come back.
func (g *Gateway) readDocument(w http.ResponseWriter, r *http.Request) {
	_, err := budget.Call(r.Context(), &g.turn, func(ctx context.Context) (struct{}, error) {
		select {
		case g.reading <- struct{}{}:
			return struct{}{}, nil
		case <-ctx.Done():
			return struct{}{}, ctx.Err()
		}
	})
	if err != nil {
		slog.WarnContext(r.Context(), "no answer", "err", err)
		budgethttp.WriteError(w, err)
		return
	}
	defer func() { <-g.reading }()
	g.answer(w, r, systems.SummarizeMethod)
}

// answer asks the vector store, then the model, each within what is left of the
// budget. A step that fails, or that there is no time for, does not stop the
// other, but the user is told what is missing.
func (g *Gateway) answer(w http.ResponseWriter, r *http.Request, method string) {
	ctx := r.Context()
	var q systems.Question
	if err := json.NewDecoder(r.Body).Decode(&q); err != nil {
		http.Error(w, "malformed question", http.StatusBadRequest)
		return
	}
	var reply systems.Reply
	passages, err := g.search(ctx, q)
	if err != nil {
		reply.Missing = append(reply.Missing, miss(ctx, "context", err))
	}
	text, err := systems.Generate(ctx, g.conn, method, systems.Prompt{Question: q.Text, Passages: passages, Cost: q.Cost})
	if err != nil {
		reply.Missing = append(reply.Missing, miss(ctx, "answer", err))
		if passages == nil { // there is nothing to give
			budgethttp.WriteError(w, err)
			return
		}
	}
	reply.Value = systems.Answer{Text: text, Passages: passages}
	if err := budgethttp.WritePartial(w, reply); err != nil {
		slog.WarnContext(ctx, "reply not sent", "err", err)
	}
}

// search asks the vector store.
func (g *Gateway) search(ctx context.Context, q systems.Question) ([]string, error) {
	req, err := systems.SearchRequest(ctx, g.url, q)
	if err != nil {
		return nil, err
	}
	return budgethttp.Do(ctx, &g.vector, g.client, req, systems.ReadPassages)
}

// miss says in the reply's own words why a part of it is missing; what err says
// in its own goes to the log only.
func miss(ctx context.Context, part string, err error) budget.Missing {
	slog.WarnContext(ctx, "part of a reply missing", "part", part, "err", err)
	return budget.Miss(part, err)
}
