// Package agent answers support questions: it looks up the customer and the
// order, asks the model for a reply and notes the reply on the ticket, all of
// it with one budget. What could not be had by then the reply says.
package agent

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"strings"
	"time"

	"github.com/budgetlint/budgetlint/budget"
	"github.com/budgetlint/budgetlint/budget/budgethttp"
	"github.com/budgetlint/budgetlint/examples/supportagent/systems"
)

// Limits are the times that the agent goes by.
type Limits struct {
	Total   time.Duration // for the whole request, set once where it enters
	Reserve time.Duration // of Total, kept back for the note and the reply

	// What each step usually needs. With less than that left, asking only
	// keeps the user waiting.
	CRM, Orders, Model time.Duration
}

// DefaultLimits returns the limits of production.
func DefaultLimits() Limits {
	return Limits{
		Total:   30 * time.Second,
		Reserve: 2 * time.Second,
		CRM:     500 * time.Millisecond,
		Orders:  500 * time.Millisecond,
		Model:   2 * time.Second,
	}
}

// Faster returns the limits divided by scale, which must be at least 1.
func (l Limits) Faster(scale int) Limits {
	for _, d := range []*time.Duration{&l.Total, &l.Reserve, &l.CRM, &l.Orders, &l.Model} {
		*d /= time.Duration(scale)
	}
	return l
}

// An Agent answers questions over HTTP.
type Agent struct {
	systems            *systems.Client
	class              budget.Class
	crm, orders, model budget.Hop
}

// New returns an agent that asks the systems of c within limits.
func New(c *systems.Client, limits Limits) *Agent {
	step := func(name string, usual time.Duration) budget.Hop {
		return budget.Hop{Name: name, Min: usual, Tries: 3, Base: usual / 5, Transient: systems.Unavailable}
	}
	return &Agent{
		systems: c,
		class:   budget.Class{Name: "support", Total: limits.Total, Reserve: limits.Reserve},
		crm:     step("crm", limits.CRM),
		orders:  step("orders", limits.Orders),
		model:   step("model", limits.Model),
	}
}

// NewServer returns the server for an agent. The middleware is the only place
// that starts a clock: everything below asks what is left of it. The server's own
// limits are for clients that send or read too slowly. The agent keeps to its
// budget, which is why writing gets more than the whole request: it must not cut
// off a reply in time.
func NewServer(a *Agent) *http.Server {
	return &http.Server{
		Handler:           budgethttp.Middleware(budgethttp.Options{Class: budgethttp.Always(a.class)})(a),
		ReadHeaderTimeout: 5 * time.Second,
		ReadTimeout:       10 * time.Second,
		WriteTimeout:      a.class.Total + 10*time.Second,
		IdleTimeout:       time.Minute,
	}
}

// CheckSystems returns an error if one of the systems is not up.
func (a *Agent) CheckSystems(ctx context.Context) error {
	for _, url := range a.systems.Endpoints.All() {
		if err := a.systems.Check(ctx, url); err != nil {
			return fmt.Errorf("check systems: %w", err)
		}
	}
	return nil
}

// ServeHTTP answers one question.
func (a *Agent) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	ctx := r.Context()
	var q systems.Question
	if err := json.NewDecoder(r.Body).Decode(&q); err != nil {
		http.Error(w, "malformed question", http.StatusBadRequest)
		return
	}
	reply := a.answer(ctx, q)
	if err := a.addNote(ctx, q.Ticket, reply.Text); err != nil {
		slog.WarnContext(ctx, "reply not noted", "ticket", q.Ticket, "err", err)
	}
	w.Header().Set("Content-Type", "application/json")
	if err := json.NewEncoder(w).Encode(reply); err != nil {
		slog.WarnContext(ctx, "reply not sent", "ticket", q.Ticket, "err", err)
	}
}

// answer does the three steps, each within what is left of the budget. A step
// that fails, or that there is no time for, does not stop the others, but the
// model and the user are told.
func (a *Agent) answer(ctx context.Context, q systems.Question) systems.Reply {
	var missing []budget.Missing

	customer, err := budget.Call(ctx, &a.crm, func(ctx context.Context) (systems.Customer, error) {
		return a.systems.Customer(ctx, q.Email)
	})
	if err != nil {
		missing = append(missing, miss(ctx, "customer", err))
	}

	order, err := budget.Call(ctx, &a.orders, func(ctx context.Context) (systems.Order, error) {
		return a.systems.Order(ctx, q.Order)
	})
	if err != nil {
		missing = append(missing, miss(ctx, "order", err))
	}

	prompt := systems.Prompt{Question: q.Text, Customer: customer, Order: order}
	for _, m := range missing {
		prompt.Missing = append(prompt.Missing, m.Part)
	}
	text, err := budget.Call(ctx, &a.model, func(ctx context.Context) (string, error) {
		return a.systems.Reply(ctx, prompt)
	})
	if err != nil {
		missing = append(missing, miss(ctx, "answer", err))
		text = plainText(q, customer, order, missing)
	}
	return systems.Reply{Text: text, Missing: missing}
}

// miss says in the reply's own words why a part of it is missing; what err says
// in its own goes to the log only.
func miss(ctx context.Context, part string, err error) budget.Missing {
	slog.WarnContext(ctx, "part of a reply missing", "part", part, "err", err)
	return budget.Miss(part, err)
}

// why is what users are told for each reason.
var why = map[budget.Reason]string{
	budget.Spent:         "no time left",
	budget.NoTime:        "no time left",
	budget.HopTimeout:    "timed out",
	budget.BudgetTimeout: "timed out",
	budget.Failed:        "not available",
}

// plainText is the reply where the model gives none: what is known, and what
// is missing.
func plainText(q systems.Question, c systems.Customer, o systems.Order, missing []budget.Missing) string {
	var b strings.Builder
	if c.Name != "" {
		fmt.Fprintf(&b, "Hello %s. ", c.Name)
	}
	if o.Status != "" {
		fmt.Fprintf(&b, "Your order %s is %s. ", o.ID, o.Status)
	}
	again := false
	for _, m := range missing {
		fmt.Fprintf(&b, "Missing: %s (%s). ", m.Part, why[m.Reason])
		again = again || m.Retryable
	}
	if again {
		b.WriteString("Asking again may help. ")
	}
	fmt.Fprintf(&b, "Your ticket is %s.", q.Ticket)
	return b.String()
}

// addNote notes the reply on the ticket. It is a part of replying, so it is paid
// from the reserve, of which it may use half; the other half is for sending the
// reply.
func (a *Agent) addNote(ctx context.Context, ticket, text string) error {
	ctx, cancel := context.WithTimeout(ctx, a.class.Reserve/2)
	defer cancel()
	return a.systems.AddNote(ctx, ticket, text)
}
