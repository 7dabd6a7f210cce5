// Package helper: a function makes a context of its own and waits below it,
// and whoever calls it has one to give.
package helper

import (
	"context"
	"database/sql"
	"errors"
	"net/http"
	"sync"
	"time"

	"k8s.io/apimachinery/pkg/util/wait"
)

func load(db *sql.DB, id int) (name string, err error) {
	ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second) // no context is in reach
	defer cancel()
	err = db.QueryRowContext(ctx, "SELECT name FROM users WHERE id = $1", id).Scan(&name)
	return name, err
}

func greet(ctx context.Context, db *sql.DB, id int) (string, error) {
	name, err := load(db, id) // want `^load waits up to 30s on a context of its own \(example\.com/budgetlint/testdata/freshtimeout/helper/helper\.go:17\), which ctx \(parameter, line 23\) cannot end: give load a context and hand it ctx \(freshtimeout/helper\)$`
	return "Hello, " + name, err
}

type users struct {
	db    *sql.DB
	limit time.Duration
	once  sync.Once
}

func (u *users) count() (n int, err error) {
	ctx, cancel := context.WithTimeout(context.Background(), u.limit)
	defer cancel()
	err = u.db.QueryRowContext(ctx, "SELECT count(*) FROM users").Scan(&n)
	return n, err
}

func (u *users) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if _, err := u.count(); err != nil { // want `^count waits on a context of its own \(.*helper\.go:35\), which r\.Context\(\) \(request, line 41\) cannot end: .*\(freshtimeout/helper\)`
		w.WriteHeader(http.StatusServiceUnavailable)
	}
}

func (u *users) page() (int, error) { return u.count() } // no context is in reach here either

func (u *users) pages(ctx context.Context) (int, error) {
	n, err := u.page() // want `^page waits on a context of its own \(.*helper\.go:35\), .*\(freshtimeout/helper\)`
	return n / 10, err
}

func (u *users) blank(context.Context) (int, error) {
	return u.count() // want `which the unnamed context parameter \(parameter, line \d+\) cannot end: .*\(freshtimeout/helper\)`
}

func (u *users) twice(ctx context.Context) error {
	try := func() error {
		_, err := u.count() // want `\(freshtimeout/helper\)`
		return err
	}
	return errors.Join(try(), try())
}

func ready(db *sql.DB) error {
	return wait.PollUntilContextTimeout(context.Background(), time.Second, time.Minute, true, func(c context.Context) (bool, error) {
		return db.PingContext(c) == nil, nil
	})
}

func start(ctx context.Context, db *sql.DB) error {
	return ready(db) // want `^ready waits up to 1m0s on a context of its own .*\(freshtimeout/helper\)`
}

func ping(ctx context.Context, db *sql.DB) error { return db.PingContext(ctx) }

func checked(db *sql.DB) error {
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	return ping(ctx, db)
}

// The wait itself may lie in another function.
func check(ctx context.Context, db *sql.DB) error {
	return checked(db) // want `^checked waits up to 1s .*\(freshtimeout/helper\)`
}

// Nobody waits for it.
func warm(ctx context.Context, u *users) {
	go u.count()
	go func() { _, _ = u.count() }()
}

func later(ctx context.Context, u *users) {
	defer u.count()
}

// It runs once for all callers.
func (u *users) shared(ctx context.Context) {
	u.once.Do(func() { _, _ = u.count() })
}

// The caller's context has ended.
func last(ctx context.Context, u *users) (int, error) {
	<-ctx.Done()
	return u.count()
}

func unlock(db *sql.DB) error {
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	_, err := db.ExecContext(ctx, "DELETE FROM locks")
	return err
}

// It releases something, which must not be cut short.
func exclusive(ctx context.Context, db *sql.DB) error {
	if err := db.PingContext(ctx); err != nil {
		return err
	}
	return unlock(db)
}

func noted(n int) {
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	_ = context.Cause(ctx)
	_ = n
}

// Nothing waits inside.
func counted(ctx context.Context) { noted(1) }

// The limit is derived from what is handed in.
func capped(ctx context.Context, db *sql.DB) error {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	return db.PingContext(ctx)
}

func caller(ctx context.Context, db *sql.DB) error { return capped(ctx, db) }

// The helper's own fault is reported there, not at its callers.
func own(ctx context.Context, db *sql.DB) error {
	c, cancel := context.WithTimeout(context.Background(), time.Second) // want `\(freshtimeout/reset\)`
	defer cancel()
	return db.PingContext(c)
}

func above(ctx context.Context, db *sql.DB) error { return own(ctx, db) }

type counter interface{ count() (int, error) }

// Which method it is cannot be told.
func dispatched(ctx context.Context, c counter) (int, error) { return c.count() }

func valued(ctx context.Context, count func() (int, error)) (int, error) { return count() }

// A program's first function has no context to give.
func main0(u *users) (int, error) { return u.count() }

type base struct{ db *sql.DB }

func (b *base) reload() error {
	c, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	return b.db.PingContext(c)
}

type embedding struct{ base }

func (e *embedding) promoted(ctx context.Context) error {
	return e.reload() // want `\(freshtimeout/helper\)`
}

func (b *base) expression(ctx context.Context) error {
	return (*base).reload(b) // want `\(freshtimeout/helper\)`
}

func reloadAny[T any](db *sql.DB, v T) error {
	c, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	_, err := db.ExecContext(c, "SELECT $1", v)
	return err
}

func generic(ctx context.Context, db *sql.DB) error {
	return reloadAny(db, 1) // want `\(freshtimeout/helper\)`
}

func (b *base) joined() error {
	result := make(chan error)
	go func() { result <- b.reload() }()
	return <-result
}

func joins(ctx context.Context, b *base) error {
	return b.joined() // want `\(freshtimeout/helper\)`
}

// A loop that its caller waits for.
func (b *base) run(ctx context.Context) error {
	for ctx.Err() == nil {
		if err := b.reload(); err != nil { // want `\(freshtimeout/helper\)`
			return err
		}
	}
	return nil
}

// Inside, nobody waits.
func (b *base) spawned()  { go func() { _ = b.reload() }() }
func (b *base) closing()  { defer func() { _ = b.reload() }() }
func (b *base) onlyOnce() { once.Do(func() { _ = b.reload() }) }

var once sync.Once

func spawns(ctx context.Context, b *base) {
	b.spawned()
	b.closing()
	b.onlyOnce()
}

func inFailure(ctx context.Context, b *base) error {
	if err := b.db.PingContext(ctx); err != nil {
		_ = b.reload()
		return err
	}
	return nil
}
