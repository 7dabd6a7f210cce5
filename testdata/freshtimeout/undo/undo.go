// Package undo: what undoes, releases or records a failure must outlive the
// context that failed.
package undo

import (
	"context"
	"database/sql"
	"time"
)

const limit = 5 * time.Second

type store struct{ db *sql.DB }

func (s *store) transfer(ctx context.Context, id int) error {
	if _, err := s.db.ExecContext(ctx, "UPDATE accounts SET open = false WHERE id = $1", id); err != nil {
		c, cancel := context.WithTimeout(context.Background(), limit)
		defer cancel()
		_, _ = s.db.ExecContext(c, "UPDATE accounts SET failed = true WHERE id = $1", id)
		return err
	}
	return nil
}

// fail is only called in such branches.
func (s *store) fail(ctx context.Context, id int) {
	c, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	_, _ = s.db.ExecContext(c, "UPDATE accounts SET failed = true WHERE id = $1", id)
}

func (s *store) reserve(ctx context.Context, id int) error {
	if _, err := s.db.ExecContext(ctx, "INSERT INTO reservations VALUES ($1)", id); err != nil {
		s.fail(ctx, id)
		return err
	}
	return nil
}

func (s *store) release(ctx context.Context, id int) error {
	c, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	_, err := s.db.ExecContext(c, "DELETE FROM reservations WHERE id = $1", id)
	return err
}

func (s *store) unlockAll(ctx context.Context) error {
	c, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	_, err := s.db.ExecContext(c, "DELETE FROM locks")
	return err
}

func (s *store) rollbackTo(ctx context.Context, savepoint string) error {
	c, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	_, err := s.db.ExecContext(c, "ROLLBACK TO SAVEPOINT "+savepoint)
	return err
}

func (s *store) Close(ctx context.Context) error {
	c, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	_, err := s.db.ExecContext(c, "UPDATE nodes SET up = false")
	return err
}

// Words that only look alike.
func (s *store) closest(ctx context.Context, id int) error {
	c, cancel := context.WithTimeout(context.Background(), limit) // want `\(freshtimeout/reset\)`
	defer cancel()
	_, err := s.db.ExecContext(c, "SELECT min(distance) FROM shops WHERE id = $1", id)
	return err
}

func (s *store) endpoint(ctx context.Context, id int) error {
	c, cancel := context.WithTimeout(context.Background(), limit) // want `\(freshtimeout/reset\)`
	defer cancel()
	_, err := s.db.ExecContext(c, "SELECT url FROM shops WHERE id = $1", id)
	return err
}

func (s *store) lock(ctx context.Context, id int) error {
	c, cancel := context.WithTimeout(context.Background(), limit) // want `\(freshtimeout/reset\)`
	defer cancel()
	_, err := s.db.ExecContext(c, "INSERT INTO locks VALUES ($1)", id)
	return err
}

// After a success nothing has failed.
func (s *store) confirm(ctx context.Context, id int) error {
	_, err := s.db.ExecContext(ctx, "INSERT INTO orders VALUES ($1)", id)
	if err == nil {
		c, cancel := context.WithTimeout(context.Background(), limit) // want `\(freshtimeout/reset\)`
		defer cancel()
		_, err = s.db.ExecContext(c, "INSERT INTO confirmations VALUES ($1)", id)
	}
	return err
}

func (s *store) after(ctx context.Context, id int) error {
	if _, err := s.db.ExecContext(ctx, "INSERT INTO orders VALUES ($1)", id); err != nil {
		return err
	}
	c, cancel := context.WithTimeout(context.Background(), limit) // want `\(freshtimeout/reset\)`
	defer cancel()
	_, err := s.db.ExecContext(c, "INSERT INTO confirmations VALUES ($1)", id)
	return err
}

// The rollback needs a context of its own, the commit does not.
func (s *store) inTransaction(ctx context.Context, work func(context.Context) error) error {
	if err := work(ctx); err != nil {
		c, cancel := context.WithTimeout(context.Background(), limit)
		defer cancel()
		if _, undo := s.db.ExecContext(c, "ROLLBACK"); undo != nil {
			return undo
		}
		return err
	}
	c, cancel := context.WithTimeout(context.Background(), limit) // want `\(freshtimeout/reset\)`
	defer cancel()
	_, err := s.db.ExecContext(c, "COMMIT")
	return err
}

// The function that is returned is the release.
func (s *store) acquire(ctx context.Context) (func(), error) {
	if err := s.db.PingContext(ctx); err != nil {
		return nil, err
	}
	return func() {
		c, cancel := context.WithTimeout(context.Background(), limit)
		defer cancel()
		_, _ = s.db.ExecContext(c, "DELETE FROM locks")
	}, nil
}

func (s *store) recovered(ctx context.Context) error {
	defer func() {
		if r := recover(); r != nil {
			c, cancel := context.WithTimeout(context.Background(), limit)
			defer cancel()
			_, _ = s.db.ExecContext(c, "DELETE FROM locks")
			panic(r)
		}
	}()
	return s.db.PingContext(ctx)
}
