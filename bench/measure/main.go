//go:build unix

// Measure runs commands by turns and prints the medians of what each used.
//
//	measure [-n runs] DIR NAME=COMMAND [NAME=COMMAND]
//
// Each command is split at spaces and run in DIR. CPU is user and system time
// of the command and of what it ran, such as the go command; memory is that of
// the largest of these processes. The ratios are to the first command. Exit
// codes 1 and 3 are those of linters that found something.
package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"slices"
	"strings"
	"syscall"
	"text/tabwriter"
	"time"
)

func main() {
	n := flag.Int("n", 5, "how many `times` each command is run")
	flag.Parse()
	if err := measure(os.Stdout, *n, flag.Args()); err != nil {
		fmt.Fprintf(os.Stderr, "measure: %v\n", err)
		os.Exit(2)
	}
}

type series struct {
	name, command string
	cpu, wall     []time.Duration
	rss           []int64 // bytes
}

func measure(w io.Writer, n int, args []string) error {
	if len(args) < 2 || n < 1 {
		return errors.New("usage: measure [-n runs] DIR NAME=COMMAND [NAME=COMMAND]")
	}
	dir := args[0]
	var all []*series
	for _, a := range args[1:] {
		name, command, ok := strings.Cut(a, "=")
		if !ok || len(strings.Fields(command)) == 0 {
			return fmt.Errorf("%q is not NAME=COMMAND", a)
		}
		all = append(all, &series{name: name, command: command})
	}
	// The first round fills the caches and does not count.
	for i := range n + 1 {
		for _, s := range all {
			if err := s.run(dir, i > 0); err != nil {
				return fmt.Errorf("%s: %w", s.name, err)
			}
		}
	}
	tw := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintf(tw, "median of %d\tCPU s\tfrom - to\tratio\twall s\tratio\tMB\tfrom - to\tratio\t\n", n)
	first := all[0]
	for _, s := range all {
		fmt.Fprintf(tw, "%s\t%.2f\t%.2f - %.2f\t%.2f\t%.2f\t%.2f\t%d\t%d - %d\t%.2f\t\n", s.name,
			median(s.cpu).Seconds(), slices.Min(s.cpu).Seconds(), slices.Max(s.cpu).Seconds(), float64(median(s.cpu))/float64(median(first.cpu)),
			median(s.wall).Seconds(), float64(median(s.wall))/float64(median(first.wall)),
			median(s.rss)>>20, slices.Min(s.rss)>>20, slices.Max(s.rss)>>20, float64(median(s.rss))/float64(median(first.rss)))
	}
	return tw.Flush()
}

func (s *series) run(dir string, count bool) error {
	words := strings.Fields(s.command)
	cmd := exec.Command(words[0], words[1:]...)
	cmd.Dir = dir
	var stderr strings.Builder
	cmd.Stderr = &stderr
	start := time.Now()
	err := cmd.Run()
	wall := time.Since(start)
	var exit *exec.ExitError
	if err != nil && !(errors.As(err, &exit) && (exit.ExitCode() == 1 || exit.ExitCode() == 3)) {
		return fmt.Errorf("%w: %s", err, strings.TrimSpace(stderr.String()))
	}
	usage, ok := cmd.ProcessState.SysUsage().(*syscall.Rusage)
	if !ok {
		return errors.New("this system does not say what a process used")
	}
	if count {
		s.cpu = append(s.cpu, cmd.ProcessState.UserTime()+cmd.ProcessState.SystemTime())
		s.wall = append(s.wall, wall)
		s.rss = append(s.rss, maxrss(usage))
	}
	return nil
}

func median[T int64 | time.Duration](v []T) T {
	v = slices.Sorted(slices.Values(v))
	return (v[(len(v)-1)/2] + v[len(v)/2]) / 2
}
