// Package goroutine: work that nobody waits for may outlive its request, work
// that is joined before the function returns may not.
package goroutine

import (
	"context"
	"database/sql"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"
)

const limit = 5 * time.Second

func detached(ctx context.Context, db *sql.DB) {
	go func() {
		c, cancel := context.WithTimeout(context.Background(), limit)
		defer cancel()
		_ = db.PingContext(c)
	}()
}

func grouped(ctx context.Context, dbs []*sql.DB) {
	var wg sync.WaitGroup
	for _, db := range dbs {
		wg.Add(1)
		go func() {
			defer wg.Done()
			c, cancel := context.WithTimeout(context.Background(), limit) // want `although ctx \(parameter, line 24\) .*\(freshtimeout/reset\)`
			defer cancel()
			_ = db.PingContext(c)
		}()
	}
	wg.Wait()
}

func groupGo(ctx context.Context, dbs []*sql.DB) {
	var wg sync.WaitGroup
	for _, db := range dbs {
		wg.Go(func() {
			c, cancel := context.WithTimeout(context.Background(), limit) // want `\(freshtimeout/reset\)`
			defer cancel()
			_ = db.PingContext(c)
		})
	}
	wg.Wait()
}

func errGroup(ctx context.Context, dbs []*sql.DB) error {
	g, _ := errgroup.WithContext(ctx)
	for _, db := range dbs {
		g.Go(func() error {
			c, cancel := context.WithTimeout(context.Background(), limit) // want `\(freshtimeout/reset\)`
			defer cancel()
			return db.PingContext(c)
		})
	}
	return g.Wait()
}

func errGroupLiteral(ctx context.Context, dbs []*sql.DB) error {
	g := &errgroup.Group{}
	g.SetLimit(2)
	for _, db := range dbs {
		g.Go(func() error {
			c, cancel := context.WithTimeout(context.Background(), limit) // want `\(freshtimeout/reset\)`
			defer cancel()
			return db.PingContext(c)
		})
	}
	return g.Wait()
}

func received(ctx context.Context, db *sql.DB) error {
	result := make(chan error, 1)
	go func() {
		c, cancel := context.WithTimeout(context.Background(), limit) // want `\(freshtimeout/reset\)`
		defer cancel()
		result <- db.PingContext(c)
	}()
	return <-result
}

func closed(ctx context.Context, db *sql.DB) {
	done := make(chan struct{})
	go func() {
		defer close(done)
		c, cancel := context.WithTimeout(context.Background(), limit) // want `\(freshtimeout/reset\)`
		defer cancel()
		_ = db.PingContext(c)
	}()
	<-done
}

func collected(ctx context.Context, dbs []*sql.DB) (errs []error) {
	results := make(chan error)
	for _, db := range dbs {
		go func() {
			c, cancel := context.WithTimeout(context.Background(), limit) // want `\(freshtimeout/reset\)`
			defer cancel()
			results <- db.PingContext(c)
		}()
	}
	for range dbs {
		errs = append(errs, <-results)
	}
	return errs
}

type pinger struct{ db *sql.DB }

func (p *pinger) ping(wg *sync.WaitGroup) {
	defer wg.Done()
	c, cancel := context.WithTimeout(context.Background(), limit) // no context is in reach
	defer cancel()
	_ = p.db.PingContext(c)
}

// The goroutine's own parameter is in reach.
func handed(ctx context.Context, db *sql.DB) {
	var wg sync.WaitGroup
	wg.Add(1)
	go func(ctx context.Context) {
		defer wg.Done()
		c, cancel := context.WithTimeout(context.Background(), limit) // want `although ctx \(parameter, line 124\) .*\(freshtimeout/reset\)`
		defer cancel()
		_ = db.PingContext(c)
	}(ctx)
	wg.Wait()
}

// Who loses the race against the caller's context is not waited for.
func raced(ctx context.Context, db *sql.DB) error {
	result := make(chan error, 1)
	go func() {
		c, cancel := context.WithTimeout(context.Background(), limit)
		defer cancel()
		result <- db.PingContext(c)
	}()
	select {
	case err := <-result:
		return err
	case <-ctx.Done():
		return ctx.Err()
	}
}

// Somebody else waits for the group, and only as long as the context lives.
func waitedElsewhere(ctx context.Context, dbs []*sql.DB) error {
	var wg sync.WaitGroup
	for _, db := range dbs {
		wg.Add(1)
		go func() {
			defer wg.Done()
			c, cancel := context.WithTimeout(context.Background(), limit)
			defer cancel()
			_ = db.PingContext(c)
		}()
	}
	all := make(chan struct{})
	go func() { wg.Wait(); close(all) }()
	select {
	case <-all:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

type service struct {
	db *sql.DB
	wg sync.WaitGroup
}

// The group is waited for when the service ends.
func (s *service) submit(ctx context.Context) {
	s.wg.Add(1)
	go func() {
		defer s.wg.Done()
		c, cancel := context.WithTimeout(context.Background(), limit)
		defer cancel()
		_ = s.db.PingContext(c)
	}()
}

func (s *service) Close() { s.wg.Wait() }

// The wait comes before the start: it is for others.
func earlier(ctx context.Context, wg *sync.WaitGroup, db *sql.DB) {
	wg.Wait()
	wg.Add(1)
	go func() {
		defer wg.Done()
		c, cancel := context.WithTimeout(context.Background(), limit)
		defer cancel()
		_ = db.PingContext(c)
	}()
}

// A group that nobody waits for.
func ungathered(ctx context.Context, g *errgroup.Group, db *sql.DB) {
	g.Go(func() error {
		c, cancel := context.WithTimeout(context.Background(), limit)
		defer cancel()
		return db.PingContext(c)
	})
}

// Made here, used by the goroutine alone.
func madeHere(ctx context.Context, db *sql.DB) {
	c, cancel := context.WithTimeout(context.Background(), limit)
	go func() {
		defer cancel()
		_ = db.PingContext(c)
	}()
}

func ping(c context.Context, cancel context.CancelFunc, db *sql.DB) {
	defer cancel()
	_ = db.PingContext(c)
}

func handedOver(ctx context.Context, db *sql.DB) {
	c, cancel := context.WithTimeout(context.Background(), limit)
	go ping(c, cancel, db)
}

// Range receives until the channel is closed.
func ranged(ctx context.Context, dbs []*sql.DB) (errs []error) {
	var wg sync.WaitGroup
	results := make(chan error)
	for _, db := range dbs {
		wg.Add(1)
		go func() {
			defer wg.Done()
			c, cancel := context.WithTimeout(context.Background(), limit) // want `\(freshtimeout/reset\)`
			defer cancel()
			results <- db.PingContext(c)
		}()
	}
	go func() { wg.Wait(); close(results) }()
	for err := range results {
		errs = append(errs, err)
	}
	return errs
}

// A timer ends the wait.
func timed(ctx context.Context, db *sql.DB) error {
	result := make(chan error, 1)
	go func() {
		c, cancel := context.WithTimeout(context.Background(), limit)
		defer cancel()
		result <- db.PingContext(c)
	}()
	select {
	case err := <-result:
		return err
	case <-time.After(time.Second):
		return context.DeadlineExceeded
	}
}

// The context of a group of goroutines has ended.
func supervised(ctx context.Context, db *sql.DB) error {
	g, gctx := errgroup.WithContext(ctx)
	g.Go(func() error {
		<-gctx.Done()
		c, cancel := context.WithTimeout(context.Background(), limit)
		defer cancel()
		return db.PingContext(c)
	})
	return g.Wait()
}

// Workers that take turns.
func workers(ctx context.Context, dbs []*sql.DB) {
	jobs := make(chan *sql.DB)
	var wg sync.WaitGroup
	for range 4 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for db := range jobs {
				c, cancel := context.WithTimeout(context.Background(), limit) // want `\(freshtimeout/reset\)`
				_ = db.PingContext(c)
				cancel()
			}
		}()
	}
	for _, db := range dbs {
		jobs <- db
	}
	close(jobs)
	wg.Wait()
}

// A function that is joined where it is started.
func work(ctx context.Context, wg *sync.WaitGroup, db *sql.DB) {
	defer wg.Done()
	c, cancel := context.WithTimeout(context.Background(), limit) // want `\(freshtimeout/reset\)`
	defer cancel()
	_ = db.PingContext(c)
}

func works(ctx context.Context, dbs []*sql.DB) {
	var wg sync.WaitGroup
	for _, db := range dbs {
		wg.Add(1)
		go work(ctx, &wg, db)
	}
	wg.Wait()
}
