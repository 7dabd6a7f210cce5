// Package fixlib: libraries whose calls are given a context in ways of their
// own.
package fixlib

import (
	"context"

	"github.com/go-resty/resty/v2"
	"github.com/gomodule/redigo/redis"
	"github.com/hashicorp/consul/api"
	"github.com/hashicorp/go-retryablehttp"
	"github.com/jmoiron/sqlx"
	"gorm.io/gorm"
)

type repo struct{ db *gorm.DB }

func (r repo) chain(ctx context.Context) (names []string, err error) {
	err = r.db.
		Where("name = ?", "a").
		Find(&names).Error // want `\(nodeadline/dropped\)`
	return names, err
}

func conn(ctx context.Context, c redis.Conn) (any, error) {
	return c.Do("GET", "flag") // want `\(nodeadline/dropped\)`
}

func script(ctx context.Context, c redis.Conn, s *redis.Script) (any, error) {
	return s.Do(c, 1) // want `\(nodeadline/dropped\)`
}

func rest(ctx context.Context, url string) (*resty.Response, error) {
	return resty.New().R().Get(url) // want `\(nodeadline/dropped\)`
}

func put(ctx context.Context, c *api.Client) error {
	_, err := c.KV().Put(&api.KVPair{Key: "k"}, nil) // want `\(nodeadline/dropped\)`
	return err
}

func get(ctx context.Context, c *api.Client) error {
	_, _, err := c.KV().Get("k", &api.QueryOptions{RequireConsistent: true}) // want `\(nodeadline/dropped\)`
	return err
}

func request(ctx context.Context, url string) error {
	req, err := retryablehttp.NewRequest("GET", url, nil)
	if err != nil {
		return err
	}
	_, err = retryablehttp.NewClient().Do(req) // want `\(nodeadline/dropped\)`
	return err
}

func selects(ctx context.Context, db *sqlx.DB, ids *[]int) error {
	tx, err := db.Beginx() // want `\(nodeadline/dropped\)`
	if err != nil {
		return err
	}
	return tx.Select(ids, "SELECT id FROM old") // want `\(nodeadline/dropped\)`
}
