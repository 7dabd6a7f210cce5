// Package tied: a context of one's own that the end of the caller's ends.
package tied

import (
	"context"
	"database/sql"
	"time"

	"google.golang.org/grpc/health/grpc_health_v1"
)

const limit = 5 * time.Second

func afterFunc(ctx context.Context, db *sql.DB) error {
	c, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	stop := context.AfterFunc(ctx, cancel)
	defer stop()
	return db.PingContext(c)
}

func goroutine(ctx context.Context, db *sql.DB) error {
	c, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	go func() {
		select {
		case <-ctx.Done():
			cancel()
		case <-c.Done():
		}
	}()
	return db.PingContext(c)
}

// Without a limit of its own it has the caller's.
func unlimited(ctx context.Context, c grpc_health_v1.HealthClient) error {
	own, cancel := context.WithCancel(context.Background())
	defer cancel()
	stop := context.AfterFunc(ctx, cancel)
	defer stop()
	_, err := c.Check(own, nil)
	return err
}

// A stop channel is no caller's context.
func stopped(c grpc_health_v1.HealthClient, stop <-chan struct{}) error {
	ctx, cancel := context.WithCancel(context.Background())
	go func() {
		<-stop
		cancel()
	}()
	_, err := c.Check(ctx, nil) // missed: what the goroutine waits for is not looked at
	return err
}
