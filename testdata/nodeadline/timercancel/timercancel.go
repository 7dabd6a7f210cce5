// Package timercancel: a timer ends the context.
package timercancel

import (
	"context"
	"time"

	"google.golang.org/grpc/health/grpc_health_v1"
)

func after(c grpc_health_v1.HealthClient) error {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	t := time.AfterFunc(time.Second, cancel)
	defer t.Stop()
	_, err := c.Check(ctx, nil)
	return err
}

func sleeping(c grpc_health_v1.HealthClient) error {
	ctx, cancel := context.WithCancel(context.Background())
	go func() {
		time.Sleep(time.Second)
		cancel()
	}()
	_, err := c.Check(ctx, nil)
	return err
}

func selecting(c grpc_health_v1.HealthClient) error {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	go func() {
		select {
		case <-time.After(time.Second):
			cancel()
		case <-ctx.Done():
		}
	}()
	_, err := c.Check(ctx, nil)
	return err
}

// Nobody ends this one while the call waits.
func nobody(c grpc_health_v1.HealthClient) error {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	_, err := c.Check(ctx, nil) // want `\(nodeadline/grpc\)`
	return err
}
