package inference

import (
	"fmt"
	"log/slog"
	"net/http"
	"os"
	"reflect"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"google.golang.org/grpc"

	"github.com/budgetlint/budgetlint/budget"
	"github.com/budgetlint/budgetlint/examples/inference/after/counts"
	aftergateway "github.com/budgetlint/budgetlint/examples/inference/after/gateway"
	aftermodel "github.com/budgetlint/budgetlint/examples/inference/after/model"
	beforegateway "github.com/budgetlint/budgetlint/examples/inference/before/gateway"
	beforemodel "github.com/budgetlint/budgetlint/examples/inference/before/model"
	"github.com/budgetlint/budgetlint/examples/inference/systems"
	"github.com/budgetlint/budgetlint/examples/internal/memnet"
)

const (
	ms  = time.Millisecond
	sec = time.Second
)

func TestMain(m *testing.M) {
	slog.SetLogLoggerLevel(slog.LevelError) // what goes wrong here is meant to
	os.Exit(m.Run())
}

// A result is what a variant made of a load.
type result struct {
	outcomes []systems.Outcome
	meter    systems.Meter
	// What the observers of the two layers saw, only of after.
	gateway, model counts.Counts
}

// before returns the variant before.
func before(*result) systems.Variant {
	return systems.Variant{
		Name:    "before",
		Model:   beforemodel.NewServer,
		Gateway: func(e systems.Endpoints) (systems.Gateway, error) { return beforegateway.New(e) },
	}
}

// after returns the variant after, which tells r what it observes.
func after(r *result) systems.Variant {
	return systems.Variant{
		Name:  "after",
		Model: func(p *systems.Processor) *grpc.Server { return aftermodel.NewServer(p, &r.model, 1) },
		Gateway: func(e systems.Endpoints) (systems.Gateway, error) {
			return aftergateway.New(e, aftergateway.DefaultLimits(), &r.gateway)
		},
	}
}

// replay puts a load to a variant, on a network in memory and in virtual time, and
// waits until nothing is computed any more.
func replay(t *testing.T, variant func(*result) systems.Variant, load []systems.Arrival) *result {
	t.Helper()
	r := new(result)
	synctest.Test(t, func(t *testing.T) {
		run, err := systems.Start(new(memnet.Network), variant(r), &systems.Processor{Token: systems.Token})
		if err != nil {
			t.Fatal(err)
		}
		defer run.Close()
		r.outcomes = run.Replay(t.Context(), load, nil)
		// Long after all limits: whatever is still computed ends before.
		time.Sleep(time.Hour)
		r.meter = run.Processor.Meter()
	})
	return r
}

// tokens is how many take d.
func tokens(d time.Duration) int { return int(d / systems.Token) }

// ask is a question that is alone with the systems.
func ask(search, answer time.Duration) systems.Arrival {
	return systems.Arrival{Question: systems.Question{Text: "that", Cost: systems.Cost{Search: search, Tokens: tokens(answer)}}}
}

const passage = "a passage on that"

// A reply is what a user sees of one.
type reply struct {
	status  int
	text    string
	passage string
	missing []budget.Missing
}

func replyOf(o systems.Outcome) reply {
	r := reply{status: o.Status, text: o.Reply.Value.Text, missing: o.Reply.Missing}
	if p := o.Reply.Value.Passages; len(p) > 0 {
		r.passage = p[0]
	}
	return r
}

// An index rebuild takes a search from 80 ms to 3 s.
func TestRebuild(t *testing.T) {
	const usual, rebuild = 80 * ms, 3 * sec
	complete := reply{status: http.StatusOK, text: "An answer from the passages.", passage: passage}
	noContext := budget.Missing{Part: "context", Reason: budget.HopTimeout, Retryable: true}
	noAnswer := budget.Missing{Part: "answer", Reason: budget.HopTimeout, Retryable: true}
	tests := []struct {
		name    string
		variant func(*result) systems.Variant
		arrival systems.Arrival
		waited  time.Duration
		reply   reply
	}{
		{"usual/before", before, ask(usual, 2100*ms), 2180 * ms, complete},
		{"usual/after", after, ask(usual, 2100*ms), 2180 * ms, complete},
		{"rebuild/before", before, ask(rebuild, 2100*ms), 5100 * ms, complete},
		{"rebuild/after", after, ask(rebuild, 2100*ms), 3100 * ms, reply{status: http.StatusOK, text: "An answer without context.", missing: []budget.Missing{noContext}}},
		// What fits into 8 s, though not with a search of 3 s.
		{"long answer/before", before, ask(rebuild, 5600*ms), 8600 * ms, complete},
		{"long answer/after", after, ask(rebuild, 5600*ms), 6600 * ms, reply{status: http.StatusOK, text: "An answer without context.", missing: []budget.Missing{noContext}}},
		// What does not.
		{"longer answer/before", before, ask(usual, 14*sec), 14080 * ms, complete},
		{"longer answer/after", after, ask(usual, 14*sec), 6080 * ms, reply{status: http.StatusOK, passage: passage, missing: []budget.Missing{noAnswer}}},
		{"both/before", before, ask(rebuild, 14*sec), 17 * sec, complete},
		{"both/after", after, ask(rebuild, 14*sec), 7 * sec, reply{status: http.StatusGatewayTimeout}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r := replay(t, tt.variant, []systems.Arrival{tt.arrival})
			o := r.outcomes[0]
			if o.Err != nil || o.Done != tt.waited {
				t.Errorf("a reply after %v, %v; want it after %v", o.Done, o.Err, tt.waited)
			}
			if got := replyOf(o); !reflect.DeepEqual(got, tt.reply) {
				t.Errorf("got  %+v\nwant %+v", got, tt.reply)
			}
			if _, late := r.gateway.Requests(); late > 0 || r.meter.StepsForNobody > 0 {
				t.Errorf("%d replies were late, %d steps were for nobody", late, r.meter.StepsForNobody)
			}
		})
	}
}

// A user who has less than the 8 s gets a reply in what there is, and each layer
// is told.
func TestUserHasLess(t *testing.T) {
	a := ask(80*ms, 14*sec)
	a.Within = 3 * sec
	if o := replay(t, before, []systems.Arrival{a}).outcomes[0]; o.Done != 14080*ms {
		t.Errorf("before: a reply after %v", o.Done)
	}
	r := replay(t, after, []systems.Arrival{a})
	want := reply{status: http.StatusOK, passage: passage, missing: []budget.Missing{{Part: "answer", Reason: budget.BudgetTimeout, Retryable: true}}}
	if o := r.outcomes[0]; o.Done != 2500*ms || !reflect.DeepEqual(replyOf(o), want) {
		t.Errorf("after: a reply after %v: %+v, want %+v", o.Done, replyOf(o), want)
	}
	if h := r.model.Of("compute"); h.GivenUp() != 1 || h.Slowest > 2420*ms+systems.Token {
		t.Errorf("the model computed for %v", h.Slowest)
	}
}

// every is n questions, one each gap. change makes them differ. The odd
// microseconds keep apart what would else happen at the same instant, in an order
// that nobody knows.
func every(gap time.Duration, n int, change func(i int, a *systems.Arrival)) []systems.Arrival {
	load := make([]systems.Arrival, n)
	for i := range load {
		load[i] = ask(80*ms, time.Second)
		load[i].At = time.Duration(i) * (gap + 7*time.Microsecond)
		if change != nil {
			change(i, &load[i])
		}
	}
	return load
}

// slowest returns the longest that a user waited for the reply.
func slowest(outcomes []systems.Outcome) time.Duration {
	var d time.Duration
	for _, o := range outcomes {
		d = max(d, o.Done)
	}
	return d
}

var hangs = map[string]func(*systems.Cost){
	"vector": func(c *systems.Cost) { c.SearchHangs = true },
	"model":  func(c *systems.Cost) { c.ModelHangs = true },
}

// A system that hangs costs its share of the budget, then its breaker opens and it
// costs nothing. The metric names it.
func TestOutage(t *testing.T) {
	tests := []struct {
		hop, missing        string
		before, after, open time.Duration
	}{
		{"vector", "context", 30 * sec, 1980 * ms, 980 * ms},
		{"model", "answer", 30080 * ms, 6080 * ms, 80 * ms},
	}
	for _, tt := range tests {
		t.Run(tt.hop, func(t *testing.T) {
			load := every(500*ms, 200, func(_ int, a *systems.Arrival) { hangs[tt.hop](&a.Question.Cost) })
			for _, o := range replay(t, before, load).outcomes {
				if o.Status != http.StatusGatewayTimeout || o.Done != tt.before {
					t.Fatalf("before: status %d after %v, want 504 after %v", o.Status, o.Done, tt.before)
				}
			}

			r := replay(t, after, load)
			quick := 0
			for _, o := range r.outcomes {
				m := o.Reply.Missing
				if o.Status != http.StatusOK || len(m) != 1 || m[0].Part != tt.missing || !m[0].Retryable {
					t.Fatalf("after: status %d, missing %+v; want %s", o.Status, m, tt.missing)
				}
				want := tt.after
				if m[0].Reason == budget.Open {
					quick++
					want = tt.open
				}
				if o.Done != want {
					t.Errorf("after: %v until a reply without %s (%s), want %v", o.Done, tt.missing, m[0].Reason, want)
				}
			}
			ranOut := r.gateway.RanOut()
			if quick < len(load)/2 || len(ranOut) != 1 || ranOut[tt.hop] != len(load)-quick {
				t.Errorf("the breaker refused %d of %d; time ran out in %v", quick, len(load), ranOut)
			}
		})
	}
}

// A flutter does not open a breaker, whatever lasts does.
func TestBreakerRate(t *testing.T) {
	for hop, hang := range hangs {
		for _, tt := range []struct {
			percent int
			opens   bool
		}{{0, false}, {10, false}, {20, true}, {30, true}} {
			t.Run(fmt.Sprintf("%s/%d%%", hop, tt.percent), func(t *testing.T) {
				r := replay(t, after, every(350*ms, 400, func(i int, a *systems.Arrival) {
					if i%10 < tt.percent/10 {
						hang(&a.Question.Cost)
					}
				}))
				h := r.gateway.Of(hop)
				if opened := h.Ended[budget.Open] > 0; opened != tt.opens {
					t.Errorf("%d of 400 were refused, want some: %t; %d timeouts", h.Ended[budget.Open], tt.opens, h.RanOut())
				}
				if d := slowest(r.outcomes); d > 8*sec {
					t.Errorf("a user waited %v", d)
				}
			})
		}
	}
}

// The model stops when nobody waits: the budget is spent, or the user has left.
func TestModelStops(t *testing.T) {
	const n, answer = 5, 63 * sec
	load := func(patience time.Duration) []systems.Arrival {
		return every(101*ms, n, func(_ int, a *systems.Arrival) { a.Question.Cost.Tokens, a.Patience = tokens(answer), patience })
	}
	steps := func(d time.Duration) int { return int((d + systems.Token - 1) / systems.Token) }
	tests := []struct {
		name            string
		patience        time.Duration
		before, nobody  int // steps before, a question, and of these for nobody
		after           int
		answered, ended time.Duration
	}{
		{"the budget is spent", 0, tokens(answer), tokens(answer) - steps(30*sec), steps(6 * sec), 30080 * ms, 6080 * ms},
		{"the user leaves", 2 * sec, tokens(answer), tokens(answer) - steps(30*sec), steps(2*sec - 80*ms), 2 * sec, 2 * sec},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			b, a := replay(t, before, load(tt.patience)), replay(t, after, load(tt.patience))
			if want := (systems.Meter{Started: n, Steps: n * tt.before, StepsForNobody: n * tt.nobody}); b.meter != want {
				t.Errorf("before: %+v, want %+v", b.meter, want)
			}
			if want := (systems.Meter{Started: n, Steps: n * tt.after}); a.meter != want {
				t.Errorf("after: %+v, want %+v", a.meter, want)
			}
			if b, a := slowest(b.outcomes), slowest(a.outcomes); b != tt.answered || a != tt.ended {
				t.Errorf("users waited %v before, %v after", b, a)
			}
		})
	}
}

// Long documents do not starve short questions.
func TestFloodOfDocuments(t *testing.T) {
	quiet := every(501*ms, 240, nil)
	documents := every(11*ms, 24, func(_ int, a *systems.Arrival) {
		a.At += 10 * sec
		a.Document, a.Question.Cost.Tokens = true, tokens(30*sec)
	})
	flood := slices.Concat(quiet, documents)
	p99 := func(r *result) time.Duration { return percentile(shortOnes(r.outcomes), 0.99) }

	b, bq := replay(t, before, flood), replay(t, before, quiet)
	a, aq := replay(t, after, flood), replay(t, after, quiet)
	t.Logf("p99 of short questions: before %v, with documents %v; after %v, with documents %v", p99(bq), p99(b), p99(aq), p99(a))
	if p99(b) < 30*sec || p99(bq) > 2*sec {
		t.Errorf("before: p99 %v, with documents %v", p99(bq), p99(b))
	}
	if p99(a) > p99(aq) {
		t.Errorf("after: p99 %v, with documents %v", p99(aq), p99(a))
	}
	var last time.Duration
	for _, o := range a.outcomes {
		if !o.Complete() || o.Accepted != o.Document {
			t.Errorf("after: status %d, %v, missing %+v, accepted: %t, document: %t", o.Status, o.Err, o.Reply.Missing, o.Accepted, o.Document)
		}
		if o.Document {
			last = max(last, o.Done)
			if o.Waited > 10*ms {
				t.Errorf("after: accepted after %v", o.Waited)
			}
		}
	}
	if last > 5*time.Minute {
		t.Errorf("after: the last document took %v", last)
	}
}

// What nobody waits for any more leaves the queue and is never begun.
func TestQueue(t *testing.T) {
	slow := every(3*ms, 24, func(_ int, a *systems.Arrival) {
		a.At += 60 * sec
		a.Question.Cost.Tokens = tokens(63 * sec)
	})
	tests := []struct {
		name   string
		load   []systems.Arrival
		opens  bool // the breaker
		nobody int  // how many are begun for nobody before, at least
	}{
		// One batch of slow requests holds up all others.
		{"slow ones", slices.Concat(every(251*ms, 480, nil), slow), false, 200},
		// 57 slots would be needed, and there are 8.
		{"too many", every(53*ms, 500, func(_ int, a *systems.Arrival) { a.Question.Cost.Tokens = tokens(3 * sec) }), true, 200},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			b, a := replay(t, before, tt.load), replay(t, after, tt.load)
			left := a.model.Of("queue").GivenUp() + a.model.Of("compute").Refused()
			refused := a.gateway.Of("model").Ended[budget.Open]
			t.Logf("before: %+v, %d answered in 8s", b.meter, answered(b))
			t.Logf("after: %+v, %d answered in 8s, %d left the queue, %d refused by the breaker", a.meter, answered(a), left, refused)
			if b.meter.StartedForNobody < tt.nobody {
				t.Errorf("before: %d were begun for nobody, expected %d", b.meter.StartedForNobody, tt.nobody)
			}
			if a.meter.StartedForNobody > 0 || a.meter.StepsForNobody > 0 {
				t.Errorf("after: %+v", a.meter)
			}
			if n := a.meter.Started + left + refused; left == 0 || n != len(tt.load) {
				t.Errorf("after: %d left the queue, and of %d requests %d are accounted for", left, len(tt.load), n)
			}
			if (refused > 0) != tt.opens {
				t.Errorf("after: the breaker refused %d, want some: %t", refused, tt.opens)
			}
			// Too many stay too many: the budget only says so in time.
			if answered(a) < answered(b) || !tt.opens && answered(a) == answered(b) {
				t.Errorf("%d were answered in 8s, before %d", answered(a), answered(b))
			}
			if d := slowest(a.outcomes); d > 7500*ms {
				t.Errorf("after: a user waited %v", d)
			}
		})
	}
}

// answered returns how many complete answers came within 8 s.
func answered(r *result) (n int) {
	for _, o := range r.outcomes {
		if o.Complete() && o.Done <= 8*sec {
			n++
		}
	}
	return n
}
