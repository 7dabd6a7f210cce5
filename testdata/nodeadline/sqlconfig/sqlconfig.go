// Package sqlconfig: a driver's configuration can limit every statement.
package sqlconfig

import (
	"database/sql"
	"time"

	"github.com/go-sql-driver/mysql"
)

func open(addr string) (*sql.DB, error) {
	cfg := mysql.NewConfig()
	cfg.Addr = addr
	cfg.ReadTimeout = 5 * time.Second
	c, err := mysql.NewConnector(cfg)
	if err != nil {
		return nil, err
	}
	return sql.OpenDB(c), nil
}

func ping(db *sql.DB) error { return db.Ping() }
