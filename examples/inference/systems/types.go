// Package systems is what surrounds the gateway: a vector store (HTTP), the
// service that a model is asked through (gRPC), the processor that it computes
// on, and the users. All of it is simulated: a question says what it costs. The
// package knows neither the gateway nor the model, and sets no limit on any call.
package systems

import (
	"context"
	"net"
	"time"

	"google.golang.org/grpc"

	"github.com/budgetlint/budgetlint/budget"
)

// A Question is what a user asks the gateway.
type Question struct {
	Text string `json:"text"`
	Cost Cost   `json:"cost"`
}

// A Cost is what the systems need for a question, which no user could know. A
// system that hangs never answers.
type Cost struct {
	Search      time.Duration `json:"search"` // by the vector store
	SearchHangs bool          `json:"search_hangs,omitempty"`
	Tokens      int           `json:"tokens"` // of the answer, a step of the processor each
	ModelHangs  bool          `json:"model_hangs,omitempty"`
}

// A Prompt is what the model is asked with.
type Prompt struct {
	Question string   `json:"question"`
	Passages []string `json:"passages"`
	Cost     Cost     `json:"cost"`
}

// Answer is what the model says, once it has computed the tokens.
func (p Prompt) Answer() string {
	if len(p.Passages) == 0 {
		return "An answer without context."
	}
	return "An answer from the passages."
}

// An Answer is what the user gets.
type Answer struct {
	Text     string   `json:"text,omitempty"`
	Passages []string `json:"passages,omitempty"`
}

// A Reply is an answer of which parts may be missing: "context", the passages,
// or "answer", the text.
type Reply = budget.Partial[Answer]

// Where the gateway is asked.
const (
	Answers   = "/answers"   // short questions
	Documents = "/documents" // questions about a long document
)

// Endpoints are where the gateway finds the other systems.
type Endpoints struct {
	Vector string // base URL
	Model  string // address
	Dial   func(ctx context.Context, addr string) (net.Conn, error)
	// Options are those of each connection to the model.
	Options []grpc.DialOption
}
