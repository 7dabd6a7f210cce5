package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// layered is a module whose findings need what other packages say of themselves:
// a waits in b, which waits in c, and d in c.
const layered = `
-- go.mod --
module example.com/m

go 1.25.0
-- a/a.go --
package a

import "example.com/m/b"

func A() { b.B() }
-- b/b.go --
package b

import "example.com/m/c"

func B() { c.C() }
-- c/c.go --
package c

import "time"

func C() { time.Sleep(1) }
-- d/d.go --
package d

import "example.com/m/c"

func D() { c.C() }
-- e/e.go --
package e
`

// shards splits the packages of the module in dir as docs/scale.md does.
func shards(t *testing.T, dir string, n int) [][]string {
	t.Helper()
	list := start(t, dir, nil, "go", "list", "./...")
	if list.code != 0 {
		t.Fatal(list.stderr)
	}
	out := make([][]string, n)
	for i, p := range strings.Fields(list.stdout) {
		out[i%n] = append(out[i%n], p)
	}
	return out
}

// TestShards wants that the parts of a module find together what one run finds,
// also where they share a cache.
func TestShards(t *testing.T) {
	if testing.Short() {
		t.Skip("looks into the standard library for each part")
	}
	dir := unpack(t, layered)
	whole := tool(t, dir)
	if whole.code != 1 || strings.Count(whole.stdout, "\n") != 4 {
		t.Fatalf("got %+v, want a finding in each of a, b, c, d", whole)
	}
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	vetPart := func(t *testing.T, scope string, patterns ...string) string {
		t.Helper()
		args := append([]string{"vet", "-vettool=" + exe, "-budgetlint.scope=" + t.Name() + scope}, patterns...)
		got := start(t, dir, []string{asTool + "=1"}, "go", args...)
		var out strings.Builder
		for line := range strings.Lines(got.stderr) {
			if !strings.HasPrefix(line, "#") {
				out.WriteString(strings.TrimPrefix(line, "./"))
			}
		}
		return out.String()
	}
	union := func(parts []string) string {
		lines := strings.SplitAfter(strings.Join(parts, ""), "\n")
		slices.Sort(lines)
		return strings.Join(lines, "")
	}

	for _, n := range []int{2, 3, 5} {
		var parts []string
		for _, packages := range shards(t, dir, n) {
			parts = append(parts, tool(t, dir, packages...).stdout)
		}
		if got := union(parts); got != whole.stdout {
			t.Errorf("the command line finds in %d parts\n%s\nand as a whole\n%s", n, got, whole.stdout)
		}
	}
	t.Run("go vet", func(t *testing.T) {
		var parts []string
		for k, packages := range shards(t, dir, 2) {
			parts = append(parts, vetPart(t, strconv.Itoa(k), packages...))
		}
		if got := union(parts); got != whole.stdout {
			t.Errorf("go vet finds in parts\n%s\nwant\n%s", got, whole.stdout)
		}
	})

	// Each part has a name of its own, so the order does not matter.
	t.Run("part, whole, part", func(t *testing.T) {
		const inA, inC = "a/a.go:5:12: B sleeps, 2 below (fake/calls)\n", "c/c.go:5:12: this sleeps (fake/sleep)\n"
		for _, step := range []struct{ scope, pattern, want string }{
			{"a", "./a", inA}, {"c", "./c", inC}, {"", "./...", whole.stdout}, {"a", "./a", inA}, {"c", "./c", inC}, {"a2", "./a", inA},
		} {
			if got := union([]string{vetPart(t, step.scope, step.pattern)}); got != step.want {
				t.Errorf("go vet %s finds\n%s\nwant\n%s", step.pattern, got, step.want)
			}
		}
	})

	t.Run("baseline", func(t *testing.T) {
		record(t, dir)
		for i, packages := range shards(t, dir, 3) {
			if got := tool(t, dir, append([]string{"-baseline=base"}, packages...)...); got.code != 0 || got.stdout != "" || strings.Contains(got.stderr, "any more") {
				t.Errorf("part %d: got %+v, want that all is old and nothing mended", i, got)
			}
		}
		// What is mended is counted by the part that it is in, alone.
		edit(t, dir, "c/c.go", "time.Sleep(1)", "")
		edit(t, dir, "c/c.go", "import", "import _")
		counted := 0
		for _, packages := range shards(t, dir, 3) {
			got := tool(t, dir, append([]string{"-baseline=base"}, packages...)...)
			counted += strings.Count(got.stderr, "1 entry of base matches no finding any more")
			if got.code != 0 {
				t.Errorf("got %+v, want nothing new", got)
			}
		}
		if counted != 1 {
			t.Errorf("%d parts count what is mended, want 1", counted)
		}
		// A part writes its own entries and keeps the others.
		before := read(t, dir, "base")
		record(t, dir, "./c")
		if got, want := read(t, dir, "base"), strings.Replace(before, "example.com/m/c C fake/sleep time.Sleep\n", "", 1); got != want || got == before {
			t.Errorf("the baseline is\n%s\nwant\n%s", got, want)
		}
	})
}

// TestScale runs the commands of docs/scale.md.
func TestScale(t *testing.T) {
	if testing.Short() {
		t.Skip("looks into the standard library for each part")
	}
	for _, name := range []string{"awk", "sh"} {
		if _, err := exec.LookPath(name); err != nil {
			t.Skip(err)
		}
	}
	page, err := os.ReadFile("../../docs/scale.md")
	if err != nil {
		t.Fatal(err)
	}
	bin := t.TempDir()
	if out, err := exec.Command("go", "build", "-buildvcs=false", "-o", filepath.Join(bin, "budgetlint"), ".").CombinedOutput(); err != nil {
		t.Fatalf("go build: %v\n%s", err, out)
	}
	dir := unpack(t, adoptee)
	env := []string{"RUNNER_TEMP=" + t.TempDir(), "PATH=" + bin + string(os.PathListSeparator) + os.Getenv("PATH"), "GOPROXY=off"}
	codeRE := regexp.MustCompile(`(?m) # exit code (\d)$`)
	commands := 0
	for _, b := range blocks(string(page)) {
		if b.language != "sh" {
			continue
		}
		commands++
		code := 0
		if m := codeRE.FindStringSubmatch(b.text); m != nil {
			code, _ = strconv.Atoi(m[1])
		}
		if got := start(t, dir, env, "sh", "-e", "-c", b.text); got.code != code {
			t.Errorf("exit code %d, want %d, of\n%s\n%s%s", got.code, code, b.text, got.stdout, got.stderr)
		}
	}
	if commands < 3 {
		t.Errorf("docs/scale.md has %d blocks that run", commands)
	}

	// The parts of the snippet for GitHub, of which there are more than packages.
	_, script, ok := strings.Cut(string(page), "      - run: |\n")
	script, _, end := strings.Cut(script, "```")
	if !ok || !end {
		t.Fatal("there is no script for GitHub")
	}
	whole := start(t, dir, env, filepath.Join(bin, "budgetlint"))
	var lines []string
	for part := range 8 {
		s := strings.ReplaceAll(script, "${{ matrix.part }}", strconv.Itoa(part))
		s = strings.ReplaceAll(strings.ReplaceAll(s, "-format github ", ""), "-baseline .budgetlint.baseline ", "")
		s = strings.ReplaceAll(s, "n=4", "n=8")
		got := start(t, dir, env, "sh", "-e", "-c", s)
		if got.code > 1 {
			t.Errorf("part %d: %+v of\n%s", part, got, s)
		}
		lines = append(lines, strings.SplitAfter(got.stdout, "\n")...)
	}
	slices.Sort(lines)
	if got := strings.Join(lines, ""); got != whole.stdout || got == "" {
		t.Errorf("the parts find\n%s\nand the whole\n%s", got, whole.stdout)
	}
}
