// Package agent answers support questions: it looks up the customer and the
// order, asks the model for a reply and notes the reply on the ticket, all of
// it before one deadline. What could not be had by then the reply says.
package agent

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"strings"
	"time"

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
	systems *systems.Client
	limits  Limits
}

// New returns an agent that asks the systems of c within limits.
func New(c *systems.Client, limits Limits) *Agent {
	return &Agent{systems: c, limits: limits}
}

// NewServer returns the server for an agent. Its limits are for clients that
// send or read too slowly. The agent keeps to its own, which is why writing
// gets more than the whole request: it must not cut off a reply in time.
func NewServer(a *Agent) *http.Server {
	return &http.Server{
		Handler:           a,
		ReadHeaderTimeout: 5 * time.Second,
		ReadTimeout:       10 * time.Second,
		WriteTimeout:      a.limits.Total + 10*time.Second,
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
	// The only limit in the agent that starts a clock. Everything below asks
	// what is left of it; it is a point in time, so no layer can start it
	// over. A client that has gone ends it early.
	ctx, cancel := context.WithTimeout(r.Context(), a.limits.Total)
	defer cancel()

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

// answer does the three steps, each within what is left of ctx less the
// reserve. A step that fails, or for which there is no time, does not stop the
// others, but the model and the user are told.
func (a *Agent) answer(ctx context.Context, q systems.Question) systems.Reply {
	ctx, cancel := a.withReserve(ctx)
	defer cancel()

	var missing []systems.Missing

	customer, err := step(ctx, a.limits.CRM, func(ctx context.Context) (systems.Customer, error) {
		return a.systems.Customer(ctx, q.Email)
	})
	if err != nil {
		missing = append(missing, because(ctx, "customer", err))
	}

	order, err := step(ctx, a.limits.Orders, func(ctx context.Context) (systems.Order, error) {
		return a.systems.Order(ctx, q.Order)
	})
	if err != nil {
		missing = append(missing, because(ctx, "order", err))
	}

	prompt := systems.Prompt{Question: q.Text, Customer: customer, Order: order}
	for _, m := range missing {
		prompt.Missing = append(prompt.Missing, m.What)
	}
	text, err := step(ctx, a.limits.Model, func(ctx context.Context) (string, error) {
		return a.systems.Reply(ctx, prompt)
	})
	if err != nil {
		missing = append(missing, because(ctx, "answer", err))
		text = plainText(q, customer, order, missing)
	}
	return systems.Reply{Text: text, Missing: missing}
}

// withReserve returns ctx with a deadline that is earlier by the reserve.
func (a *Agent) withReserve(ctx context.Context) (context.Context, context.CancelFunc) {
	deadline, ok := ctx.Deadline()
	if !ok {
		return context.WithCancel(ctx)
	}
	return context.WithDeadline(ctx, deadline.Add(-a.limits.Reserve))
}

// errNoTime is the error of a step that was not tried.
var errNoTime = errors.New("less time left than the step usually needs")

// step makes a call if what is left of ctx is at least what the call usually
// needs, else it returns errNoTime at once.
func step[T any](ctx context.Context, usual time.Duration, call func(context.Context) (T, error)) (T, error) {
	if deadline, ok := ctx.Deadline(); ok && time.Until(deadline) < usual {
		var none T
		return none, errNoTime
	}
	return call(ctx)
}

// because says in the reply's own words why a part of it is missing; what err
// says in its own goes to the log only.
func because(ctx context.Context, what string, err error) systems.Missing {
	slog.WarnContext(ctx, "part of a reply missing", "part", what, "err", err)
	m := systems.Missing{What: what, Why: systems.Failed, Retry: true}
	switch {
	case errors.Is(err, errNoTime):
		m.Why = systems.NotAsked
	case errors.Is(err, context.DeadlineExceeded):
		m.Why = systems.TimedOut
	case errors.Is(err, systems.ErrNotFound):
		m.Why, m.Retry = systems.Unknown, false
	}
	return m
}

// plainText is the reply where the model gives none: what is known, and what
// is missing.
func plainText(q systems.Question, c systems.Customer, o systems.Order, missing []systems.Missing) string {
	var b strings.Builder
	if c.Name != "" {
		fmt.Fprintf(&b, "Hello %s. ", c.Name)
	}
	if o.Status != "" {
		fmt.Fprintf(&b, "Your order %s is %s. ", o.ID, o.Status)
	}
	again := false
	for _, m := range missing {
		fmt.Fprintf(&b, "Missing: %s (%s). ", m.What, m.Why)
		again = again || m.Retry
	}
	if again {
		b.WriteString("Asking again may help. ")
	}
	fmt.Fprintf(&b, "Your ticket is %s.", q.Ticket)
	return b.String()
}

// addNote notes the reply on the ticket. It may use half of the reserve; the
// other half is for sending the reply.
func (a *Agent) addNote(ctx context.Context, ticket, text string) error {
	ctx, cancel := context.WithTimeout(ctx, a.limits.Reserve/2)
	defer cancel()
	return a.systems.AddNote(ctx, ticket, text)
}
