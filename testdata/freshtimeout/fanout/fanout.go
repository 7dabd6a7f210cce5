// Package fanout: two limits are made first and run at the same time.
package fanout

import (
	"context"
	"database/sql"
	"errors"
	"time"
)

// Two contexts that are made first and used at the same time.
func fanOut(ctx context.Context, a, b *sql.DB) error {
	ctx, cancel := context.WithTimeout(ctx, 30*time.Second)
	defer cancel()
	c1, cancel := context.WithTimeout(ctx, 20*time.Second)
	defer cancel()
	c2, cancel := context.WithTimeout(ctx, 20*time.Second)
	defer cancel()
	errs := make(chan error, 2)
	go func() { errs <- a.PingContext(c1) }()
	go func() { errs <- b.PingContext(c2) }()
	return errors.Join(<-errs, <-errs)
}
