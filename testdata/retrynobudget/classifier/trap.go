// Package classifier: == with the error of a context.
package classifier

import (
	"context"
	"fmt"
	"net"
	"net/http"
)

func do(hc *http.Client, req *http.Request) (*http.Response, error) {
	for {
		resp, err := hc.Do(req)
		if err == nil || err == context.Canceled { // want `the error of Do \(line 13\) wraps that of the context and is never equal to context.Canceled: this == decides the retry wrongly; use errors.Is`
			return resp, err
		}
		if req.Context().Err() != nil {
			return nil, err
		}
	}
}

func dial(ctx context.Context, d *net.Dialer) (net.Conn, error) {
	for ctx.Err() == nil {
		conn, err := d.DialContext(ctx, "tcp", "db:5432")
		if final(err) {
			return conn, err
		}
	}
	return nil, ctx.Err()
}

func final(err error) bool {
	if err == nil {
		return true
	}
	return err == context.DeadlineExceeded // want `the error of DialContext \(line 25\) wraps`
}

func load(ctx context.Context, read func(context.Context) error) error {
	if err := read(ctx); err != nil {
		return fmt.Errorf("load: %w", err)
	}
	return nil
}

func wrapped(ctx context.Context, read func(context.Context) error) error {
	for {
		err := load(ctx, read)
		if err != context.DeadlineExceeded { // want `the error of load \(line 49\) wraps`
			return err
		}
	}
}

// itself compares what is never wrapped.
func itself(ctx context.Context, read func(context.Context) error) error {
	for {
		err := load(ctx, read)
		if err == nil || ctx.Err() == context.Canceled || context.Cause(ctx) == context.DeadlineExceeded {
			return err
		}
	}
}

// plain may or may not be wrapped.
func plain(ctx context.Context, read func(context.Context) error) error {
	for {
		err := read(ctx)
		if err != context.DeadlineExceeded {
			return err
		}
		if ctx.Err() != nil {
			return err
		}
	}
}

// logged decides no retry.
func logged(ctx context.Context, read func(context.Context) error, log func(string)) error {
	err := load(ctx, read)
	if err == context.Canceled {
		log("stopped")
	}
	return err
}
