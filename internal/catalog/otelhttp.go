package catalog

// go.opentelemetry.io/contrib/instrumentation/net/http/otelhttp wraps a
// transport and limits nothing. Get and the like went with v0.67.0.

var otelhttpCalls = []Call{
	{Pkg: "go.opentelemetry.io/contrib/instrumentation/net/http/otelhttp", Names: "Get Head Post PostForm", Kind: HTTP, Unknown: Unbounded, Source: "go.opentelemetry.io/contrib/instrumentation/net/http/otelhttp@v0.61.0 client.go:17"},
}

var otelhttpMakers = []Maker{
	{Func: "go.opentelemetry.io/contrib/instrumentation/net/http/otelhttp.NewTransport", Arg: 1, Source: "go.opentelemetry.io/contrib/instrumentation/net/http/otelhttp@v0.72.0 transport.go:50"},
}
