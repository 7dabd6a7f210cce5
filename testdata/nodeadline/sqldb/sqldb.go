// Package sqldb: database/sql sets no limit by itself.
package sqldb

import (
	"context"
	"database/sql"
	"time"
)

func count(db *sql.DB) (n int, err error) {
	err = db.QueryRow("SELECT count(*) FROM jobs").Scan(&n) // want `^nothing bounds QueryRow: it takes no context and a database handle sets no limit by itself; use QueryRowContext with a context that has a deadline \(nodeadline/sql\)$`
	return n, err
}

func empty(db *sql.DB) error {
	return db.PingContext(context.Background()) // want `^nothing bounds PingContext: its context is context\.Background\(\) and a database handle sets no limit by itself; pass a context with a deadline \(nodeadline/sql\)$`
}

func values(db *sql.DB) error {
	type key struct{}
	ctx, cancel := context.WithCancel(context.WithValue(context.TODO(), key{}, 1))
	defer cancel()
	return db.PingContext(ctx) // want `its context is context\.TODO\(\) .*\(nodeadline/sql\)`
}

func severed(ctx context.Context, db *sql.DB) error {
	return db.PingContext(context.WithoutCancel(ctx)) // want `its context is context\.WithoutCancel .*\(nodeadline/sql\)`
}

func begin(db *sql.DB) (*sql.Tx, error) {
	return db.Begin() // want `use BeginTx with a context that has a deadline \(nodeadline/sql\)$`
}

func beginEmpty(db *sql.DB) (*sql.Tx, error) {
	return db.BeginTx(context.Background(), nil) // want `\(nodeadline/sql\)`
}

func statement(s *sql.Stmt) (*sql.Rows, error) {
	return s.Query(1) // of a transaction, perhaps
}

func connection(db *sql.DB) error {
	conn, err := db.Conn(context.Background()) // want `\(nodeadline/sql\)`
	if err != nil {
		return err
	}
	defer conn.Close()
	return conn.PingContext(context.Background()) // want `\(nodeadline/sql\)`
}

func goroutine(db *sql.DB) {
	go func() {
		_ = db.Ping() // want `\(nodeadline/sql\)`
	}()
}

func caller(ctx context.Context, db *sql.DB) error { return db.PingContext(ctx) }

func bounded(db *sql.DB) error {
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	return db.PingContext(ctx)
}

type worker struct {
	ctx context.Context
	db  *sql.DB
}

func NewWorker(ctx context.Context, db *sql.DB) *worker { return &worker{ctx, db} }

// What the stored context is bounded by is not known.
func (w *worker) tick() error { return w.db.PingContext(w.ctx) }

// The transaction ends with the context that it was begun with.
func transaction(ctx context.Context, db *sql.DB) error {
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	if _, err := tx.Exec("DELETE FROM jobs"); err != nil {
		return err
	}
	return tx.Commit()
}

// Its beginning is not seen.
func inTransaction(ctx context.Context, tx *sql.Tx) error {
	_, err := tx.Exec("DELETE FROM jobs")
	return err
}

func inTransactionOnly(tx *sql.Tx) error {
	_, err := tx.Exec("DELETE FROM jobs")
	return err
}

// It was begun without one, and a context is in reach.
func begun(ctx context.Context, db *sql.DB) error {
	tx, err := db.Begin() // want `\(nodeadline/dropped\)`
	if err != nil {
		return err
	}
	defer tx.Rollback()
	if _, err := tx.Exec("DELETE FROM jobs"); err != nil { // want `use ExecContext\(ctx, \.\.\.\) \(nodeadline/dropped\)$`
		return err
	}
	return tx.Commit()
}

// Closing and settings wait for nobody.
func settings(db *sql.DB) error {
	db.SetMaxOpenConns(4)
	return db.Close()
}

// On one path the context is bounded.
func perhaps(db *sql.DB, hurry bool) error {
	ctx := context.Background()
	if hurry {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, time.Second)
		defer cancel()
	}
	return db.PingContext(ctx)
}

type pinger interface {
	PingContext(ctx context.Context) error
}

// What is behind the interface cannot be told.
func behind(p pinger) error { return p.PingContext(context.Background()) }

// A goroutine that loses the race goes on waiting.
func raced(db *sql.DB) error {
	result := make(chan error, 1)
	go func() {
		result <- db.Ping() // want `\(nodeadline/sql\)`
	}()
	select {
	case err := <-result:
		return err
	case <-time.After(time.Second):
		return context.DeadlineExceeded
	}
}

// The statement was prepared without the context that runs it.
func prepared(ctx context.Context, db *sql.DB) error {
	s, err := db.Prepare("SELECT 1") // want `use PrepareContext\(ctx, \.\.\.\) \(nodeadline/dropped\)$`
	if err != nil {
		return err
	}
	defer s.Close()
	_, err = s.ExecContext(ctx)
	return err
}

// This limit is for the dial alone.
func dialOnly() error {
	db, err := sql.Open("mysql", "shop@tcp(db:3306)/shop?timeout=5s")
	if err != nil {
		return err
	}
	defer db.Close()
	return db.Ping() // want `\(nodeadline/sql\)`
}
