// Package polling: a polling helper that takes a limit is WithTimeout in
// disguise.
package polling

import (
	"context"
	"database/sql"
	"time"

	"k8s.io/apimachinery/pkg/util/wait"
)

func up(ctx context.Context, db *sql.DB) error {
	return wait.PollUntilContextTimeout(context.Background(), time.Second, 2*time.Minute, true, func(c context.Context) (bool, error) { // want `^PollUntilContextTimeout starts a fresh 2m0s from context\.Background\(\) although ctx \(parameter, line 13\) .*\(freshtimeout/reset\)`
		return db.PingContext(c) == nil, nil
	})
}

func upTodo(ctx context.Context, db *sql.DB, limit time.Duration) error {
	return wait.PollUntilContextTimeout(context.TODO(), time.Second, limit, true, func(c context.Context) (bool, error) { // want `^PollUntilContextTimeout starts a fresh limit from context\.TODO\(\)`
		return db.PingContext(c) == nil, nil
	})
}

func derived(ctx context.Context, db *sql.DB) error {
	return wait.PollUntilContextTimeout(ctx, time.Second, 2*time.Minute, true, func(c context.Context) (bool, error) {
		return db.PingContext(c) == nil, nil
	})
}

// No context is in reach.
func installer(db *sql.DB) error {
	return wait.PollUntilContextTimeout(context.Background(), time.Second, 2*time.Minute, true, func(c context.Context) (bool, error) {
		return db.PingContext(c) == nil, nil
	})
}

// The condition's own context is in reach of the condition.
func inside(db *sql.DB) error {
	return wait.PollUntilContextTimeout(context.Background(), time.Second, 2*time.Minute, true, func(c context.Context) (bool, error) {
		each, cancel := context.WithTimeout(context.Background(), 5*time.Second) // want `although c \(parameter, line \d+\) .*\(freshtimeout/reset\)`
		defer cancel()
		return db.PingContext(each) == nil, nil
	})
}

func insideDerived(db *sql.DB) error {
	return wait.PollUntilContextTimeout(context.Background(), time.Second, 2*time.Minute, true, func(c context.Context) (bool, error) {
		each, cancel := context.WithTimeout(c, 5*time.Second)
		defer cancel()
		return db.PingContext(each) == nil, nil
	})
}
