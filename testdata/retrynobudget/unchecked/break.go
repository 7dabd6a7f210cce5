package unchecked

import (
	"context"
	"errors"
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

// lastTry does not pause after the last try.
func lastTry(ctx context.Context, n node) (err error) {
	const tries = 3
	for i := range tries {
		if err = n.Pull(ctx, "a"); err == nil {
			return nil
		}
		if i < tries-1 {
			select {
			case <-ctx.Done():
				return err
			case <-time.After(time.Second):
			}
		}
	}
	return err
}

type policy interface {
	again(try int) bool
}

// decided leaves it to something else whether to try again.
func decided(ctx context.Context, n node, p policy) (err error) {
	for try := 0; ; try++ {
		if err = n.Pull(ctx, "a"); err == nil {
			return nil
		}
		if !p.again(try) {
			return err
		}
	}
}

// coded stops at what the call returns beside its error.
func coded(ctx context.Context, fetch func(context.Context) (int, error)) error {
	for range 3 {
		code, err := fetch(ctx)
		if err == nil || code < 500 {
			return err
		}
	}
	return nil
}

// carried looks at the error of the turn before, which ends the loop already
// where it is that of a context.
func carried(ctx context.Context, n node, note func(error)) error {
	var last error
	for range 5 {
		if last != nil {
			note(last)
		}
		err := n.Pull(ctx, "a")
		if err == nil {
			return nil
		}
		if errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
			return err
		}
		last = err
	}
	return last
}

type reply struct{ Code string }

func replyOf(err error) reply { return reply{err.Error()} }

// gone stops at one code, which is not that of a context.
func gone(ctx context.Context, n node) (err error) {
	for range 3 {
		if err = n.Pull(ctx, "a"); err == nil { // want `Pull is tried again \(3 tries\) whatever the error is`
			return nil
		}
		if replyOf(err).Code == "gone" {
			return err
		}
	}
	return err
}

// onlyOne tries again for one code only.
func onlyOne(ctx context.Context, n node) (err error) {
	for range 3 {
		if err = n.Pull(ctx, "a"); err == nil {
			return nil
		}
		if replyOf(err).Code != "busy" {
			return err
		}
	}
	return err
}
