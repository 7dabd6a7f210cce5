// Package doubles: what stands in for something in tests may wait.
package doubles

import "database/sql"

func ping(db *sql.DB) error {
	return db.Ping() // want `\(nodeadline/sql\)`
}
