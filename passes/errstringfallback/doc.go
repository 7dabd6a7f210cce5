// Package errstringfallback reports failures that look like answers: the text
// of an error, or nothing at all, returned where a result is expected. It does
// not know how the text gets there: it asks package deadline.
package errstringfallback

import "github.com/budgetlint/budgetlint/internal/report"

// Rules are the categories of the pass.
var Rules = report.Set{
	Pass:  "errstringfallback",
	Title: "find failures that look like answers",
	Text: "When time runs out, something is returned. If that is the text of the error, in the place of the answer and with a nil error, whoever reads it goes on: a language model quotes it, " +
		"a cache keeps it, a form is filled with it. In an experiment with a reader of six fields, 33 requests of 200 ran out of time: the text \"execution failed\" as a result led to 231 invented fields, " +
		"an empty result to 198, and a result that said what was missing to none. It costs nothing: all three took the same time.\n\n" +
		"The pass follows the text of an error, or a sentence that is said instead of it, through variables, closures, builders, helper functions and other packages of the module, to where it becomes a result, " +
		"and knows how the results of agent and RPC frameworks mark a failure (`IsError`, `NewToolResultError`, `NewTextErrorResponse`).\n\n" +
		"It is silent:\n\n" +
		"- where the error is returned as well, or the text becomes part of another error;\n" +
		"- where something beside the text says that it is that of a failure: `IsError`, `Error`, a failing `Status`, `Code`, `Kind`, `Severity`, `Phase` or the like, `Success` that is not set, a key \"error\"; " +
		"it may be set in the same literal, a line before or after, or in the function that makes the result;\n" +
		"- where the type, field, key or list is named for an error: `Err`, `Failure`, `Problem`, `Diagnostic`, `Warning`, `Reason`;\n" +
		"- in functions whose input is the error, in `Error`, `String` and `Format` methods, in checks and verdicts (`Check`, `Health`, `Validate`, `Status`);\n" +
		"- under a condition for one known error that is an answer: a sentinel, `os.IsNotExist`, `IsNotFound`;\n" +
		"- where the error tells of the input alone: it was parsed, checked or computed, and nobody was waited for;\n" +
		"- in logs, traces, metrics and events, in what a command or a terminal program shows to a person, and in tests.",
	Rules: []report.Rule{
		{
			Category: "text",
			Title:    "the text of an error as the answer",
			What: "The text of an error, or a sentence such as \"execution failed\" in a branch that was taken because a call failed, returned as the result with a nil error. " +
				"Or returned by a helper without an error result, whose caller gives it back as the answer. Reported at the return, or where the text is put in the place of the answer.",
			Why: "The caller has two results to look at, and both say that all is well: a `string` that holds something and an `error` that is nil. No retry, no fallback and no alarm can see the failure, and a deadline that has expired " +
				"reads like a search result.",
			Wrong: `func search(ctx context.Context, c *http.Client, url string) (string, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return "", err
	}
	resp, err := c.Do(req)
	if err != nil {
		return "Error: " + err.Error(), nil
	}
	defer resp.Body.Close()
	return resp.Header.Get("Summary"), nil
}`,
			Message: "the error text of Do (line 6) is returned as the answer with a nil error, and a caller cannot tell this text from an answer; return \"\", err",
			Right: `func search(ctx context.Context, c *http.Client, url string) (string, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return "", err
	}
	resp, err := c.Do(req)
	if err != nil {
		return "", fmt.Errorf("search: %w", err)
	}
	defer resp.Body.Close()
	return resp.Header.Get("Summary"), nil
}`,
			Silent: "- The constant does not read like the report of a failure: `return \"unknown\", nil` is a default.\n" +
				"- Another result says which of the two it is: `return err.Error(), false`.\n" +
				"- A helper whose text nobody is seen to return as an answer.",
			Fix: "`return \"\", err` takes the place of the text, with the zero values of the other results; a text that is made by `fmt.Sprintf` becomes an error by `fmt.Errorf`. " +
				"Where a library's function made the result, the one that marks a failure comes first. There is none where an error would end the run of an agent, and " +
				"where the text was made elsewhere.",
		},
		{
			Category: "field",
			Title:    "the text of an error in a content field",
			What: "The text of an error in a field of a result, an entry of a map, a JSON body, a value that a cache keeps or a channel carries, or a list of what is missing, " +
				"with nothing beside it that says so. Reported at the field or the assignment.",
			Why: "A field named `Summary` holds a summary, for everyone who reads it. The text of an error in it was once kept as the summary of a whole conversation, whose messages were then deleted. " +
				"A list of what is missing has the same fault: \"context deadline exceeded\" in it reads as data that does not exist.",
			Wrong: `type report struct {
	Summary string
	Pages   int
}

func summarize(ctx context.Context, fetch func(context.Context) (string, error)) (*report, error) {
	text, err := fetch(ctx)
	if err != nil {
		return &report{Summary: err.Error()}, nil
	}
	return &report{Summary: text, Pages: 1}, nil
}`,
			Message: "the error text of the call in line 7 becomes field Summary with no flag beside it, and a reader cannot tell this text from an answer; return the error, or set a field beside it that says so",
			Right: `type report struct {
	Summary string
	Pages   int
	Err     string
}

func summarize(ctx context.Context, fetch func(context.Context) (string, error)) (*report, error) {
	text, err := fetch(ctx)
	if err != nil {
		return &report{Err: err.Error()}, nil
	}
	return &report{Summary: text, Pages: 1}, nil
}`,
			Silent: "- A flag whose value is not a constant: it may say so.\n" +
				"- A struct that goes nowhere a reader of results looks: to a log, a trace, an event.\n" +
				"- A field of the receiver that only ever holds such text: it is state.",
			Fix: "The field that marks a failure is set beside the text, where the result has one and it is a truth value or an error; the second choice, or the only one, is to " +
				"return the error with zero values.",
		},
		{
			Category: "empty",
			Title:    "an expired deadline as an empty result",
			What: "The branch for an expired deadline (`errors.Is(err, context.DeadlineExceeded)`, `ctx.Err() != nil`, `<-ctx.Done()`, the code `DeadlineExceeded`) returns a nil error " +
				"and nothing: the zero value, or what its caller handed in to be filled and the failed call left empty. Reported at the return.",
			Why: "No rows and no time are two answers. A caller who gets an empty list and a nil error shows \"nothing found\", deletes what is not in the list, or starts anew what runs already, " +
				"and that on the day when the system is slow.",
			Wrong: `func orders(ctx context.Context, db *sql.DB) (*sql.Rows, error) {
	ctx, cancel := context.WithTimeout(ctx, 2*time.Second)
	defer cancel()
	rows, err := db.QueryContext(ctx, "SELECT id FROM orders")
	if errors.Is(err, context.DeadlineExceeded) {
		return nil, nil
	}
	return rows, err
}`,
			Message: "the expired deadline of QueryContext (line 5) is answered with nothing and a nil error, and a caller cannot tell that from an honest empty result; return the error",
			Right: `func orders(ctx context.Context, db *sql.DB) (*sql.Rows, error) {
	ctx, cancel := context.WithTimeout(ctx, 2*time.Second)
	defer cancel()
	rows, err := db.QueryContext(ctx, "SELECT id FROM orders")
	if err != nil {
		return nil, fmt.Errorf("list the orders: %w", err)
	}
	return rows, nil
}`,
			Silent: "- Only a cancelled context gives nothing: the caller has left.\n" +
				"- What there is so far is returned, or the comment of the function says what it returns when time is up.\n" +
				"- The function returns an error alone, and the failed call fills nothing of its caller's: a check that still runs after 5s has started.\n" +
				"- A `bool`, which often means \"not yet\".\n" +
				"- The context is one without a deadline, or of unknown making.",
			Fix: "The nil error becomes the error that was asked about, or `ctx.Err()`. The other results stay as they are.",
		},
		{
			Category: "leak",
			Level:    report.Strict,
			Title:    "the raw text of an error in a reply to a user",
			What: "The text of an error, as it is, in `http.Error`, a response header, the message of a gRPC status that blames the service, or what is written to a `http.ResponseWriter`. " +
				"Reported at the call.",
			Why: "An error that came up through three layers holds what each of them added: host names, queries, file paths, the time-out of a system that the user should not know of. The user can do nothing " +
				"with it, and whoever looks for a way in can.",
			Wrong: `func price(cents func(context.Context) (int, error)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		n, err := cents(r.Context())
		if err != nil {
			http.Error(w, err.Error(), http.StatusInternalServerError)
			return
		}
		fmt.Fprintln(w, n)
	}
}`,
			Message: "http.Error sends the error text of the call in line 3 to the user, with the names, addresses and queries that are in it; log it and send a fixed text",
			Right: `func price(cents func(context.Context) (int, error)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		n, err := cents(r.Context())
		if err != nil {
			log.Printf("price: %v", err)
			http.Error(w, "the price is not available", http.StatusInternalServerError)
			return
		}
		fmt.Fprintln(w, n)
	}
}`,
			Silent: "- A status from 400 to 499, or a gRPC code that blames the request.\n" +
				"- The error tells of the input alone.",
		},
	},
}
