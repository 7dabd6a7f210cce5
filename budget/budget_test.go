package budget_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"github.com/budgetlint/budgetlint/budget"
)

func TestLeft(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		left := func(ctx context.Context, want time.Duration) {
			t.Helper()
			if got, ok := budget.Left(ctx); !ok || got != want {
				t.Errorf("left %v, %t; want %v", got, ok, want)
			}
		}
		if _, ok := budget.Left(t.Context()); ok {
			t.Error("something is left of no deadline")
		}
		plain, cancel := context.WithTimeout(t.Context(), 5*sec)
		defer cancel()
		left(plain, 5*sec) // works on any context

		ctx, cancel := budget.Class{Total: 30 * sec, Reserve: 2 * sec}.Start(t.Context())
		defer cancel()
		left(ctx, 28*sec)
		time.Sleep(10 * sec)
		left(ctx, 18*sec)

		// A shorter deadline below has its own end and pays no reserve.
		short, cancel := context.WithTimeout(ctx, sec)
		defer cancel()
		left(short, sec)
		// A longer one does not get the reserve.
		long, cancel := context.WithTimeout(ctx, time.Hour)
		defer cancel()
		left(long, 18*sec)

		// What was detached has nothing to do with the request.
		free := context.WithoutCancel(ctx)
		if _, ok := budget.Left(free); ok {
			t.Error("something is left of a detached context")
		}
		free, cancel = context.WithTimeout(free, time.Minute)
		defer cancel()
		left(free, time.Minute)

		time.Sleep(19 * sec)
		left(ctx, -sec)
	})
}

func TestAffords(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := budget.Class{Total: 10 * sec, Reserve: sec}.Start(t.Context())
		for d, want := range map[time.Duration]bool{0: true, 9 * sec: true, 9*sec + 1: false, -sec: true} {
			if got := budget.Affords(ctx, d); got != want {
				t.Errorf("affords %v: %t", d, got)
			}
		}
		if !budget.Affords(t.Context(), time.Hour) {
			t.Error("no deadline does not afford an hour")
		}
		cancel()
		if budget.Affords(ctx, 0) {
			t.Error("an ended context affords something")
		}
	})
}

func TestWithin(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := budget.Class{Total: 10 * sec, Reserve: sec}.Start(t.Context())
		defer cancel()
		for limit, want := range map[time.Duration]time.Duration{3 * sec: 3 * sec, 9 * sec: 9 * sec, time.Minute: 9 * sec} {
			in, cancel := budget.Within(ctx, limit)
			end, ok := in.Deadline()
			if !ok || time.Until(end) != want {
				t.Errorf("within %v: ends in %v, want %v", limit, time.Until(end), want)
			}
			cancel()
			if in.Err() != context.Canceled {
				t.Error("cancel does nothing")
			}
		}
		// As context.WithTimeout.
		in, cancel := budget.Within(ctx, 0)
		defer cancel()
		if in.Err() != context.DeadlineExceeded {
			t.Errorf("within 0: %v", in.Err())
		}
		free, cancel := budget.Within(t.Context(), sec)
		defer cancel()
		<-free.Done()
		if context.Cause(free) != context.DeadlineExceeded {
			t.Error(context.Cause(free))
		}
	})
}

func TestSleep(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := budget.Class{Total: 10 * sec, Reserve: sec}.Start(t.Context())
		defer cancel()
		start := time.Now()
		if err := budget.Sleep(ctx, 4*sec); err != nil || time.Since(start) != 4*sec {
			t.Errorf("%v after %v", err, time.Since(start))
		}
		err := budget.Sleep(ctx, 6*sec)
		if e := wantReason(t, err, budget.NoTime); time.Since(start) != 4*sec || e.Left != 5*sec || e.Needs != 6*sec {
			t.Errorf("%v after %v", err, time.Since(start))
		}
		if want := "budget: too little time left (needs 6s, 5s left)"; err.Error() != want {
			t.Errorf("%q, want %q", err, want)
		}
		if err := budget.Sleep(ctx, -1); err != nil {
			t.Error(err)
		}
		time.AfterFunc(sec, cancel)
		err = budget.Sleep(ctx, 4*sec)
		if wantReason(t, err, budget.Canceled); time.Since(start) != 5*sec || !errors.Is(err, context.Canceled) {
			t.Errorf("%v after %v", err, time.Since(start))
		}
		if err := budget.Sleep(ctx, 0); !errors.Is(err, context.Canceled) {
			t.Errorf("on an ended context: %v", err)
		}
		if err := budget.Sleep(t.Context(), sec); err != nil {
			t.Error(err)
		}
		over, cancel := context.WithTimeout(t.Context(), 0)
		defer cancel()
		if wantReason(t, budget.Sleep(over, sec), budget.BudgetTimeout); time.Since(start) != 6*sec {
			t.Error("slept on an expired context")
		}
	})
}

func TestStart(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ends := func(ctx context.Context, want time.Duration) {
			t.Helper()
			if end, ok := ctx.Deadline(); !ok || time.Until(end) != want {
				t.Errorf("ends in %v, %t; want %v", time.Until(end), ok, want)
			}
		}
		// The earlier one holds.
		inbound, cancel := context.WithTimeout(t.Context(), 5*sec)
		defer cancel()
		ctx, cancel := budget.Class{Total: 30 * sec, Reserve: sec}.Start(inbound)
		defer cancel()
		ends(ctx, 5*sec)
		if left, _ := budget.Left(ctx); left != 4*sec {
			t.Errorf("left %v", left)
		}
		// A class in a class: the earlier end of work holds.
		var l log
		ctx, cancel = budget.Class{Name: "outer", Total: 10 * sec, Reserve: 3 * sec, Observer: &l}.Start(t.Context())
		defer cancel()
		inner, cancelInner := budget.Class{Total: 9 * sec, Reserve: sec}.Start(ctx)
		ends(inner, 9*sec)
		if left, _ := budget.Left(inner); left != 7*sec {
			t.Errorf("left %v", left)
		}
		_, _ = budget.Call(inner, &budget.Hop{Name: "crm"}, waits(sec))
		if len(l.hops) != 1 || l.hops[0].Class != "outer" || l.hops[0].Left != 6*sec {
			t.Errorf("events %+v", l.hops)
		}
		cancelInner()
		cancelInner()
		if want := []budget.RequestEvent{{Class: "outer", Given: 9 * sec, Elapsed: sec, Left: 8 * sec}}; !slices.Equal(l.requests, want) {
			t.Errorf("requests\n got %+v\nwant %+v", l.requests, want)
		}
		if inner.Err() == nil || ctx.Err() != nil {
			t.Error("cancel ended the wrong context")
		}
		// The zero Class adds nothing.
		ctx, cancel = budget.Class{}.Start(t.Context())
		if _, ok := ctx.Deadline(); ok {
			t.Error("the zero class has a deadline")
		}
		cancel()
		if ctx.Err() != context.Canceled {
			t.Error("cancel does nothing")
		}
		// A reserve as long as the budget refuses all work at once.
		ctx, cancel = budget.Class{Total: sec, Reserve: sec}.Start(t.Context())
		defer cancel()
		_, err := budget.Call(ctx, &budget.Hop{}, waits(0))
		wantReason(t, err, budget.Spent)
	})
}

type userKey struct{}

func TestDetach(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := budget.Class{Total: 2 * sec, Reserve: sec}.Start(context.WithValue(t.Context(), userKey{}, "u1"))
		work, stop := budget.Detach(ctx, budget.Class{Name: "background", Total: time.Minute, Reserve: 5 * sec})
		defer stop()
		cancel()
		if work.Err() != nil || work.Value(userKey{}) != "u1" {
			t.Errorf("detached: %v, %v", work.Err(), work.Value(userKey{}))
		}
		if left, _ := budget.Left(work); left != 55*sec {
			t.Errorf("left %v", left)
		}
		if _, err := budget.Call(work, &budget.Hop{}, waits(10*sec)); err != nil {
			t.Error(err)
		}
	})
}

func TestBegin(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var l log
		ctx, cancel := budget.Class{Name: "c", Total: 10 * sec, Reserve: sec, Observer: &l}.Start(t.Context())
		defer cancel()
		crm := budget.Hop{Name: "crm", Cap: 3 * sec}

		a, err := crm.Begin(ctx)
		if err != nil {
			t.Fatal(err)
		}
		time.Sleep(2 * sec)
		if err := a.End(nil); err != nil || a.Err() == nil {
			t.Errorf("end: %v; context %v", err, a.Err())
		}
		if err := a.End(errBusy); err != errBusy {
			t.Errorf("second end: %v", err)
		}
		a, _ = crm.Begin(ctx)
		err = a.End(errBusy)
		if e := wantReason(t, err, budget.Failed); !errors.Is(err, errBusy) || e.Hop != "crm" || e.Left != 7*sec {
			t.Errorf("%+v", e)
		}
		if want := "budget: crm: failed after 0s: busy"; err.Error() != want {
			t.Errorf("%q, want %q", err, want)
		}
		a, _ = crm.Begin(ctx)
		_, err = hangs(a)
		err = a.End(err)
		wantReason(t, err, budget.HopTimeout)
		if want := "budget: crm: ran to the hop's timeout after 3s: context deadline exceeded"; err.Error() != want {
			t.Errorf("%q, want %q", err, want)
		}

		_, err = (&budget.Hop{Name: "model", Min: 5 * sec}).Begin(ctx)
		if e := wantReason(t, err, budget.NoTime); e.Needs != 5*sec || e.Left != 4*sec || e.Attempts != 0 {
			t.Errorf("%+v", e)
		}
		_, err = (&budget.Hop{Name: "db", Breaker: &fakeBreaker{open: budget.Transient(errBusy, 7*sec)}}).Begin(ctx)
		if e := wantReason(t, err, budget.Open); e.RetryAfter != 7*sec || !errors.Is(err, errBusy) || !e.Retryable() || errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("%+v", e)
		}
		time.Sleep(4 * sec)
		_, err = crm.Begin(ctx)
		if wantReason(t, err, budget.Spent); ctx.Err() != nil {
			t.Error("the reserve is not kept")
		}
		time.Sleep(sec)
		_, err = crm.Begin(ctx)
		wantReason(t, err, budget.Spent)
		want := []budget.Event{
			{Class: "c", Hop: "crm", Attempt: 1, Made: true, Given: 3 * sec, Elapsed: 2 * sec, Left: 7 * sec},
			{Class: "c", Hop: "crm", Attempt: 1, Made: true, Given: 3 * sec, Left: 7 * sec, Reason: budget.Failed},
			{Class: "c", Hop: "crm", Attempt: 1, Made: true, Given: 3 * sec, Elapsed: 3 * sec, Left: 4 * sec, Reason: budget.HopTimeout},
			{Class: "c", Hop: "model", Attempt: 1, Left: 4 * sec, Reason: budget.NoTime},
			{Class: "c", Hop: "db", Attempt: 1, Left: 4 * sec, Reason: budget.Open},
			{Class: "c", Hop: "crm", Attempt: 1, Reason: budget.Spent},
			{Class: "c", Hop: "crm", Attempt: 1, Left: -sec, Reason: budget.Spent},
		}
		if !slices.Equal(l.hops, want) {
			t.Errorf("events\n got %+v\nwant %+v", l.hops, want)
		}
	})
}

func TestDeniedRetryIsObserved(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var l log
		ctx, cancel := budget.Class{Total: sec, Observer: &l}.Start(t.Context())
		defer cancel()
		_, err := budget.Call(ctx, &budget.Hop{Name: "crm", Cap: 700 * ms, Tries: 3}, func(context.Context) (int, error) {
			time.Sleep(400 * ms)
			return 0, budget.Transient(errBusy, 0)
		})
		wantReason(t, err, budget.NoTime)
		if want := "budget: crm: too little time left (needs 700ms, 600ms left) after 400ms: busy"; err.Error() != want {
			t.Errorf("%q, want %q", err, want)
		}
		want := []budget.Event{
			{Hop: "crm", Attempt: 1, Made: true, Given: 700 * ms, Elapsed: 400 * ms, Left: 600 * ms, Reason: budget.Failed},
			{Hop: "crm", Attempt: 2, Left: 600 * ms, Reason: budget.NoTime},
		}
		if !slices.Equal(l.hops, want) {
			t.Errorf("events\n got %+v\nwant %+v", l.hops, want)
		}
	})
}

func TestMiss(t *testing.T) {
	tests := []struct {
		err  error
		want budget.Missing
	}{
		{&budget.Error{Reason: budget.NoTime, RetryAfter: sec}, budget.Missing{Part: "order", Reason: budget.NoTime, Retryable: true, RetryAfter: sec}},
		{fmt.Errorf("order: %w", &budget.Error{Reason: budget.HopTimeout}), budget.Missing{Part: "order", Reason: budget.HopTimeout, Retryable: true}},
		{&budget.Error{Reason: budget.Canceled}, budget.Missing{Part: "order", Reason: budget.Canceled}},
		{context.DeadlineExceeded, budget.Missing{Part: "order", Reason: budget.BudgetTimeout, Retryable: true}},
		{context.Canceled, budget.Missing{Part: "order", Reason: budget.Canceled}},
		{errors.New("row 7 of customers is broken"), budget.Missing{Part: "order", Reason: budget.Failed}},
		{budget.Transient(errBusy, 1500*time.Microsecond), budget.Missing{Part: "order", Reason: budget.Failed, Retryable: true, RetryAfter: 1500 * time.Microsecond}},
		{nil, budget.Missing{Part: "order", Reason: budget.Failed}},
	}
	for _, tt := range tests {
		if got := budget.Miss("order", tt.err); got != tt.want {
			t.Errorf("Miss(%v)\n got %+v\nwant %+v", tt.err, got, tt.want)
		}
	}
}

func TestPartialJSON(t *testing.T) {
	p := budget.Partial[string]{Value: "Hello.", Missing: []budget.Missing{
		{Part: "order", Reason: budget.HopTimeout, Retryable: true, RetryAfter: 1500 * time.Microsecond},
		{Part: "customer", Reason: budget.Failed},
	}}
	data, err := json.Marshal(p)
	if err != nil {
		t.Fatal(err)
	}
	want := `{"value":"Hello.","missing":[{"part":"order","reason":"hop_timeout","retryable":true,"retry_after_ms":2},{"part":"customer","reason":"failed","retryable":false}]}`
	if string(data) != want {
		t.Errorf("\n got %s\nwant %s", data, want)
	}
	var back budget.Partial[string]
	if err := json.Unmarshal(data, &back); err != nil {
		t.Fatal(err)
	}
	p.Missing[0].RetryAfter = 2 * ms
	if back.Value != p.Value || !slices.Equal(back.Missing, p.Missing) {
		t.Errorf("came back as %+v", back)
	}
	if data, _ := json.Marshal(budget.Partial[int]{Value: 1}); string(data) != `{"value":1}` {
		t.Errorf("complete answer: %s", data)
	}
	for in, want := range map[string]time.Duration{`{"retry_after_ms":-5}`: 0, `{"retry_after_ms":9223372036854775807}`: 9223372036854 * ms} {
		var m budget.Missing
		if err := json.Unmarshal([]byte(in), &m); err != nil || m.RetryAfter != want {
			t.Errorf("%s: %v, %v", in, m.RetryAfter, err)
		}
	}
	if err := json.Unmarshal([]byte(`{"part":1}`), new(budget.Missing)); err == nil {
		t.Error("a number is a part")
	}
}
