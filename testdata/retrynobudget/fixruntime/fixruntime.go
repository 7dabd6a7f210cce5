// Package fixruntime: with -budgetlint.runtime a fix may import package budget.
package fixruntime

import (
	"context"
	"time"
)

type store interface {
	All(ctx context.Context) ([]string, error)
}

func counted(ctx context.Context, s store) ([]string, error) {
	var err error
	for try := 0; try < 3; try++ {
		var all []string
		if all, err = s.All(ctx); err == nil {
			return all, nil
		}
		time.Sleep(2 * time.Second) // want `\(retrynobudget/blind\)`
	}
	return nil, err
}

// Both fixes add the import.
func after(ctx context.Context, s store, d time.Duration) (err error) {
	for range 3 {
		if _, err = s.All(ctx); err == nil {
			return nil
		}
		<-time.After(d) // want `\(retrynobudget/blind\)`
	}
	return err
}

func forever(ctx context.Context, s store) {
	for {
		if _, err := s.All(ctx); err == nil {
			return
		}
		time.Sleep(time.Second) // want `\(retrynobudget/blind\)`
	}
}

func broken(ctx context.Context, s store) bool {
	for range 3 {
		if _, err := s.All(ctx); err == nil {
			return true
		}
		time.Sleep(time.Second) // want `\(retrynobudget/blind\)`
	}
	return false
}

// A receive from a timer has no duration: a select comes first.
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
