package catalog

// github.com/hashicorp: go-cleanhttp, go-retryablehttp, consul/api, vault/api.

var hashicorpCalls = []Call{
	// The inner client is cleanhttp's, which limits only dial and TLS; each of
	// five attempts waits for its reply without end.
	{Pkg: "github.com/hashicorp/go-retryablehttp", Names: "Get Head Post PostForm", Kind: HTTP, Variant: "retryablehttp.NewRequestWithContext and Do", Unknown: Unbounded, Source: "github.com/hashicorp/go-retryablehttp@v0.7.8 client.go:862"},
	{Pkg: "github.com/hashicorp/go-retryablehttp", Recv: "Client", Names: "Get Head Post PostForm", Kind: HTTP, Variant: "retryablehttp.NewRequestWithContext and Do", Client: "github.com/hashicorp/go-retryablehttp.Client", Source: "github.com/hashicorp/go-retryablehttp@v0.7.8 client.go:867"},
	{Pkg: "github.com/hashicorp/go-retryablehttp", Recv: "Client", Names: "Do", Kind: HTTP, Carrier: "github.com/hashicorp/go-retryablehttp.Request", Client: "github.com/hashicorp/go-retryablehttp.Client", Source: "github.com/hashicorp/go-retryablehttp@v0.7.8 client.go:666"},

	// Consul's HTTP client has no limit; the context is one of the options. A
	// blocking query (WaitIndex) ends by itself, on the server.
	{Pkg: "github.com/hashicorp/consul/api", Recv: "KV", Names: "Get Keys List Txn", Kind: HTTP, Carrier: "github.com/hashicorp/consul/api.QueryOptions", Variant: "%s with (*api.QueryOptions).WithContext", Client: "github.com/hashicorp/consul/api.Client", Source: "github.com/hashicorp/consul/api@v1.34.2 api.go:370"},
	{Pkg: "github.com/hashicorp/consul/api", Recv: "KV", Names: "Acquire CAS Delete DeleteCAS DeleteTree Put Release", Kind: HTTP, Carrier: "github.com/hashicorp/consul/api.WriteOptions", Variant: "%s with (*api.WriteOptions).WithContext", Client: "github.com/hashicorp/consul/api.Client", Source: "github.com/hashicorp/consul/api@v1.34.2 api.go:370"},
	{Pkg: "github.com/hashicorp/consul/api", Recv: "Catalog", Names: "Connect GatewayServices Node NodeServiceList Nodes Service ServiceMultipleTags Services", Kind: HTTP, Carrier: "github.com/hashicorp/consul/api.QueryOptions", Variant: "%s with (*api.QueryOptions).WithContext", Client: "github.com/hashicorp/consul/api.Client", Source: "github.com/hashicorp/consul/api@v1.34.2 api.go:370"},
	{Pkg: "github.com/hashicorp/consul/api", Recv: "Health", Names: "Checks Connect Ingress Node Service ServiceMultipleTags State", Kind: HTTP, Carrier: "github.com/hashicorp/consul/api.QueryOptions", Variant: "%s with (*api.QueryOptions).WithContext", Client: "github.com/hashicorp/consul/api.Client", Source: "github.com/hashicorp/consul/api@v1.34.2 api.go:370"},

	// Vault puts 60 s on each call, with a context or without.
	{Pkg: "github.com/hashicorp/vault/api", Recv: "Logical", Names: "Delete DeleteWithContext List ListWithContext Read ReadWithContext Write WriteWithContext", Kind: HTTP, Unknown: Bounded, Source: "github.com/hashicorp/vault/api@v1.23.0 client.go:260"},
	{Pkg: "github.com/hashicorp/vault/api", Recv: "KVv*", Names: "*", Kind: HTTP, Unknown: Bounded, Source: "github.com/hashicorp/vault/api@v1.23.0 client.go:260"},
	{Pkg: "github.com/hashicorp/vault/api", Recv: "Sys", Names: "*", Kind: HTTP, Unknown: Bounded, Source: "github.com/hashicorp/vault/api@v1.23.0 client.go:260"},
}

var hashicorpCarriers = []Carrier{
	{
		Type:   "github.com/hashicorp/go-retryablehttp.Request",
		Empty:  []string{"github.com/hashicorp/go-retryablehttp.NewRequest"},
		Takes:  []string{"github.com/hashicorp/go-retryablehttp.NewRequestWithContext", "(*github.com/hashicorp/go-retryablehttp.Request).WithContext"},
		From:   []string{"github.com/hashicorp/go-retryablehttp.FromRequest"},
		Source: "github.com/hashicorp/go-retryablehttp@v0.7.8 client.go:315",
	},
	{
		Type:   "github.com/hashicorp/consul/api.QueryOptions",
		Takes:  []string{"(*github.com/hashicorp/consul/api.QueryOptions).WithContext"},
		Zero:   true,
		Source: "github.com/hashicorp/consul/api@v1.34.2 api.go:233",
	},
	{
		Type:   "github.com/hashicorp/consul/api.WriteOptions",
		Takes:  []string{"(*github.com/hashicorp/consul/api.WriteOptions).WithContext"},
		Zero:   true,
		Source: "github.com/hashicorp/consul/api@v1.34.2 api.go:277",
	},
}

var hashicorpClients = []Client{
	{Type: "github.com/hashicorp/go-retryablehttp.Client", Inner: map[string]string{"HTTPClient": "net/http.Client"}, Zero: Unbounded, Source: "github.com/hashicorp/go-retryablehttp@v0.7.8 client.go:407"},
	{Type: "github.com/hashicorp/go-retryablehttp.RoundTripper", Inner: map[string]string{"Client": "github.com/hashicorp/go-retryablehttp.Client"}, Zero: Unbounded, Source: "github.com/hashicorp/go-retryablehttp@v0.7.8 roundtripper.go:30"},
	{Type: "github.com/hashicorp/consul/api.Config", Inner: map[string]string{"HttpClient": "net/http.Client", "Transport": "net/http.Transport"}, Zero: Unbounded, Source: "github.com/hashicorp/consul/api@v1.34.2 api.go:370"},
	{Type: "github.com/hashicorp/consul/api.Client", Source: "github.com/hashicorp/consul/api@v1.34.2 api.go:675"},
}

var hashicorpMakers = []Maker{
	{Func: "github.com/hashicorp/go-cleanhttp.DefaultClient", Result: Unbounded, Source: "github.com/hashicorp/go-cleanhttp@v0.5.2 cleanhttp.go:44"},
	{Func: "github.com/hashicorp/go-cleanhttp.DefaultPooledClient", Result: Unbounded, Source: "github.com/hashicorp/go-cleanhttp@v0.5.2 cleanhttp.go:54"},
	{Func: "github.com/hashicorp/go-cleanhttp.DefaultTransport", Result: Unbounded, Source: "github.com/hashicorp/go-cleanhttp@v0.5.2 cleanhttp.go:12"},
	{Func: "github.com/hashicorp/go-cleanhttp.DefaultPooledTransport", Result: Unbounded, Source: "github.com/hashicorp/go-cleanhttp@v0.5.2 cleanhttp.go:23"},
	{Func: "github.com/hashicorp/go-retryablehttp.NewClient", Result: Unbounded, Source: "github.com/hashicorp/go-retryablehttp@v0.7.8 client.go:440"},
	{Func: "(*github.com/hashicorp/go-retryablehttp.Client).StandardClient", Arg: -1, Source: "github.com/hashicorp/go-retryablehttp@v0.7.8 client.go:920"},
	{Func: "github.com/hashicorp/consul/api.DefaultConfig", Result: Unbounded, Source: "github.com/hashicorp/consul/api@v1.34.2 api.go:444"},
	{Func: "github.com/hashicorp/consul/api.DefaultNonPooledConfig", Result: Unbounded, Source: "github.com/hashicorp/consul/api@v1.34.2 api.go:460"},
	{Func: "github.com/hashicorp/consul/api.NewClient", Arg: 1, Source: "github.com/hashicorp/consul/api@v1.34.2 api.go:675"},
	{Func: "(*github.com/hashicorp/consul/api.Client).*", Arg: -1, Source: "github.com/hashicorp/consul/api@v1.34.2 kv.go:65"},
}
