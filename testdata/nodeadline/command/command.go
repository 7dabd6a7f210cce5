// Package command: most commands are local and short; one that drops the
// caller's context is not ended by it.
package command

import (
	"context"
	"os/exec"
)

func dropped(ctx context.Context) ([]byte, error) {
	return exec.Command("git", "fetch").Output() // want `^Output ignores ctx \(parameter, line 10\) and nothing else bounds it: use exec\.CommandContext with it \(nodeadline/dropped\)$`
}

func later(ctx context.Context, dir string) error {
	cmd := exec.Command("git", "fetch")
	cmd.Dir = dir
	return cmd.Run() // want `\(nodeadline/dropped\)`
}

func waited(ctx context.Context) error {
	cmd := exec.Command("git", "fetch")
	if err := cmd.Start(); err != nil {
		return err
	}
	return cmd.Wait() // want `\(nodeadline/dropped\)`
}

func empty(ctx context.Context) error {
	return exec.CommandContext(context.Background(), "git", "fetch").Run() // want `\(nodeadline/dropped\)`
}

func handed(ctx context.Context) error {
	return exec.CommandContext(ctx, "git", "fetch").Run()
}

// No context is in reach.
func alone() ([]byte, error) { return exec.Command("git", "rev-parse", "HEAD").Output() }

// It is started and not waited for.
func started(ctx context.Context) error { return exec.Command("xdg-open", "report.html").Start() }

func background(ctx context.Context) {
	cmd := exec.Command("git", "gc")
	go func() { _ = cmd.Run() }()
}

// Made elsewhere.
func given(ctx context.Context, cmd *exec.Cmd) error { return cmd.Run() }

func deferred(ctx context.Context) error {
	defer func() { _ = exec.Command("rm", "-rf", "work").Run() }()
	return exec.CommandContext(ctx, "git", "fetch").Run()
}

// It races against the caller's context.
func raced(ctx context.Context) error {
	cmd := exec.Command("git", "fetch")
	if err := cmd.Start(); err != nil {
		return err
	}
	done := make(chan error, 1)
	go func() { done <- cmd.Wait() }()
	select {
	case <-ctx.Done():
		_ = cmd.Process.Kill()
		return ctx.Err()
	case err := <-done:
		return err
	}
}
