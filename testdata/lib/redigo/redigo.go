// Package redigo: a connection has no read timeout unless DialReadTimeout says
// so.
package redigo

import (
	"context"
	"time"

	"github.com/gomodule/redigo/redis"
)

func bare(addr string) (any, error) {
	c, err := redis.Dial("tcp", addr) // want `^nothing bounds what is done with the connection of redis.Dial: it was given no redis.DialReadTimeout; add it \(nodeadline/redis\)$`
	if err != nil {
		return nil, err
	}
	defer c.Close()
	return c.Do("GET", "flag")
}

func connectOnly(addr string) (any, error) {
	c, err := redis.Dial("tcp", addr, redis.DialConnectTimeout(time.Second)) // want `\(nodeadline/redis\)`
	if err != nil {
		return nil, err
	}
	defer c.Close()
	return c.Do("GET", "flag")
}

func limited(addr string) (any, error) {
	c, err := redis.Dial("tcp", addr, redis.DialReadTimeout(time.Second))
	if err != nil {
		return nil, err
	}
	defer c.Close()
	return c.Do("GET", "flag")
}

func limitedOld(addr string) (any, error) {
	c, err := redis.DialTimeout("tcp", addr, time.Second, time.Second, time.Second)
	if err != nil {
		return nil, err
	}
	defer c.Close()
	return c.Do("GET", "flag")
}

// given: whoever dialled is told.
func given(c redis.Conn) (any, error) {
	return c.Do("GET", "flag")
}

func dropped(ctx context.Context, c redis.Conn) (any, error) {
	return c.Do("GET", "flag") // want `\(nodeadline/dropped\)`
}

func caller(ctx context.Context, c redis.Conn) (any, error) {
	return redis.DoContext(c, ctx, "GET", "flag")
}

func nothing(c redis.Conn) (any, error) {
	return redis.DoContext(c, context.Background(), "GET", "flag")
}

func oneCall(c redis.Conn) (any, error) {
	return redis.DoWithTimeout(c, time.Second, "GET", "flag")
}

func oneCallForever(c redis.Conn) (any, error) {
	return redis.DoWithTimeout(c, 0, "BLPOP", "jobs", 0) // want `\(nodeadline/redis\)`
}

var script = redis.NewScript(1, "return redis.call('GET', KEYS[1])")

func scripted(c redis.Conn) (any, error) {
	return script.Do(c, "flag")
}

func pooled(addr string) (any, error) {
	pool := &redis.Pool{MaxIdle: 3, Dial: func() (redis.Conn, error) { return redis.DialURL(addr) }} // want `of redis.DialURL: it was given no`
	c := pool.Get()
	defer c.Close()
	return c.Do("GET", "flag")
}

func pooledLimited(addr string) (any, error) {
	pool := &redis.Pool{MaxIdle: 3, Dial: func() (redis.Conn, error) {
		return redis.Dial("tcp", addr, redis.DialReadTimeout(time.Second))
	}}
	c := pool.Get()
	defer c.Close()
	return c.Do("GET", "flag")
}

var _ = []any{bare, connectOnly, limited, limitedOld, given, dropped, caller, nothing, oneCall, oneCallForever, scripted, pooled, pooledLimited}
