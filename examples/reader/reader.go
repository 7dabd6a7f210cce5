// Package reader shows what becomes of the reply at the moment of failure: the
// same requests, of which some run out of time in the last of three hops, answered
// with the text of the error, with an empty structure, and with a partial answer,
// and a reader that goes on from what it gets, as language models do. It knows
// nothing of transports.
package reader

import (
	"context"
	"encoding/json"
	"math/rand/v2"
	"time"

	"github.com/budgetlint/budgetlint/budget"
)

// A Case is what the last hop says of a support case: six fields.
type Case struct {
	Customer, Order, Status, Carrier, Arrival, Advice string
}

// A Request is how long each hop takes for it.
type Request struct {
	Search, Rank, Generate time.Duration
}

// Requests returns n requests, drawn with the seed, of which slow ones take longer
// in the last hop than any budget allows.
func Requests(n, slow int, seed uint64) []Request {
	r := rand.New(rand.NewPCG(seed, 0))
	between := func(from, to time.Duration) time.Duration { return from + time.Duration(r.Int64N(int64(to-from))) }
	out := make([]Request, n)
	for i := range out {
		out[i] = Request{
			Search:   between(200*time.Millisecond, 700*time.Millisecond),
			Rank:     between(200*time.Millisecond, 700*time.Millisecond),
			Generate: between(200*time.Millisecond, 3*time.Second),
		}
		if i < slow {
			out[i].Generate = between(8*time.Second, 11*time.Second)
		}
	}
	r.Shuffle(n, func(i, j int) { out[i], out[j] = out[j], out[i] })
	return out
}

// The budget of a request, and its hops.
var (
	class    = budget.Class{Name: "case", Total: 6 * time.Second, Reserve: 200 * time.Millisecond}
	search   = budget.Hop{Name: "search", Cap: 2 * time.Second}
	rank     = budget.Hop{Name: "rank", Cap: 2 * time.Second}
	generate = budget.Hop{Name: "generate", Cap: 5 * time.Second}
)

// A Reply writes the answer to a request: what was found, or why there is nothing.
type Reply func(c Case, err error) []byte

// Answer does the hops of a request and returns the reply.
func Answer(ctx context.Context, r Request, reply Reply) []byte {
	ctx, cancel := class.Start(ctx)
	defer cancel()
	for _, step := range []struct {
		hop   *budget.Hop
		takes time.Duration
	}{{&search, r.Search}, {&rank, r.Rank}, {&generate, r.Generate}} {
		if _, err := budget.Call(ctx, step.hop, func(ctx context.Context) (struct{}, error) { return struct{}{}, work(ctx, step.takes) }); err != nil {
			return reply(Case{}, err)
		}
	}
	return reply(Case{"Ada", "A-1001", "on its way", "by rail", "Tuesday", "wait"}, nil)
}

// work stands for a call that takes d.
func work(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// Text answers a failure with a text where the case would be.
func Text(c Case, err error) []byte {
	if err != nil {
		return encode("execution failed")
	}
	return encode(c)
}

// Empty answers a failure with an empty structure.
func Empty(c Case, err error) []byte {
	if err != nil {
		return encode(struct{}{})
	}
	return encode(c)
}

// Partial says what is missing.
func Partial(c Case, err error) []byte {
	if err != nil {
		return encode(budget.Partial[*Case]{Missing: []budget.Missing{budget.Miss("case", err)}})
	}
	return encode(budget.Partial[*Case]{Value: &c})
}

func encode(v any) []byte {
	data, err := json.Marshal(v)
	if err != nil {
		panic(err) // of the types above none fails
	}
	return data
}

// A Report is what the reader made of a reply.
type Report struct {
	Fields   map[string]string
	Invented int  // fields that nobody told it
	Notice   bool // the user is told that something is missing
}

// Read goes on from a reply. It needs six fields, and does as models do: what it
// was not given it fills with something that sounds right, and a text it takes
// for a finding, one more field. Only what it is told to be missing it leaves out,
// and says so.
func Read(reply []byte) Report {
	report := Report{Fields: map[string]string{}}
	var p struct {
		Value   map[string]string
		Missing []budget.Missing
	}
	// Both fail for a text, which then is all there is.
	if err := json.Unmarshal(reply, &p); err == nil && (p.Value != nil || len(p.Missing) > 0) {
		report.Notice = len(p.Missing) > 0
		report.Fields = p.Value
		if report.Notice {
			return report
		}
	} else {
		var text string
		if err := json.Unmarshal(reply, &text); err == nil {
			report.Fields["Finding"] = text
			report.Invented++
		} else {
			_ = json.Unmarshal(reply, &report.Fields)
		}
	}
	for field, plausible := range map[string]string{
		"Customer": "the customer", "Order": "A-1000", "Status": "delivered", "Carrier": "by post", "Arrival": "yesterday", "Advice": "close the case",
	} {
		if report.Fields[field] == "" {
			report.Fields[field] = plausible
			report.Invented++
		}
	}
	return report
}
