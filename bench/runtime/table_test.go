package runtime_test

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/failsafe-go/failsafe-go"
	"github.com/failsafe-go/failsafe-go/timeout"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
)

const (
	ms  = time.Millisecond
	sec = time.Second
	doc = "../../docs/runtime-comparison.md"
)

var update = flag.Bool("update", false, "write the tables into the docs")

var (
	errOver = errors.New("the request's time is over")
	errBusy = errors.New("busy")
)

// A run is what a loop did.
type run struct {
	starts   []time.Duration
	returned time.Duration
	err      error
	over     bool // the deadline had passed
}

// try runs a loop under a deadline, in virtual time.
func try(t *testing.T, l loop, deadline time.Duration, p plan, f op) run {
	var r run
	synctest.Test(t, func(t *testing.T) {
		start := time.Now()
		ctx, cancel := context.WithDeadlineCause(t.Context(), start.Add(deadline), errOver)
		defer cancel()
		r.err = l.run(ctx, p, func(ctx context.Context) error {
			r.starts = append(r.starts, time.Since(start))
			return f(ctx)
		})
		r.returned, r.over = time.Since(start), ctx.Err() != nil
		if r.err == nil {
			t.Errorf("%s %s: succeeded", l.name, l.module)
		}
	})
	return r
}

// The cases. The attempts are more than can be made.
func pauseDoesNotFit(t *testing.T, l loop) run {
	return try(t, l, 250*ms, plan{5, sec, 400 * ms}, func(context.Context) error { return errBusy })
}

func attemptsTimeOut(t *testing.T, l loop) run {
	return try(t, l, sec, plan{10, 50 * ms, 400 * ms}, func(ctx context.Context) error {
		ctx, cancel := context.WithTimeout(ctx, 400*ms)
		defer cancel()
		<-ctx.Done()
		return ctx.Err()
	})
}

func attemptsFailLate(t *testing.T, l loop) run {
	return try(t, l, sec, plan{10, 50 * ms, 400 * ms}, func(ctx context.Context) error {
		select {
		case <-time.After(350 * ms):
			return errBusy
		case <-ctx.Done():
			return ctx.Err()
		}
	})
}

func TestLoops(t *testing.T) {
	version := versions(t)
	var b strings.Builder
	b.WriteString(`| loop | version | A: returned at | has the last error | is DeadlineExceeded | is the cause | has a reason | B: attempts at | returned at | C: attempts at | returned at |
|---|---|---|---|---|---|---|---|---|---|---|
`)
	for _, l := range loops {
		v := "here"
		if l.module != "" {
			v = version(l.module)
		}
		one, two, three := pauseDoesNotFit(t, l), attemptsTimeOut(t, l), attemptsFailLate(t, l)
		if len(one.starts) != 1 {
			t.Errorf("%s %s: %d attempts in A", l.name, v, len(one.starts))
		}
		fmt.Fprintf(&b, "| %s | %s | %d ms | %s | %s | %s | %s | %s | %d ms | %s | %d ms |\n", l.name, v,
			one.returned.Milliseconds(), yes(errors.Is(one.err, errBusy)), deadline(one.err), cause(one), reason(l, one.err),
			millis(two.starts), two.returned.Milliseconds(), millis(three.starts), three.returned.Milliseconds())
	}
	check(t, "loops", b.String())
}

// What package budget is for, apart from any table.
func TestOursIsIdeal(t *testing.T) {
	ours := loops[0]
	if r := pauseDoesNotFit(t, ours); r.returned != 0 || r.over || len(r.starts) != 1 ||
		!errors.Is(r.err, errBusy) || !errors.Is(r.err, context.DeadlineExceeded) || ours.reason(r.err) != "no_time" {
		t.Errorf("A: %+v", r)
	}
	if r := attemptsTimeOut(t, ours); r.returned != 400*ms || millis(r.starts) != "0" ||
		!errors.Is(r.err, context.DeadlineExceeded) || ours.reason(r.err) != "hop_timeout" {
		t.Errorf("B: %+v", r)
	}
	// The second one had 600 ms left for 50 and 400, a third would have had 250.
	if r := attemptsFailLate(t, ours); r.returned != 750*ms || millis(r.starts) != "0, 400" ||
		!errors.Is(r.err, errBusy) || ours.reason(r.err) != "no_time" {
		t.Errorf("C: %+v", r)
	}
}

// What the docs say of failsafe-go's Timeout.
func TestFailsafeTimeoutSetsNoDeadline(t *testing.T) {
	e := failsafe.With[none](timeout.New[none](sec)).WithContext(t.Context())
	err := e.RunWithExecution(func(e failsafe.Execution[none]) error {
		if d, ok := e.Context().Deadline(); ok {
			t.Errorf("deadline %v", d)
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
}

func yes(b bool) string {
	if b {
		return "yes"
	}
	return "no"
}

func deadline(err error) string {
	if !errors.Is(err, context.DeadlineExceeded) && status.Code(err) == codes.DeadlineExceeded {
		return "code only"
	}
	return yes(errors.Is(err, context.DeadlineExceeded))
}

func cause(r run) string {
	if !r.over {
		return "not over yet"
	}
	return yes(errors.Is(r.err, errOver))
}

func reason(l loop, err error) string {
	if l.reason == nil || l.reason(err) == "" {
		return "no"
	}
	return "`" + l.reason(err) + "`"
}

func millis(ds []time.Duration) string {
	var s []string
	for _, d := range ds {
		s = append(s, fmt.Sprint(d.Milliseconds()))
	}
	return strings.Join(s, ", ")
}

// versions returns a function for the versions in go.mod, which are those that
// are compiled: the module is tidy and outside of any workspace.
func versions(t *testing.T) func(module string) string {
	t.Helper()
	mod, err := os.ReadFile("go.mod")
	if err != nil {
		t.Fatal(err)
	}
	return func(module string) string {
		m := regexp.MustCompile(`(?m)^\s*(?:require )?` + regexp.QuoteMeta(module) + ` (v\S+)`).FindSubmatch(mod)
		if m == nil {
			t.Fatalf("go.mod has no %s", module)
		}
		return string(m[1])
	}
}

// check compares a table with that in the docs between <!-- name --> and
// <!-- /name -->, or puts it there.
func check(t *testing.T, name, table string) {
	t.Helper()
	text, err := os.ReadFile(doc)
	if err != nil {
		t.Fatal(err)
	}
	begin, end := "<!-- "+name+" -->\n", "<!-- /"+name+" -->"
	before, rest, ok := strings.Cut(string(text), begin)
	old, after, found := strings.Cut(rest, end)
	if !ok || !found {
		t.Fatalf("%s has no table between %q and %q", doc, begin, end)
	}
	if old == table {
		return
	}
	if !*update {
		t.Errorf("%s differs from what is measured; go test -update writes it.\nmeasured:\n%s\nthere:\n%s", doc, table, old)
		return
	}
	if err := os.WriteFile(doc, []byte(before+begin+table+end+after), 0o644); err != nil {
		t.Fatal(err)
	}
}
