// Package demo runs an inference service on this machine, puts a few questions to
// it and prints what their users see. It does not know which variant it runs.
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

	"github.com/budgetlint/budgetlint/examples/inference/systems"
)

// A Builder makes a variant all of whose times are divided by scale, and a
// function that prints what the variant has observed. That one may be nil.
type Builder func(scale int) (systems.Variant, func(io.Writer))

// patience ends a demonstration whose gateway never answers.
const patience = 5 * time.Minute

// Main is the main function of a demonstration.
func Main(build Builder) {
	name := flag.String("scenario", "rebuild", "what happens to the systems: normal, rebuild, outage or flood")
	scale := flag.Int("scale", 10, "how many times faster than life; 1 takes as long as it would")
	flag.Parse()

	// What the users see is printed already.
	slog.SetLogLoggerLevel(slog.LevelError)

	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	err := run(ctx, os.Stdout, *name, *scale, build)
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(ctx context.Context, out io.Writer, name string, scale int, build Builder) error {
	if scale < 1 {
		return errors.New("-scale must be at least 1")
	}
	s, err := systems.Named(name)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()

	variant, report := build(scale)
	running, err := systems.Start(systems.Loopback{}, variant, &systems.Processor{Token: systems.Token / time.Duration(scale)})
	if err != nil {
		return err
	}
	defer running.Close()
	fmt.Fprintf(out, "%s, %s: %s\n", variant.Name, s.Name, s.About)
	if scale > 1 {
		fmt.Fprintf(out, "%d times faster than life; the times are those of life\n", scale)
	}
	running.Replay(ctx, s.Faster(scale), func(o systems.Outcome) { printOutcome(out, o, scale) })
	m := running.Processor.Meter()
	fmt.Fprintf(out, "The model began %d questions, %d of them for nobody, and computed %d tokens, %d of them for nobody.\n",
		m.Started, m.StartedForNobody, m.Steps, m.StepsForNobody)
	if report != nil {
		report(out)
	}
	return nil
}

func printOutcome(out io.Writer, o systems.Outcome, scale int) {
	life := func(d time.Duration) float64 { return d.Seconds() * float64(scale) }
	fmt.Fprintf(out, "%6.1fs  %s: ", life(o.At+o.Done), o.Question.Text)
	if o.Accepted {
		fmt.Fprintf(out, "accepted after %.1fs, then ", life(o.Waited))
	}
	switch {
	case o.Err != nil:
		fmt.Fprintf(out, "no answer (%v)", o.Err)
	case o.Status != http.StatusOK:
		fmt.Fprintf(out, "status %d", o.Status)
	case o.Complete():
		fmt.Fprint(out, "answered")
	default:
		fmt.Fprint(out, "answered in part")
		for _, m := range o.Reply.Missing {
			fmt.Fprintf(out, ", missing: %s (%s)", m.Part, m.Reason)
		}
	}
	fmt.Fprintf(out, " after %.1fs\n", life(o.Done))
}
