// Package systems is what the support agent talks to: a CRM, an order system,
// a model and a help desk, as small HTTP servers that answer late or never
// when a scenario says so, and the client for them. It knows nothing of the
// agent, and it sets no limit on any call: that is the agent's part.
package systems

import "github.com/budgetlint/budgetlint/budget"

// A Question is what a user asks the support agent.
type Question struct {
	Ticket string `json:"ticket"`
	Email  string `json:"email"`
	Order  string `json:"order"`
	Text   string `json:"text"`
}

// A Customer is what the CRM knows of a user.
type Customer struct {
	Email string `json:"email"`
	Name  string `json:"name"`
}

// An Order is what the order system knows of an order.
type Order struct {
	ID     string `json:"id"`
	Status string `json:"status"`
}

// A Prompt is what the model is asked with. What stands in Missing was asked
// for and not found out, so an empty field is not taken for an answer.
type Prompt struct {
	Question string   `json:"question"`
	Customer Customer `json:"customer"`
	Order    Order    `json:"order"`
	Missing  []string `json:"missing,omitempty"`
}

// A Reply is what the user gets. What is missing carries a reason from a fixed
// list and never the text of an error: whoever reads the reply, a model above
// all, would go on from that text as if it were the answer.
type Reply struct {
	Text    string           `json:"text"`
	Missing []budget.Missing `json:"missing,omitempty"`
}
