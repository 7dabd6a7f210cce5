// Package dsn: the name of a data source can hold a limit, and which handle it
// is for is not asked.
package dsn

import "database/sql"

func dsn() error {
	db, err := sql.Open("mysql", "shop@tcp(db:3306)/shop?timeout=5s&readTimeout=5s")
	if err != nil {
		return err
	}
	defer db.Close()
	return db.Ping() // the driver gives up reading after 5s
}

// It may be one of those above.
func given(db *sql.DB) error { return db.Ping() }
