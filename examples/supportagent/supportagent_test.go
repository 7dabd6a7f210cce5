package supportagent

import (
	"context"
	"errors"
	"net"
	"net/http"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"github.com/budgetlint/budgetlint/budget"
	"github.com/budgetlint/budgetlint/examples/internal/memnet"
	after "github.com/budgetlint/budgetlint/examples/supportagent/after/agent"
	before "github.com/budgetlint/budgetlint/examples/supportagent/before/agent"
	"github.com/budgetlint/budgetlint/examples/supportagent/demo"
	"github.com/budgetlint/budgetlint/examples/supportagent/systems"
)

func newBefore(c *systems.Client) *http.Server {
	return before.NewServer(before.New(c))
}

func newAfter(c *systems.Client) *http.Server {
	return after.NewServer(after.New(c, after.DefaultLimits()))
}

// An answer is what became of one question.
type answer struct {
	reply  systems.Reply
	err    error
	waited time.Duration
	calls  []demo.Call // of the agent, also those after the user has left
}

// ask puts a question to an agent on a network in memory. It has to run in a
// bubble of its own, which it leaves without connections. The user leaves
// after patience, if that is not zero.
func ask(t *testing.T, s systems.Scenario, newServer func(*systems.Client) *http.Server, q systems.Question, patience time.Duration) answer {
	t.Helper()
	var network memnet.Network
	transport := &http.Transport{DialContext: func(ctx context.Context, _, addr string) (net.Conn, error) { return network.Dial(ctx, addr) }}
	defer transport.CloseIdleConnections()

	sys, err := systems.Start(s, network.Listen)
	if err != nil {
		t.Fatal(err)
	}
	defer sys.Close()

	timeline := demo.NewTimeline(transport, sys.Endpoints, 1)
	ln, err := network.Listen("agent")
	if err != nil {
		t.Fatal(err)
	}
	srv := newServer(&systems.Client{Endpoints: sys.Endpoints, HTTP: &http.Client{Transport: timeline}})
	go srv.Serve(ln)
	defer srv.Close()

	ctx, cancel := t.Context(), context.CancelFunc(func() {})
	if patience > 0 {
		ctx, cancel = context.WithTimeout(ctx, patience)
	}
	defer cancel()

	user := &systems.Client{HTTP: &http.Client{Transport: transport}}
	start := time.Now()
	var a answer
	a.reply, a.err = user.Ask(ctx, "http://agent", q)
	a.waited = time.Since(start)
	// Long after any of the agent's own limits: whatever still comes, comes
	// before.
	time.Sleep(time.Hour)
	a.calls = timeline.Calls()
	return a
}

func scenario(t *testing.T, name string) systems.Scenario {
	t.Helper()
	s, err := systems.Named(name)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// A span is a call without its error.
type span struct {
	system     string
	start, end time.Duration
	answered   bool
}

func spans(calls []demo.Call) []span {
	var spans []span
	for _, c := range calls {
		spans = append(spans, span{c.System, c.Start, c.End, c.Err == nil})
	}
	return spans
}

const (
	sec = time.Second
	ms  = time.Millisecond
)

func TestWait(t *testing.T) {
	invented := "Hello Ada, your order was delivered yesterday."
	colleague := "Thank you for your message. A colleague will get back to you."
	complete := "Hello Ada, your order A-1001 is on its way."
	tests := []struct {
		name      string
		scenario  string
		newServer func(*systems.Client) *http.Server
		waited    time.Duration
		calls     []span
		reply     systems.Reply
	}{
		{
			name: "before", scenario: "normal", newServer: newBefore, waited: 2200 * ms,
			calls: []span{{"crm", 0, 300 * ms, true}, {"orders", 300 * ms, 700 * ms, true}, {"model", 700 * ms, 2200 * ms, true}, {"desk", 2200 * ms, 2200 * ms, true}},
			reply: systems.Reply{Text: complete},
		},
		{
			name: "after", scenario: "normal", newServer: newAfter, waited: 2200 * ms,
			calls: []span{{"crm", 0, 300 * ms, true}, {"orders", 300 * ms, 700 * ms, true}, {"model", 700 * ms, 2200 * ms, true}, {"desk", 2200 * ms, 2200 * ms, true}},
			reply: systems.Reply{Text: complete},
		},
		{
			name: "before", scenario: "slow", newServer: newBefore, waited: 36 * sec,
			calls: []span{{"crm", 0, 12 * sec, true}, {"orders", 12 * sec, 24 * sec, true}, {"model", 24 * sec, 36 * sec, true}, {"desk", 36 * sec, 36 * sec, true}},
			reply: systems.Reply{Text: complete},
		},
		{
			name: "after", scenario: "slow", newServer: newAfter, waited: 28 * sec,
			calls: []span{{"crm", 0, 12 * sec, true}, {"orders", 12 * sec, 24 * sec, true}, {"model", 24 * sec, 28 * sec, false}, {"desk", 28 * sec, 28 * sec, true}},
			reply: systems.Reply{
				Text:    "Hello Ada. Your order A-1001 is on its way. Missing: answer (timed out). Asking again may help. Your ticket is T-77.",
				Missing: []budget.Missing{{Part: "answer", Reason: budget.BudgetTimeout, Retryable: true}},
			},
		},
		{
			name: "before", scenario: "orders-hang", newServer: newBefore, waited: 33 * sec,
			calls: []span{{"crm", 0, 3 * sec, true}, {"orders", 3 * sec, 33 * sec, false}, {"model", 33 * sec, 33 * sec, true}, {"desk", 33 * sec, 33 * sec, true}},
			// The model was handed an empty order and filled it.
			reply: systems.Reply{Text: invented},
		},
		{
			name: "after", scenario: "orders-hang", newServer: newAfter, waited: 28 * sec,
			calls: []span{{"crm", 0, 3 * sec, true}, {"orders", 3 * sec, 28 * sec, false}, {"desk", 28 * sec, 28 * sec, true}},
			reply: systems.Reply{
				Text: "Hello Ada. Missing: order (timed out). Missing: answer (no time left). Asking again may help. Your ticket is T-77.",
				Missing: []budget.Missing{
					{Part: "order", Reason: budget.BudgetTimeout, Retryable: true},
					{Part: "answer", Reason: budget.Spent, Retryable: true},
				},
			},
		},
		{
			name: "before", scenario: "all-hang", newServer: newBefore, waited: 90 * sec,
			calls: []span{{"crm", 0, 30 * sec, false}, {"orders", 30 * sec, 60 * sec, false}, {"model", 60 * sec, 90 * sec, false}, {"desk", 90 * sec, 90 * sec, true}},
			reply: systems.Reply{Text: colleague},
		},
		{
			name: "after", scenario: "all-hang", newServer: newAfter, waited: 28 * sec,
			calls: []span{{"crm", 0, 28 * sec, false}, {"desk", 28 * sec, 28 * sec, true}},
			reply: systems.Reply{
				Text: "Missing: customer (timed out). Missing: order (no time left). Missing: answer (no time left). Asking again may help. Your ticket is T-77.",
				Missing: []budget.Missing{
					{Part: "customer", Reason: budget.BudgetTimeout, Retryable: true},
					{Part: "order", Reason: budget.Spent, Retryable: true},
					{Part: "answer", Reason: budget.Spent, Retryable: true},
				},
			},
		},
	}
	for _, tt := range tests {
		t.Run(tt.scenario+"/"+tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				a := ask(t, scenario(t, tt.scenario), tt.newServer, systems.Example, 0)
				if a.err != nil {
					t.Fatal(a.err)
				}
				if a.waited != tt.waited {
					t.Errorf("user waited %v, want %v", a.waited, tt.waited)
				}
				if got := spans(a.calls); !slices.Equal(got, tt.calls) {
					t.Errorf("calls\n got %v\nwant %v", got, tt.calls)
				}
				if a.reply.Text != tt.reply.Text {
					t.Errorf("text\n got %q\nwant %q", a.reply.Text, tt.reply.Text)
				}
				if !slices.Equal(a.reply.Missing, tt.reply.Missing) {
					t.Errorf("missing\n got %v\nwant %v", a.reply.Missing, tt.reply.Missing)
				}
			})
		})
	}
}

// With less left than a step usually needs, the step is not tried, so the
// answer is earlier than it would have to be.
func TestAfterDoesNotStartWhatCannotEnd(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a := ask(t, systems.Scenario{CRM: systems.Behaviour{Latency: 27*sec + 600*ms}}, newAfter, systems.Example, 0)
		if want := 27*sec + 600*ms; a.err != nil || a.waited != want {
			t.Errorf("waited %v, error %v; want %v and none", a.waited, a.err, want)
		}
		want := []budget.Missing{{Part: "order", Reason: budget.NoTime, Retryable: true}, {Part: "answer", Reason: budget.NoTime, Retryable: true}}
		if !slices.Equal(a.reply.Missing, want) {
			t.Errorf("missing %v, want %v", a.reply.Missing, want)
		}
	})
}

// A system that is busy is asked again, as long as the pause and what such a step
// usually needs fit into what is left: no retry that could not end.
func TestAfterTriesAgainWhileThereIsTime(t *testing.T) {
	busy := func(d time.Duration) systems.Behaviour { return systems.Behaviour{Latency: d, Busy: true} }
	tests := []struct {
		name   string
		orders systems.Behaviour
		tries  int
		reason budget.Reason
	}{
		{"quickly", busy(100 * ms), 3, budget.Failed},
		{"13s fit twice", busy(13 * sec), 2, budget.NoTime},
		{"15s do not", busy(15 * sec), 1, budget.NoTime},
		{"it hangs: the same wall again", systems.Behaviour{Hang: true}, 1, budget.BudgetTimeout},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				a := ask(t, systems.Scenario{Orders: tt.orders}, newAfter, systems.Example, 0)
				if a.err != nil || a.waited > 28*sec {
					t.Errorf("an answer after %v, %v", a.waited, a.err)
				}
				tries := 0
				for _, c := range a.calls {
					if c.System == "orders" {
						tries++
					}
				}
				if tries != tt.tries || len(a.reply.Missing) == 0 || a.reply.Missing[0].Reason != tt.reason {
					t.Errorf("%d tries, want %d; missing %+v, want %s", tries, tt.tries, a.reply.Missing, tt.reason)
				}
			})
		})
	}
}

// What is missing is told to the model, which then does not invent it, and to
// the user, with the hint that asking again does not help.
func TestAfterTellsTheModelWhatIsMissing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q := systems.Example
		q.Order = "A-9999"
		a := ask(t, scenario(t, "normal"), newAfter, q, 0)
		if a.err != nil {
			t.Fatal(a.err)
		}
		if want := "Hello Ada, I cannot see your order at the moment."; a.reply.Text != want {
			t.Errorf("text %q, want %q", a.reply.Text, want)
		}
		if want := []budget.Missing{{Part: "order", Reason: budget.Failed}}; !slices.Equal(a.reply.Missing, want) {
			t.Errorf("missing %v, want %v", a.reply.Missing, want)
		}
	})
}

// When the user leaves, after stops; before works on for nobody.
func TestUserLeaves(t *testing.T) {
	tests := []struct {
		name      string
		newServer func(*systems.Client) *http.Server
		lastEnd   time.Duration
	}{
		{"before", newBefore, 90 * sec},
		{"after", newAfter, 5 * sec},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				a := ask(t, scenario(t, "all-hang"), tt.newServer, systems.Example, 5*sec)
				if !errors.Is(a.err, context.DeadlineExceeded) || a.waited != 5*sec {
					t.Errorf("user left after %v with %v; want 5s and the deadline", a.waited, a.err)
				}
				if len(a.calls) == 0 {
					t.Fatal("no calls")
				}
				if end := a.calls[len(a.calls)-1].End; end != tt.lastEnd {
					t.Errorf("last call ended at %v, want %v", end, tt.lastEnd)
				}
			})
		})
	}
}
