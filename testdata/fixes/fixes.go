// Package fixes: the fixes of several findings in one function go together.
package fixes

import (
	"context"
	"database/sql"
	"fmt"
	"net/http"
	"time"

	"k8s.io/apimachinery/pkg/util/wait"
)

type store interface {
	Load(ctx context.Context, id string) (string, error)
}

func lookUp(_ context.Context, db *sql.DB, s store, id string) (out string, err error) {
	c, cancel := context.WithTimeout(context.Background(), time.Second) // want `\(freshtimeout/reset\)`
	defer cancel()
	if err := db.PingContext(c); err != nil {
		return err.Error(), nil // want `\(errstringfallback/text\)`
	}
	if _, err := db.Exec("DELETE FROM old"); err != nil { // want `\(nodeadline/dropped\)`
		return "", err
	}
	if err := db.PingContext(context.TODO()); err != nil { // want `\(nodeadline/sql\)`
		return "", err
	}
	for {
		if out, err = load(c, s, id); err == nil || err == context.Canceled { // want `\(retrynobudget/classifier\)`
			return out, err
		}
		if c.Err() != nil {
			return "", err
		}
	}
}

func load(ctx context.Context, s store, id string) (string, error) {
	out, err := s.Load(ctx, id)
	if err != nil {
		return "", fmt.Errorf("load: %w", err)
	}
	return out, nil
}

func fetch(ctx context.Context, s store, url string) (code int, err error) {
	resp, err := http.Get(url) // want `\(nodeadline/dropped\)`
	if err != nil {
		return 0, err
	}
	defer resp.Body.Close()
	for {
		_, err := load(ctx, s, url)
		if err == nil || context.DeadlineExceeded == err { // want `\(retrynobudget/classifier\)`
			return resp.StatusCode, err
		}
		<-time.After(2 * time.Second) // want `\(retrynobudget/blind\)`
	}
}

// Two passes report the call, with the same fix.
func poll(ctx context.Context, db *sql.DB) error {
	return wait.PollUntilContextTimeout(context.Background(), time.Second, time.Minute, true, func(context.Context) (bool, error) { // want `\(freshtimeout/reset\)` `\(retrynobudget/library\)`
		return db.PingContext(ctx) == nil, nil
	})
}

func pollRoot(ctx context.Context, db *sql.DB) error {
	root := context.Background()
	return wait.PollUntilContextTimeout(root, time.Second, time.Minute, true, func(context.Context) (bool, error) { // want `\(freshtimeout/reset\)` `\(retrynobudget/library\)`
		return db.PingContext(ctx) == nil, nil
	})
}
