// Package expired: an expired deadline is answered with nothing.
package expired

import (
	"context"
	"errors"
	"fmt"
	"os/exec"
	"time"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
)

type item struct{ Name string }

type client interface {
	Items(ctx context.Context) ([]item, error)
	List(ctx context.Context, into any) error
	Send(ctx context.Context, msg *item) error
}

func items(ctx context.Context, c client) ([]item, error) {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	all, err := c.Items(ctx)
	if errors.Is(err, context.DeadlineExceeded) {
		return nil, nil // want `the expired deadline of Items \(line 27\) is answered with nothing and a nil error.*return the error \(errstringfallback/empty\)`
	}
	return all, err
}

func list(ctx context.Context, c client, into any) error {
	if err := c.List(ctx, into); err != nil {
		if errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
			return nil // want `the expired deadline of List`
		}
		return err
	}
	return nil
}

func send(ctx context.Context, c client, msg *item) error {
	if err := c.Send(ctx, msg); errors.Is(err, context.DeadlineExceeded) {
		return nil // nothing is looked for
	} else {
		return err
	}
}

func next(ctx context.Context, in <-chan *item) (*item, error) {
	select {
	case i := <-in:
		return i, nil
	case <-ctx.Done():
		return nil, nil // want `the expired deadline \(line 55\) is answered with nothing.*return ctx.Err\(\)`
	}
}

func asked(ctx context.Context, c client) (string, error) {
	if ctx.Err() != nil {
		return "", nil // want `the expired deadline`
	}
	all, err := c.Items(ctx)
	return fmt.Sprint(len(all)), err
}

func coded(ctx context.Context, c client) ([]item, error) {
	all, err := c.Items(ctx)
	if status.Code(err) == codes.DeadlineExceeded {
		return []item{}, nil // want `the expired deadline of Items`
	}
	return all, err
}

// partial returns what there was before the deadline.
func partial(ctx context.Context, c client) ([]item, error) {
	all, err := c.Items(ctx)
	if errors.Is(err, context.DeadlineExceeded) {
		return nil, nil // its comment says so
	}
	return all, err
}

func some(ctx context.Context, c client) (out []item, err error) {
	for range 3 {
		all, err := c.Items(ctx)
		if errors.Is(err, context.DeadlineExceeded) {
			return out, nil // what there is
		}
		out = append(out, all...)
	}
	return out, nil
}

func canceled(ctx context.Context, c client) ([]item, error) {
	all, err := c.Items(ctx)
	if errors.Is(err, context.Canceled) {
		return nil, nil // the caller has left
	}
	return all, err
}

func closing(ctx context.Context, in <-chan *item) (*item, error) {
	select {
	case i := <-in:
		return i, nil
	case <-ctx.Done():
		if errors.Is(ctx.Err(), context.DeadlineExceeded) {
			return nil, ctx.Err()
		}
		return nil, nil // only cancelled
	}
}

func started(path string) error {
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	err := exec.CommandContext(ctx, path).Run()
	if err == nil || errors.Is(ctx.Err(), context.DeadlineExceeded) {
		return nil // it still runs
	}
	return err
}

func loop(ctx context.Context, in <-chan *item) error {
	for {
		select {
		case <-in:
		case <-ctx.Done():
			return nil // the loop ends with its context
		}
	}
}

func poll(ctx context.Context, c client) (bool, error) {
	_, err := c.Items(ctx)
	if errors.Is(err, context.DeadlineExceeded) {
		return false, nil // not yet
	}
	return err == nil, err
}
