// Package fix holds findings that a mechanical fix mends, and some that it must
// not touch.
package fix

import (
	"context"
	"database/sql"
	"net/http"
	"time"

	"golang.org/x/sync/errgroup"
	"google.golang.org/grpc"
	"k8s.io/apimachinery/pkg/util/wait"
)

func parameter(ctx context.Context, db *sql.DB) error {
	c, cancel := context.WithTimeout(context.Background(), time.Second) // want `\(freshtimeout/reset\)`
	defer cancel()
	return db.PingContext(c)
}

func request(db *sql.DB, r *http.Request) error {
	c, cancel := context.WithTimeout(context.TODO(), time.Second) // want `\(freshtimeout/reset\)`
	defer cancel()
	return db.PingContext(c)
}

func stream(db *sql.DB, s grpc.ServerStream) error {
	c, cancel := context.WithDeadline(context.Background() /* why? */, time.Now().Add(time.Second)) // want `\(freshtimeout/reset\)`
	defer cancel()
	return db.PingContext(c)
}

func captured(ctx context.Context, dbs []*sql.DB) error {
	var g errgroup.Group
	for _, db := range dbs {
		g.Go(func() error {
			c, cancel := context.WithTimeout(context.Background(), time.Second) // want `\(freshtimeout/reset\)`
			defer cancel()
			return db.PingContext(c)
		})
	}
	return g.Wait()
}

func poll(ctx context.Context, db *sql.DB) error {
	return wait.PollUntilContextTimeout(context.Background(), time.Second, time.Minute, true, func(c context.Context) (bool, error) { // want `\(freshtimeout/reset\)`
		return db.PingContext(c) == nil, nil
	})
}

func value(ctx context.Context, db *sql.DB) error {
	c, cancel := context.WithTimeout(context.WithValue(context.Background(), key{}, 1), time.Second) // want `\(freshtimeout/reset\)`
	defer cancel()
	return db.PingContext(c)
}

type key struct{}

// The empty context is replaced where it is made.
func twoSteps(ctx context.Context, db *sql.DB) error {
	root := context.Background()
	c, cancel := context.WithTimeout(root, time.Second) // want `\(freshtimeout/reset\)`
	defer cancel()
	return db.PingContext(c)
}

func threeSteps(ctx context.Context, db *sql.DB) error {
	root, stop := context.WithCancel(context.Background())
	defer stop()
	c, cancel := context.WithTimeout(root, time.Second) // want `\(freshtimeout/reset\)`
	defer cancel()
	return db.PingContext(c)
}

// Both fixes make the same edit.
func twice(ctx context.Context, db *sql.DB) error {
	root := context.Background()
	c, cancel := context.WithTimeout(root, time.Second) // want `\(freshtimeout/reset\)`
	defer cancel()
	if err := db.PingContext(c); err != nil {
		return err
	}
	c2, cancel2 := context.WithTimeout(root, time.Second) // want `\(freshtimeout/reset\)`
	defer cancel2()
	return db.PingContext(c2)
}

// The empty context is right for the goroutine.
func both(ctx context.Context, db *sql.DB) error {
	root := context.Background()
	go func() { _ = db.PingContext(root) }()
	c, cancel := context.WithTimeout(root, time.Second) // want `\(freshtimeout/reset\)`
	defer cancel()
	return db.PingContext(c)
}

func blank(_ context.Context, db *sql.DB) error {
	c, cancel := context.WithTimeout(context.Background(), time.Second) // want `\(freshtimeout/reset\)`
	defer cancel()
	return db.PingContext(c)
}

func handler(db *sql.DB) http.HandlerFunc {
	return func(_ http.ResponseWriter, _ *http.Request) {
		c, cancel := context.WithTimeout(context.Background(), time.Second) // want `\(freshtimeout/reset\)`
		defer cancel()
		_ = db.PingContext(c)
	}
}

type pinger struct{ db *sql.DB }

func (p pinger) unnamed(context.Context, int) error {
	c, cancel := context.WithTimeout(context.Background(), time.Second) // want `\(freshtimeout/reset\)`
	defer cancel()
	return p.db.PingContext(c)
}

// The parameter itself becomes the derived context.
func assigned(ctx context.Context, db *sql.DB) error {
	ctx, cancel := context.WithTimeout(context.Background(), time.Second) // want `\(freshtimeout/reset\)`
	defer cancel()
	return db.PingContext(ctx)
}

func defaulted(ctx context.Context, db *sql.DB) error {
	if ctx == nil {
		ctx = context.TODO()
	}
	ctx = context.WithValue(ctx, key{}, 1)
	c, cancel := context.WithTimeout(context.Background(), time.Second) // want `\(freshtimeout/reset\)`
	defer cancel()
	return db.PingContext(c)
}

// The parameter has ended when the second limit starts, which stays as it is.
func reused(ctx context.Context, db *sql.DB) error {
	ctx, cancel := context.WithTimeout(context.Background(), time.Second) // want `\(freshtimeout/reset\)`
	err := db.PingContext(ctx)
	cancel()
	if err != nil {
		return err
	}
	ctx, cancel = context.WithTimeout(context.Background(), time.Second) // want `\(freshtimeout/reset\)`
	defer cancel()
	return db.PingContext(ctx)
}

func unused(ctx context.Context, db *sql.DB) error {
	_, cancel := context.WithTimeout(ctx, 3*time.Second) // want `\(freshtimeout/unused\)`
	defer cancel()
	return db.PingContext(ctx)
}

func unusedInside(ctx context.Context, db *sql.DB, really bool) error {
	if really {
		_, cancel := context.WithTimeout(ctx, 3*time.Second) // want `\(freshtimeout/unused\)`
		defer cancel()
		if err := db.PingContext(ctx); err != nil {
			return err
		}
	}
	return db.PingContext(ctx)
}

func ended(ctx context.Context, db *sql.DB) error {
	<-ctx.Done()
	c, cancel := context.WithTimeout(ctx, time.Second) // want `\(freshtimeout/ended\)`
	defer cancel()
	return db.PingContext(c)
}
