package counts

import (
	"maps"
	"strings"
	"testing"
	"time"

	"github.com/budgetlint/budgetlint/budget"
)

func TestCounts(t *testing.T) {
	const sec = time.Second
	var c Counts
	for _, e := range []budget.Event{
		{Hop: "vector", Elapsed: sec},
		{Hop: "model", Elapsed: 2 * sec},
		{Hop: "model", Elapsed: 6 * sec, Reason: budget.HopTimeout},
		{Hop: "model", Elapsed: 4 * sec, Reason: budget.BudgetTimeout},
		{Hop: "model", Elapsed: 0, Reason: budget.Canceled},
		// Refused: these took no time, and it had run out elsewhere.
		{Hop: "model", Reason: budget.Spent},
		{Hop: "model", Reason: budget.NoTime},
		{Hop: "model", Reason: budget.Open},
	} {
		c.Hop(t.Context(), e)
	}
	if got, want := c.RanOut(), map[string]int{"model": 2}; !maps.Equal(got, want) {
		t.Errorf("time ran out in %v, want %v", got, want)
	}
	if h := c.Of("model"); h.Attempts != 4 || h.Elapsed != 12*sec || h.Slowest != 6*sec || h.RanOut() != 2 || h.GivenUp() != 3 || h.Refused() != 2 {
		t.Errorf("model: %+v", h)
	}
	if h := c.Of("nobody"); h.Attempts != 0 || h.RanOut() != 0 {
		t.Errorf("a hop that is not known: %+v", h)
	}

	c.Request(t.Context(), budget.RequestEvent{Given: 8 * sec, Left: sec})
	c.Request(t.Context(), budget.RequestEvent{Given: 8 * sec, Left: -1})
	c.Request(t.Context(), budget.RequestEvent{}) // has no deadline to miss
	if all, late := c.Requests(); all != 3 || late != 1 {
		t.Errorf("%d requests, %d late", all, late)
	}

	var b strings.Builder
	c.Print(&b, "gateway", 10)
	want := "gateway: model took 30.0s, at most 60.0s; time ran out here 2 times (1 ok, 1 budget_timeout, 1 canceled, 1 hop_timeout, 1 no_time, 1 open, 1 spent)\n" +
		"gateway: vector took 10.0s, at most 10.0s; time ran out here 0 times (1 ok)\n"
	if b.String() != want {
		t.Errorf("got\n%swant\n%s", &b, want)
	}
}
