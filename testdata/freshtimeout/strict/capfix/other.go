package capfix

import (
	"context"
	"database/sql"
	"net/http"
	"time"
)

// Both imports change.
func other(db *sql.DB, r *http.Request) error {
	c, cancel := context.WithTimeout(r.Context(), time.Second) // want `\(freshtimeout/cap\)`
	defer cancel()
	return db.PingContext(c)
}
