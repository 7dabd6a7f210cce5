// Package killed: the context, or a timer, ends the command by other means.
package killed

import (
	"context"
	"os/exec"
	"time"
)

func goroutine(ctx context.Context) error {
	cmd := exec.Command("git", "fetch")
	if err := cmd.Start(); err != nil {
		return err
	}
	go func() {
		<-ctx.Done()
		_ = cmd.Process.Kill()
	}()
	return cmd.Wait()
}

func afterFunc(ctx context.Context) error {
	cmd := exec.Command("git", "fetch")
	if err := cmd.Start(); err != nil {
		return err
	}
	stop := context.AfterFunc(ctx, func() { _ = cmd.Process.Kill() })
	defer stop()
	return cmd.Wait()
}

func timer(ctx context.Context) error {
	cmd := exec.Command("git", "fetch")
	if err := cmd.Start(); err != nil {
		return err
	}
	t := time.AfterFunc(time.Second, func() { _ = cmd.Process.Kill() })
	defer t.Stop()
	return cmd.Wait()
}
