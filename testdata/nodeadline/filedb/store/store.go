// Package store opens databases that are files.
package store

import (
	"database/sql"

	_ "github.com/ncruces/go-sqlite3/driver"
)

// Open opens the database in a file.
func Open(path string) (*sql.DB, error) {
	db, err := sql.Open("sqlite3", "file:"+path)
	if err != nil {
		return nil, err
	}
	return db, db.Ping() // no peer to wait for
}
