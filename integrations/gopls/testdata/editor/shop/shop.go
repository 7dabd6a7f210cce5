// Package shop has a finding that is due to what package store says of itself.
package shop

import (
	"context"

	"example.com/editor/store"
)

// Known waits without a limit.
func Known() error { return store.Ping(context.Background()) }
