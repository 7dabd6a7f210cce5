// Command roots: a program's first calls need a limit as well.
package main

import (
	"context"
	"database/sql"
	"log"
	"net/http"
)

func main() {
	db, err := sql.Open("sqlite", "shop.db")
	if err != nil {
		log.Fatal(err)
	}
	if err := db.PingContext(context.Background()); err != nil { // want `\(nodeadline/sql\)`
		log.Fatal(err)
	}
	log.Fatal(http.ListenAndServe(":8080", nil)) // want `\(nodeadline/server\)`
}
