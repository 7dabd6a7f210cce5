package systems

import (
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"slices"
	"strings"
	"time"
)

// Endpoints are the base URLs of the systems.
type Endpoints struct {
	CRM, Orders, Model, Desk string
}

// All returns the base URLs.
func (e Endpoints) All() []string {
	return []string{e.CRM, e.Orders, e.Model, e.Desk}
}

// Name returns the system that a URL's host belongs to, or the host itself.
func (e Endpoints) Name(host string) string {
	for name, url := range map[string]string{"crm": e.CRM, "orders": e.Orders, "model": e.Model, "desk": e.Desk} {
		if strings.TrimPrefix(url, "http://") == host {
			return name
		}
	}
	return host
}

// Running is the systems of one scenario, started.
type Running struct {
	Endpoints
	servers []*http.Server
}

// Start starts the systems of a scenario, each on a listener of its own that
// listen makes for its name. The caller has to Close what Start returns.
func Start(s Scenario, listen func(system string) (net.Listener, error)) (*Running, error) {
	r := new(Running)
	for _, system := range []struct {
		name    string
		handler http.Handler
		url     *string
	}{
		{"crm", crm(s.CRM), &r.CRM},
		{"orders", orders(s.Orders), &r.Orders},
		{"model", model(s.Model), &r.Model},
		{"desk", desk(), &r.Desk},
	} {
		ln, err := listen(system.name)
		if err != nil {
			r.Close()
			return nil, fmt.Errorf("start %s: %w", system.name, err)
		}
		srv := &http.Server{Handler: system.handler, ReadHeaderTimeout: 5 * time.Second}
		// Serve ends when Close does, and then always with an error.
		go func() { _ = srv.Serve(ln) }()
		r.servers = append(r.servers, srv)
		*system.url = "http://" + ln.Addr().String()
	}
	return r, nil
}

// Close stops the systems at once; whoever still waits for one gets an error.
func (r *Running) Close() {
	for _, srv := range r.servers {
		_ = srv.Close()
	}
}

// Loopback listens on a free port of this machine.
func Loopback(string) (net.Listener, error) {
	return net.Listen("tcp", "127.0.0.1:0")
}

func crm(b Behaviour) http.Handler {
	mux := newMux()
	mux.HandleFunc("GET /customers/{email}", func(w http.ResponseWriter, r *http.Request) {
		if !b.wait(w, r) {
			return
		}
		if r.PathValue("email") != Example.Email {
			http.NotFound(w, r)
			return
		}
		writeJSON(w, Customer{Email: Example.Email, Name: "Ada"})
	})
	return mux
}

func orders(b Behaviour) http.Handler {
	mux := newMux()
	mux.HandleFunc("GET /orders/{id}", func(w http.ResponseWriter, r *http.Request) {
		if !b.wait(w, r) {
			return
		}
		if r.PathValue("id") != Example.Order {
			http.NotFound(w, r)
			return
		}
		writeJSON(w, Order{ID: Example.Order, Status: "on its way"})
	})
	return mux
}

func model(b Behaviour) http.Handler {
	mux := newMux()
	mux.HandleFunc("POST /replies", func(w http.ResponseWriter, r *http.Request) {
		// The body comes first: a server sees that its client has left only
		// once it has read the request to its end.
		var p Prompt
		if err := json.NewDecoder(r.Body).Decode(&p); err != nil {
			http.Error(w, "malformed prompt", http.StatusBadRequest)
			return
		}
		if !b.wait(w, r) {
			return
		}
		writeJSON(w, Reply{Text: modelText(p)})
	})
	return mux
}

// modelText does as models do: it fills an empty field with something that
// sounds right, unless it was told that the field is missing.
func modelText(p Prompt) string {
	name := p.Customer.Name
	if name == "" {
		name = "there"
	}
	switch {
	case p.Order.Status != "":
		return fmt.Sprintf("Hello %s, your order %s is %s.", name, p.Order.ID, p.Order.Status)
	case slices.Contains(p.Missing, "order"):
		return fmt.Sprintf("Hello %s, I cannot see your order at the moment.", name)
	default:
		return fmt.Sprintf("Hello %s, your order was delivered yesterday.", name)
	}
}

func desk() http.Handler {
	mux := newMux()
	mux.HandleFunc("POST /tickets/{id}/notes", func(w http.ResponseWriter, r *http.Request) {
		var note Note
		if err := json.NewDecoder(r.Body).Decode(&note); err != nil {
			http.Error(w, "malformed note", http.StatusBadRequest)
			return
		}
		writeJSON(w, note)
	})
	return mux
}

func newMux() *http.ServeMux {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /healthz", func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(http.StatusNoContent)
	})
	return mux
}

// wait waits as long as the system takes and reports whether there is an answer
// to give, and still somebody to give it to.
func (b Behaviour) wait(w http.ResponseWriter, r *http.Request) bool {
	var answered <-chan time.Time // never, if the system hangs
	if !b.Hang {
		answered = time.After(b.Latency)
	}
	select {
	case <-answered:
		if b.Busy {
			w.WriteHeader(http.StatusServiceUnavailable)
		}
		return !b.Busy
	case <-r.Context().Done():
		return false
	}
}

// writeJSON writes v. An error means that the client has gone, and there is
// nobody left to tell.
func writeJSON(w http.ResponseWriter, v any) {
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(v)
}

// Example is a question that the systems know the answer to.
var Example = Question{Ticket: "T-77", Email: "ada@example.com", Order: "A-1001", Text: "Where is my order?"}
