package main

import (
	goversion "go/version"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// neighbours are packages whose fixes have to do with one another's imports.
const neighbours = `
-- neighbours/add.go --
package neighbours

import (
	"context"
	"strconv"
)

type store interface {
	Load(ctx context.Context, id string) (string, error)
}

type reply struct{ Text, ID string }

// The import of strconv goes, and that of errors comes beside it.
func answer(ctx context.Context, s store, id int) (*reply, error) {
	text, err := s.Load(ctx, "a")
	if err != nil {
		return &reply{Text: err.Error(), ID: strconv.Itoa(id)}, nil
	}
	return &reply{Text: text}, nil
}
-- neighbours/keep.go --
package neighbours

import (
	"context"
	"errors"
)

// The import of errors would go, if the loop did not come to need it.
func unsupported(ctx context.Context, s store) (*reply, error) {
	text, err := s.Load(ctx, "a")
	if err != nil {
		return &reply{Text: err.Error(), ID: errors.ErrUnsupported.Error()}, nil
	}
	return &reply{Text: text}, nil
}

func once(ctx context.Context, s store) (string, error) {
	for {
		out, err := load(ctx, s, "b")
		if err == nil || err == context.Canceled {
			return out, err
		}
		if ctx.Err() != nil {
			return "", err
		}
	}
}
-- neighbours/loops.go --
package neighbours

import (
	"context"
	"net/http"
	"fmt"
)

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

// Each request has a name of its own.
func both(ctx context.Context, a, b string) (int, error) {
	one, err := http.Get(a)
	if err != nil {
		return 0, err
	}
	defer one.Body.Close()
	two, err := http.Get(b)
	if err != nil {
		return 0, err
	}
	defer two.Body.Close()
	return one.StatusCode + two.StatusCode, nil
}
`

// TestFixDrivers applies the fixes of a module with the command, with go vet and
// with go fix: all leave the same files, which compile.
func TestFixDrivers(t *testing.T) {
	if testing.Short() {
		t.Skip("looks into the standard library several times")
	}
	out, err := exec.Command("go", "env", "GOVERSION").Output()
	if err != nil {
		t.Fatal(err)
	}
	if v := strings.Fields(string(out))[0]; goversion.Compare(v, "go1.26") < 0 {
		t.Skipf("%s has no -vettool with -fix", v)
	}
	bin := filepath.Join(t.TempDir(), "budgetlint.exe")
	if r := start(t, ".", nil, "go", "build", "-buildvcs=false", "-o", bin, "."); r.code != 0 {
		t.Fatal(r.stderr)
	}
	env := []string{"GOWORK=off", "GOFLAGS="}
	var want map[string]string
	for _, driver := range []struct {
		name string
		args []string
	}{
		{"the command", []string{bin, "-fix", "./..."}},
		{"go vet", []string{"go", "vet", "-vettool=" + bin, "-fix", "./..."}},
		{"go fix", []string{"go", "fix", "-fixtool=" + bin, "./..."}},
	} {
		dir := unpack(t, neighbours)
		if err := os.CopyFS(dir, os.DirFS("../../integrations/golangci/testdata/sample")); err != nil {
			t.Fatal(err)
		}
		before := goFiles(t, dir)
		r := start(t, dir, env, driver.args[0], driver.args[1:]...)
		got := goFiles(t, dir)
		if want == nil {
			want = got
			for _, name := range []string{"sample.go", "fix/fix.go", "neighbours/add.go", "neighbours/keep.go", "neighbours/loops.go"} {
				if got[name] == before[name] {
					t.Errorf("%s changes nothing in %s: %+v", driver.name, name, r)
				}
			}
			if strings.Contains(r.stderr, "skipped") || strings.Contains(r.stderr, "left out") {
				t.Errorf("%s leaves out fixes: %s", driver.name, r.stderr)
			}
			if build := start(t, dir, env, "go", "vet", "./..."); build.code != 0 {
				t.Errorf("%s leaves\n%s", driver.name, build.stderr)
			}
			if again := start(t, dir, env, bin, "-diff", "./..."); again.stdout != "" {
				t.Errorf("%s leaves fixes for a second time:\n%s", driver.name, again.stdout)
			}
		}
		for name, text := range want {
			if got[name] != text {
				t.Errorf("%s leaves in %s\n%s\nwant\n%s\nIt says: %+v", driver.name, name, got[name], text, r)
			}
		}
	}
}

// goFiles returns the Go files below a folder by name.
func goFiles(t *testing.T, dir string) map[string]string {
	t.Helper()
	files := map[string]string{}
	err := fs.WalkDir(os.DirFS(dir), ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(name, ".go") {
			return err
		}
		data, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(name)))
		files[name] = string(data)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}
