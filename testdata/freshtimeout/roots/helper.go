package main

import (
	"context"
	"testing"
	"time"
)

// ready helps tests, whatever the file is called.
func ready(ctx context.Context, t testing.TB) {
	t.Helper()
	c, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	if err := db.PingContext(c); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		c, cancel := context.WithTimeout(context.Background(), time.Minute)
		defer cancel()
		_, _ = db.ExecContext(c, "DELETE FROM items")
	})
}
