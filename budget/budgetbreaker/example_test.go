package budgetbreaker_test

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/budgetlint/budgetlint/budget"
	"github.com/budgetlint/budgetlint/budget/budgetbreaker"
	"github.com/sony/gobreaker/v2"
)

// A breaker belongs to a hop, and has its Cap.
func Example() {
	crm := budget.Hop{Name: "crm", Cap: 10 * time.Millisecond}
	breaker, err := budgetbreaker.New(budgetbreaker.Settings{
		Name: crm.Name,
		Cap:  crm.Cap,
		Open: time.Hour,
		OnChange: func(name string, from, to gobreaker.State) {
			fmt.Println(name, "was", from, "and is", to)
		},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	crm.Breaker = breaker

	// The service has stopped answering.
	lookup := func(ctx context.Context) (string, error) {
		<-ctx.Done()
		return "", ctx.Err()
	}
	for range 20 { // MinCalls
		_, _ = budget.Call(context.Background(), &crm, lookup)
	}
	_, err = budget.Call(context.Background(), &crm, lookup)
	var e *budget.Error
	if errors.As(err, &e) {
		fmt.Println(e.Reason, "for", e.RetryAfter.Round(time.Minute))
	}
	// Output:
	// crm was closed and is open
	// open for 1h0m0s
}

// Settings that would never open a breaker are refused.
func ExampleNew() {
	_, err := budgetbreaker.New(budgetbreaker.Settings{Name: "crm", Cap: 5 * time.Second, Window: 10 * time.Second})
	fmt.Println(err)
	// Output:
	// budgetbreaker: crm: a Window of 10s: attempts that time out after 5s are known too late to be counted in it, use at least 50s (10 x Cap), or 0 for the default
}
