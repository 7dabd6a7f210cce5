// Package sumparameter: a duration is handed on whole to each of several steps
// below a limit of the same duration.
package sumparameter

import (
	"context"
	"database/sql"
	"time"
)

func each(ctx context.Context, dbs []*sql.DB, d time.Duration) (err error) {
	ctx, cancel := context.WithTimeout(ctx, d)
	defer cancel()
	for _, db := range dbs {
		c, stop := context.WithTimeout(ctx, d) // want `\(freshtimeout/(sum|larger)\)`
		err = db.PingContext(c)
		stop()
		if err == nil {
			return nil
		}
	}
	return err
}

// A share for each.
func shares(ctx context.Context, dbs []*sql.DB, d time.Duration) (err error) {
	ctx, cancel := context.WithTimeout(ctx, d)
	defer cancel()
	for _, db := range dbs {
		c, stop := context.WithTimeout(ctx, d/time.Duration(len(dbs)))
		err = db.PingContext(c)
		stop()
		if err == nil {
			return nil
		}
	}
	return err
}
