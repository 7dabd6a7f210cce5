// Package unchecked: the next try, though the context may have ended.
package unchecked

import (
	"context"
	"errors"
	"net/http"
	"time"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
)

type node interface {
	Pull(ctx context.Context, image string) error
	Refresh(ctx context.Context) error
}

func transient(err error) bool {
	if errors.Is(err, context.DeadlineExceeded) {
		return true
	}
	return status.Code(err) == codes.Unavailable
}

func classified(ctx context.Context, n node) (err error) {
	for range 6 {
		if err = n.Pull(ctx, "a"); err == nil || !transient(err) { // want `Pull is tried again \(6 tries\) for an expired deadline, too \(line 20\), and the loop never asks ctx \(parameter, line 26\)`
			return err
		}
		_ = n.Refresh(ctx)
	}
	return err
}

type tripper struct{ next http.RoundTripper }

func (t *tripper) RoundTrip(req *http.Request) (resp *http.Response, err error) {
	for try := 0; try <= 8; try++ {
		if resp, err = t.next.RoundTrip(req); err == nil { // want `RoundTrip is tried again \(9 tries\) whatever the error is, and the loop never asks req.Context\(\) \(request, line 38\)`
			return resp, nil
		}
	}
	return nil, err
}

// sentinel stops at one error, which is not that of a context.
func sentinel(ctx context.Context, n node, errGone error) (err error) {
	for {
		if err = n.Pull(ctx, "a"); err == nil || err == errNotFound { // want `Pull is tried again whatever the error is`
			return err
		}
	}
}

var errNotFound = errors.New("not found")

func checked(ctx context.Context, n node) (err error) {
	for range 6 {
		if err = n.Pull(ctx, "a"); err == nil || !transient(err) || ctx.Err() != nil {
			return err
		}
	}
	return err
}

func conflict(err error) bool { return err != nil && err.Error() == "conflict" }

// known tries again after one kind of failure only.
func known(ctx context.Context, n node) (err error) {
	for range 3 {
		if err = n.Pull(ctx, "a"); err == nil || !conflict(err) {
			return err
		}
	}
	return err
}

// perTry has a limit for each try, and the caller's end is final.
func perTry(ctx context.Context, n node) (err error) {
	for range 3 {
		try, cancel := context.WithTimeout(ctx, time.Second)
		err = n.Pull(try, "a")
		cancel()
		if err == nil || ctx.Err() != nil {
			return err
		}
	}
	return err
}

// reread repeats something that takes no context.
func reread(ctx context.Context, read func() error) (err error) {
	for range 3 {
		if err = read(); err == nil {
			return nil
		}
	}
	return err
}
