// Package long: a pause that is longer than what is left.
package long

import (
	"context"
	"time"
)

type store interface {
	Load(ctx context.Context, id string) error
}

func all(s store) (err error) {
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	for range 3 {
		if err = s.Load(ctx, "a"); err == nil {
			return nil
		}
		select { // want `<-time.After \(10s\) is no shorter than the 5s that ctx has in all \(line 14\): there is never a second try of Load`
		case <-ctx.Done():
			return err
		case <-time.After(10 * time.Second):
		}
	}
	return err
}

func some(s store) (err error) {
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	for range 3 {
		if err = s.Load(ctx, "a"); err == nil {
			return nil
		}
		select {
		case <-ctx.Done():
			return err
		case <-time.After(time.Second):
		}
	}
	return err
}
