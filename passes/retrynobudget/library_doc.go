package retrynobudget

import "github.com/budgetlint/budgetlint/internal/report"

var libraryRule = report.Rule{
	Category: "library",
	Title:    "a retry library that is not told about the caller's context",
	What: "A call of a retry library (`backoff.Retry`, `retry.Do`, `wait.Poll` and others) that no context ends, although the caller's context is in reach or the " +
		"repeated function uses one; and one that has no end at all: no number of attempts, no time, no context. Reported at the library call.",
	Why: "The repeated function sees the context, the library does not: when the caller has given up, each attempt fails at once and the library takes this for one more " +
		"error to wait out. With its defaults `backoff.Retry` (v4) goes on for 15 minutes, `retry.Do` through ten attempts and pauses of 51 s. The goroutine, the connection " +
		"and the lock that it holds are kept as long, for a result that nobody reads.",
	Wrong: `func height(ctx context.Context, db *sql.DB) (n int64, err error) {
	err = retry.Do(func() error {
		return db.QueryRowContext(ctx, "SELECT max(height) FROM blocks").Scan(&n)
	}, retry.Attempts(5), retry.Delay(400*time.Millisecond))
	return n, err
}`,
	Message: "retry.Do goes on after ctx (parameter, line 1) has ended: it makes up to 5 attempts and is not told about ctx; add retry.Context(ctx)",
	Right: `func height(ctx context.Context, db *sql.DB) (n int64, err error) {
	err = retry.Do(func() error {
		return db.QueryRowContext(ctx, "SELECT max(height) FROM blocks").Scan(&n)
	}, retry.Context(ctx), retry.Attempts(5), retry.Delay(400*time.Millisecond))
	return n, err
}`,
	Silent: "- What governs the retries cannot be told: a policy or options that are handed in, a policy type of the program's own.\n" +
		"- The repeated function, or what picks the errors to try again, ends the retries when the context has ended, or may: a predicate, an error marked as permanent, " +
		"a polled condition that returns the error of a call with the context after a pause of less than 1s.\n" +
		"- Conflicts of concurrent writers (`RetryOnConflict`): a dead context's error is not tried again.\n" +
		"- The pauses are known to be less than 1s in all.\n" +
		"- No context is in reach and the retries have an end: start-up, constructors, commands.\n" +
		"- Nobody waits: goroutines, deferred calls, work after a failure or after the context has ended; `main` and `init` for retries without an end.",
	Fix: "An empty context is replaced by the caller's; where the library has an option, a wrapper or a method for the context, it is added (`retry.Context(ctx)`, " +
		"`backoff.WithContext(b, ctx)`, `WithContext(ctx)`). There is none where another function with another kind of condition has to be used (`wait.Poll`).",
}
