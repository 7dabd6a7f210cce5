// Package blankparam: the caller's context has no name, but it is in reach.
package blankparam

import (
	"context"
	"database/sql"
	"time"
)

type probe struct{ db *sql.DB }

func (p *probe) blank(_ context.Context) error {
	c, cancel := context.WithTimeout(context.Background(), time.Second) // want `^WithTimeout starts a fresh 1s from context\.Background\(\) although the blank context parameter \(parameter, line 12\) carries the caller's deadline: name the parameter and derive from it \(freshtimeout/reset\)$`
	defer cancel()
	return p.db.PingContext(c)
}

func (p *probe) unnamed(context.Context) error {
	c, cancel := context.WithTimeout(context.Background(), time.Second) // want `although the unnamed context parameter \(parameter, line 18\) .*\(freshtimeout/reset\)`
	defer cancel()
	return p.db.PingContext(c)
}

func (p *probe) second(_ string, _ context.Context) error {
	c, cancel := context.WithTimeout(context.Background(), time.Second) // want `although the blank context parameter .*\(freshtimeout/reset\)`
	defer cancel()
	return p.db.PingContext(c)
}

// A helper that is only run in the background drops its context with reason.
func (p *probe) later(context.Context) {
	c, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	_ = p.db.PingContext(c)
}

func (p *probe) none(string) error {
	c, cancel := context.WithTimeout(context.Background(), time.Second) // no context is in reach
	defer cancel()
	return p.db.PingContext(c)
}

func (p *probe) Start(ctx context.Context) { go p.later(ctx) }
