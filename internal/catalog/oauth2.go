package catalog

// golang.org/x/oauth2. A token is fetched by the client that the context
// carries under HTTPClient, else by http.DefaultClient, which has no Timeout.
// The client that NewClient and the Config types return takes over the
// Timeout of the one in the context (since v0.28.0; before, it dropped it) and
// has none of its own.

var oauth2Calls = []Call{
	{Pkg: "golang.org/x/oauth2", Recv: "Config", Names: "Exchange PasswordCredentialsToken DeviceAuth", Kind: HTTP, Key: "golang.org/x/oauth2.HTTPClient", Unknown: Unbounded, Source: "golang.org/x/oauth2@v0.38.0 internal/transport.go:27"},
	// DeviceAccessToken polls until a person has agreed, which is a wait by
	// design, or until the device code expires (deviceauth.go, da.Expiry).
	{Pkg: "golang.org/x/oauth2/clientcredentials", Recv: "Config", Names: "Token", Kind: HTTP, Key: "golang.org/x/oauth2.HTTPClient", Unknown: Unbounded, Source: "golang.org/x/oauth2@v0.38.0 clientcredentials/clientcredentials.go:59"},
}

var oauth2Clients = []Client{
	{Type: "golang.org/x/oauth2.Transport", Inner: map[string]string{"Base": "net/http.Transport"}, Zero: Unbounded, Source: "golang.org/x/oauth2@v0.38.0 transport.go:70"},
}

var oauth2Makers = []Maker{
	{Func: "golang.org/x/oauth2.NewClient", Result: Unbounded, Key: "golang.org/x/oauth2.HTTPClient", Source: "golang.org/x/oauth2@v0.38.0 oauth2.go:353"},
	{Func: "(*golang.org/x/oauth2.Config).Client", Result: Unbounded, Key: "golang.org/x/oauth2.HTTPClient", Source: "golang.org/x/oauth2@v0.38.0 oauth2.go:240"},
	{Func: "(*golang.org/x/oauth2/clientcredentials.Config).Client", Result: Unbounded, Key: "golang.org/x/oauth2.HTTPClient", Source: "golang.org/x/oauth2@v0.38.0 clientcredentials/clientcredentials.go:70"},
	{Func: "(*golang.org/x/oauth2/jwt.Config).Client", Result: Unbounded, Key: "golang.org/x/oauth2.HTTPClient", Source: "golang.org/x/oauth2@v0.38.0 jwt/jwt.go:89"},
	{Func: "golang.org/x/oauth2/google.DefaultClient", Result: Unbounded, Key: "golang.org/x/oauth2.HTTPClient", Source: "golang.org/x/oauth2@v0.38.0 google/default.go:195"},
}
