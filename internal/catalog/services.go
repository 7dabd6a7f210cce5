package catalog

// API clients over net/http: github.com/prometheus/client_golang/api and
// github.com/google/go-github. Neither has a limit of its own.

var servicesCalls = []Call{
	{Pkg: "github.com/prometheus/client_golang/api/prometheus/v1", Recv: "API", Names: "*", Kind: HTTP, Client: "github.com/prometheus/client_golang/api.Client", Source: "github.com/prometheus/client_golang@v1.25.0 api/client.go:65"},
	{Pkg: "github.com/prometheus/client_golang/api", Recv: "Client", Names: "Do", Kind: HTTP, Client: "github.com/prometheus/client_golang/api.Client", Source: "github.com/prometheus/client_golang@v1.25.0 api/client.go:137"},
	{Pkg: "github.com/google/go-github/...", Recv: "*Service", Names: "*", Kind: HTTP, Client: "github.com/google/go-github/v72/github.Client", Source: "github.com/google/go-github/v72@v72.0.0 github/github.go:332"},
}

var servicesClients = []Client{
	{Type: "github.com/prometheus/client_golang/api.Config", Inner: map[string]string{"Client": "net/http.Client", "RoundTripper": "net/http.Transport"}, Zero: Unbounded, Source: "github.com/prometheus/client_golang@v1.25.0 api/client.go:65"},
	{Type: "github.com/prometheus/client_golang/api.Client", Source: "github.com/prometheus/client_golang@v1.25.0 api/client.go:94"},
	{Type: "github.com/google/go-github/v72/github.Client", Source: "github.com/google/go-github/v72@v72.0.0 github/github.go:330"},
}

var servicesMakers = []Maker{
	{Func: "github.com/prometheus/client_golang/api.NewClient", Arg: 1, Source: "github.com/prometheus/client_golang@v1.25.0 api/client.go:94"},
	{Func: "github.com/prometheus/client_golang/api/prometheus/v1.NewAPI", Arg: 1, Source: "github.com/prometheus/client_golang@v1.25.0 api/prometheus/v1/api.go:548"},
	{Func: "github.com/google/go-github/*/github.NewClient", Arg: 1, Source: "github.com/google/go-github/v72@v72.0.0 github/github.go:330"},
	{Func: "(*github.com/google/go-github/*/github.Client).WithAuthToken", Arg: -1, Source: "github.com/google/go-github/v72@v72.0.0 github/github.go:341"},
}
