// Package deferstmt: the deferred call is itself the one that waits, with no
// closure around it.
package deferstmt

import (
	"context"
	"database/sql"
	"net/http"
	"os/exec"

	"google.golang.org/grpc/health/grpc_health_v1"
)

func get(url string) { defer http.Get(url) }

func drop(ctx context.Context, db *sql.DB) error {
	defer db.Exec("DELETE FROM claims")
	return db.PingContext(ctx)
}

func run(ctx context.Context) error {
	defer exec.Command("rm", "-rf", "work").Run()
	return exec.CommandContext(ctx, "git", "fetch").Run()
}

func stub(c grpc_health_v1.HealthClient) { defer c.Check(context.Background(), nil) }

func check(ctx context.Context, c grpc_health_v1.HealthClient) error {
	_, err := c.Check(ctx, nil)
	return err
}

func via(c grpc_health_v1.HealthClient) { defer check(context.Background(), c) }

func serve(srv *http.Server) error {
	defer srv.Shutdown(context.Background())
	return srv.ListenAndServe()
}
