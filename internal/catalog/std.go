package catalog

// The standard library, Go 1.26.

var stdCalls = []Call{
	// net/http/client.go: Client.Timeout zero means no timeout; DefaultClient
	// is &Client{}, DefaultTransport sets no ResponseHeaderTimeout
	// (transport.go, DefaultTransport).
	{Pkg: "net/http", Names: "Get Head Post PostForm", Kind: HTTP, Variant: "http.NewRequestWithContext and Do", Unknown: Unbounded, Source: "go1.26 net/http/client.go:DefaultClient"},
	{Pkg: "net/http", Recv: "Client", Names: "Get Head Post PostForm", Kind: HTTP, Variant: "http.NewRequestWithContext and Do", Client: "net/http.Client", Source: "go1.26 net/http/client.go:Client"},
	{Pkg: "net/http", Recv: "Client", Names: "Do", Kind: HTTP, Carrier: "net/http.Request", Client: "net/http.Client", Source: "go1.26 net/http/client.go:Client"},
	{Pkg: "net/http", Recv: "Transport", Names: "RoundTrip", Kind: HTTP, Carrier: "net/http.Request", Client: "net/http.Transport", Source: "go1.26 net/http/transport.go:Transport"},
	{Pkg: "net/http", Recv: "RoundTripper", Names: "RoundTrip", Kind: HTTP, Carrier: "net/http.Request", Client: "net/http.Transport", Source: "go1.26 net/http/client.go:RoundTripper"},
	{Pkg: "net/http", Recv: "Server", Names: "Shutdown", Kind: Server, Unknown: Unbounded, Source: "go1.26 net/http/server.go:Server.Shutdown"},

	{Pkg: "net", Names: "Dial", Kind: Net, Variant: "(*net.Dialer).DialContext", Unknown: Unbounded, Local: 1, Source: "go1.26 net/dial.go:Dial"},
	{Pkg: "net", Names: "DialTCP", Kind: Net, Variant: "(*net.Dialer).DialContext", Unknown: Unbounded, Source: "go1.26 net/tcpsock.go:DialTCP"},
	{Pkg: "net", Recv: "Dialer", Names: "Dial", Kind: Net, Variant: "%sContext", Client: "net.Dialer", Local: 1, Source: "go1.26 net/dial.go:Dialer"},
	{Pkg: "net", Recv: "Dialer", Names: "DialContext", Kind: Net, Client: "net.Dialer", Local: 2, Source: "go1.26 net/dial.go:Dialer"},
	// A resolver gives up by itself: 5 s times 2 attempts a server by default
	// (net/dnsconfig_unix.go), but with cgo the C library decides.
	{Pkg: "net", Names: "LookupAddr LookupCNAME LookupHost LookupIP LookupMX LookupNS LookupPort LookupSRV LookupTXT", Kind: Net, Variant: "net.DefaultResolver.%s", Source: "go1.26 net/dnsconfig_unix.go:dnsReadConfig"},
	{Pkg: "net", Recv: "Resolver", Names: "Lookup*", Kind: Net, Source: "go1.26 net/dnsconfig_unix.go:dnsReadConfig"},

	{Pkg: "crypto/tls", Names: "Dial", Kind: Net, Variant: "(*tls.Dialer).DialContext", Unknown: Unbounded, Local: 1, Source: "go1.26 crypto/tls/tls.go:Dial"},
	{Pkg: "crypto/tls", Names: "DialWithDialer", Kind: Net, Variant: "(*tls.Dialer).DialContext", Client: "net.Dialer", Local: 2, Source: "go1.26 crypto/tls/tls.go:DialWithDialer"},
	{Pkg: "crypto/tls", Recv: "Dialer", Names: "Dial", Kind: Net, Variant: "%sContext", Client: "crypto/tls.Dialer", Local: 1, Source: "go1.26 crypto/tls/tls.go:Dialer"},
	{Pkg: "crypto/tls", Recv: "Dialer", Names: "DialContext", Kind: Net, Client: "crypto/tls.Dialer", Local: 2, Source: "go1.26 crypto/tls/tls.go:Dialer"},

	// database/sql has no limit of its own; waiting for a free connection has
	// none either (database/sql/sql.go, DB.conn).
	{Pkg: "database/sql", Recv: "DB", Names: "Exec Ping Prepare Query QueryRow", Kind: SQL, Variant: "%sContext", Unknown: Unbounded, Source: "go1.26 database/sql/sql.go:DB.conn"},
	{Pkg: "database/sql", Recv: "DB", Names: "Begin", Kind: SQL, Variant: "BeginTx", Unknown: Unbounded, Source: "go1.26 database/sql/sql.go:DB.Begin"},
	{Pkg: "database/sql", Recv: "DB", Names: "ExecContext PingContext PrepareContext QueryContext QueryRowContext BeginTx Conn", Kind: SQL, Unknown: Unbounded, Source: "go1.26 database/sql/sql.go:DB.conn"},
	// A statement of a transaction ends with it.
	{Pkg: "database/sql", Recv: "Stmt", Names: "Exec Query QueryRow", Kind: SQL, Variant: "%sContext", Carrier: "database/sql.Stmt", Unknown: Unbounded, Source: "go1.26 database/sql/sql.go:Stmt"},
	{Pkg: "database/sql", Recv: "Stmt", Names: "ExecContext QueryContext QueryRowContext", Kind: SQL, Unknown: Unbounded, Source: "go1.26 database/sql/sql.go:Stmt"},
	{Pkg: "database/sql", Recv: "Conn", Names: "ExecContext PingContext PrepareContext QueryContext QueryRowContext BeginTx", Kind: SQL, Unknown: Unbounded, Source: "go1.26 database/sql/sql.go:Conn"},
	// A transaction keeps the context that BeginTx was given, so its calls
	// without one are bounded by it (database/sql/sql.go, Tx.awaitDone); what
	// is known of a transaction's making decides.
	{Pkg: "database/sql", Recv: "Tx", Names: "Exec Prepare Query QueryRow", Kind: SQL, Variant: "%sContext", Carrier: "database/sql.Tx", Source: "go1.26 database/sql/sql.go:Tx.awaitDone"},
	{Pkg: "database/sql", Recv: "Tx", Names: "ExecContext PrepareContext QueryContext QueryRowContext", Kind: SQL, Source: "go1.26 database/sql/sql.go:Tx"},

	// Only the context ends a command (os/exec/exec.go, Cmd.ctx). A command
	// without one is no finding by itself: most are local and short.
	{Pkg: "os/exec", Recv: "Cmd", Names: "Run Wait Output CombinedOutput", Kind: Exec, Carrier: "os/exec.Cmd", Variant: "exec.CommandContext", Source: "go1.26 os/exec/exec.go:CommandContext"},
}

var stdCarriers = []Carrier{
	{
		Type:   "net/http.Request",
		Empty:  []string{"net/http.NewRequest"},
		Takes:  []string{"net/http.NewRequestWithContext", "(*net/http.Request).WithContext", "(*net/http.Request).Clone"},
		Param:  true,
		Source: "go1.26 net/http/request.go:NewRequest",
	},
	{
		Type:   "database/sql.Tx",
		Empty:  []string{"(*database/sql.DB).Begin"},
		Takes:  []string{"(*database/sql.DB).BeginTx", "(*database/sql.Conn).BeginTx"},
		Source: "go1.26 database/sql/sql.go:DB.BeginTx",
	},
	{
		// PrepareContext's context is that of the preparing.
		Type: "database/sql.Stmt",
		Empty: []string{
			"(*database/sql.DB).Prepare", "(*database/sql.DB).PrepareContext", "(*database/sql.Conn).PrepareContext",
		},
		From: []string{
			"(*database/sql.Tx).Prepare", "(*database/sql.Tx).PrepareContext", "(*database/sql.Tx).Stmt", "(*database/sql.Tx).StmtContext",
		},
		Bare:   true,
		Source: "go1.26 database/sql/sql.go:Stmt.ExecContext",
	},
	{
		Type:   "os/exec.Cmd",
		Empty:  []string{"os/exec.Command"},
		Takes:  []string{"os/exec.CommandContext"},
		Handle: "Process",
		Source: "go1.26 os/exec/exec.go:CommandContext",
	},
}

var stdClients = []Client{
	{Type: "net/http.Client", Fields: "Timeout", Inner: map[string]string{"Transport": "net/http.Transport"}, Zero: Unbounded, Source: "go1.26 net/http/client.go:Client.Timeout"},
	// ResponseHeaderTimeout bounds the wait for a reply, not its body: enough
	// for a call that hangs. Dial and TLS limits bound neither.
	{Type: "net/http.Transport", Fields: "ResponseHeaderTimeout", Zero: Unbounded, Source: "go1.26 net/http/transport.go:Transport.ResponseHeaderTimeout"},
	{Type: "net.Dialer", Fields: "Timeout Deadline", Zero: Unbounded, Source: "go1.26 net/dial.go:Dialer.Timeout"},
	{Type: "crypto/tls.Dialer", Inner: map[string]string{"NetDialer": "net.Dialer"}, Zero: Unbounded, Source: "go1.26 crypto/tls/tls.go:Dialer"},
	{Type: "net/http.Server", Fields: "ReadHeaderTimeout ReadTimeout", Zero: Unbounded, Source: "go1.26 net/http/server.go:Server.readHeaderTimeout"},
}

// What bounds every statement on a database handle is set where the handle's
// configuration is made, which a handle does not show.
const SQLConfig = "github.com/go-sql-driver/mysql.Config"

// SQLSettings are pieces of connection strings and settings that bound every
// statement: go-sql-driver/mysql's DSN parameter (dsn.go:readTimeout) and
// PostgreSQL's run-time parameter.
var SQLSettings = []string{"readTimeout=", "statement_timeout"}

// FileDrivers are the packages whose databases are files, or in memory: a
// statement waits for no peer.
var FileDrivers = map[string]bool{
	"github.com/mattn/go-sqlite3":          true,
	"modernc.org/sqlite":                   true,
	"github.com/glebarez/go-sqlite":        true,
	"github.com/glebarez/sqlite":           true,
	"gorm.io/driver/sqlite":                true,
	"github.com/ncruces/go-sqlite3/driver": true,
	"github.com/tursodatabase/go-libsql":   true,
	"zombiezen.com/go/sqlite":              true,
	"github.com/marcboeker/go-duckdb":      true,
	"github.com/marcboeker/go-duckdb/v2":   true,
	"github.com/duckdb/duckdb-go/v2":       true,
}

// ServerDrivers are the packages whose databases are servers. Where one stands
// beside a file driver, the program can be set up for either.
var ServerDrivers = map[string]bool{
	"github.com/lib/pq":                                true,
	"github.com/jackc/pgx/v4":                          true,
	"github.com/jackc/pgx/v4/stdlib":                   true,
	"github.com/jackc/pgx/v5":                          true,
	"github.com/jackc/pgx/v5/stdlib":                   true,
	"github.com/go-sql-driver/mysql":                   true,
	"github.com/denisenkom/go-mssqldb":                 true,
	"github.com/microsoft/go-mssqldb":                  true,
	"github.com/sijms/go-ora/v2":                       true,
	"github.com/godror/godror":                         true,
	"github.com/snowflakedb/gosnowflake":               true,
	"github.com/ClickHouse/clickhouse-go/v2":           true,
	"gorm.io/driver/postgres":                          true,
	"gorm.io/driver/mysql":                             true,
	"gorm.io/driver/sqlserver":                         true,
	"gorm.io/driver/clickhouse":                        true,
	"github.com/tursodatabase/libsql-client-go/libsql": true,
}

var sqlClients = []Client{
	{Type: SQLConfig, Fields: "ReadTimeout", Zero: Unbounded, Source: "github.com/go-sql-driver/mysql@v1.9.3 dsn.go:Config.ReadTimeout"},
}

var stdMakers = []Maker{
	// A test server's client and its transport are as bare as the default.
	{Func: "(*net/http/httptest.Server).Client", Result: Unbounded, Source: "go1.26 net/http/httptest/server.go:Client"},
}
