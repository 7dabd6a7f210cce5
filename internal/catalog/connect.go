package catalog

// connectrpc.com/connect. Its generated clients have a shape of their own, see
// ConnectCall; only their http.Client, an interceptor or the context bounds a
// call.

// ConnectCall is the row of generated Connect clients: a method of an interface
// *Client, in a package whose path ends in "connect", that takes a context and
// a *connect.Request and returns a *connect.Response. The handlers' interfaces
// have the same methods; streams have other results.
var ConnectCall = Call{Kind: GRPC, Client: "connectrpc.com/connect.Client", Source: "connectrpc.com/connect@v1.21.1 client.go:149"}

var connectCalls = []Call{
	{Pkg: "connectrpc.com/connect", Recv: "Client", Names: "CallUnary", Kind: GRPC, Client: "connectrpc.com/connect.Client", Source: "connectrpc.com/connect@v1.21.1 client.go:149"},
}

var connectClients = []Client{
	{Type: "connectrpc.com/connect.Client", Source: "connectrpc.com/connect@v1.21.1 client.go:42"},
}

var connectMakers = []Maker{
	{Func: "connectrpc.com/connect.NewClient", Options: true, Arg: 1, Source: "connectrpc.com/connect@v1.21.1 client.go:42"},
	{Func: "*connect.New*Client", Options: true, Arg: 1, Source: "connectrpc.com/connect@v1.21.1 client.go:42"},
}

var connectOptions = []Option{
	{Func: "connectrpc.com/connect.WithInterceptors", Arg: 1, Look: LookInterceptor, Source: "connectrpc.com/connect@v1.21.1 option.go:383"},
}
