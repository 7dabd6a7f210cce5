package main

import (
	"context"
	"testing"
	"time"
)

func ping(ctx context.Context) error {
	c, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	return db.PingContext(c)
}

func TestPing(t *testing.T) {
	if err := ping(t.Context()); err != nil {
		t.Skip(err)
	}
}
