package unchecked

import (
	"context"
	"time"

	"golang.org/x/sync/semaphore"
)

// onlySelect leaves the select, not the loop, when the context ends.
func onlySelect(ctx context.Context, n node) (err error) {
	for range 5 {
		if err = n.Pull(ctx, "a"); err == nil { // want `Pull is tried again \(5 tries\) whatever the error is`
			return nil
		}
		select {
		case <-ctx.Done():
			break
		case <-time.After(time.Second):
		}
	}
	return err
}

// begins has a call before that fails when the context has ended.
func begins(ctx context.Context, n node) (err error) {
	for range 5 {
		if err := n.Refresh(ctx); err != nil {
			return err
		}
		if err = n.Pull(ctx, "a"); err == nil {
			return nil
		}
	}
	return err
}

// limited waits for a semaphore, which the context ends.
func limited(ctx context.Context, n node, s *semaphore.Weighted) (err error) {
	for range 5 {
		if err := s.Acquire(ctx, 1); err != nil {
			return err
		}
		err = n.Pull(ctx, "a")
		s.Release(1)
		if err == nil {
			return nil
		}
	}
	return err
}

// stopped has a channel that says when it is over.
func stopped(ctx context.Context, n node, stop <-chan struct{}) (err error) {
	for {
		if err = n.Pull(ctx, "a"); err == nil {
			return nil
		}
		select {
		case <-stop:
			return err
		case <-time.After(time.Second):
		}
	}
}
