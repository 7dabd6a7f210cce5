// Package statuscode: a gRPC status says that the context has ended.
package statuscode

import (
	"context"
	"database/sql"
	"time"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/health/grpc_health_v1"
	"google.golang.org/grpc/status"
)

func late(ctx context.Context, c grpc_health_v1.HealthClient, db *sql.DB) error {
	_, err := c.Check(ctx, nil)
	if status.Code(err) == codes.DeadlineExceeded {
		c, cancel := context.WithTimeout(context.Background(), time.Second)
		defer cancel()
		_, _ = db.ExecContext(c, "INSERT INTO late VALUES (now())")
	}
	return err
}

// OK is no end.
func fine(ctx context.Context, c grpc_health_v1.HealthClient, db *sql.DB) error {
	_, err := c.Check(ctx, nil)
	if status.Code(err) == codes.OK {
		c, cancel := context.WithTimeout(context.Background(), time.Second) // want `\(freshtimeout/reset\)`
		defer cancel()
		_, err = db.ExecContext(c, "INSERT INTO checks VALUES (now())")
	}
	return err
}
