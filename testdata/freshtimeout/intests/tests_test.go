package intests

import (
	"context"
	"database/sql"
	"testing"
	"time"
)

func TestFresh(t *testing.T) {
	ctx, cancel := context.WithTimeout(context.Background(), time.Second) // want `although t.Context\(\) \(test, line 10\) .*\(freshtimeout/reset\)`
	defer cancel()
	if err := ping(ctx, new(sql.DB)); err != nil {
		t.Fatal(err)
	}
}

func TestDerived(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), time.Second)
	defer cancel()
	if err := ping(ctx, new(sql.DB)); err != nil {
		t.Fatal(err)
	}
}

func TestCleanup(t *testing.T) {
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), time.Second)
		defer cancel()
		_ = ping(ctx, new(sql.DB))
	})
}
