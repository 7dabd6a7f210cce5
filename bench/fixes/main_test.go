package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const module = `module example.com/shop

go 1.25
`

const shop = `package shop

import (
	"context"
	"time"
)

type store interface {
	Load(ctx context.Context) error
}

func load(ctx context.Context, s store) error {
	in, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	return s.Load(in)
}

func text(ctx context.Context, s store) (string, error) {
	if err := s.Load(ctx); err != nil {
		return err.Error(), nil
	}
	return "loaded", nil
}
`

const shopTest = `package shop

import (
	"context"
	"testing"
)

type fine struct{}

func (fine) Load(context.Context) error { return nil }

func TestLoad(t *testing.T) {
	if err := load(t.Context(), fine{}); err != nil {
		t.Error(err)
	}
}
`

// The whole of it, on a module with two findings that have fixes.
func TestRun(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{"go.mod": module, "shop.go": shop, "shop_test.go": shopTest} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for _, runtime := range []bool{false, true} {
		var out strings.Builder
		o := options{dir: dir, patterns: []string{"./..."}, test: true, runtime: runtime}
		worse, err := o.run(t.Context(), &out)
		if err != nil {
			t.Fatal(err)
		}
		want := "findings 2, with a fix 2, mended 2, left 0, new 0\n" +
			"packages that do not compile: 0 before, 0 after; files that are not formatted: 0, 0; tests that pass: 1, 1\n"
		if worse || out.String() != want {
			t.Errorf("runtime %t: worse %t\n%s\nwant\n%s", runtime, worse, &out, want)
		}
	}
	if data, err := os.ReadFile(filepath.Join(dir, "shop.go")); err != nil || string(data) != shop {
		t.Error("the module itself was changed")
	}
}

func TestCompare(t *testing.T) {
	none := map[string]bool{}
	start := &state{
		findings: map[string]int{"a": 2, "b": 1}, fixable: map[string]int{"a": 1, "b": 1},
		broken: map[string]bool{"old": true}, unformatted: none, passed: map[string]bool{"TestA": true},
	}
	like := func(change func(*state)) *state {
		s := &state{findings: map[string]int{"a": 1}, fixable: map[string]int{}, broken: start.broken, unformatted: none, passed: start.passed}
		change(s)
		return s
	}
	for name, tt := range map[string]struct {
		after *state
		worse bool
		want  string
	}{
		"mended":      {like(func(*state) {}), false, "findings 3, with a fix 2, mended 2, left 0, new 0\n"},
		"left":        {like(func(s *state) { s.findings["b"] = 1 }), false, "mended 1, left 1, new 0\n  left: b\n"},
		"new":         {like(func(s *state) { s.findings["c"] = 1 }), true, "new 1\n  new: c\n"},
		"broken":      {like(func(s *state) { s.broken = map[string]bool{"old": true, "more": true} }), true, "  does not compile: more\n"},
		"unformatted": {like(func(s *state) { s.unformatted = map[string]bool{"a.go": true} }), true, "  not formatted: a.go\n"},
		"test":        {like(func(s *state) { s.passed = none }), true, "  test does not pass: TestA\n"},
	} {
		t.Run(name, func(t *testing.T) {
			var out strings.Builder
			if worse := compare(&out, start, tt.after); worse != tt.worse || !strings.Contains(out.String(), tt.want) {
				t.Errorf("worse %t\n%s\nwant %t\n%s", worse, &out, tt.worse, tt.want)
			}
		})
	}
}
