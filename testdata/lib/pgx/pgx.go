// Package pgx: only the context bounds a wait.
package pgx

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
)

func exec(db *pgxpool.Pool) error {
	_, err := db.Exec(context.Background(), "SELECT 1") // want `\(nodeadline/sql\)`
	return err
}

func row(c *pgx.Conn) (n int, err error) {
	err = c.QueryRow(context.Background(), "SELECT 1").Scan(&n) // want `\(nodeadline/sql\)`
	return n, err
}

func acquire(db *pgxpool.Pool) (*pgxpool.Conn, error) {
	return db.Acquire(context.Background()) // want `\(nodeadline/sql\)`
}

func tx(t pgx.Tx) error {
	_, err := t.Exec(context.Background(), "SELECT 1") // want `\(nodeadline/sql\)`
	return err
}

func raw(c *pgconn.PgConn) error {
	return c.Ping(context.Background()) // want `\(nodeadline/sql\)`
}

func caller(ctx context.Context, db *pgxpool.Pool) error {
	_, err := db.Exec(ctx, "SELECT 1")
	return err
}

func inTime(db *pgxpool.Pool) error {
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	_, err := db.Exec(ctx, "SELECT 1")
	return err
}

func connect(dsn string) (*pgx.Conn, error) {
	return pgx.Connect(context.Background(), dsn) // the string may hold connect_timeout
}

func open(dsn string) (*pgxpool.Pool, error) {
	return pgxpool.New(context.Background(), dsn) // waits for nobody
}

func listen(c *pgx.Conn) error {
	_, err := c.WaitForNotification(context.Background()) // a stream
	return err
}

func undo(t pgx.Tx) {
	defer t.Rollback(context.Background()) // cleans up
}

var _ = []any{exec, row, acquire, tx, raw, caller, inTime, connect, open, listen, undo}
