// Package gocql: a cluster's Timeout, 11 s by default, bounds every query.
package gocql

import (
	"context"

	"github.com/gocql/gocql"
)

func exec(s *gocql.Session) error { return s.Query("SELECT 1").Exec() }

func dropped(ctx context.Context, s *gocql.Session) error { return s.Query("SELECT 1").Exec() }

func caller(ctx context.Context, s *gocql.Session) error {
	return s.Query("SELECT 1").WithContext(ctx).Exec()
}

var _ = []any{exec, dropped, caller}
