// Package freshtimeout reports timeouts that start anew, or cannot do what they
// say, where the caller's deadline should go on. It does not know how a
// context's deadline is found out: it asks package deadline.
package freshtimeout

import "github.com/budgetlint/budgetlint/internal/report"

// Rules are the categories of the pass.
var Rules = report.Set{
	Pass:  "freshtimeout",
	Title: "find timeouts that lose the caller's deadline",
	Text: "A request has one deadline: the moment at which its caller stops waiting. A timeout that starts below `context.Background()` " +
		"does not know that moment, so the waits add up: three steps of 30s each are 90s for a user who was promised 30s, and with three " +
		"attempts a step they are 270s. No single line looks wrong.\n\n" +
		"The pass follows contexts through assignments, closures, struct literals, helper functions and other packages of the module, and " +
		"reports where a deadline is proven to be lost. What it cannot prove it does not report.\n\n" +
		"It is silent where a context of its own is right:\n\n" +
		"- no caller's context is in reach: no parameter (a blank or unnamed one counts), request, stream or captured variable; " +
		"a context in a struct field is a parent, not reach;\n" +
		"- `main`, `init`, tests;\n" +
		"- after a context has ended: after `<-ctx.Done()`, under `ctx.Err() != nil`;\n" +
		"- deferred calls, functions that are only called from deferred calls, `t.Cleanup`, `context.AfterFunc`;\n" +
		"- goroutines that nobody joins before the function returns;\n" +
		"- work that several callers share: singleflight, `sync.Once`, a pool;\n" +
		"- `if ctx == nil { ctx = context.Background() }`;\n" +
		"- a context made only for a server's Shutdown or Stop;\n" +
		"- branches that undo or release something after a failure.",
	Rules: []report.Rule{
		{
			Category: "reset",
			Title:    "a fresh timeout where the caller's deadline is in reach",
			What: "`context.WithTimeout` or `context.WithDeadline` (also `...Cause`), in one step or in several, or a polling helper that takes a limit " +
				"(`wait.PollUntilContextTimeout`), below `context.Background()` or `context.TODO()`, although the caller's context is in reach and the " +
				"function waits for the result. Reported at the With call. If several lie on one path, each is reported, and the first names the total.",
			Why: "The new limit is counted from now, not from the start of the request. In three steps of 30s the third may begin at second 60 and end at " +
				"second 90; the caller gave up at second 30, and nobody told the two steps after that. Cancelling the request does not reach them either. " +
				"Derived from the caller's context the same 30s are a cap: the wait ends after 30s or at the caller's deadline, whichever is first.",
			Wrong: `func price(ctx context.Context, db *sql.DB, mail string) (cents int, err error) {
	var customer, order int

	c1, cancel := context.WithTimeout(context.Background(), 30*time.Second)
	defer cancel()
	if err := db.QueryRowContext(c1, "SELECT id FROM customers WHERE mail = $1", mail).Scan(&customer); err != nil {
		return 0, err
	}

	c2, cancel := context.WithTimeout(context.Background(), 30*time.Second)
	defer cancel()
	if err := db.QueryRowContext(c2, "SELECT max(id) FROM orders WHERE customer = $1", customer).Scan(&order); err != nil {
		return 0, err
	}

	c3, cancel := context.WithTimeout(context.Background(), 30*time.Second)
	defer cancel()
	err = db.QueryRowContext(c3, "SELECT sum(cents) FROM items WHERE order_id = $1", order).Scan(&cents)
	return cents, err
}`,
			Message: "WithTimeout starts a fresh 30s from context.Background() although ctx (parameter, line 1) carries the caller's deadline: derive it from ctx; " +
				"with the 2 after it this path may wait 3 x 30s = 1m30s",
			Right: `func price(ctx context.Context, db *sql.DB, mail string) (cents int, err error) {
	var customer, order int

	// One deadline for the whole: the steps share what the caller has left.
	ctx, cancel := context.WithTimeout(ctx, 30*time.Second)
	defer cancel()

	if err := db.QueryRowContext(ctx, "SELECT id FROM customers WHERE mail = $1", mail).Scan(&customer); err != nil {
		return 0, err
	}
	if err := db.QueryRowContext(ctx, "SELECT max(id) FROM orders WHERE customer = $1", customer).Scan(&order); err != nil {
		return 0, err
	}
	err = db.QueryRowContext(ctx, "SELECT sum(cents) FROM items WHERE order_id = $1", order).Scan(&cents)
	return cents, err
}`,
			Silent: "- The parent comes from somewhere that is not followed: a struct field, a global, an interface method.\n" +
				"- The parent is the caller's context, with a cap of any length.\n" +
				"- `context.WithoutCancel(ctx)` is the parent: that is intent, and at most advice (`detached`).\n" +
				"- A parameter is called ctx but is not a `context.Context`.",
			Fix: "The caller's context is put in the place of the empty one: `ctx`, `r.Context()`, `stream.Context()`. An empty context that is kept in a variable first is " +
				"replaced where it is made, if the function waits for all that is done with it, else in the With call alone. A blank or unnamed parameter is given a name that " +
				"nothing in the function has.\n\n" +
				"There is none where the name means something else at that place or is given another context on the way, where the context also goes to a goroutine, a deferred " +
				"call or a struct, and where a function makes the limit.",
		},
		{
			Category: "larger",
			Title:    "a limit that can never fire",
			What: "A constant timeout at least as long as a known limit around it, or one of the very duration that the context around it was given. " +
				"Reported at the inner With call.",
			Why: "A context ends at the earlier of its own limit and its parent's. A 2m limit below 1m does nothing: whoever reads the inner line " +
				"counts on 2m, and whoever tunes it sees no effect. The error that comes back is the outer one.",
			Wrong: `func sync(ctx context.Context, db *sql.DB) error {
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	if _, err := db.ExecContext(ctx, "DELETE FROM stale"); err != nil {
		return err
	}

	slow, cancel := context.WithTimeout(ctx, 2*time.Minute)
	defer cancel()
	_, err := db.ExecContext(slow, "CALL rebuild()")
	return err
}`,
			Message: "the limit of 2m0s can never fire: the context around it ends after 1m0s (line 2); use what is left or a smaller limit",
			Right: `func sync(ctx context.Context, db *sql.DB) error {
	ctx, cancel := context.WithTimeout(ctx, 2*time.Minute)
	defer cancel()

	first, cancel := context.WithTimeout(ctx, 30*time.Second)
	defer cancel()
	if _, err := db.ExecContext(first, "DELETE FROM stale"); err != nil {
		return err
	}
	_, err := db.ExecContext(ctx, "CALL rebuild()")
	return err
}`,
			Silent: "- Either limit is not a constant: a parameter, a field, a configuration value.\n" +
				"- On some path to the inner call the outer limit is another one, or none.\n" +
				"- The inner limit is the smaller one.",
		},
		{
			Category: "sum",
			Title:    "limits that together exceed the limit around them",
			What: "Constant timeouts one after another, or one in each turn of a loop, that together exceed a known limit around them. " +
				"Or a Duration parameter that is named for the whole (`timeout`, `total`, `overall`, `budget`, `maxWait`) and is given to two limits one after another. " +
				"Reported at the With call that may not get its time.",
			Why: "Two steps of 20s below 30s: if the first one uses its 20s, the second has 10s and not the 20s that its line says. It fails first when the " +
				"system is slow, which is when somebody reads the line. In a loop the first endpoint that hangs takes the whole limit and the others are never asked.",
			Wrong: `func transfer(ctx context.Context, from, to *sql.DB) error {
	ctx, cancel := context.WithTimeout(ctx, 30*time.Second)
	defer cancel()

	read, cancel := context.WithTimeout(ctx, 20*time.Second)
	defer cancel()
	var n int
	if err := from.QueryRowContext(read, "SELECT sum(amount) FROM moves").Scan(&n); err != nil {
		return err
	}

	write, cancel := context.WithTimeout(ctx, 20*time.Second)
	defer cancel()
	_, err := to.ExecContext(write, "INSERT INTO totals VALUES ($1)", n)
	return err
}`,
			Message: "this limit of 20s may have only 10s: the 20s before it come out of the same 30s (line 2); make the limits add up or use what is left",
			Right: `func transfer(ctx context.Context, from, to *sql.DB) error {
	ctx, cancel := context.WithTimeout(ctx, 30*time.Second)
	defer cancel()

	read, cancel := context.WithTimeout(ctx, 20*time.Second)
	defer cancel()
	var n int
	if err := from.QueryRowContext(read, "SELECT sum(amount) FROM moves").Scan(&n); err != nil {
		return err
	}
	// Writing gets what is left, at least 10s.
	_, err := to.ExecContext(ctx, "INSERT INTO totals VALUES ($1)", n)
	return err
}`,
			Silent: "- The limit around them is not known: the caller's context alone, whatever its steps add up to, is bounded by the caller.\n" +
				"- The limits are on different paths, or run at the same time.\n" +
				"- The limit is divided among the turns of the loop, or made from what is left.",
		},
		{
			Category: "helper",
			Title:    "a call that waits on a context of its own",
			What: "An awaited call of a function that makes its own root context and waits below it, though the caller's context is in reach. " +
				"It may be in another package of the module. Reported at the call.",
			Why: "The helper's signature has no context, so neither the deadline nor a cancelled request reaches the wait inside. The time that it allows itself is " +
				"added to the caller's: 30s in the helper after 25s of the caller's own work are 55s. Inside the helper nothing is wrong, since it has no " +
				"context; the place that can be mended is the signature, and this call is the one that needs it.",
			Wrong: `func load(db *sql.DB, id int) (name string, err error) {
	ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
	defer cancel()
	err = db.QueryRowContext(ctx, "SELECT name FROM users WHERE id = $1", id).Scan(&name)
	return name, err
}

func greet(ctx context.Context, db *sql.DB, id int) (string, error) {
	name, err := load(db, id)
	return "Hello, " + name, err
}`,
			Message: "load waits up to 30s on a context of its own (corp.example/users/users.go:2), which ctx (parameter, line 8) cannot end: give load a context and hand it ctx",
			Right: `func load(ctx context.Context, db *sql.DB, id int) (name string, err error) {
	ctx, cancel := context.WithTimeout(ctx, 30*time.Second)
	defer cancel()
	err = db.QueryRowContext(ctx, "SELECT name FROM users WHERE id = $1", id).Scan(&name)
	return name, err
}

func greet(ctx context.Context, db *sql.DB, id int) (string, error) {
	name, err := load(ctx, db, id)
	return "Hello, " + name, err
}`,
			Silent: "- The helper is started with `go`, or deferred.\n" +
				"- The helper only undoes, releases or records something after a failure.\n" +
				"- The helper is reached through an interface or a function value.\n" +
				"- The call's own code is in another module: only packages that belong to the module at hand are looked into (and those that `-budgetlint.deps` names).",
		},
		{
			Category: "unused",
			Title:    "a derived context that nothing uses",
			What: "The context of a With call is dropped: `_, cancel := context.WithTimeout(...)`, or a name that only `_ = ` uses. " +
				"Reported at the With call.",
			Why: "The line promises a limit and there is none: the call below it still waits as long as the parent allows, for ever if the parent " +
				"is empty. The compiler is content, because `cancel` is used.",
			Wrong: `func ping(ctx context.Context, db *sql.DB) error {
	_, cancel := context.WithTimeout(ctx, 3*time.Second)
	defer cancel()
	return db.PingContext(ctx)
}`,
			Message: "the limit of 3s bounds nothing: its context is dropped; hand on the derived context",
			Right: `func ping(ctx context.Context, db *sql.DB) error {
	ctx, cancel := context.WithTimeout(ctx, 3*time.Second)
	defer cancel()
	return db.PingContext(ctx)
}`,
			Silent: "- The derived context is returned, stored, captured, or asked (`Done`, `Err`, `Deadline`, `Value`).",
			Fix:    "The blank name becomes that of the parent, if exactly one call behind it uses the parent: the derived context is what it is handed then.",
		},
		{
			Category: "ended",
			Title:    "a timeout cut from a context that has already ended",
			What: "A timeout derived from a context, or a waiting call handed one, that has already ended on this path: after `<-ctx.Done()`, or " +
				"under `ctx.Err() != nil`. Reported at that call.",
			Why: "A context below one that has ended is born ended. The graceful stop gets 0s instead of 5s, the rollback is refused, and the " +
				"error says \"context canceled\" as if somebody had cancelled the clean-up.",
			Wrong: `func serve(ctx context.Context, srv *http.Server) error {
	<-ctx.Done()
	stop, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	return srv.Shutdown(stop)
}`,
			Message: "the limit of 5s never starts: the context it is derived from has ended on this path (line 2); derive it from context.WithoutCancel of that context",
			Right: `func serve(ctx context.Context, srv *http.Server) error {
	<-ctx.Done()
	stop, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
	defer cancel()
	return srv.Shutdown(stop)
}`,
			Silent: "- On some path to the call the context may still be alive: a select with other cases, a loop that can end otherwise.\n" +
				"- The context was assigned anew in between.\n" +
				"- `context.WithoutCancel` stands between the ended context and the new one.",
			Fix: "The parent of a limit is wrapped in `context.WithoutCancel`. A wait that has no limit gets no fix, since its duration is for you to choose.",
		},
		{
			Category: "cap",
			Level:    report.Strict,
			Title:    "a constant cap that leaves no reserve for the reply",
			What: "A constant timeout on the caller's context in a package that already imports the package budget, whose `Within` keeps the reserve. " +
				"Reported at the With call.",
			Why: "The cap itself is right. But when the caller has less left than the cap, the wait lasts to the caller's last moment, and the deadline " +
				"falls while the reply is being written. With a budget of 30s, 3s used and a reserve of 2s the call may wait 30 - 3 - 2 = 25s, and the user has an answer at second 28.",
			Wrong: `func stock(ctx context.Context, db *sql.DB, item int) (n int, err error) {
	if !budget.Affords(ctx, 100*time.Millisecond) {
		return 0, context.DeadlineExceeded
	}
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	err = db.QueryRowContext(ctx, "SELECT count FROM stock WHERE item = $1", item).Scan(&n)
	return n, err
}`,
			Message: "the cap of 5s may last to the end of ctx (parameter, line 1) and leave no time for the reply: use budget.Within, which keeps the reserve",
			Right: `func stock(ctx context.Context, db *sql.DB, item int) (n int, err error) {
	if !budget.Affords(ctx, 100*time.Millisecond) {
		return 0, context.DeadlineExceeded
	}
	ctx, cancel := budget.Within(ctx, 5*time.Second)
	defer cancel()
	err = db.QueryRowContext(ctx, "SELECT count FROM stock WHERE item = $1", item).Scan(&n)
	return n, err
}`,
			Silent: "- The package does not import budget.\n" +
				"- The limit is not a constant.",
			Fix: "`budget.Within` takes the place of `context.WithTimeout`.",
		},
		{
			Category: "detached",
			Level:    report.Strict,
			Title:    "a wait cut off from the caller on a plain path",
			What: "A timeout below `context.WithoutCancel` of the caller's context, in a plain path of code that the caller waits for. " +
				"Reported at the With call.",
			Why: "`WithoutCancel` drops the deadline together with the cancellation: the caller, who has 2s left, waits 10s. To finish work that must not be " +
				"cut short is a good reason; then it need not be the caller who waits for it.",
			Wrong: `func publish(ctx context.Context, db *sql.DB, id int) error {
	c, cancel := context.WithTimeout(context.WithoutCancel(ctx), 10*time.Second)
	defer cancel()
	_, err := db.ExecContext(c, "UPDATE posts SET public = true WHERE id = $1", id)
	return err
}`,
			Message: "this wait of 10s is cut off from ctx (parameter, line 1), whose caller waits for it: derive it from ctx, or keep the caller's deadline with WithDeadline",
			Right: `func publish(ctx context.Context, db *sql.DB, id int) error {
	c, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	_, err := db.ExecContext(c, "UPDATE posts SET public = true WHERE id = $1", id)
	return err
}`,
			Silent: "- Failure branches, and helpers that undo, release or record something.\n" +
				"- The caller's absolute deadline is set again below `WithoutCancel`.",
		},
	},
}
