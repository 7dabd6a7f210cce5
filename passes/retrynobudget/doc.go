// Package retrynobudget reports retries that do not know how much time is left.
// It knows no library and no control flow: package deadline finds what is made
// again, and why.
package retrynobudget

import "github.com/budgetlint/budgetlint/internal/report"

// Rules are the categories of the pass.
var Rules = report.Set{
	Pass:  "retrynobudget",
	Title: "find retries that do not know how much time is left",
	Text: "A retry spends the caller's time. One that does not look at the clock sleeps on after the caller has gone, starts tries that cannot come to an end, and " +
		"multiplies with the retries of the layers above and below it.\n\n" +
		"The pass finds retry loops in the control flow, not by their names: a cycle (`for`, `range`, `goto`) that makes the *same* call again because it failed, or " +
		"because its answer is not yet the one that is waited for, or because the stream that it opened is over. " +
		"Attempts, pauses and limits are read where they are constants, named constants, fields that are only ever given one, or the defaults of a library.\n\n" +
		"It is silent:\n\n" +
		"- in loops over elements, messages, pages, hosts: each turn makes another call;\n" +
		"- in loops that a ticker or an event starts, and in periodic jobs that go on after success;\n" +
		"- where no context is in reach, or only one of the whole program, or one that is proven never to end;\n" +
		"- in waits for a local state, and in loops that measure their own time and leave by it;\n" +
		"- where the context has ended already, and in deferred clean-up;\n" +
		"- in tests.",
	Rules: []report.Rule{
		{
			Category: "blind",
			Title:    "a pause between tries that no context can end",
			What: "`time.Sleep`, a bare `<-time.After` or timer, or a helper that sleeps, between two tries or polls, where the function or the loop has a context: a parameter, a request, " +
				"a captured one, or a field that the repeated call uses. Also the call of a helper that tries a function again, sleeps in between, and takes no context though " +
				"the caller has one. Reported at each pause.",
			Why: "The caller gives up, its context ends, and the goroutine sleeps on: for the rest of the backoff, and then for one more try that fails at once. " +
				"A backoff that doubles to a minute holds a shutdown for a minute, and everything that waits for it.",
			Wrong: `func run(ctx context.Context, host string) ([]byte, error) {
	for try := 1; ; try++ {
		out, err := remote.Run(ctx, host, "uptime")
		if err == nil || try == 5 {
			return out, err
		}
		time.Sleep(2 * time.Second)
	}
}`,
			Message: "time.Sleep (2s) between two tries of remote.Run cannot be ended by ctx (parameter, line 1): wait for a timer and ctx.Done() in one select",
			Right: `func run(ctx context.Context, host string) ([]byte, error) {
	const pause, perTry = 2 * time.Second, time.Second
	for try := 1; ; try++ {
		out, err := remote.Run(ctx, host, "uptime")
		if err == nil || try == 5 {
			return out, err
		}
		if end, ok := ctx.Deadline(); ok && time.Until(end) < pause+perTry {
			return nil, err // no time for another one
		}
		select {
		case <-ctx.Done():
			return nil, err
		case <-time.After(pause):
		}
	}
}`,
			Silent: "- The pause is known to be shorter than 1s and the context is asked in each turn (strict mode reports it): it ends one pause late.\n" +
				"- A stream that was open is opened again after at most 1s, with the context asked in each turn.\n" +
				"- A pause through a helper that is handed the context.\n" +
				"- One pause without a loop, a throttle between elements, a pause before an error is returned.",
			Fix: "The pause and the context are waited for in one select, or the pause becomes `budget.Sleep(ctx, d)`: that comes first where the package reaches package budget " +
				"already, or with `-budgetlint.runtime`. The loop is left as it leaves elsewhere when it finds the context ended; else with the context's error and zero values; without an error result by `return`, " +
				"if nothing follows the loop, or by `break`, if the loop may end by itself. There is none where none of these is possible, where the loop tidies up before it leaves, for the clocks of libraries, for functions that pause, and for a " +
				"context that is made anew each turn.",
		},
		{
			Category: "unchecked",
			Title:    "the next try, though the context may have ended",
			What: "A loop that makes a call again with the caller's context whatever its error is, or because a predicate counts an expired deadline as passing, and never asks the context. " +
				"Also a loop that starts over because a context has ended, with that same context. Reported once a loop, at the repeated call, where neither `blind` nor `shared` says it already.",
			Why: "A call on a context that has ended fails at once. The loop then runs through all of its tries in a moment, logs each as a failure of the server, " +
				"and returns an error that hides the real one: out of time. A loop without a count spins.",
			Wrong: `func run(ctx context.Context, host string) (out []byte, err error) {
	for range 5 {
		if out, err = remote.Run(ctx, host, "uptime"); err == nil {
			return out, nil
		}
	}
	return nil, err
}`,
			Message: "remote.Run is tried again (5 tries) whatever the error is, and the loop never asks ctx (parameter, line 1): once it has ended each further try fails at once; leave the loop when ctx.Err() is not nil",
			Right: `func run(ctx context.Context, host string) (out []byte, err error) {
	for range 5 {
		if out, err = remote.Run(ctx, host, "uptime"); err == nil {
			return out, nil
		}
		if ctx.Err() != nil {
			return nil, err
		}
	}
	return nil, err
}`,
			Silent: "- Another condition on the error decides, and it is not known to let an expired deadline pass.\n" +
				"- The tries' own limits end them, and the caller's context is asked.\n" +
				"- A failover: each turn tries another host.",
			Fix: "`if ctx.Err() != nil` is asked behind the failed try, and the loop is left as for [blind](retrynobudget-blind.md), with the error of the try where its name is " +
				"known there. There is none where no `if err == nil` that leaves, or `if err != nil`, follows the call: what is a failure is not seen then.",
		},
		{
			Category: "shared",
			Title:    "one limit that all tries share",
			What: "A context with a limit of its own, made before the loop, that all tries use while the loop goes on after it has ended; or a limit that derives from the context of the try before. " +
				"Reported where the context is made.",
			Why: "The first try that hangs uses the limit up, and all others fail at once: the retry costs its pauses and can never help. " +
				"With `ctx, cancel = context.WithTimeout(ctx, ...)` in the loop it looks as if each try got its own time.",
			Wrong: `func run(ctx context.Context, host string) (out []byte, err error) {
	for range 3 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, time.Second)
		out, err = remote.Run(ctx, host, "uptime")
		cancel()
		if err == nil {
			return out, nil
		}
	}
	return nil, err
}`,
			Message: "WithTimeout derives from the context of the try before: all tries of remote.Run share the limit of the first; derive each from the context that the loop was given, in a variable of its own",
			Right: `func run(ctx context.Context, host string) (out []byte, err error) {
	for range 3 {
		if !budget.Affords(ctx, time.Second) {
			break
		}
		try, cancel := budget.Within(ctx, time.Second)
		out, err = remote.Run(try, host, "uptime")
		cancel()
		if err == nil || !errors.Is(err, errRefused) {
			return out, err
		}
	}
	return nil, err
}

var errRefused = errors.New("refused")`,
			Silent: "- The loop asks that context: then it is the budget of all tries, as it should be.\n" +
				"- Each turn shadows the variable.",
			Fix: "As for [unchecked](retrynobudget-unchecked.md), with the context that all tries share. A limit of its own for each try is not made up.",
		},
		{
			Category: "classifier",
			Title:    "== on an error that is wrapped decides a retry",
			What: "An error is compared with `context.Canceled` or `context.DeadlineExceeded` by `==` or `!=`, the call that returned it is known to wrap it (an HTTP client, a dialer, a gRPC stub, a function " +
				"with `%w`), and the answer decides whether the call is made again. Reported at the comparison.",
			Why: "`http.Client.Do` returns a `*url.Error` around the context's error, so `err == context.Canceled` is never true: a cancelled request is taken for a fault of the server, and " +
				"is sent again for ever.",
			Wrong: `func get(client *http.Client, req *http.Request) (*http.Response, error) {
	for {
		resp, err := client.Do(req)
		if err == nil || err == context.Canceled {
			return resp, err
		}
		if req.Context().Err() == context.DeadlineExceeded {
			return nil, err
		}
	}
}`,
			Message: "the error of Do (line 3) wraps that of the context and is never equal to context.Canceled: this == decides the retry wrongly; use errors.Is",
			Right: `func get(client *http.Client, req *http.Request) (*http.Response, error) {
	for {
		resp, err := client.Do(req)
		if err == nil || req.Context().Err() != nil {
			return resp, err
		}
	}
}`,
			Silent: "- `ctx.Err()` and `context.Cause(ctx)` themselves, which are never wrapped.\n" +
				"- An error of a function that is not known to wrap it.\n" +
				"- Comparisons that decide no retry, and `Is` methods.",
			Fix: "`errors.Is`, with its import. A `switch` on the error gets none.",
		},
		{
			Category: "nested",
			Title:    "a retry around something that retries",
			What: "A call that is tried again n times, by a loop, a helper or a library, and that makes another call m times itself, in this package or in another one of the module, or through a " +
				"library that retries. Both numbers are in the message. Reported at the outer call.",
			Why: "Attempts multiply: three layers that each try three times send 27 calls to a service that is slow already, and a database has seen 243. " +
				"The caller waits for the product of the tries, too.",
			Wrong: `func fetch(ctx context.Context, host string) (out []byte, err error) {
	for range 4 {
		if out, err = remote.Run(ctx, host, "uptime"); err == nil || ctx.Err() != nil {
			return out, err
		}
	}
	return nil, err
}

func sync(ctx context.Context, host string) (err error) {
	for range 3 {
		if _, err = fetch(ctx, host); err == nil || ctx.Err() != nil {
			return err
		}
	}
	return err
}`,
			Message: "fetch is tried 3 times, and tries remote.Run 4 times itself (corp.example/users/users.go:3): 3 x 4 = 12 attempts; try again in one layer only",
			Right: `func fetch(ctx context.Context, host string) (out []byte, err error) {
	for range 4 {
		if out, err = remote.Run(ctx, host, "uptime"); err == nil || ctx.Err() != nil {
			return out, err
		}
	}
	return nil, err
}

func sync(ctx context.Context, host string) error {
	_, err := fetch(ctx, host)
	return err
}`,
			Silent: "- One of the numbers is not known.\n" +
				"- The inner call is tried again through an interface.",
		},
		libraryRule,
		{
			Category: "long",
			Title:    "a pause that is longer than what is left",
			What:     "A constant pause between tries that is at least as long as the limit which the context of the tries is known to have. Reported at the pause.",
			Why: "After the first failure the pause uses up all that the context has: the second try never runs, or fails at once. " +
				"The code reads as if it retried.",
			Wrong: `func run(host string) (out []byte, err error) {
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	for range 3 {
		if out, err = remote.Run(ctx, host, "uptime"); err == nil {
			return out, nil
		}
		time.Sleep(10 * time.Second)
	}
	return nil, err
}`,
			Message: "time.Sleep (10s) is no shorter than the 5s that ctx has in all (line 2): there is never a second try of remote.Run; pause for less, or return the error at once",
			Right: `func run(host string) (out []byte, err error) {
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	for range 3 {
		if out, err = remote.Run(ctx, host, "uptime"); err == nil {
			return out, nil
		}
		if !budget.Affords(ctx, 2*time.Second) {
			break
		}
		select {
		case <-ctx.Done():
			return nil, err
		case <-time.After(500 * time.Millisecond):
		}
	}
	return nil, err
}`,
			Silent: "- The pause, or the limit, is not a constant.",
		},
		{
			Category: "unfit",
			Level:    report.Strict,
			Title:    "a retry that never asks whether it still fits",
			What: "A pause between tries that does end with the context, in a loop that never asks for the deadline: neither before the pause nor before the next try is it known that there is time for " +
				"a whole one. Reported at the pause.",
			Why: "Before a retry, and after its pause, there must be time for one whole try; else the caller waits until the last moment for a try that is cut off. " +
				"It could have had the error, or a partial answer, seconds before.",
			Wrong: `func run(ctx context.Context, host string) ([]byte, error) {
	for try := 1; ; try++ {
		out, err := remote.Run(ctx, host, "uptime")
		if err == nil || try == 5 {
			return out, err
		}
		select {
		case <-ctx.Done():
			return nil, err
		case <-time.After(2 * time.Second):
		}
	}
}`,
			Message: "<-time.After (2s) ends with ctx, but nothing asks whether it and one whole try of remote.Run still fit into what is left: compare them with the deadline first and return the last error at once",
			Right: `func run(ctx context.Context, host string) ([]byte, error) {
	const pause, perTry = 2 * time.Second, time.Second
	for try := 1; ; try++ {
		out, err := remote.Run(ctx, host, "uptime")
		if err == nil || try == 5 || !budget.Affords(ctx, pause+perTry) {
			return out, err
		}
		select {
		case <-ctx.Done():
			return nil, err
		case <-time.After(pause):
		}
	}
}`,
			Silent: "- The loop calls `Deadline`, package budget, or a function of the package that asks for the deadline.\n" +
				"- Polls, and streams that are opened again.",
			Fix: "`if !budget.Affords(ctx, pause+try)`, or a comparison with `ctx.Deadline()`, stands before the select and returns the last error. Which comes first is decided as " +
				"for [blind](retrynobudget-blind.md). There is none where no variable holds the error of the try, or the error may be nil, and where the pause is the result of a call.",
		},
		{
			Category: "wall",
			Level:    report.Strict,
			Title:    "the same limit again after it was used up",
			What: "Each try gets the same limit, and a try that ran into it is made again: nothing between the failure and the next try asks whether it was that limit which ended the last one. " +
				"Reported at the repeated call.",
			Why: "When one call alone needs longer than its limit, trying again with the same limit fails the same way: three attempts of 3s on a call that needs 4s fail after 9s instead of 3s. " +
				"Retries help against flutter, waiting helps against a long tail.",
			Wrong: `func run(ctx context.Context, host string) (out []byte, err error) {
	for range 3 {
		try, cancel := context.WithTimeout(ctx, 3*time.Second)
		out, err = remote.Run(try, host, "uptime")
		cancel()
		if err == nil || ctx.Err() != nil {
			return out, err
		}
	}
	return nil, err
}`,
			Message: "remote.Run is tried again with the same limit (line 3) after it has used it up: 3 attempts of 3s on a call that needs longer fail after 9s instead of 3s; do not repeat a try that ran into its own limit, or give it what is left",
			Right: `func run(ctx context.Context, host string) (out []byte, err error) {
	for range 3 {
		try, cancel := context.WithTimeout(ctx, 3*time.Second)
		out, err = remote.Run(try, host, "uptime")
		cancel()
		if err == nil || ctx.Err() != nil || errors.Is(err, context.DeadlineExceeded) {
			return out, err
		}
	}
	return nil, err
}`,
			Silent: "- The limit is computed from what is left, or grows.\n" +
				"- A question about the error ends the loop, and it is not known to let an expired deadline pass.",
		},
		{
			Category: "steps",
			Level:    report.Strict,
			Title:    "a loop of steps that never asks what is left",
			What: "A loop whose every turn asks a language model with what the turns before it have gathered, or runs the next stage of a plan, with a context of the caller, and that never asks how " +
				"much it has left. Reported at the step's call.",
			Why: "An agent that plans its next tool call with two seconds left starts a step that needs ten, and the user gets an error instead of what the first four steps found. " +
				"One question before each step turns that into an answer that says what is missing.",
			Wrong: `type stage interface {
	Run(ctx context.Context, found map[string]string) error
}

func answer(ctx context.Context, plan []stage) (map[string]string, error) {
	found := map[string]string{}
	for _, s := range plan {
		if err := s.Run(ctx, found); err != nil {
			return nil, err
		}
	}
	return found, nil
}`,
			Message: "each stage runs Run, and nothing asks what ctx has left before the next one: if that is less than a stage usually needs, answer with what there is and say what is missing",
			Right: `type stage interface {
	Run(ctx context.Context, found map[string]string) error
}

func answer(ctx context.Context, plan []stage) (found map[string]string, missing []stage, err error) {
	const usual = 3 * time.Second
	found = map[string]string{}
	for i, s := range plan {
		if !budget.Affords(ctx, usual) {
			return found, plan[i:], nil
		}
		if err := s.Run(ctx, found); err != nil {
			return nil, nil, err
		}
	}
	return found, nil, nil
}`,
			Silent: "- The loop asks for the deadline, or package budget.\n" +
				"- The context is not the caller's and has no limit.",
		},
	},
}
