package catalog

// Connections to other servers: github.com/go-ldap/ldap, golang.org/x/crypto/ssh,
// github.com/gorilla/websocket, github.com/coder/websocket and net/smtp.

const ldapPkg = "github.com/go-ldap/ldap/v3"

var connsCalls = []Call{
	// Dialing ends after 60 s (DefaultTimeout), a request only if SetTimeout
	// was called. No method takes a context.
	{Pkg: ldapPkg, Recv: "Conn", Names: "Add Bind Compare Del ExternalBind Modify ModifyDN ModifyWithResult PasswordModify Search SearchWithPaging SimpleBind StartTLS UnauthenticatedBind WhoAmI", Kind: Other, Variant: "SetTimeout before %s", Client: ldapPkg + ".Conn", Source: "github.com/go-ldap/ldap/v3@v3.4.15 conn.go:356"},

	// Timeout covers connecting, not the handshake, but says that somebody
	// thought of it.
	{Pkg: "golang.org/x/crypto/ssh", Names: "Dial", Kind: Net, Variant: "(*net.Dialer).DialContext and ssh.NewClientConn", Client: "golang.org/x/crypto/ssh.ClientConfig", Local: 1, Source: "golang.org/x/crypto@v0.59.0 ssh/client.go:206"},

	// DefaultDialer has 45 s.
	{Pkg: "github.com/gorilla/websocket", Recv: "Dialer", Names: "Dial", Kind: Net, Variant: "%sContext", Client: "github.com/gorilla/websocket.Dialer", Source: "github.com/gorilla/websocket@v1.5.4-0.20250319132907-e064f32e3674 client.go:257"},
	{Pkg: "github.com/gorilla/websocket", Recv: "Dialer", Names: "DialContext", Kind: Net, Client: "github.com/gorilla/websocket.Dialer", Source: "github.com/gorilla/websocket@v1.5.4-0.20250319132907-e064f32e3674 client.go:257"},
	// The default client is http.DefaultClient.
	{Pkg: "github.com/coder/websocket", Names: "Dial", Kind: Net, Client: "github.com/coder/websocket.DialOptions", Source: "github.com/coder/websocket@v1.8.15 dial.go:76"},

	// net.Dial, and then no deadline for the conversation.
	{Pkg: "net/smtp", Names: "Dial SendMail", Kind: Net, Variant: "(*net.Dialer).DialContext, SetDeadline and smtp.NewClient", Unknown: Unbounded, Source: "go1.26 net/smtp/smtp.go:Dial"},
}

var connsClients = []Client{
	{Type: ldapPkg + ".Conn", Setters: "SetTimeout", Zero: Unbounded, Source: "github.com/go-ldap/ldap/v3@v3.4.15 conn.go:295"},
	{Type: "golang.org/x/crypto/ssh.ClientConfig", Fields: "Timeout", Zero: Unbounded, Source: "golang.org/x/crypto@v0.59.0 ssh/client.go:326"},
	{Type: "github.com/gorilla/websocket.Dialer", Fields: "HandshakeTimeout", Zero: Unbounded, Source: "github.com/gorilla/websocket@v1.5.4-0.20250319132907-e064f32e3674 client.go:97"},
	{Type: "github.com/coder/websocket.DialOptions", Inner: map[string]string{"HTTPClient": "net/http.Client"}, Zero: Unbounded, Source: "github.com/coder/websocket@v1.8.15 dial.go:76"},
}

var connsMakers = []Maker{
	{Func: ldapPkg + ".DialURL", Result: Unbounded, Source: "github.com/go-ldap/ldap/v3@v3.4.15 conn.go:263"},
	{Func: ldapPkg + ".Dial", Result: Unbounded, Source: "github.com/go-ldap/ldap/v3@v3.4.15 conn.go:214"},
	{Func: ldapPkg + ".DialTLS", Result: Unbounded, Source: "github.com/go-ldap/ldap/v3@v3.4.15 conn.go:228"},
}
