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

// The tests of cart can tell what is wrong with shop, those of other cannot.
const cartTest = `package cart

import (
	"testing"

	_ "example.com/shop"
)

func TestCart(t *testing.T) {}
`

const other = `package other

import "testing"

func TestOther(t *testing.T) {}
`

// It does not compile, with or without the fixes.
const broken = `package broken

var _ = missing
`

// Nor does what imports a package that is not there.
const missing = `package missing

import _ "example.com/shop/nowhere"
`

// One test depends on the source, two pass and fail in turns.
const fickleTest = `package shop

import (
	"os"
	"strings"
	"testing"
)

func TestSource(t *testing.T) {
	if src, err := os.ReadFile("shop.go"); err != nil || !strings.Contains(string(src), "context.Background()") {
		t.Error("it has changed")
	}
}

func TestTwice(t *testing.T) { inTurns(t, "twice", "pass fail pass") }
func TestOnce(t *testing.T)  { inTurns(t, "once", "pass fail fail fail") }

func inTurns(t *testing.T, name, turns string) {
	name = os.Getenv("FICKLE") + "/" + name
	seen, _ := os.ReadFile(name)
	if strings.Fields(turns)[len(seen)] == "fail" {
		t.Error("not this time")
	}
	if err := os.WriteFile(name, append(seen, '.'), 0o644); err != nil {
		t.Fatal(err)
	}
}
`

// files writes a module and returns its folder.
func files(t *testing.T, texts map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range texts {
		name = filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// The whole of it, on a module with two findings that have fixes.
func TestRun(t *testing.T) {
	dir := files(t, map[string]string{"go.mod": module, "shop.go": shop, "shop_test.go": shopTest, "cart/cart_test.go": cartTest, "other/other_test.go": other, "broken/broken_test.go": broken, "missing/missing.go": missing})
	for _, runtime := range []bool{false, true} {
		var out strings.Builder
		o := options{dir: dir, patterns: []string{"./..."}, test: true, runtime: runtime}
		worse, err := o.run(t.Context(), &out)
		if err != nil {
			t.Fatal(err)
		}
		want := "packages whose tests can tell: 2\nfindings 2, with a fix 2, mended 2, left 0, new 0\n" +
			"packages that do not compile: 2 before, 2 after; files that are not formatted: 0, 0; tests that pass: 2, 2\n"
		if worse || out.String() != want {
			t.Errorf("runtime %t: worse %t\n%s\nwant\n%s", runtime, worse, &out, want)
		}
	}
	if data, err := os.ReadFile(filepath.Join(dir, "shop.go")); err != nil || string(data) != shop {
		t.Error("the module itself was changed")
	}
}

// A test that fails because of the fixes is told of, one that fails at times is
// not.
func TestFickle(t *testing.T) {
	t.Setenv("FICKLE", t.TempDir())
	dir := files(t, map[string]string{"go.mod": module, "shop.go": shop, "shop_test.go": shopTest, "fickle_test.go": fickleTest})
	var out strings.Builder
	o := options{dir: dir, patterns: []string{"./..."}, test: true}
	worse, err := o.run(t.Context(), &out)
	if err != nil {
		t.Fatal(err)
	}
	want := `packages whose tests can tell: 1
  test is not sure to pass as it was: example.com/shop TestOnce
findings 2, with a fix 2, mended 2, left 0, new 0
  test does not pass: example.com/shop TestSource
packages that do not compile: 0 before, 0 after; files that are not formatted: 0, 0; tests that pass: 3, 2
`
	if !worse || out.String() != want {
		t.Errorf("worse %t\n%s\nwant\n%s", worse, &out, want)
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
