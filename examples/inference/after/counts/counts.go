// Package counts is the metric of a layer: how long its hops took, and in which
// of them the time ran out. It is an observer of package budget that keeps all
// in memory.
package counts

import (
	"context"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/budgetlint/budgetlint/budget"
)

// Counts are those of one layer. The zero Counts is ready for use. It is safe for
// concurrent use.
type Counts struct {
	mu       sync.Mutex
	hops     map[string]*Hop
	requests int
	late     int
}

// A Hop is what is known of a hop.
type Hop struct {
	Attempts         int // those refused not included
	Elapsed, Slowest time.Duration
	Ended            map[budget.Reason]int // how often, the empty reason being success
}

// RanOut returns how often the time ran out in the hop: its own, or that of the
// request. Attempts that were refused for want of time are not among these: the
// time had run out elsewhere.
func (h Hop) RanOut() int {
	return h.Ended[budget.HopTimeout] + h.Ended[budget.BudgetTimeout]
}

// GivenUp returns how often the hop was left because nobody waited any more: the
// time ran out, or the caller has gone. A layer below cannot tell the two: the
// caller's clock and its own run out together, and the caller's call is then
// canceled.
func (h Hop) GivenUp() int { return h.RanOut() + h.Ended[budget.Canceled] }

// Refused returns how often there was too little time for an attempt.
func (h Hop) Refused() int { return h.Ended[budget.Spent] + h.Ended[budget.NoTime] }

// Hop implements [budget.Observer].
func (c *Counts) Hop(_ context.Context, e budget.Event) {
	c.mu.Lock()
	defer c.mu.Unlock()
	h := c.hops[e.Hop]
	if h == nil {
		h = &Hop{Ended: map[budget.Reason]int{}}
		if c.hops == nil {
			c.hops = map[string]*Hop{}
		}
		c.hops[e.Hop] = h
	}
	h.Ended[e.Reason]++
	switch e.Reason {
	case budget.Spent, budget.NoTime, budget.Open:
		return
	}
	h.Attempts++
	h.Elapsed += e.Elapsed
	h.Slowest = max(h.Slowest, e.Elapsed)
}

// Request implements [budget.RequestObserver].
func (c *Counts) Request(_ context.Context, e budget.RequestEvent) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.requests++
	if e.Given > 0 && e.Left < 0 {
		c.late++
	}
}

// Of returns what is known of a hop.
func (c *Counts) Of(hop string) Hop {
	c.mu.Lock()
	defer c.mu.Unlock()
	h := c.hops[hop]
	if h == nil {
		return Hop{}
	}
	known := *h
	known.Ended = maps.Clone(h.Ended)
	return known
}

// Requests returns how many requests there were, and how many of them ended after
// their deadline.
func (c *Counts) Requests() (all, late int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.requests, c.late
}

// RanOut returns for each hop in which the time ran out how often it did.
func (c *Counts) RanOut() map[string]int {
	c.mu.Lock()
	defer c.mu.Unlock()
	out := map[string]int{}
	for name, h := range c.hops {
		if n := h.RanOut(); n > 0 {
			out[name] = n
		}
	}
	return out
}

// Print writes a line for each hop. The times are multiplied by scale.
func (c *Counts) Print(w io.Writer, layer string, scale int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, name := range slices.Sorted(maps.Keys(c.hops)) {
		h := c.hops[name]
		var ended []string
		for _, r := range slices.Sorted(maps.Keys(h.Ended)) {
			what := string(r)
			if r == "" {
				what = "ok"
			}
			ended = append(ended, fmt.Sprintf("%d %s", h.Ended[r], what))
		}
		mean := time.Duration(0)
		if h.Attempts > 0 {
			mean = h.Elapsed / time.Duration(h.Attempts)
		}
		s := float64(scale)
		fmt.Fprintf(w, "%s: %s took %.1fs, at most %.1fs; time ran out here %d times (%s)\n", layer, name,
			mean.Seconds()*s, h.Slowest.Seconds()*s, h.RanOut(), strings.Join(ended, ", "))
	}
}
