// Package agent answers support questions: it looks up the customer and the
// order, asks the model for a reply and notes the reply on the ticket.
package agent

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"time"

	"github.com/budgetlint/budgetlint/examples/supportagent/systems"
)

const (
	// StepTimeout is how long each step may take.
	StepTimeout = 30 * time.Second

	noteTimeout = 5 * time.Second
)

// An Agent answers questions over HTTP.
type Agent struct {
	systems *systems.Client
}

// New returns an agent that asks the systems of c.
func New(c *systems.Client) *Agent {
	return &Agent{systems: c}
}

// NewServer returns the server for an agent.
func NewServer(a *Agent) *http.Server {
	return &http.Server{Handler: a}
}

// CheckSystems returns an error if one of the systems is not up.
func (a *Agent) CheckSystems() error {
	for _, url := range a.systems.Endpoints.All() {
		resp, err := http.Get(url + "/healthz")
		if err != nil {
			return fmt.Errorf("check systems: %w", err)
		}
		resp.Body.Close()
		if resp.StatusCode != http.StatusNoContent {
			return fmt.Errorf("check systems: %s: %s", url, resp.Status)
		}
	}
	return nil
}

// ServeHTTP answers one question.
func (a *Agent) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	var q systems.Question
	if err := json.NewDecoder(r.Body).Decode(&q); err != nil {
		http.Error(w, "malformed question", http.StatusBadRequest)
		return
	}
	reply := a.answer(r.Context(), q)
	if err := a.addNote(q.Ticket, reply.Text); err != nil {
		slog.WarnContext(r.Context(), "reply not noted", "ticket", q.Ticket, "err", err)
	}
	w.Header().Set("Content-Type", "application/json")
	if err := json.NewEncoder(w).Encode(reply); err != nil {
		slog.WarnContext(r.Context(), "reply not sent", "ticket", q.Ticket, "err", err)
	}
}

// answer does the three steps. A step that fails does not stop the others:
// some answer is better than none.
func (a *Agent) answer(ctx context.Context, q systems.Question) systems.Reply {
	log := slog.With("ticket", q.Ticket)
	reply := systems.Reply{Text: "Thank you for your message. A colleague will get back to you."}

	crmCtx, cancelCRM := context.WithTimeout(context.Background(), StepTimeout)
	defer cancelCRM()
	customer, err := a.systems.Customer(crmCtx, q.Email)
	if err != nil {
		log.WarnContext(ctx, "no customer, going on without", "err", err)
	}

	orderCtx, cancelOrder := context.WithTimeout(context.Background(), StepTimeout)
	defer cancelOrder()
	order, err := a.systems.Order(orderCtx, q.Order)
	if err != nil {
		log.WarnContext(ctx, "no order, going on without", "err", err)
	}

	modelCtx, cancelModel := context.WithTimeout(context.Background(), StepTimeout)
	defer cancelModel()
	text, err := a.systems.Reply(modelCtx, systems.Prompt{Question: q.Text, Customer: customer, Order: order})
	if err != nil {
		log.WarnContext(ctx, "no reply from the model", "err", err)
	} else {
		reply.Text = text
	}
	return reply
}

// addNote notes the reply on the ticket.
func (a *Agent) addNote(ticket, text string) error {
	ctx, cancel := context.WithTimeout(context.Background(), noteTimeout)
	defer cancel()
	return a.systems.AddNote(ctx, ticket, text)
}
