package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// examples is a copy of the examples, to fix.
type examples struct {
	t   *testing.T
	dir string
	bin string // the command
}

func copyExamples(t *testing.T) *examples {
	t.Helper()
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	e := &examples{t: t, dir: t.TempDir(), bin: filepath.Join(t.TempDir(), "budgetlint")}
	if err := os.CopyFS(e.dir, os.DirFS(filepath.Join(root, "examples"))); err != nil {
		t.Fatal(err)
	}
	// The runtime is found from where the copy is, too.
	e.edit("go.mod", "=> ../", "=> "+root+"/")
	if r := start(t, ".", nil, "go", "build", "-buildvcs=false", "-o", e.bin, "."); r.code != 0 {
		t.Fatal(r.stderr)
	}
	return e
}

func (e *examples) edit(name string, replace ...string) {
	e.t.Helper()
	name = filepath.Join(e.dir, name)
	data, err := os.ReadFile(name)
	if err != nil {
		e.t.Fatal(err)
	}
	text := strings.NewReplacer(replace...).Replace(string(data))
	if text == string(data) {
		e.t.Fatalf("nothing to replace in %s", name)
	}
	if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
		e.t.Fatal(err)
	}
}

// golang runs the go command.
func (e *examples) golang(args ...string) (string, error) {
	cmd := exec.Command("go", args...)
	cmd.Dir, cmd.Env = e.dir, append(os.Environ(), "GOWORK=off")
	out, err := cmd.CombinedOutput()
	return string(out), err
}

// fix applies all fixes below a folder and returns what is left.
func (e *examples) fix(pattern string) result {
	return start(e.t, e.dir, []string{"GOWORK=off"}, e.bin, "-fix", pattern)
}

// TestFixExample applies all fixes to the support agent before, whose steps each
// have a fresh 30s: what is mechanical about it makes the agent stop when its user
// leaves, as after does. The example's own test says so.
func TestFixExample(t *testing.T) {
	e := copyExamples(t)
	goTest := func() (string, error) {
		return e.golang("test", "-count=1", "-run", "^TestUserLeaves$", "./supportagent")
	}
	if out, err := goTest(); err != nil {
		t.Fatalf("before the fixes: %v\n%s", err, out)
	}
	// Whoever leaves after 5s is worked for until second 90, says the test: now
	// until second 5.
	e.edit("supportagent/supportagent_test.go", `{"before", newBefore, 90 * sec}`, `{"before", newBefore, 5 * sec}`)
	if _, err := goTest(); err == nil {
		t.Fatal("the agent stops without the fixes")
	}
	// What no fix is certain of is left.
	if r := e.fix("./supportagent/before/..."); r.code != 1 {
		t.Errorf("exit code %d, want 1\n%s%s", r.code, r.stdout, r.stderr)
	}
	if out, err := goTest(); err != nil {
		t.Errorf("with the fixes: %v\n%s", err, out)
	}
}

// TestFixInference applies all fixes to the inference service before. One is
// mechanical: the gateway derives the time of the model's call from that of its
// user. When the user leaves the call ends, whether the model computes or hangs.
// That the model goes on computing, and that the search has a context of its own,
// is left to do by hand, and the server's missing limit is still reported.
func TestFixInference(t *testing.T) {
	e := copyExamples(t)
	goTest := func(seconds string) (string, error) {
		test := fmt.Sprintf(modelCallEnds, seconds)
		if err := os.WriteFile(filepath.Join(e.dir, "inference", "leaves_test.go"), []byte(test), 0o644); err != nil {
			t.Fatal(err)
		}
		return e.golang("test", "-count=1", "-run", "^TestModelCallEnds$", "./inference")
	}
	// The search takes 80 ms of the 5 s that the user waits.
	const without, with = "30*sec", "4920*ms"
	if out, err := goTest(without); err != nil {
		t.Fatalf("before the fixes: %v\n%s", err, out)
	}
	r := e.fix("./inference/before/...")
	if r.code != 1 || strings.Count(r.stdout, "\n") != 1 || !strings.HasSuffix(r.stdout, "(nodeadline/server)\n") {
		t.Errorf("exit code %d, want 1 and nodeadline/server\n%s%s", r.code, r.stdout, r.stderr)
	}
	if out, err := e.golang("vet", "./inference/before/..."); err != nil {
		t.Errorf("the fixed code: %v\n%s", err, out)
	}
	if out, err := goTest(with); err != nil {
		t.Errorf("with the fixes: %v\n%s", err, out)
	}
}

// modelCallEnds is a test of how long a call of a model that hangs goes on when
// the user leaves after 5 s.
const modelCallEnds = `package inference

import (
	"context"
	"testing"
	"time"

	"google.golang.org/grpc"

	"github.com/budgetlint/budgetlint/examples/inference/systems"
)

type unasked struct{}

func (unasked) Generate(context.Context, systems.Prompt) (string, error) { panic("it hangs before") }

func TestModelCallEnds(t *testing.T) {
	var took []time.Duration
	replay(t, func(r *result) systems.Variant {
		v := before(r)
		v.Model = func(*systems.Processor) *grpc.Server {
			s := grpc.NewServer(grpc.UnaryInterceptor(func(ctx context.Context, req any, _ *grpc.UnaryServerInfo, next grpc.UnaryHandler) (any, error) {
				start := time.Now()
				defer func() { took = append(took, time.Since(start)) }()
				return next(ctx, req)
			}))
			systems.RegisterModel(s, unasked{})
			return s
		}
		return v
	}, []systems.Arrival{{
		Question: systems.Question{Text: "that", Cost: systems.Cost{Search: 80 * ms, ModelHangs: true}},
		Patience: 5 * sec,
	}})
	if want := %s; len(took) != 1 || took[0] != want {
		t.Errorf("the call took %%v, want %%v", took, want)
	}
}
`
