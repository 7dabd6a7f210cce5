// Gopls measures how long diagnostics take in an editor, with the suite in gopls
// and without it.
//
//	gopls -stock FILE -ours FILE [-n runs] DIR FILE
//
// Both open FILE of the module in DIR, by turns: cold, with nothing in the cache
// of gopls; warm, with what an earlier run has left there; and then they edit it.
// The time is from telling the server to the diagnostics of its analyzers, for
// ours with a finding of budgetlint among them, so FILE needs to have one. A
// finding of gopls's own is added to the text, which is not written to disk.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/budgetlint/budgetlint/internal/lspclient"
)

func main() {
	stock := flag.String("stock", "", "gopls as it is, a `file`")
	ours := flag.String("ours", "", "the `file` that budgetlint gopls has written")
	n := flag.Int("n", 10, "how many `times` each is run")
	profile := flag.String("profile", "", "write CPU profiles of the last cold runs to this `folder`")
	flag.Parse()
	if err := measure(os.Stdout, *stock, *ours, *n, *profile, flag.Args()); err != nil {
		fmt.Fprintf(os.Stderr, "gopls: %v\n", err)
		os.Exit(2)
	}
}

// A server is one gopls, with what was measured of it.
type server struct {
	name, program string
	ours          bool
	cache         string // that is kept
	times         map[string][]time.Duration
}

// The measures, in the order of the table.
const (
	cold, coldCPU = "cold", "cold, CPU"
	warm, warmCPU = "warm", "warm, CPU"
	edit          = "after an edit"
)

// edits is how many edits a warm run makes; the median of them counts.
const edits = 5

func measure(w io.Writer, stock, ours string, n int, profile string, args []string) error {
	if stock == "" || ours == "" || n < 1 || len(args) != 2 {
		return errors.New("usage: gopls -stock FILE -ours FILE [-n runs] DIR FILE")
	}
	dir, err := filepath.Abs(args[0])
	if err != nil {
		return err
	}
	// gopls names files as they are in the real folder.
	if dir, err = filepath.EvalSymlinks(dir); err != nil {
		return err
	}
	if profile != "" {
		if profile, err = filepath.Abs(profile); err != nil {
			return err
		}
	}
	file := filepath.Join(dir, args[1])
	text, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	tmp, err := os.MkdirTemp("", "bench-gopls")
	if err != nil {
		return err
	}
	defer os.RemoveAll(tmp)

	servers := []*server{{name: "gopls", program: stock}, {name: "gopls with budgetlint", program: ours, ours: true}}
	for _, s := range servers {
		if s.program, err = filepath.Abs(s.program); err != nil {
			return err
		}
		s.cache = filepath.Join(tmp, s.name)
		s.times = map[string][]time.Duration{}
		// What is kept, and what the go command keeps, is made before, with one
		// run that is not measured.
		if err := s.run(dir, file, string(text), s.cache, "", nil); err != nil {
			return fmt.Errorf("%s: %w", s.name, err)
		}
	}
	for i := range n {
		if i%2 == 1 { // neither always comes first
			slices.Reverse(servers)
		}
		for _, s := range servers {
			fresh := filepath.Join(tmp, "fresh")
			to := ""
			if profile != "" {
				to = filepath.Join(profile, strings.ReplaceAll(s.name, " ", "-")+".cpu")
			}
			err := s.run(dir, file, string(text), fresh, to, map[string]string{"open": cold, "CPU": coldCPU})
			if err == nil {
				err = os.RemoveAll(fresh)
			}
			if err == nil {
				err = s.run(dir, file, string(text), s.cache, "", map[string]string{"open": warm, "CPU": warmCPU, "edit": edit})
			}
			if err != nil {
				return fmt.Errorf("%s: %w", s.name, err)
			}
		}
		if i%2 == 1 {
			slices.Reverse(servers)
		}
	}

	tw := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintf(tw, "median of %d, s\tgopls\tfrom - to\twith budgetlint\tfrom - to\tratio\t\n", n)
	for _, what := range []string{cold, coldCPU, warm, warmCPU, edit} {
		a, b := servers[0].times[what], servers[1].times[what]
		fmt.Fprintf(tw, "%s\t%.3f\t%s\t%.3f\t%s\t%.2f\t\n", what, median(a).Seconds(), span(a), median(b).Seconds(), span(b), float64(median(b))/float64(median(a)))
	}
	return tw.Flush()
}

// run opens the file in a new server with a cache and edits it, and keeps the
// times under the names that are given for them.
func (s *server) run(dir, file, text, cache, profile string, names map[string]string) error {
	// The server ends if it takes this long.
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Minute)
	defer cancel()
	var args []string
	if profile != "" {
		args = append(args, "-profile.cpu="+profile)
	}
	c, err := lspclient.Start(ctx, lspclient.Options{
		Program:  s.program,
		Args:     args,
		Dir:      dir,
		Env:      []string{"GOWORK=off", "GOPLSCACHE=" + cache},
		Settings: map[string]any{"diagnosticsDelay": "100ms"},
	})
	if err != nil {
		return err
	}
	defer c.Kill()

	start := time.Now()
	if err := c.Open(file, text+extra(1)); err != nil {
		return err
	}
	p, err := c.Await(ctx, file, 1, s.analysed(1))
	if err != nil {
		return err
	}
	if s.ours && !slices.ContainsFunc(p.Diagnostics, finding) {
		return fmt.Errorf("it finds nothing of budgetlint's in %s: name a file with a finding", file)
	}
	s.keep(names["open"], p.At.Sub(start))

	if name := names["edit"]; name != "" {
		var times []time.Duration
		for i := range edits {
			n := i + 2 // self-assignments, and the version
			start := time.Now()
			version, err := c.Change(file, text+extra(n))
			if err != nil {
				return err
			}
			if p, err = c.Await(ctx, file, version, s.analysed(n)); err != nil {
				return err
			}
			times = append(times, p.At.Sub(start))
		}
		s.keep(name, median(times))
	}
	if names == nil {
		if err := indexed(ctx); err != nil {
			return err
		}
	}
	if err := c.Close(ctx); err != nil {
		return err
	}
	s.keep(names["CPU"], c.CPU())
	return nil
}

// indexed waits until gopls has an index of the module cache. It makes it once
// for a machine, beside all else and with as much time, so it is there before
// anything is measured.
func indexed(ctx context.Context) error {
	cache, err := os.UserCacheDir()
	if err != nil {
		return err
	}
	for {
		if found, err := filepath.Glob(filepath.Join(cache, "goimports", "index-name-*")); len(found) > 0 || err != nil {
			return err
		}
		select {
		case <-time.After(100 * time.Millisecond):
		case <-ctx.Done():
			return fmt.Errorf("gopls makes no index of the module cache: %w", ctx.Err())
		}
	}
}

func (s *server) keep(name string, d time.Duration) {
	if name != "" {
		s.times[name] = append(s.times[name], d)
	}
}

// extra is code with n findings of the analyzer assign.
func extra(n int) string {
	return "\nfunc budgetlintBench(n int) int {\n" + strings.Repeat("\tn = n\n", n) + "\treturn n\n}\n"
}

// analysed tells whether diagnostics are those of the analyzers: gopls sends
// those of the type checker first.
func (s *server) analysed(n int) func([]lspclient.Diagnostic) bool {
	return func(all []lspclient.Diagnostic) bool {
		found := 0
		for _, d := range all {
			if d.Source == "assign" {
				found++
			}
		}
		return found == n
	}
}

var identity = regexp.MustCompile(` \(\w+/\w+\)$`)

// finding tells whether a diagnostic is one of budgetlint.
func finding(d lspclient.Diagnostic) bool { return identity.MatchString(d.Message) }

func span(all []time.Duration) string {
	return fmt.Sprintf("%.3f - %.3f", slices.Min(all).Seconds(), slices.Max(all).Seconds())
}

func median(all []time.Duration) time.Duration {
	all = slices.Sorted(slices.Values(all))
	return (all[(len(all)-1)/2] + all[len(all)/2]) / 2
}
