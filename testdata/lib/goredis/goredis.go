// Package goredis: a client bounds its commands by itself, unless its read
// timeout is off; a blocking command with timeout 0 waits for ever.
package goredis

import (
	"context"
	"time"

	old "github.com/go-redis/redis/v8"
	"github.com/redis/go-redis/v9"
)

func takeForever(rdb *redis.Client) ([]string, error) {
	return rdb.BLPop(context.Background(), 0, "jobs").Result() // want `\(nodeadline/redis\)`
}

func takeForeverInterface(rdb redis.Cmdable) ([]string, error) {
	return rdb.BRPop(context.Background(), 0, "jobs").Result() // want `\(nodeadline/redis\)`
}

func moveForever(rdb redis.UniversalClient) (string, error) {
	return rdb.BLMove(context.Background(), "jobs", "busy", "LEFT", "RIGHT", 0).Result() // want `\(nodeadline/redis\)`
}

func pushForever(rdb *redis.ClusterClient) (string, error) {
	return rdb.BRPopLPush(context.Background(), "jobs", "busy", 0).Result() // want `\(nodeadline/redis\)`
}

func takeForeverV8(rdb *old.Client) ([]string, error) {
	return rdb.BLPop(context.Background(), 0, "jobs").Result() // want `\(nodeadline/redis\)`
}

func takeSome(rdb *redis.Client) ([]string, error) {
	return rdb.BLPop(context.Background(), 5*time.Second, "jobs").Result()
}

func takeFor(rdb *redis.Client, d time.Duration) ([]string, error) {
	return rdb.BLPop(context.Background(), d, "jobs").Result() // not known to be 0
}

func takeCaller(ctx context.Context, rdb *redis.Client) ([]string, error) {
	return rdb.BLPop(ctx, 0, "jobs").Result()
}

func readForever(rdb *redis.Client) ([]redis.XStream, error) {
	return rdb.XRead(context.Background(), &redis.XReadArgs{Streams: []string{"events", "$"}}).Result() // want `\(nodeadline/redis\)`
}

func readGroupForever(rdb *redis.Client) ([]redis.XStream, error) {
	return rdb.XReadGroup(context.Background(), &redis.XReadGroupArgs{Group: "g", Consumer: "c", Streams: []string{"events", ">"}, Block: 0}).Result() // want `\(nodeadline/redis\)`
}

func readSome(rdb *redis.Client) ([]redis.XStream, error) {
	return rdb.XRead(context.Background(), &redis.XReadArgs{Streams: []string{"events", "$"}, Block: time.Second}).Result()
}

func readNow(rdb *redis.Client) ([]redis.XStream, error) {
	return rdb.XRead(context.Background(), &redis.XReadArgs{Streams: []string{"events", "0"}, Block: -1}).Result() // negative does not block
}

func get(rdb *redis.Client) (string, error) {
	return rdb.Get(context.Background(), "flag").Result() // the default read timeout
}

func getDefault(addr string) (string, error) {
	return redis.NewClient(&redis.Options{Addr: addr}).Get(context.Background(), "flag").Result()
}

func getOff(addr string) (string, error) {
	rdb := redis.NewClient(&redis.Options{Addr: addr, ReadTimeout: -1})
	return rdb.Get(context.Background(), "flag").Result() // want `\(nodeadline/redis\)`
}

func getClusterOff(addrs []string) (string, error) {
	rdb := redis.NewClusterClient(&redis.ClusterOptions{Addrs: addrs, ReadTimeout: -1})
	return rdb.Get(context.Background(), "flag").Result() // want `\(nodeadline/redis\)`
}

func getOffV8(addr string) (string, error) {
	rdb := old.NewClient(&old.Options{Addr: addr, ReadTimeout: -1})
	return rdb.Get(context.Background(), "flag").Result() // want `\(nodeadline/redis\)`
}

func doOff(addr string) error {
	rdb := redis.NewClient(&redis.Options{Addr: addr, ReadTimeout: -1})
	return rdb.Do(context.Background(), "PING").Err() // want `\(nodeadline/redis\)`
}

func getOffCaller(ctx context.Context, addr string) (string, error) {
	rdb := redis.NewClient(&redis.Options{Addr: addr, ReadTimeout: -1, ContextTimeoutEnabled: true})
	return rdb.Get(ctx, "flag").Result()
}

func getConfigured(addr string, d time.Duration) (string, error) {
	rdb := redis.NewClient(&redis.Options{Addr: addr, ReadTimeout: d})
	return rdb.Get(context.Background(), "flag").Result()
}

func queued(rdb *redis.Client) error {
	pipe := rdb.Pipeline()
	pipe.Set(context.Background(), "a", 1, 0) // only queued
	_, err := pipe.Exec(context.Background())
	return err
}

func subscribe(rdb *redis.Client) {
	sub := rdb.Subscribe(context.Background(), "news") // a stream
	defer sub.Close()
	for range sub.Channel() {
	}
}

var _ = []any{
	takeForever, takeForeverInterface, moveForever, pushForever, takeForeverV8, takeSome, takeFor, takeCaller, readForever, readGroupForever, readSome, readNow,
	get, getDefault, getOff, getClusterOff, getOffV8, doOff, getOffCaller, getConfigured, queued, subscribe,
}
