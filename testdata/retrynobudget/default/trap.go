// Package byselect: a pause in the default branch of a select on Done is not
// raced against it.
package byselect

import (
	"context"
	"time"
)

type bus interface {
	Join(ctx context.Context, group string) error
}

func join(ctx context.Context, b bus, pause time.Duration) error {
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		default:
			if err := b.Join(ctx, "workers"); err == nil {
				return nil
			}
			time.Sleep(pause) // want `time.Sleep between two tries of Join cannot be ended by ctx`
		}
	}
}

// short asks the context in each turn and is at most 50ms late.
func short(ctx context.Context, b bus) error {
	for {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := b.Join(ctx, "workers"); err == nil {
			return nil
		}
		time.Sleep(50 * time.Millisecond)
	}
}

// asked asks through a helper; the pause may take 5s.
func asked(ctx context.Context, b bus) {
	for !over(ctx) {
		if err := b.Join(ctx, "workers"); err == nil {
			return
		}
		time.Sleep(5 * time.Second) // want `time.Sleep \(5s\) between two tries of Join`
	}
}

func over(ctx context.Context) bool { return ctx.Err() != nil }
