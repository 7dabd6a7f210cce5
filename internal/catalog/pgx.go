package catalog

// github.com/jackc/pgx/v5. Every wait is bounded by its context alone; an
// acquire from the pool, too. A connection string may hold connect_timeout
// (which covers connecting only) and statement_timeout (which the server
// keeps, if it can); neither is looked into. WaitForNotification is a stream,
// Close and Rollback clean up, and what is queued in a batch waits at its
// results.

const pgxPkg = "github.com/jackc/pgx/v5"

var pgxCalls = []Call{
	{Pkg: pgxPkg, Recv: "Conn", Names: "Begin BeginTx CopyFrom Exec LoadType LoadTypes Ping Prepare Query QueryRow SendBatch", Kind: SQL, Unknown: Unbounded, Source: "github.com/jackc/pgx/v5@v5.13.0 conn.go:478"},
	{Pkg: pgxPkg, Recv: "Tx", Names: "Begin Commit CopyFrom Exec Prepare Query QueryRow SendBatch", Kind: SQL, Unknown: Unbounded, Source: "github.com/jackc/pgx/v5@v5.13.0 tx.go:183"},
	{Pkg: pgxPkg, Names: "Connect ConnectConfig ConnectWithOptions", Kind: SQL, Client: pgxPkg + ".ConnConfig", Source: "github.com/jackc/pgx/v5@v5.13.0 pgconn/config.go:521"},
	{Pkg: pgxPkg + "/pgxpool", Recv: "Pool", Names: "Acquire AcquireFunc Begin BeginTx CopyFrom Exec Ping Query QueryRow SendBatch", Kind: SQL, Unknown: Unbounded, Source: "github.com/jackc/pgx/v5@v5.13.0 pgxpool/pool.go:628"},
	{Pkg: pgxPkg + "/pgxpool", Recv: "Conn", Names: "Begin BeginTx CopyFrom Exec Ping Query QueryRow SendBatch", Kind: SQL, Unknown: Unbounded, Source: "github.com/jackc/pgx/v5@v5.13.0 pgxpool/conn.go:85"},
	{Pkg: pgxPkg + "/pgxpool", Recv: "Tx", Names: "Begin Commit CopyFrom Exec Prepare Query QueryRow SendBatch", Kind: SQL, Unknown: Unbounded, Source: "github.com/jackc/pgx/v5@v5.13.0 pgxpool/tx.go:69"},
	{Pkg: pgxPkg + "/pgconn", Recv: "PgConn", Names: "CopyFrom CopyTo Exec ExecBatch ExecParams ExecPrepared Ping Prepare", Kind: SQL, Unknown: Unbounded, Source: "github.com/jackc/pgx/v5@v5.13.0 pgconn/pgconn.go:1272"},
}

var pgxClients = []Client{
	{Type: pgxPkg + ".ConnConfig", Source: "github.com/jackc/pgx/v5@v5.13.0 pgconn/config.go:40"},
}
