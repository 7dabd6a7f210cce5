package catalog

// github.com/nats-io/nats.go. RequestWithContext waits as long as its context;
// FlushWithContext refuses one without a deadline, and JetStream puts 5 s on
// it. Subscriptions are streams.

var natsCalls = []Call{
	{Pkg: "github.com/nats-io/nats.go", Recv: "Conn", Names: "RequestMsgWithContext RequestWithContext", Kind: Other, Unknown: Unbounded, Source: "github.com/nats-io/nats.go@v1.55.0 context.go:40"},
	{Pkg: "github.com/nats-io/nats.go", Recv: "Conn", Names: "Request", Kind: Other, Unknown: Bounded, Forever: 3, Source: "github.com/nats-io/nats.go@v1.55.0 nats.go:4916"},
	{Pkg: "github.com/nats-io/nats.go/jetstream", Recv: "*Manager", Names: "*", Kind: Other, Unknown: Bounded, Source: "github.com/nats-io/nats.go@v1.55.0 jetstream/jetstream.go:461"},
	{Pkg: "github.com/nats-io/nats.go/jetstream", Recv: "Publisher", Names: "*", Kind: Other, Unknown: Bounded, Source: "github.com/nats-io/nats.go@v1.55.0 jetstream/jetstream.go:461"},
}
