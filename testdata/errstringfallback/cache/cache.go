// Package cache: the text of an error is kept for whoever asks next.
package cache

import (
	"context"
	"sync"
)

type pageCache struct {
	mu sync.Mutex
	m  map[string]string
}

func (c *pageCache) Set(key, value string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.m[key] = value
}

type source interface {
	Version(ctx context.Context) (string, error)
}

func load(ctx context.Context, c *pageCache, s source) error {
	v, err := s.Version(ctx)
	if err != nil {
		c.Set("version", err.Error()) // want `the error text of Version \(line 25\) becomes the value kept by Set with no flag beside it`
		return err
	}
	c.Set("version", v)
	return nil
}

var version string

func remember(ctx context.Context, s source) {
	v, err := s.Version(ctx)
	if err != nil {
		v = err.Error() // want `becomes variable version with no flag`
	}
	version = v
}

var shared sync.Map

func keep(ctx context.Context, s source) {
	v, err := s.Version(ctx)
	if err != nil {
		shared.Store("version", err.Error()) // want `becomes the value kept by Store`
		return
	}
	shared.Store("version", v)
}

func counted(ctx context.Context, failures *pageCache, s source) error {
	_, err := s.Version(ctx)
	if err != nil {
		failures.Set("version", err.Error()) // named for errors
	}
	return err
}
