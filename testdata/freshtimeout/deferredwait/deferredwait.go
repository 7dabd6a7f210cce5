// Package deferredwait: the function waits for its goroutines, if late.
package deferredwait

import (
	"context"
	"database/sql"
	"log"
	"sync"
	"time"
)

func each(ctx context.Context, dbs []*sql.DB) {
	var wg sync.WaitGroup
	defer wg.Wait()
	for _, db := range dbs {
		wg.Add(1)
		go func() {
			defer wg.Done()
			c, cancel := context.WithTimeout(context.Background(), time.Second) // want `\(freshtimeout/reset\)`
			defer cancel()
			_ = db.PingContext(c)
		}()
	}
}

// The other case of the select does not end the wait.
func patient(ctx context.Context, db *sql.DB) error {
	result := make(chan error, 1)
	go func() {
		c, cancel := context.WithTimeout(context.Background(), time.Minute) // missed: the select may end for another reason
		defer cancel()
		result <- db.PingContext(c)
	}()
	tick := time.NewTicker(time.Second)
	defer tick.Stop()
	for {
		select {
		case err := <-result:
			return err
		case <-tick.C:
			log.Print("still waiting")
		}
	}
}
