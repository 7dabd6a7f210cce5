// Command roots: a program's first context, and the first functions that have
// one.
package main

import (
	"context"
	"database/sql"
	"flag"
	"os"
	"time"
)

var db *sql.DB

func init() {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	db, _ = sql.Open("sqlite", flag.Arg(0))
	_ = db.PingContext(ctx)
}

func main() {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	if err := run(ctx); err != nil {
		os.Exit(1)
	}
	if err := again(); err != nil {
		os.Exit(1)
	}
}

// again has no context, and main can give it one: that is no lost deadline.
func again() error {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	return db.PingContext(ctx)
}

// run has one.
func run(ctx context.Context) error {
	c, cancel := context.WithTimeout(context.Background(), time.Minute) // want `\(freshtimeout/reset\)`
	defer cancel()
	return db.PingContext(c)
}
