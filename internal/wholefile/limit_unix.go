//go:build unix

package wholefile

import (
	"os/signal"
	"syscall"
)

// limitIsAnError makes a write beyond the limit of a file's size (ulimit -f)
// return an error; by itself it ends the process.
func limitIsAnError() { signal.Ignore(syscall.SIGXFSZ) }
