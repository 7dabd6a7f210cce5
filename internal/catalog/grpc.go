package catalog

// google.golang.org/grpc. Generated stubs are recognised by their shape, see
// IsStub: any method whose last parameter is ...grpc.CallOption.

var grpcCalls = []Call{
	{Pkg: "google.golang.org/grpc", Recv: "ClientConn", Names: "Invoke", Kind: GRPC, Client: "google.golang.org/grpc.ClientConn", Unknown: Unbounded, Source: "google.golang.org/grpc@v1.85.0 call.go:29"},
	{Pkg: "google.golang.org/grpc", Recv: "ClientConnInterface", Names: "Invoke", Kind: GRPC, Client: "google.golang.org/grpc.ClientConn", Unknown: Unbounded, Source: "google.golang.org/grpc@v1.85.0 clientconn.go"},
}

// A dial waits only if told to.
var grpcDials = []Call{
	{Pkg: "google.golang.org/grpc", Names: "Dial", Kind: GRPC, Variant: "grpc.DialContext", If: "google.golang.org/grpc.WithBlock", Options: true, Unknown: Unbounded, Source: "google.golang.org/grpc@v1.85.0 clientconn.go:DialContext"},
	{Pkg: "google.golang.org/grpc", Names: "DialContext", Kind: GRPC, If: "google.golang.org/grpc.WithBlock", Options: true, Unknown: Unbounded, Source: "google.golang.org/grpc@v1.85.0 clientconn.go:DialContext"},
}

// StubCall is the row of generated gRPC stubs. No deadline is set by itself:
// newClientStream derives one only from the service config.
var StubCall = Call{Kind: GRPC, Client: "google.golang.org/grpc.ClientConn", Unknown: Unbounded, Source: "google.golang.org/grpc@v1.85.0 stream.go:newClientStreamWithParams"}

var grpcClients = []Client{
	{Type: "google.golang.org/grpc.ClientConn", Zero: Unbounded, Source: "google.golang.org/grpc@v1.85.0 clientconn.go"},
}

var grpcMakers = []Maker{
	{Func: "google.golang.org/grpc.NewClient", Result: Unbounded, Options: true, Source: "google.golang.org/grpc@v1.85.0 clientconn.go:NewClient"},
	{Func: "google.golang.org/grpc.Dial", Result: Unbounded, Options: true, Source: "google.golang.org/grpc@v1.85.0 clientconn.go:Dial"},
	{Func: "google.golang.org/grpc.DialContext", Result: Unbounded, Options: true, Source: "google.golang.org/grpc@v1.85.0 clientconn.go:DialContext"},
}

var grpcOptions = []Option{
	{Func: "google.golang.org/grpc.WithTimeout", Arg: 1, Look: LookDuration, Once: true, Source: "google.golang.org/grpc@v1.85.0 dialoptions.go:WithTimeout"},
	{Func: "google.golang.org/grpc.WithUnaryInterceptor", Arg: 1, Look: LookInterceptor, Source: "google.golang.org/grpc@v1.85.0 dialoptions.go"},
	{Func: "google.golang.org/grpc.WithChainUnaryInterceptor", Arg: 1, Look: LookInterceptor, Source: "google.golang.org/grpc@v1.85.0 dialoptions.go"},
	{Func: "google.golang.org/grpc.WithDefaultServiceConfig", Arg: 1, Look: LookServiceConfig, Source: "google.golang.org/grpc@v1.85.0 service_config.go:parseServiceConfig"},
	{Func: "github.com/grpc-ecosystem/go-grpc-middleware/v2/interceptors/timeout.UnaryClientInterceptor", Bound: Bounded, Source: "github.com/grpc-ecosystem/go-grpc-middleware/v2@v2.3.4 interceptors/timeout/timeout.go"},
}
