// Package sleep: a pause between tries that no context ends.
package sleep

import (
	"context"
	"math/rand"
	"net/http"
	"time"
)

type store interface {
	Load(ctx context.Context, id string) (string, error)
}

func counted(ctx context.Context, s store, id string) (out string, err error) {
	for try := 0; try < 3; try++ {
		if out, err = s.Load(ctx, id); err == nil {
			return out, nil
		}
		time.Sleep(2 * time.Second) // want `time.Sleep \(2s\) between two tries of Load cannot be ended by ctx \(parameter, line 15\): wait for a timer and ctx.Done\(\) in one select`
	}
	return "", err
}

// doubled has no count and a backoff that grows.
func doubled(ctx context.Context, s store, id string) string {
	wait := 200 * time.Millisecond
	for {
		out, err := s.Load(ctx, id)
		if err == nil {
			return out
		}
		time.Sleep(wait) // want `time.Sleep \(up to 1m0s\) between two tries of Load cannot be ended by ctx`
		wait = min(2*wait, time.Minute)
	}
}

// table takes its pauses from a list.
func table(ctx context.Context, s store, id string) (out string, err error) {
	for _, wait := range []time.Duration{time.Second, 5 * time.Second, 30 * time.Second} {
		if out, err = s.Load(ctx, id); err == nil {
			return out, nil
		}
		time.Sleep(wait) // want `between two tries of Load cannot be ended by ctx`
	}
	return "", err
}

// header reads its pause from the reply.
func header(hc *http.Client, req *http.Request) (resp *http.Response, err error) {
	for range 5 {
		if resp, err = hc.Do(req); err == nil && resp.StatusCode < 500 {
			return resp, nil
		}
		wait := 2 * time.Second
		if err == nil {
			if d, err := time.ParseDuration(resp.Header.Get("Retry-After") + "s"); err == nil {
				wait = d
			}
			_ = resp.Body.Close()
		}
		time.Sleep(wait) // want `between two tries of Do cannot be ended by req.Context\(\) \(request, line 50\)`
	}
	return resp, err
}

func after(ctx context.Context, s store, id string) (out string, err error) {
	for range 3 {
		if out, err = s.Load(ctx, id); err == nil {
			return out, nil
		}
		<-time.After(time.Duration(rand.Int63n(int64(10 * time.Second)))) // want `<-time.After \(up to 10s\) between two tries of Load`
	}
	return "", err
}

func timer(ctx context.Context, s store, id string) (out string, err error) {
	for range 3 {
		if out, err = s.Load(ctx, id); err == nil {
			return out, nil
		}
		t := time.NewTimer(time.Second)
		<-t.C // want `<-timer.C \(1s\) between two tries of Load`
	}
	return "", err
}

// unused has a context that nobody asks, and that nobody named.
func unused(_ context.Context, load func() error) (err error) {
	for range 3 {
		if err = load(); err == nil {
			return nil
		}
		time.Sleep(time.Second) // want `between two tries of load cannot be ended by the blank context parameter \(parameter, line 89\): wait for a timer and its Done\(\) in one select`
	}
	return err
}

func raced(ctx context.Context, s store, id string) (out string, err error) {
	for range 3 {
		if out, err = s.Load(ctx, id); err == nil {
			return out, nil
		}
		select {
		case <-ctx.Done():
			return "", err
		case <-time.After(time.Second):
		}
	}
	return "", err
}

func without(load func() error) (err error) {
	for range 3 {
		if err = load(); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

func once(ctx context.Context, s store, id string) (string, error) {
	if out, err := s.Load(ctx, id); err == nil {
		return out, nil
	}
	time.Sleep(time.Second)
	return s.Load(ctx, id)
}
