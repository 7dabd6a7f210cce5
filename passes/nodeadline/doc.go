// Package nodeadline reports waiting calls that nothing bounds, and limits that
// are missing from servers. It knows no library: which calls wait, and what
// bounds them, are rows of package catalog.
package nodeadline

import "github.com/budgetlint/budgetlint/internal/report"

// Rules are the categories of the pass.
var Rules = report.Set{
	Pass:  "nodeadline",
	Title: "find waiting calls that nothing bounds",
	Text: "The commonest timeout is the one that nobody set. gRPC sets no deadline by itself, `http.Client` and `database/sql` neither: a peer that accepts a " +
		"connection and never answers holds the goroutine, and what it has locked, for ever.\n\n" +
		"The pass asks two questions of each call in its catalogue: is the context proven to have no deadline (only `context.Background()`, `context.TODO()` or " +
		"`context.WithoutCancel`, with `WithCancel` and `WithValue` above them), or does the call take none? And is there neither a client timeout, nor an option, nor a " +
		"configuration, nor a default of the library that ends it? Only if both are so does it report, in the category of what is waited for. " +
		"The call itself may lie in a helper; then the report is at the call that put the empty context in, and names the way (\"via\").\n\n" +
		"It is silent:\n\n" +
		"- where a function takes a context (or a request) and hands it on: its caller bounds it;\n" +
		"- where the context, or what bounds the client, cannot be told: a client that is injected, a timeout from the configuration, a call through an interface " +
		"(for gRPC, SQL, Redis and Kubernetes clients of unknown making, which set no limit unless told to, an empty context is enough to report);\n" +
		"- at a client literal without a timeout: its calls are judged, not the literal;\n" +
		"- at streams, watches and long polls, which are open on purpose;\n" +
		"- where `main` hands its first context to a function: that may be the whole program;\n" +
		"- at a server on loopback, a dial on a network that is not known to be TCP, a database that is a file;\n" +
		"- where the program sets a limit for all calls of the kind: a driver's read timeout, a client interceptor or wrapper in the same module;\n" +
		"- in tests, in test doubles (`mocks`, `fake_client.go`), in one-off tools (`hack`, `scripts`) and in deferred clean-up.\n\n" +
		"A call that the catalogue does not hold can be added with a flag: `-budgetlint.calls='corp.example/rpc.Client.Do ctx=0 kind=http'`.",
	Rules: []report.Rule{
		{
			Category: "grpc",
			Title:    "a gRPC call without a deadline",
			What: "A unary call of a gRPC stub (any method whose last parameter is `...grpc.CallOption`), or `ClientConn.Invoke`, whose context is proven to have " +
				"no deadline. Reported at the call, or at the call that put the empty context in.",
			Why: "gRPC sets no deadline by itself. Without one the call waits as long as the connection lives: a server that is stopped in a debugger, " +
				"or deadlocked, blocks its client for ever, and the server cannot know that the answer is no longer wanted.",
			Wrong: `func alive(conn *grpc.ClientConn) error {
	health := grpc_health_v1.NewHealthClient(conn)
	_, err := health.Check(context.Background(), &grpc_health_v1.HealthCheckRequest{})
	return err
}`,
			Message: "nothing bounds Check: its context is context.Background() and a gRPC client sets no deadline by itself; pass a context with a deadline",
			Right: `func alive(ctx context.Context, conn *grpc.ClientConn) error {
	ctx, cancel := context.WithTimeout(ctx, 2*time.Second)
	defer cancel()
	health := grpc_health_v1.NewHealthClient(conn)
	_, err := health.Check(ctx, &grpc_health_v1.HealthCheckRequest{})
	return err
}`,
			Silent: "- Streams: the method's result has `RecvMsg`.\n" +
				"- The connection was made with a service config that holds a timeout, or with an interceptor that sets a limit.\n" +
				"- An interceptor or an option that cannot be looked into.",
			Fix: swapFix,
		},
		{
			Category: "http",
			Title:    "an HTTP request without a limit",
			What: "`http.Get`, `Head`, `Post`, `PostForm`, or `Do` and `RoundTrip` of a request without a deadline, by a client that is known to have no " +
				"`Timeout` (`http.DefaultClient`, `&http.Client{}`) and no `Transport` with a `ResponseHeaderTimeout`. Reported at the call.",
			Why: "The zero `http.Client` has no timeout, and the default transport limits the dial (30s) and the TLS handshake (10s) but not the wait for the answer. " +
				"A server that accepts and says nothing is waited for without end.",
			Wrong: `func fetch(url string) (*http.Response, error) {
	return http.Get(url)
}`,
			Message: "nothing bounds http.Get: it takes no context and its client has no Timeout; use http.NewRequestWithContext and Do with a context that has a deadline",
			Right: `var client = &http.Client{Timeout: 10 * time.Second}

func fetch(url string) (*http.Response, error) {
	return client.Get(url)
}`,
			Silent: "- A client whose making is not known: a parameter, an interface, a field that another package sets.\n" +
				"- A client whose `Timeout` is set later, or from a value that is not a constant.\n" +
				"- `http.NewRequest` followed by `WithContext` or `Clone` with another context.\n" +
				"- Requests that are never sent, only signed or matched.",
			Fix: swapFix,
		},
		{
			Category: "sql",
			Title:    "a query without a limit",
			What: "A call of `database/sql` (or of a library in the catalogue that sits on it) whose context is proven to have no deadline, or that takes none. " +
				"Reported at the call. Where a context is in reach and dropped, it is `dropped`.",
			Why: "`database/sql` has no limit of its own, for a query or for the wait for a free connection. One lock that is held long enough fills the pool: " +
				"then every request waits, also those that need another table.",
			Wrong: `func count(db *sql.DB) (n int, err error) {
	err = db.QueryRow("SELECT count(*) FROM jobs").Scan(&n)
	return n, err
}`,
			Message: "nothing bounds QueryRow: it takes no context and a database handle sets no limit by itself; use QueryRowContext with a context that has a deadline",
			Right: `func count(ctx context.Context, db *sql.DB) (n int, err error) {
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	err = db.QueryRowContext(ctx, "SELECT count(*) FROM jobs").Scan(&n)
	return n, err
}`,
			Silent: "- A transaction whose beginning is not seen: its calls end with the context that `BeginTx` was given.\n" +
				"- A `Rollback` in a deferred call.\n" +
				"- A context that came in as a parameter: the caller bounds it.",
			Fix: swapFix,
		},
		{
			Category: "net",
			Title:    "a dial without a limit",
			What: "`net.Dial`, `net.DialTCP`, `tls.Dial`, `tls.DialWithDialer`, and `Dial` and `DialContext` of a dialer that is known to have neither `Timeout` nor `Deadline`, " +
				"without a deadline on the context. Reported at the call.",
			Why: "A dialer sets no limit by itself; an address that drops packets is left to the operating system, which gives up after minutes. " +
				"`tls.Dial` adds a handshake, which a peer that accepts and says nothing never finishes.",
			Wrong: `func open(addr string) (net.Conn, error) {
	return net.Dial("tcp", addr)
}`,
			Message: "nothing bounds net.Dial: it takes no context and a dialer sets no limit by itself; use (*net.Dialer).DialContext with a context that has a deadline",
			Right: `func open(ctx context.Context, addr string) (net.Conn, error) {
	d := net.Dialer{Timeout: 5 * time.Second}
	return d.DialContext(ctx, "tcp", addr)
}`,
			Silent: "- Networks on which a dial waits for no peer: udp, ip, unix.\n" +
				"- A dialer whose making is not known, or whose limit is not a constant.\n" +
				"- Name look-ups: a resolver gives up by itself.",
			Fix: swapFix,
		},
		{
			Category: "redis",
			Title:    "a Redis command without a limit",
			What: "A command of a Redis client that neither the context nor the client ends: a blocking command with the timeout 0 (`BLPop(ctx, 0, ...)`), " +
				"any command of a client whose socket timeouts are switched off, or of a library that has none unless told to. Reported at the call.",
			Why: "go-redis bounds ordinary commands by itself (`ReadTimeout`, 5s in v9.23), but 0 in a blocking command means for ever, and -1 in " +
				"`ReadTimeout` switches the limit off. redigo has no read timeout unless `DialReadTimeout` sets one.",
			Wrong: `func take(rdb *redis.Client) ([]string, error) {
	return rdb.BLPop(context.Background(), 0, "jobs").Result()
}`,
			Message: "nothing bounds BLPop: its context is context.Background() and 0 means to wait for ever; pass a context with a deadline",
			Right: `func take(ctx context.Context, rdb *redis.Client) ([]string, error) {
	return rdb.BLPop(ctx, 5*time.Second, "jobs").Result()
}`,
			Silent: "- Ordinary commands of go-redis clients with the library's defaults.\n" +
				"- A blocking command whose timeout is not the constant 0.\n" +
				"- Subscriptions.",
			Fix: swapFix,
		},
		{
			Category: "k8s",
			Title:    "a call to the Kubernetes API without a limit",
			What: "A call of a client-go or controller-runtime client whose context is proven to have no deadline, unless `rest.Config.Timeout` is known to bound it. " +
				"Reported at the call.",
			Why: "`rest.Config.Timeout` is 0 unless it is set, and 0 means no timeout. While the API server, or a webhook behind it, hangs, so does the controller.",
			Wrong: `func version(api kubernetes.Interface, ns string) (string, error) {
	cm, err := api.CoreV1().ConfigMaps(ns).Get(context.Background(), "release", metav1.GetOptions{})
	if err != nil {
		return "", err
	}
	return cm.Data["version"], nil
}`,
			Message: "nothing bounds Get: its context is context.Background() and a Kubernetes client sets no limit by itself; pass a context with a deadline",
			Right: `func version(ctx context.Context, api kubernetes.Interface, ns string) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	cm, err := api.CoreV1().ConfigMaps(ns).Get(ctx, "release", metav1.GetOptions{})
	if err != nil {
		return "", err
	}
	return cm.Data["version"], nil
}`,
			Silent: "- Watches, informers and log streams.\n" +
				"- The context that a reconciler is handed: who made it bounds it.\n" +
				"- A client made from a config whose `Timeout` is set.",
			Fix: swapFix,
		},
		{
			Category: "mongo",
			Title:    "a MongoDB operation without a limit",
			What:     "An operation of the MongoDB driver whose context is proven to have no deadline, on a client that is known to have no `Timeout`. Reported at the call.",
			Why: "The driver gives up looking for a server after 30s, but the operation itself has no limit: `Timeout` is unset unless `SetTimeout` or the " +
				"URI sets it, and a server that has been found and does not answer is waited for without end.",
			Wrong: `func count(uri string) (int64, error) {
	client, err := mongo.Connect(options.Client().ApplyURI(uri))
	if err != nil {
		return 0, err
	}
	return client.Database("shop").Collection("orders").CountDocuments(context.Background(), bson.D{})
}`,
			Message: "nothing bounds CountDocuments: its context is context.Background() and its client has no Timeout; pass a context with a deadline",
			Right: `func count(ctx context.Context, uri string) (int64, error) {
	client, err := mongo.Connect(options.Client().ApplyURI(uri).SetTimeout(5 * time.Second))
	if err != nil {
		return 0, err
	}
	return client.Database("shop").Collection("orders").CountDocuments(ctx, bson.D{})
}`,
			Silent: "- A client whose making is not known.\n" +
				"- Change streams.",
			Fix: swapFix,
		},
		{
			Category: "kafka",
			Title:    "a Kafka call without a limit",
			What:     "A Kafka call that waits for a broker, with a context that is proven to have no deadline, by a client that sets no limit itself. Reported at the call.",
			Why: "franz-go retries a record without end unless it is told otherwise (`RecordRetries`, `RecordDeliveryTimeout`): while the brokers are away " +
				"`ProduceSync` does not return.",
			Wrong: `func emit(value []byte) error {
	cl, err := kgo.NewClient(kgo.SeedBrokers("kafka:9092"))
	if err != nil {
		return err
	}
	defer cl.Close()
	return cl.ProduceSync(context.Background(), &kgo.Record{Topic: "events", Value: value}).FirstErr()
}`,
			Message: "nothing bounds ProduceSync: its context is context.Background() and its client tries without end; pass a context with a deadline",
			Right: `func emit(ctx context.Context, value []byte) error {
	cl, err := kgo.NewClient(kgo.SeedBrokers("kafka:9092"))
	if err != nil {
		return err
	}
	defer cl.Close()
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	return cl.ProduceSync(ctx, &kgo.Record{Topic: "events", Value: value}).FirstErr()
}`,
			Silent: "- Fetching: a consumer waits for the next message on purpose.\n" +
				"- A client that has a limit, or may have one: it was made elsewhere, or with an option that cannot be looked into.",
			Fix: swapFix,
		},
		{
			Category: "exec",
			Title:    "a command that nothing ends",
			What: "A call that runs a command without a deadline, of those that `-budgetlint.calls` adds with `kind=exec`. Reported at the call. " +
				"For `os/exec` only the command that drops a context in reach is reported, as `dropped`.",
			Why: "Only its context ends a command. One that asks for a password, or a remote shell whose connection is gone, waits for ever, and its parent with it.",
			Wrong: `// With -budgetlint.calls='corp.example/remote.Run ctx=0 kind=exec'
func head(host string) ([]byte, error) {
	return remote.Run(context.Background(), host, "git rev-parse HEAD")
}`,
			Message: "nothing bounds remote.Run: its context is context.Background() and only its context ends a command; pass a context with a deadline",
			Right: `func head(ctx context.Context, host string) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, 20*time.Second)
	defer cancel()
	return remote.Run(ctx, host, "git rev-parse HEAD")
}`,
			Silent: "- `exec.Command` where no context is in reach: most commands are local and short.\n" +
				"- A process that is started and not waited for.",
			Fix: swapFix,
		},
		{
			Category: "other",
			Title:    "another call that nothing bounds",
			What:     "A call of the catalogue that belongs to none of the other kinds, or one that `-budgetlint.calls` adds with `kind=other`. Reported at the call.",
			Why:      "What holds for the calls that the tool knows holds for those that you know: a wait that nothing ends holds its goroutine, and what that has locked, for ever.",
			Wrong: `// With -budgetlint.calls='corp.example/lock.Client.Acquire ctx=0 kind=other'
func exclusive(c *lock.Client) error {
	return c.Acquire(context.Background(), "index")
}`,
			Message: "nothing bounds Acquire: its context is context.Background(); pass a context with a deadline",
			Right: `func exclusive(ctx context.Context, c *lock.Client) error {
	ctx, cancel := context.WithTimeout(ctx, 3*time.Second)
	defer cancel()
	return c.Acquire(ctx, "index")
}`,
			Silent: "- Calls that are neither in the catalogue nor named by the flag.",
			Fix:    swapFix,
		},
		{
			Category: "dropped",
			Title:    "a call that ignores the context in reach",
			What: "The variant without a context (`Query`, `Get`, `Post`, `Dial`, a look-up, `exec.Command`, an `http.NewRequest` that is never given a context) " +
				"although one is in reach and nothing is known to bound the call. A client of unknown making is no bound here. Reported at the call.",
			Why: "The caller's deadline and its cancellation end at this line. The user is gone at second 30 and the query goes on to second 40, " +
				"for a request that has died. The variant that takes the context is one word away.",
			Wrong: `func healthy(ctx context.Context, db *sql.DB) (one int, err error) {
	err = db.QueryRow("SELECT 1").Scan(&one)
	return one, err
}`,
			Message: "QueryRow ignores ctx (parameter, line 1) and nothing else bounds it: use QueryRowContext(ctx, ...)",
			Right: `func healthy(ctx context.Context, db *sql.DB) (one int, err error) {
	err = db.QueryRowContext(ctx, "SELECT 1").Scan(&one)
	return one, err
}`,
			Silent: "- Something is known to bound the call: the client's `Timeout`, the dialer's, the context that the transaction was begun with.\n" +
				"- The request gets a context before it is sent: `WithContext`, `Clone`, a builder that takes one, `Do(ctx, req)`.\n" +
				"- Deferred clean-up and branches that undo something after a failure.",
			Fix: "The variant that takes a context is used (`QueryContext(ctx, ...)`, `(&net.Dialer{}).DialContext(ctx, ...)`, `db.WithContext(ctx)` before the call), or the call that made the " +
				"request or the command is given the context (`http.NewRequestWithContext`, `exec.CommandContext`). `resp, err := http.Get(url)` with its check right behind " +
				"becomes a request that is sent, and the check is made twice. There is none where the variant returns another type or takes more, and where the name of the " +
				"context means something else at that place.",
		},
		{
			Category: "server",
			Title:    "a server without a limit for its clients, or a stop without one",
			What: "An `http.Server` with neither `ReadHeaderTimeout` nor `ReadTimeout`, `http.ListenAndServe` and its like, which cannot have one, and `Shutdown` " +
				"on an empty context. Reported at the literal or the call.",
			Why: "A client that sends one byte of its header a minute keeps a connection and a goroutine for as long as it likes. " +
				"`Shutdown` waits for every request that is open; one stream that never ends keeps the process alive until it is killed, and with it everything that should have been closed after.",
			Wrong: `func serve(h http.Handler) error {
	srv := &http.Server{Addr: ":8080", Handler: h}
	return srv.ListenAndServe()
}`,
			Message: "nothing bounds how long a client takes to send its header: this http.Server has neither ReadHeaderTimeout nor ReadTimeout; set ReadHeaderTimeout",
			Right: `func serve(h http.Handler) error {
	srv := &http.Server{Addr: ":8080", Handler: h, ReadHeaderTimeout: 5 * time.Second}
	return srv.ListenAndServe()
}`,
			Silent: "- Either field is set, also later or in a helper, and also to a value that is not a constant.\n" +
				"- A `Shutdown` whose context is bounded or cannot be told.\n" +
				"- `WriteTimeout` and `IdleTimeout` are not asked for: a server that streams must not set the first.",
		},
		{
			Category: "request",
			Level:    report.Strict,
			Title:    "a request's context handed on with no limit set",
			What:     "A handler hands its request's context on to a waiting call and nobody has set a limit on it. Reported at the call that gets it.",
			Why: "net/http sets no deadline on a request's context; it ends when the client goes away. A client that waits patiently lets the handler wait as long. " +
				"Middleware may set a limit where this tool cannot see it, hence advice.",
			Wrong: `func users(db *sql.DB) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		var n int
		if err := db.QueryRowContext(r.Context(), "SELECT count(*) FROM users").Scan(&n); err != nil {
			http.Error(w, "cannot count", http.StatusServiceUnavailable)
			return
		}
		fmt.Fprintln(w, n)
	}
}`,
			Message: "QueryRowContext gets r.Context() (request, line 2), on which net/http sets no deadline: set the request's total with context.WithTimeout",
			Right: `func users(db *sql.DB) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		ctx, cancel := context.WithTimeout(r.Context(), 8*time.Second)
		defer cancel()
		var n int
		if err := db.QueryRowContext(ctx, "SELECT count(*) FROM users").Scan(&n); err != nil {
			http.Error(w, "cannot count", http.StatusServiceUnavailable)
			return
		}
		fmt.Fprintln(w, n)
	}
}`,
			Silent: "- The handler, or a helper that it calls, has set a limit.\n" +
				"- The call is bounded by its client.",
		},
	},
}

// swapFix is what a fix does where a call is handed an empty context.
const swapFix = "If the caller waits and its context is in reach, that is put in the place of an empty one. How long a call may take is for you to choose: no limit is added."
