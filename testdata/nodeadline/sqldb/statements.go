package sqldb

import (
	"context"
	"database/sql"
)

type inserter struct{ insert *sql.Stmt }

func (p *inserter) add(n int) error {
	_, err := p.insert.Exec(n) // want `use ExecContext with a context that has a deadline \(nodeadline/sql\)`
	return err
}

func (p *inserter) addWith(ctx context.Context, n int) error {
	_, err := p.insert.Exec(n) // want `use ExecContext\(ctx, \.\.\.\) \(nodeadline/dropped\)`
	return err
}

// The context is that of the preparing.
func once(ctx context.Context, db *sql.DB) error {
	s, err := db.PrepareContext(ctx, "INSERT INTO t VALUES (1)")
	if err != nil {
		return err
	}
	_, err = s.Exec() // want `\(nodeadline/dropped\)`
	return err
}

// A migration: the transaction has a context, which one is not known.
func migrate(ctx context.Context, tx *sql.Tx) error {
	s, err := tx.Prepare("INSERT INTO t VALUES (1)")
	if err != nil {
		return err
	}
	_, err = s.Exec()
	return err
}

func migrateContext(ctx context.Context, tx *sql.Tx) error {
	s, err := tx.PrepareContext(ctx, "INSERT INTO t VALUES (1)")
	if err != nil {
		return err
	}
	_, err = s.Exec()
	return err
}
