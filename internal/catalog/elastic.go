package catalog

// github.com/elastic/go-elasticsearch/v8. The transport is a copy of
// http.DefaultTransport unless Config has one. The short form
// es.Search(es.Search.WithContext(ctx)) calls a field that holds a function
// and is not seen.

const elasticPkg = "github.com/elastic/go-elasticsearch/v8"

var elasticCalls = []Call{
	{Pkg: elasticPkg + "/esapi", Recv: "*Request", Names: "Do", Kind: HTTP, Client: elasticPkg + ".Client", Source: "github.com/elastic/go-elasticsearch/v8@v8.19.7 esapi/api.search.go:119"},
	{Pkg: elasticPkg + "/typedapi/...", Recv: "*", Names: "Do", Kind: HTTP, Source: "github.com/elastic/go-elasticsearch/v8@v8.19.7 typedapi/core/search/search.go:306"},
}

var elasticClients = []Client{
	{Type: elasticPkg + ".Config", Inner: map[string]string{"Transport": "net/http.Transport"}, Zero: Unbounded, Source: "github.com/elastic/go-elasticsearch/v8@v8.19.7 elasticsearch.go:128"},
	{Type: elasticPkg + ".Client", Source: "github.com/elastic/go-elasticsearch/v8@v8.19.7 elasticsearch.go:233"},
}

var elasticMakers = []Maker{
	{Func: elasticPkg + ".NewDefaultClient", Result: Unbounded, Source: "github.com/elastic/go-elasticsearch/v8@v8.19.7 elasticsearch.go:218"},
	{Func: elasticPkg + ".NewClient", Arg: 1, Source: "github.com/elastic/go-elasticsearch/v8@v8.19.7 elasticsearch.go:233"},
}
