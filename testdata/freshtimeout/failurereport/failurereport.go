// Package failurereport: what tells of a failure must be said after the caller's
// context has ended, too.
package failurereport

import (
	"context"
	"database/sql"
	"time"
)

type jobs struct{ db *sql.DB }

// It is handed the error.
func (j *jobs) done(ctx context.Context, id int, err error) error {
	c, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	_, e := j.db.ExecContext(c, "UPDATE jobs SET error = $1 WHERE id = $2", err.Error(), id)
	return e
}

// Its name says so.
func (j *jobs) markFailed(ctx context.Context, id int) error {
	c, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	_, err := j.db.ExecContext(c, "UPDATE jobs SET failed = true WHERE id = $1", id)
	return err
}

func (j *jobs) start(ctx context.Context, id int) error {
	c, cancel := context.WithTimeout(context.Background(), time.Second) // want `\(freshtimeout/reset\)`
	defer cancel()
	_, err := j.db.ExecContext(c, "UPDATE jobs SET started = true WHERE id = $1", id)
	return err
}
