// Package demo runs a support agent and the systems it asks on this machine,
// puts one question to it and prints what happens when. It does not know which
// agent it runs.
package demo

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"os"
	"os/signal"
	"time"

	"github.com/budgetlint/budgetlint/examples/supportagent/systems"
)

// A Builder makes the agent's server. The agent has to ask with the client c
// and to divide its own times by scale.
type Builder func(c *systems.Client, scale int) (*http.Server, error)

// patience ends a demonstration whose agent never answers.
const patience = 5 * time.Minute

// Main is the main function of a demonstration.
func Main(variant string, build Builder) {
	name := flag.String("scenario", "all-hang", "what happens to the systems: normal, slow, orders-hang or all-hang")
	scale := flag.Int("scale", 10, "how many times faster than life; 1 takes as long as it would")
	flag.Parse()

	// The timeline shows each failed call already.
	slog.SetLogLoggerLevel(slog.LevelError)

	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	err := run(ctx, os.Stdout, variant, *name, *scale, build)
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(ctx context.Context, out io.Writer, variant, name string, scale int, build Builder) error {
	if scale < 1 {
		return errors.New("-scale must be at least 1")
	}
	s, err := systems.Named(name)
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "%s, %s: %s\n", variant, s.Name, s.About)
	if scale > 1 {
		fmt.Fprintf(out, "%d times faster than life; the times are those of life\n", scale)
	}
	return ask(ctx, out, s, scale, build)
}

// ask starts the systems of a scenario and the agent on loopback, asks the
// agent the example question and prints each call and the reply to out.
// Nothing is left running.
func ask(ctx context.Context, out io.Writer, s systems.Scenario, scale int, build Builder) error {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()

	sys, err := systems.Start(s.Faster(scale), systems.Loopback)
	if err != nil {
		return err
	}
	defer sys.Close()

	transport := http.DefaultTransport.(*http.Transport).Clone()
	defer transport.CloseIdleConnections()
	timeline := NewTimeline(transport, sys.Endpoints, scale)

	srv, err := build(&systems.Client{Endpoints: sys.Endpoints, HTTP: &http.Client{Transport: timeline}}, scale)
	if err != nil {
		return err
	}
	ln, err := systems.Loopback("agent")
	if err != nil {
		return err
	}
	// From here on it counts: what the agent asked while it was made, the user
	// did not wait for.
	timeline.start, timeline.print = time.Now(), func(c Call) { printCall(out, c) }
	// Serve ends when Close does, and then always with an error.
	go func() { _ = srv.Serve(ln) }()
	defer srv.Close()

	// The user's call goes past the timeline: it is no call of the agent.
	user := &systems.Client{HTTP: &http.Client{Transport: transport}}
	fmt.Fprintf(out, "%6.1fs  user: %s\n", 0.0, systems.Example.Text)
	reply, err := user.Ask(ctx, "http://"+ln.Addr().String(), systems.Example)
	if err != nil {
		return fmt.Errorf("no reply after %.1fs: %w", timeline.Now().Seconds(), err)
	}
	waited := timeline.Now().Seconds()
	fmt.Fprintf(out, "%6.1fs  agent: %s\n", waited, reply.Text)
	for _, m := range reply.Missing {
		fmt.Fprintf(out, "         missing: %s (%s), asking again can help: %t\n", m.Part, m.Reason, m.Retryable)
	}
	fmt.Fprintf(out, "The user waited %.1fs.\n", waited)
	return nil
}

func printCall(out io.Writer, c Call) {
	result := "answered"
	if c.Err != nil {
		result = "no answer, given up"
	}
	fmt.Fprintf(out, "%6.1fs  %s: %s after %.1fs\n", c.End.Seconds(), c.System, result, (c.End - c.Start).Seconds())
}
