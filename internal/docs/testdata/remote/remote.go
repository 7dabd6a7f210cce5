// Package remote stands for a library that the catalogue does not know.
package remote

import (
	"context"
	"os/exec"
)

// Run runs a command on another machine.
func Run(ctx context.Context, host, command string) ([]byte, error) {
	return exec.CommandContext(ctx, "ssh", host, command).Output()
}
