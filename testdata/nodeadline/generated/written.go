package generated

import "database/sql"

func pingAgain(db *sql.DB) error {
	return db.Ping() // want `\(nodeadline/sql\)`
}
