package catalog

// Language models: github.com/openai/openai-go, the older
// github.com/sashabaranov/go-openai and github.com/anthropics/anthropic-sdk-go.
// A generation takes long but comes to an end; that the reply never starts is
// what a limit is for. Streaming calls are streams.

const (
	openaiPkg  = "github.com/openai/openai-go/v3"
	goOpenai   = "github.com/sashabaranov/go-openai"
	anthropics = "github.com/anthropics/anthropic-sdk-go"
)

var llmCalls = []Call{
	// The default client is http.DefaultClient, the default RequestTimeout 0.
	{Pkg: openaiPkg, Recv: "*Service", Names: "*", Except: "*Streaming *AutoPaging", Kind: HTTP, Client: openaiPkg + ".Client", Options: true, Source: "github.com/openai/openai-go/v3@v3.99.0 internal/requestconfig/requestconfig.go:289"},
	{Pkg: goOpenai, Recv: "Client", Names: "*", Except: "*Stream", Kind: HTTP, Client: goOpenai + ".Client", Source: "github.com/sashabaranov/go-openai@v1.43.0 config.go:60"},
	// A message without streaming gets 10 minutes.
	{Pkg: anthropics, Recv: "*MessageService", Names: "New", Kind: HTTP, Unknown: Bounded, Source: "github.com/anthropics/anthropic-sdk-go@v1.84.0 client.go:299"},
	{Pkg: anthropics, Recv: "*Service", Names: "*", Except: "*Streaming *AutoPaging NewToolRunner", Kind: HTTP, Client: anthropics + ".Client", Options: true, Source: "github.com/anthropics/anthropic-sdk-go@v1.84.0 internal/requestconfig/requestconfig.go:178"},
}

var llmClients = []Client{
	{Type: openaiPkg + ".Client", Source: "github.com/openai/openai-go/v3@v3.99.0 client.go:113"},
	{Type: anthropics + ".Client", Source: "github.com/anthropics/anthropic-sdk-go@v1.84.0 client.go:209"},
	{Type: goOpenai + ".Client", Source: "github.com/sashabaranov/go-openai@v1.43.0 client.go:49"},
	{Type: goOpenai + ".ClientConfig", Inner: map[string]string{"HTTPClient": "net/http.Client"}, Zero: Unbounded, Source: "github.com/sashabaranov/go-openai@v1.43.0 config.go:47"},
}

var llmMakers = []Maker{
	{Func: openaiPkg + ".NewClient", Result: Unbounded, Options: true, Source: "github.com/openai/openai-go/v3@v3.99.0 client.go:113"},
	{Func: anthropics + ".NewClient", Result: Unbounded, Options: true, Source: "github.com/anthropics/anthropic-sdk-go@v1.84.0 client.go:209"},
	{Func: goOpenai + ".NewClient", Result: Unbounded, Source: "github.com/sashabaranov/go-openai@v1.43.0 client.go:49"},
	{Func: goOpenai + ".NewClientWithConfig", Arg: 1, Source: "github.com/sashabaranov/go-openai@v1.43.0 client.go:55"},
	{Func: goOpenai + ".DefaultConfig", Result: Unbounded, Source: "github.com/sashabaranov/go-openai@v1.43.0 config.go:52"},
	{Func: goOpenai + ".DefaultAzureConfig", Result: Unbounded, Source: "github.com/sashabaranov/go-openai@v1.43.0 config.go:66"},
}

var llmOptions = []Option{
	{Func: openaiPkg + "/option.WithRequestTimeout", Arg: 1, Look: LookDuration, Source: "github.com/openai/openai-go/v3@v3.99.0 option/requestoption.go:291"},
	{Func: openaiPkg + "/option.WithHTTPClient", Arg: 1, Look: LookClient, Source: "github.com/openai/openai-go/v3@v3.99.0 option/requestoption.go:61"},
	{Func: anthropics + "/option.WithRequestTimeout", Arg: 1, Look: LookDuration, Source: "github.com/anthropics/anthropic-sdk-go@v1.84.0 option/requestoption.go:375"},
	{Func: anthropics + "/option.WithHTTPClient", Arg: 1, Look: LookClient, Source: "github.com/anthropics/anthropic-sdk-go@v1.84.0 option/requestoption.go:174"},
}
