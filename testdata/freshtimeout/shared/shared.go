// Package shared: work for several callers must not end with the first of them.
package shared

import (
	"context"
	"database/sql"
	"sync"
	"time"

	"golang.org/x/sync/singleflight"
)

const limit = 5 * time.Second

type cache struct {
	db    *sql.DB
	once  sync.Once
	group singleflight.Group
	conns sync.Pool
	load  func(key string) (any, error)
}

func (s *cache) get(ctx context.Context, key string) (any, error) {
	v, err, _ := s.group.Do(key, func() (any, error) {
		c, cancel := context.WithTimeout(context.Background(), limit)
		defer cancel()
		return nil, s.db.PingContext(c)
	})
	return v, err
}

func (s *cache) getChan(ctx context.Context, key string) (any, error) {
	ch := s.group.DoChan(key, func() (any, error) {
		c, cancel := context.WithTimeout(context.Background(), limit)
		defer cancel()
		return nil, s.db.PingContext(c)
	})
	select {
	case r := <-ch:
		return r.Val, r.Err
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// fetch is only called from the group.
func (s *cache) fetch(ctx context.Context) (any, error) {
	c, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	return nil, s.db.PingContext(c)
}

func (s *cache) through(ctx context.Context, key string) (any, error) {
	v, err, _ := s.group.Do(key, func() (any, error) { return s.fetch(ctx) })
	return v, err
}

func (s *cache) setup(ctx context.Context) (err error) {
	s.once.Do(func() {
		c, cancel := context.WithTimeout(context.Background(), limit)
		defer cancel()
		err = s.db.PingContext(c)
	})
	return err
}

func (s *cache) pooled(ctx context.Context) {
	s.conns.New = func() any {
		c, cancel := context.WithTimeout(context.Background(), limit)
		defer cancel()
		conn, _ := s.db.Conn(c)
		return conn
	}
}

func value(ctx context.Context, db *sql.DB) func() error {
	return sync.OnceValue(func() error {
		c, cancel := context.WithTimeout(context.Background(), limit)
		defer cancel()
		return db.PingContext(c)
	})
}

func (s *cache) loader(ctx context.Context) {
	s.load = func(key string) (any, error) {
		c, cancel := context.WithTimeout(context.Background(), limit)
		defer cancel()
		return nil, s.db.PingContext(c)
	}
}

// What every caller does for itself is not shared.
func (s *cache) miss(ctx context.Context, key string) error {
	c, cancel := context.WithTimeout(context.Background(), limit) // want `\(freshtimeout/reset\)`
	defer cancel()
	_, err := s.db.ExecContext(c, "SELECT $1", key)
	return err
}
