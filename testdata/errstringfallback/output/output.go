// Package output: the output of a command that failed is an answer, and its
// error belongs to it.
package output

import (
	"bytes"
	"context"
	"fmt"
	"os/exec"
)

func combined(ctx context.Context, script string) (string, error) {
	out, err := exec.CommandContext(ctx, "sh", "-c", script).CombinedOutput()
	if err != nil {
		return fmt.Sprintf("%s\nexit: %v", out, err), nil
	}
	return string(out), nil
}

func joined(ctx context.Context, script string) (string, error) {
	out, err := exec.CommandContext(ctx, "sh", "-c", script).CombinedOutput()
	if err != nil {
		return string(out) + "\n" + err.Error(), nil
	}
	return string(out), nil
}

func buffered(ctx context.Context, script string) (string, error) {
	var buf bytes.Buffer
	cmd := exec.CommandContext(ctx, "sh", "-c", script)
	cmd.Stdout = &buf
	if err := cmd.Run(); err != nil {
		return fmt.Sprintf("%s\n%v", buf.String(), err), nil
	}
	return buf.String(), nil
}

func format(out string, err error) string {
	if err != nil {
		return out + "\nexit: " + err.Error()
	}
	return out
}

func formatted(run func() (string, error)) (string, error) {
	out, err := run()
	return format(out, err), nil
}

func lost(ctx context.Context, script string) (string, error) {
	out, err := exec.CommandContext(ctx, "sh", "-c", script).Output()
	if err != nil {
		return "failed: " + err.Error(), nil // want `the error text of Output`
	}
	return string(out), nil
}
