package gopls

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// neighbours have fixes of which one removes an import beside which another adds
// one, and imports that are used by what is fixed alone.
const neighbours = `package sample

import (
	"context"
	"fmt"
	"strconv"
)

type store interface {
	Load(ctx context.Context, id string) (string, error)
}

type reply struct{ Text, ID string }

func reply1(ctx context.Context, s store, id int) (*reply, error) {
	text, err := s.Load(ctx, "a")
	if err != nil {
		return &reply{Text: err.Error(), ID: strconv.Itoa(id)}, nil
	}
	return &reply{Text: text}, nil
}

func reply2(ctx context.Context, s store, id int) (*reply, error) {
	text, err := s.Load(ctx, "b")
	if err != nil {
		return &reply{Text: err.Error(), ID: strconv.Itoa(-id)}, nil
	}
	return &reply{Text: text}, nil
}

func load(ctx context.Context, s store, id string) (string, error) {
	out, err := s.Load(ctx, id)
	if err != nil {
		return "", fmt.Errorf("load: %w", err)
	}
	return out, nil
}

func again(ctx context.Context, s store) (string, error) {
	for {
		out, err := load(ctx, s, "a")
		if err == nil || err == context.Canceled {
			return out, err
		}
		if ctx.Err() != nil {
			return "", err
		}
	}
}
`

// simplified has what gopls has a source.fixAll for itself.
const simplified = `package sample

import (
	"context"
	"net"
	"time"
)

func simple(xs []int) []int { return xs[1:len(xs)] }

func own(ctx context.Context) (net.Conn, error) {
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	return new(net.Dialer).DialContext(ctx, "tcp", "a:1")
}
`

// TestFixAll fails unless source.fixAll makes the edits of budgetlint -fix, in
// both releases of gopls, file by file.
func TestFixAll(t *testing.T) {
	for version, flags := range releases {
		t.Run(version, func(t *testing.T) {
			gopls := program(t, version)
			dir, fixed := copied(t, sample), t.TempDir()
			for name, text := range map[string]string{"neighbours.go": neighbours, "simplified.go": simplified} {
				if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			if err := os.CopyFS(fixed, os.DirFS(dir)); err != nil {
				t.Fatal(err)
			}
			fix := exec.CommandContext(t.Context(), program(t, "budgetlint"), append(flags, "-fix", "./...")...)
			fix.Dir, fix.Env = fixed, append(os.Environ(), "GOWORK=off", "GOFLAGS=", "PWD="+fixed)
			_ = fix.Run() // exits with 1, as there are findings without a fix

			env := []string{"GOPLSCACHE=" + t.TempDir(), "GOFLAGS="}
			for _, name := range []string{"sample.go", "fix/fix.go", "neighbours.go"} {
				want, err := os.ReadFile(filepath.Join(fixed, name))
				if err != nil {
					t.Fatal(err)
				}
				before, err := os.ReadFile(filepath.Join(dir, name))
				if err != nil {
					t.Fatal(err)
				}
				// Without -write and -diff it prints the file.
				got := run(t, dir, env, gopls, "codeaction", "-kind=source.fixAll", "-exec", name)
				if got != string(want) || got == string(before) {
					t.Errorf("%s becomes\n%s\nwant\n%s", name, got, want)
				}
				// One action has all of it, and none has an alternative.
				list := run(t, dir, env, gopls, "codeaction", "-kind=source.fixAll", name)
				if strings.Count(list, "\n") != 1 {
					t.Errorf("%s has the actions\n%s", name, list)
				}
			}
			// What an editor gets it makes all at once.
			list := run(t, dir, env, gopls, "codeaction", "-kind=source.fixAll", "simplified.go")
			if strings.Contains(list, "budgetlint") || !strings.Contains(list, "source.fixAll") {
				t.Errorf("simplified.go has the actions\n%s", list)
			}
			if list := run(t, dir, env, gopls, "codeaction", "-kind=source.fixAll", "rpc/rpc.go"); list != "" {
				t.Errorf("rpc/rpc.go has the actions\n%s", list)
			}
		})
	}
}
