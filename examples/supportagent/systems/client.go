package systems

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
)

// ErrNotFound is what a lookup returns, wrapped, if there is no such thing.
var ErrNotFound = errors.New("not found")

// A Note is a remark on a ticket of the help desk.
type Note struct {
	Text string `json:"text"`
}

// A Client asks the systems. Each call waits until its context ends, and no
// shorter unless HTTP has a timeout. Both fields must be set; a Client is safe
// for concurrent use.
type Client struct {
	Endpoints Endpoints
	HTTP      *http.Client
}

// Customer looks up a customer in the CRM.
func (c *Client) Customer(ctx context.Context, email string) (Customer, error) {
	var customer Customer
	err := c.call(ctx, http.MethodGet, c.Endpoints.CRM+"/customers/"+url.PathEscape(email), nil, &customer)
	return customer, err
}

// Order looks up an order in the order system.
func (c *Client) Order(ctx context.Context, id string) (Order, error) {
	var order Order
	err := c.call(ctx, http.MethodGet, c.Endpoints.Orders+"/orders/"+url.PathEscape(id), nil, &order)
	return order, err
}

// Reply asks the model for the text of a reply.
func (c *Client) Reply(ctx context.Context, p Prompt) (string, error) {
	var reply Reply
	err := c.call(ctx, http.MethodPost, c.Endpoints.Model+"/replies", p, &reply)
	return reply.Text, err
}

// AddNote adds a note to a ticket of the help desk.
func (c *Client) AddNote(ctx context.Context, ticket, text string) error {
	return c.call(ctx, http.MethodPost, c.Endpoints.Desk+"/tickets/"+url.PathEscape(ticket)+"/notes", Note{Text: text}, new(Note))
}

// Check returns an error if the system at the base URL system is not up.
func (c *Client) Check(ctx context.Context, system string) error {
	return c.call(ctx, http.MethodGet, system+"/healthz", nil, nil)
}

// Ask asks the support agent at the base URL agent.
func (c *Client) Ask(ctx context.Context, agent string, q Question) (Reply, error) {
	var reply Reply
	err := c.call(ctx, http.MethodPost, agent, q, &reply)
	return reply, err
}

// call sends in, if there is any, as JSON and decodes the answer, if there is
// any, into out.
func (c *Client) call(ctx context.Context, method, url string, in, out any) error {
	var body bytes.Buffer
	if in != nil {
		if err := json.NewEncoder(&body).Encode(in); err != nil {
			return err
		}
	}
	req, err := http.NewRequestWithContext(ctx, method, url, &body)
	if err != nil {
		return err
	}
	resp, err := c.HTTP.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	switch resp.StatusCode {
	case http.StatusOK:
		return json.NewDecoder(resp.Body).Decode(out)
	case http.StatusNoContent:
		return nil
	case http.StatusNotFound:
		return fmt.Errorf("%s %s: %w", method, url, ErrNotFound)
	case http.StatusServiceUnavailable:
		return fmt.Errorf("%s %s: %w", method, url, errUnavailable)
	default:
		return fmt.Errorf("%s %s: %s", method, url, resp.Status)
	}
}

var errUnavailable = errors.New("unavailable at the moment")

// Unavailable reports whether a call failed because the system could not answer
// at the moment, and did nothing.
func Unavailable(err error) bool { return errors.Is(err, errUnavailable) }
