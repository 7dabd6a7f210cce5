// Package startedvalue: a method is started with go through a variable.
package startedvalue

import (
	"context"
	"database/sql"
	"time"
)

type service struct{ db *sql.DB }

func (s *service) run(ctx context.Context) {
	c, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	_ = s.db.PingContext(c)
}

func (s *service) Start(ctx context.Context) {
	run := s.run
	go run(ctx)
}
