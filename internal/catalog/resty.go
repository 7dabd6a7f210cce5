package catalog

// github.com/go-resty/resty/v2. Its http.Client has no Timeout until
// SetTimeout; a request without SetContext goes out with the empty context.

var restyCalls = []Call{
	{Pkg: "github.com/go-resty/resty/v2", Recv: "Request", Names: "Delete Execute Get Head Options Patch Post Put Send", Kind: HTTP, Carrier: "github.com/go-resty/resty/v2.Request", Variant: "%s after SetContext", Client: "github.com/go-resty/resty/v2.Request", Source: "github.com/go-resty/resty/v2@v2.17.2 request.go:101"},
}

var restyCarriers = []Carrier{
	{
		Type:   "github.com/go-resty/resty/v2.Request",
		Empty:  []string{"(*github.com/go-resty/resty/v2.Client).R", "(*github.com/go-resty/resty/v2.Client).NewRequest"},
		Takes:  []string{"(*github.com/go-resty/resty/v2.Request).SetContext"},
		Chain:  true,
		Source: "github.com/go-resty/resty/v2@v2.17.2 request.go:112",
	},
}

var restyClients = []Client{
	{Type: "github.com/go-resty/resty/v2.Client", Setters: "SetTimeout", Chain: true, Zero: Unbounded, Source: "github.com/go-resty/resty/v2@v2.17.2 client.go:662"},
	{Type: "github.com/go-resty/resty/v2.Request", Chain: true, Source: "github.com/go-resty/resty/v2@v2.17.2 client.go:444"},
}

var restyMakers = []Maker{
	{Func: "github.com/go-resty/resty/v2.New", Result: Unbounded, Source: "github.com/go-resty/resty/v2@v2.17.2 resty.go:20"},
	{Func: "github.com/go-resty/resty/v2.NewWithClient", Arg: 1, Source: "github.com/go-resty/resty/v2@v2.17.2 resty.go:28"},
	{Func: "(*github.com/go-resty/resty/v2.Client).R", Arg: -1, Source: "github.com/go-resty/resty/v2@v2.17.2 client.go:444"},
	{Func: "(*github.com/go-resty/resty/v2.Client).NewRequest", Arg: -1, Source: "github.com/go-resty/resty/v2@v2.17.2 client.go:468"},
	{Func: "(*github.com/go-resty/resty/v2.Client).GetClient", Arg: -1, Source: "github.com/go-resty/resty/v2@v2.17.2 client.go:1169"},
}
