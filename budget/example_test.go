package budget_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/budgetlint/budgetlint/budget"
)

// crm and orders stand for the clients of other services.
func crm(context.Context, string) (string, error) { return "Ada", nil }

func orders(context.Context, string) (string, error) {
	return "", errors.New("row 7 of table orders is broken")
}

// A whole request: one budget where it enters, hops that keep to it, and an answer
// that says what is missing.
func Example() {
	var (
		support   = budget.Class{Name: "support", Total: 30 * time.Second, Reserve: 2 * time.Second}
		crmHop    = budget.Hop{Name: "crm", Cap: 3 * time.Second, Tries: 2, Base: 100 * time.Millisecond}
		ordersHop = budget.Hop{Name: "orders", Cap: 5 * time.Second}
	)
	handle := func(ctx context.Context, email, order string) budget.Partial[map[string]string] {
		ctx, cancel := support.Start(ctx)
		defer cancel()

		answer := budget.Partial[map[string]string]{Value: map[string]string{}}
		name, err := budget.Call(ctx, &crmHop, func(ctx context.Context) (string, error) { return crm(ctx, email) })
		if err != nil {
			answer.Missing = append(answer.Missing, budget.Miss("customer", err))
		}
		answer.Value["customer"] = name
		status, err := budget.Call(ctx, &ordersHop, func(ctx context.Context) (string, error) { return orders(ctx, order) })
		if err != nil {
			answer.Missing = append(answer.Missing, budget.Miss("order", err))
		} else {
			answer.Value["order"] = status
		}
		return answer
	}
	data, err := json.Marshal(handle(context.Background(), "ada@example.com", "A-1001"))
	fmt.Println(string(data), err)
	// Output: {"value":{"customer":"Ada"},"missing":[{"part":"order","reason":"failed","retryable":false}]} <nil>
}

// One hop whose call is written by hand.
func ExampleHop_Begin() {
	hop := budget.Hop{Name: "crm", Cap: 3 * time.Second, Min: 50 * time.Millisecond}
	lookUp := func(ctx context.Context) (string, error) {
		a, err := hop.Begin(ctx)
		if err != nil {
			return "", err
		}
		name, err := crm(a, "ada@example.com")
		return name, a.End(err)
	}
	fmt.Println(lookUp(context.Background()))

	late, cancel := context.WithTimeout(context.Background(), 10*time.Millisecond)
	defer cancel()
	_, err := lookUp(late)
	var e *budget.Error
	fmt.Println(errors.As(err, &e) && e.Reason == budget.NoTime, errors.Is(err, context.DeadlineExceeded))
	// Output:
	// Ada <nil>
	// true true
}

// A retry runs only while the pause and a whole attempt fit into what is left.
func ExampleCall() {
	hop := budget.Hop{Name: "search", Cap: 400 * time.Millisecond, Tries: 3}
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	n := 0
	_, err := budget.Call(ctx, &hop, func(context.Context) (string, error) {
		n++
		return "", budget.Transient(errors.New("too many requests"), 700*time.Millisecond)
	})
	var e *budget.Error
	errors.As(err, &e)
	fmt.Println(n, e.Reason, e.Needs, ctx.Err())
	// Output: 1 no_time 1.1s <nil>
}

// An answer of which parts are missing. The text of an error never gets into it.
func ExampleMiss() {
	err := fmt.Errorf("read row 7: %w", context.DeadlineExceeded)
	data, _ := json.Marshal(budget.Miss("order", err))
	fmt.Println(string(data))
	// Output: {"part":"order","reason":"budget_timeout","retryable":true}
}

// The gate for a retry loop that something else makes.
func ExampleAffords() {
	const perTry = 400 * time.Millisecond
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	for delay := 100 * time.Millisecond; ; delay *= 10 {
		if !budget.Affords(ctx, delay+perTry) {
			fmt.Println("no time for", delay+perTry)
			return
		}
		fmt.Println("another try after", delay)
	}
	// Output:
	// another try after 100ms
	// no time for 1.4s
}

// Work that goes on after the reply has a budget of its own.
func ExampleDetach() {
	background := budget.Class{Name: "summary", Total: 5 * time.Minute, Reserve: time.Second}
	request, cancel := budget.Class{Total: 8 * time.Second}.Start(context.Background())
	work, stop := budget.Detach(request, background)
	defer stop()
	cancel() // the reply is written
	left, _ := budget.Left(work)
	fmt.Println(work.Err(), left.Round(time.Second))
	// Output: <nil> 4m59s
}

// A pause that does not fit returns at once, with the reason.
func ExampleSleep() {
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	err := budget.Sleep(ctx, 2*time.Second)
	var e *budget.Error
	fmt.Println(errors.As(err, &e), e.Reason, e.Needs)
	// Output: true no_time 2s
}
