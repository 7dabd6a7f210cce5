// Package fix: pauses, comparisons and retriers that a mechanical change mends.
package fix

import (
	"context"
	"database/sql"
	"net/http"
	"time"

	"github.com/avast/retry-go/v4"
	"github.com/cenkalti/backoff/v4"
	"github.com/failsafe-go/failsafe-go"
	"github.com/failsafe-go/failsafe-go/retrypolicy"
	"k8s.io/apimachinery/pkg/util/wait"
)

type store interface {
	Load(ctx context.Context, id string) (string, error)
	All(ctx context.Context) ([]string, error)
}

func counted(ctx context.Context, s store, id string) (out string, err error) {
	for try := 0; try < 3; try++ {
		if out, err = s.Load(ctx, id); err == nil {
			return out, nil
		}
		time.Sleep(2 * time.Second) // want `\(retrynobudget/blind\)`
	}
	return "", err
}

type answer struct{ text string }

func results(ctx context.Context, s store, d time.Duration) (a answer, at time.Time, n [2]int, _ map[string]int, err error) {
	for range 3 {
		if a.text, err = s.Load(ctx, "1"); err == nil {
			return a, at, n, nil, nil
		}
		<-time.After(d) // want `\(retrynobudget/blind\)`
	}
	return a, at, n, nil, err
}

func generic[T any](ctx context.Context, load func(context.Context) (T, error), ds []time.Duration) (T, error) {
	var err error
	for i := range ds {
		var out T
		if out, err = load(ctx); err == nil {
			return out, nil
		}
		time.Sleep( // want `\(retrynobudget/blind\)`
			ds[i], // as they are
		)
	}
	var none T
	return none, err
}

func timer(ctx context.Context, s store) (err error) {
	for range 3 {
		if _, err = s.All(ctx); err == nil {
			return nil
		}
		t := time.NewTimer(time.Second)
		<-t.C // want `\(retrynobudget/blind\)`
	}
	return err
}

func request(hc *http.Client, req *http.Request) (resp *http.Response, err error) {
	for range 5 {
		if resp, err = hc.Do(req); err == nil {
			return resp, nil
		}
		time.Sleep(2 * time.Second) // want `\(retrynobudget/blind\)`
	}
	return nil, err
}

// Nothing follows the loop.
func forever(ctx context.Context, s store) {
	for {
		if _, err := s.All(ctx); err == nil {
			return
		}
		time.Sleep(time.Second) // want `\(retrynobudget/blind\)`
	}
}

// The loop can be left as if all tries were made.
func broken(ctx context.Context, s store) bool {
	for range 3 {
		if _, err := s.All(ctx); err == nil {
			return true
		}
		time.Sleep(time.Second) // want `\(retrynobudget/blind\)`
	}
	return false
}

func blank(_ context.Context, load func() error) (err error) {
	for range 3 {
		if err = load(); err == nil {
			return nil
		}
		time.Sleep(time.Second) // want `\(retrynobudget/blind\)`
	}
	return err
}

func captured(ctx context.Context, s store) error {
	load := func() error {
		for range 3 {
			if _, err := s.All(ctx); err == nil {
				return nil
			}
			time.Sleep(time.Second) // want `\(retrynobudget/blind\)`
		}
		return nil
	}
	return load()
}

type client struct {
	ctx context.Context
	s   store
}

func (c *client) field() error {
	for {
		_, err := c.s.All(c.ctx)
		if err == nil {
			return nil
		}
		time.Sleep(time.Second) // want `\(retrynobudget/blind\)`
	}
}

func classifier(hc *http.Client, req *http.Request) (*http.Response, error) {
	for {
		resp, err := hc.Do(req)
		if err == nil || err == context.Canceled || context.DeadlineExceeded == err { // want `never equal to context.Canceled` `never equal to context.DeadlineExceeded`
			return resp, err
		}
	}
}

func poll(ctx context.Context, db *sql.DB) error {
	return wait.PollUntilContextCancel(context.Background(), time.Second, true, func(context.Context) (bool, error) { // want `\(retrynobudget/library\)`
		return db.PingContext(ctx) == nil, nil
	})
}

func option(ctx context.Context, db *sql.DB) error {
	return retry.Do(func() error { return db.PingContext(ctx) }, retry.Delay(time.Second)) // want `\(retrynobudget/library\)`
}

func policy(ctx context.Context, db *sql.DB) error {
	return backoff.Retry(func() error { return db.PingContext(ctx) }, backoff.NewExponentialBackOff()) // want `\(retrynobudget/library\)`
}

func policyEmpty(ctx context.Context, db *sql.DB) error {
	b := backoff.WithContext(backoff.NewConstantBackOff(time.Second), context.Background())
	return backoff.Retry(func() error { return db.PingContext(ctx) }, b) // want `\(retrynobudget/library\)`
}

func executor(ctx context.Context, db *sql.DB) error {
	p := retrypolicy.NewBuilder[any]().WithMaxAttempts(5).WithDelay(time.Second).Build()
	return failsafe.With(p).Run(func() error { return db.PingContext(ctx) }) // want `\(retrynobudget/library\)`
}
