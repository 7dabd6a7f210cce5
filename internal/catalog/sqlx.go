package catalog

// github.com/jmoiron/sqlx, which adds to database/sql. What it inherits
// (DB.Exec, Stmt.Query) is database/sql's own method and has its row there.

const sqlxPkg = "github.com/jmoiron/sqlx"

var sqlxCalls = []Call{
	{Pkg: sqlxPkg, Recv: "DB", Names: "Get MustExec NamedExec NamedQuery PrepareNamed Preparex QueryRowx Queryx Select", Kind: SQL, Variant: "%sContext", Unknown: Unbounded, Source: "github.com/jmoiron/sqlx@v1.4.0 sqlx.go:326"},
	{Pkg: sqlxPkg, Recv: "DB", Names: "Beginx MustBegin", Kind: SQL, Variant: "BeginTxx", Unknown: Unbounded, Source: "github.com/jmoiron/sqlx@v1.4.0 sqlx.go:341"},
	{Pkg: sqlxPkg, Recv: "DB", Names: "*", Kind: SQL, Unknown: Unbounded, Source: "github.com/jmoiron/sqlx@v1.4.0 sqlx_context.go:147"},
	{Pkg: sqlxPkg, Recv: "Conn", Names: "*", Kind: SQL, Unknown: Unbounded, Source: "github.com/jmoiron/sqlx@v1.4.0 sqlx_context.go:246"},
	{Pkg: sqlxPkg, Recv: "Stmt", Names: "Get MustExec QueryRowx Queryx Select", Kind: SQL, Variant: "%sContext", Unknown: Unbounded, Source: "github.com/jmoiron/sqlx@v1.4.0 sqlx.go:525"},
	{Pkg: sqlxPkg, Recv: "Stmt", Names: "*", Kind: SQL, Unknown: Unbounded, Source: "github.com/jmoiron/sqlx@v1.4.0 sqlx_context.go:371"},
	{Pkg: sqlxPkg, Recv: "NamedStmt", Names: "Exec Get MustExec Query QueryRow QueryRowx Queryx Select", Kind: SQL, Variant: "%sContext", Unknown: Unbounded, Source: "github.com/jmoiron/sqlx@v1.4.0 named.go:113"},
	{Pkg: sqlxPkg, Recv: "NamedStmt", Names: "*", Kind: SQL, Unknown: Unbounded, Source: "github.com/jmoiron/sqlx@v1.4.0 named_context.go:108"},
	// A transaction ends with the context that it was begun with, like
	// database/sql's.
	{Pkg: sqlxPkg, Recv: "Tx", Names: "Get MustExec NamedExec PrepareNamed Preparex QueryRowx Queryx Select", Kind: SQL, Variant: "%sContext", Carrier: sqlxPkg + ".Tx", Unknown: Unbounded, Source: "github.com/jmoiron/sqlx@v1.4.0 sqlx.go:457"},
	{Pkg: sqlxPkg, Recv: "Tx", Names: "NamedQuery", Kind: SQL, Variant: "sqlx.NamedQueryContext", Carrier: sqlxPkg + ".Tx", Unknown: Unbounded, Source: "github.com/jmoiron/sqlx@v1.4.0 sqlx.go:421"},
	{Pkg: sqlxPkg, Recv: "Tx", Names: "*", Except: "NamedStmtContext StmtxContext", Kind: SQL, Source: "github.com/jmoiron/sqlx@v1.4.0 sqlx_context.go:345"},
	// The interfaces, which may hold a transaction.
	{Pkg: sqlxPkg, Recv: "QueryerContext", Names: "*", Kind: SQL, Source: "github.com/jmoiron/sqlx@v1.4.0 sqlx_context.go:26"},
	{Pkg: sqlxPkg, Recv: "ExecerContext", Names: "*", Kind: SQL, Source: "github.com/jmoiron/sqlx@v1.4.0 sqlx_context.go:38"},
	{Pkg: sqlxPkg, Names: "GetContext LoadFileContext MustExecContext NamedExecContext NamedQueryContext PreparexContext SelectContext", Kind: SQL, Source: "github.com/jmoiron/sqlx@v1.4.0 sqlx_context.go:82"},
	{Pkg: sqlxPkg, Names: "Connect MustConnect", Kind: SQL, Variant: "sqlx.ConnectContext", Unknown: Unbounded, Source: "github.com/jmoiron/sqlx@v1.4.0 sqlx.go:640"},
	{Pkg: sqlxPkg, Names: "ConnectContext", Kind: SQL, Unknown: Unbounded, Source: "github.com/jmoiron/sqlx@v1.4.0 sqlx_context.go:16"},
}

var sqlxCarriers = []Carrier{
	{
		Type:   sqlxPkg + ".Tx",
		Empty:  []string{"(*" + sqlxPkg + ".DB).Beginx", "(*" + sqlxPkg + ".DB).MustBegin"},
		Takes:  []string{"(*" + sqlxPkg + ".DB).BeginTxx", "(*" + sqlxPkg + ".DB).MustBeginTx", "(*" + sqlxPkg + ".Conn).BeginTxx"},
		Source: "github.com/jmoiron/sqlx@v1.4.0 sqlx_context.go:204",
	},
}
