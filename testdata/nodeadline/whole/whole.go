// Command whole hands its first context to what is the whole program.
package main

import (
	"context"
	"database/sql"
	"log"
)

func run(ctx context.Context, db *sql.DB) error {
	_, err := db.ExecContext(ctx, "SELECT 1")
	return err
}

func step(db *sql.DB) error {
	return run(context.Background(), db) // want `\(nodeadline/sql\)`
}

func main() {
	db, err := sql.Open("postgres", "")
	if err != nil {
		log.Fatal(err)
	}
	if err := db.PingContext(context.Background()); err != nil { // want `\(nodeadline/sql\)`
		log.Fatal(err)
	}
	if err := run(context.Background(), db); err != nil {
		log.Fatal(err)
	}
	if err := step(db); err != nil {
		log.Fatal(err)
	}
}
