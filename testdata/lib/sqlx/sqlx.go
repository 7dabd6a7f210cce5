// Package sqlx: like database/sql, with more methods.
package sqlx

import (
	"context"
	"time"

	"github.com/jmoiron/sqlx"
)

func get(db *sqlx.DB) (n int, err error) {
	err = db.Get(&n, "SELECT 1") // want `\(nodeadline/sql\)`
	return n, err
}

func getDropped(ctx context.Context, db *sqlx.DB) (n int, err error) {
	err = db.Get(&n, "SELECT 1") // want `\(nodeadline/dropped\)`
	return n, err
}

func getNothing(db *sqlx.DB) (n int, err error) {
	err = db.GetContext(context.Background(), &n, "SELECT 1") // want `\(nodeadline/sql\)`
	return n, err
}

func getCaller(ctx context.Context, db *sqlx.DB) (n int, err error) {
	err = db.GetContext(ctx, &n, "SELECT 1")
	return n, err
}

func getInTime(db *sqlx.DB) (n int, err error) {
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	err = db.GetContext(ctx, &n, "SELECT 1")
	return n, err
}

func inherited(db *sqlx.DB) error {
	_, err := db.Exec("DELETE FROM t") // want `\(nodeadline/sql\)`
	return err
}

func named(s *sqlx.NamedStmt) error {
	_, err := s.Exec(map[string]any{}) // want `\(nodeadline/sql\)`
	return err
}

func txBare(db *sqlx.DB) error {
	tx, err := db.Beginx() // want `\(nodeadline/sql\)`
	if err != nil {
		return err
	}
	defer tx.Rollback()
	var n int
	if err := tx.Get(&n, "SELECT 1"); err != nil { // want `\(nodeadline/sql\)`
		return err
	}
	return tx.Commit()
}

func txCaller(ctx context.Context, db *sqlx.DB) error {
	tx, err := db.BeginTxx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	var n int
	if err := tx.Get(&n, "SELECT 1"); err != nil { // ends with the transaction's context
		return err
	}
	return tx.Commit()
}

func txGiven(tx *sqlx.Tx) (n int, err error) {
	err = tx.Get(&n, "SELECT 1") // a transaction of unknown beginning
	return n, err
}

func txGivenHere(ctx context.Context, tx *sqlx.Tx) (n int, err error) {
	err = tx.Get(&n, "SELECT 1") // it may have been begun with a context
	return n, err
}

func connect(dsn string) (*sqlx.DB, error) {
	return sqlx.Connect("pgx", dsn) // want `\(nodeadline/sql\)`
}

var _ = []any{get, getDropped, getNothing, getCaller, getInTime, inherited, named, txBare, txCaller, txGiven, txGivenHere, connect}
