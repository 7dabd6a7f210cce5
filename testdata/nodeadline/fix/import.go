package fix

import (
	"context"
	"database/sql"
	"net/http"
)

// The import of context goes with its only use.
func imported(r *http.Request, db *sql.DB) error {
	return db.PingContext(context.Background()) // want `\(nodeadline/sql\)`
}
