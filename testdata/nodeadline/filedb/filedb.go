// Package filedb: a database that is a file has no peer to wait for, whichever
// package opens it.
package filedb

import (
	"context"
	"database/sql"

	"example.com/budgetlint/testdata/nodeadline/filedb/store"
)

func opened(path string) error {
	db, err := store.Open(path)
	if err != nil {
		return err
	}
	defer db.Close()
	_, err = db.Exec("CREATE TABLE pages (id TEXT)")
	return err
}

// It is one of those above, as the program has no other.
func given(db *sql.DB) error { return db.PingContext(context.Background()) }
