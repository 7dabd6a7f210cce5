package main

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// edit replaces text in a file of dir, which must hold it.
func edit(t *testing.T, dir, name, old, new string) {
	t.Helper()
	file := filepath.Join(dir, filepath.FromSlash(name))
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Contains(text, []byte(old)) {
		t.Fatalf("%s does not hold %q", name, old)
	}
	if err := os.WriteFile(file, bytes.Replace(text, []byte(old), []byte(new), 1), 0o644); err != nil {
		t.Fatal(err)
	}
}

func rename(t *testing.T, dir, old, new string) {
	t.Helper()
	to := filepath.Join(dir, filepath.FromSlash(new))
	if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(filepath.Join(dir, filepath.FromSlash(old)), to); err != nil {
		t.Fatal(err)
	}
}

func read(t *testing.T, dir, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(dir, name))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

const (
	baselineHead = "# budgetlint baseline 1: findings that are old, one a line; written by budgetlint -write-baseline\n"
	lineA        = "example.com/m/a A fake/calls b.B\n"
	lineB        = "example.com/m/b B fake/sleep time.Sleep\n"
)

// record writes a baseline of all of dir.
func record(t *testing.T, dir string, args ...string) {
	t.Helper()
	if got := tool(t, dir, append([]string{"-write-baseline=base"}, args...)...); got.code != 0 || got.stdout != "" {
		t.Fatalf("-write-baseline: got %+v, want exit code 0 and nothing on stdout", got)
	}
}

// TestBaselineMoves is about what leaves an old finding old, and what makes a
// new one.
func TestBaselineMoves(t *testing.T) {
	for name, test := range map[string]struct {
		change func(t *testing.T, dir string)
		want   string // findings
		stderr string
	}{
		"nothing": {func(*testing.T, string) {}, "", ""},
		"lines moved": {func(t *testing.T, dir string) {
			edit(t, dir, "b/b.go", "func B", "// B has a comment now,\n// of two lines.\nfunc B")
		}, "", ""},
		"code before it": {func(t *testing.T, dir string) {
			edit(t, dir, "b/b.go", "\ttime.Sleep(1)", "\tx := 2\n\t_ = x\n\ttime.Sleep(1)")
		}, "", ""},
		"file renamed": {func(t *testing.T, dir string) { rename(t, dir, "b/b.go", "b/z.go") }, "", ""},
		"moved to another file": {func(t *testing.T, dir string) {
			rename(t, dir, "b/b.go", "b/z.go")
			if err := os.WriteFile(filepath.Join(dir, "b", "b.go"), []byte("package b\n"), 0o644); err != nil {
				t.Fatal(err)
			}
		}, "", ""},
		"formatted anew": {func(t *testing.T, dir string) {
			edit(t, dir, "b/b.go", "time.Sleep(1)", "time.Sleep(\n\t\t1,\n\t)")
		}, "", ""},
		"other duration": {func(t *testing.T, dir string) { edit(t, dir, "b/b.go", "Sleep(1)", "Sleep(2)") }, "", ""},
		"other name of the import": {func(t *testing.T, dir string) {
			edit(t, dir, "b/b.go", "\"time\"", "clock \"time\"")
			edit(t, dir, "b/b.go", "time.Sleep", "clock.Sleep")
		}, "", ""},
		"into a closure": {func(t *testing.T, dir string) {
			edit(t, dir, "b/b.go", "time.Sleep(1)", "func() { time.Sleep(1) }()")
		}, "", ""},
		"package moved": {func(t *testing.T, dir string) {
			rename(t, dir, "b", "deep/b")
			edit(t, dir, "a/a.go", "m/b", "m/deep/b")
		}, "", ""},
		"package moved and renamed": {func(t *testing.T, dir string) {
			rename(t, dir, "b", "deep/d")
			rename(t, dir, "deep/d/b.go", "deep/d/d.go")
			edit(t, dir, "deep/d/d.go", "package b", "package d")
			edit(t, dir, "deep/d/tagged.go", "package b", "package d")
			edit(t, dir, "a/a.go", "\"example.com/m/b\"", "b \"example.com/m/deep/d\"")
			// What it calls is now called d.B.
		}, "a/a.go:5:12: B sleeps, 1 below (fake/calls)\n", "budgetlint: 1 finding in 1 file; 1 more in base\n"},
		"second in the same function": {func(t *testing.T, dir string) {
			edit(t, dir, "b/b.go", "\ttime.Sleep(1)\n", "\ttime.Sleep(1)\n\ttime.Sleep(1)\n")
		}, "b/b.go:7:2: this sleeps (fake/sleep)\n", "budgetlint: 1 finding in 1 file, 1 with a fix (-fix, -diff); 2 more in base\n"},
		"in another function": {func(t *testing.T, dir string) {
			edit(t, dir, "b/b.go", "func B", "func C() { time.Sleep(1) }\n\nfunc B")
		}, "b/b.go:5:12: this sleeps (fake/sleep)\n", "budgetlint: 1 finding in 1 file, 1 with a fix (-fix, -diff); 2 more in base\n"},
		"function renamed": {func(t *testing.T, dir string) {
			edit(t, dir, "b/b.go", "func B", "func C")
			edit(t, dir, "a/a.go", "b.B()", "")
			edit(t, dir, "a/a.go", "import", "import _")
		}, "b/b.go:6:2: this sleeps (fake/sleep)\n",
			// That of a is strict, which is not asked for: it may be there.
			"budgetlint: 1 entry of base matches no finding any more: -write-baseline base drops it\n" +
				"budgetlint: 1 finding in 1 file, 1 with a fix (-fix, -diff)\n"},
		"mended": {func(t *testing.T, dir string) {
			edit(t, dir, "b/b.go", "time.Sleep(1)", "_ = time.Now")
		}, "", "budgetlint: 1 entry of base matches no finding any more: -write-baseline base drops it\n"},
		"package removed": {func(t *testing.T, dir string) {
			edit(t, dir, "a/a.go", "b.B()", "")
			edit(t, dir, "a/a.go", "import \"example.com/m/b\"", "")
			if err := os.RemoveAll(filepath.Join(dir, "b")); err != nil {
				t.Fatal(err)
			}
		}, "", "budgetlint: 1 entry of base matches no finding any more: -write-baseline base drops it\n"},
	} {
		t.Run(name, func(t *testing.T) {
			dir := unpack(t, module)
			record(t, dir)
			before := read(t, dir, "base")
			test.change(t, dir)
			got := tool(t, dir, "-baseline=base")
			want := result{0, filepath.FromSlash(test.want), test.stderr}
			if test.want != "" {
				want.code = 1
			}
			if got != want {
				t.Errorf("got %+v, want %+v", got, want)
			}
			if now := read(t, dir, "base"); now != before {
				t.Errorf("-baseline has changed the file to\n%s", now)
			}
			record(t, dir, "-strict")
			if got := tool(t, dir, "-baseline=base", "-strict"); got != (result{}) {
				t.Errorf("written anew: got %+v, want nothing", got)
			}
		})
	}
}

func TestBaselineFile(t *testing.T) {
	dir := unpack(t, module)
	got := tool(t, dir, "-write-baseline", "base")
	if want := (result{0, "", "budgetlint: 2 findings in base\n"}); got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
	if got, want := read(t, dir, "base"), baselineHead+lineA+lineB; got != want {
		t.Errorf("the file is\n%swant\n%s", got, want)
	}
	edit(t, dir, "b/b.go", "\ttime.Sleep(1)\n", "\ttime.Sleep(1)\n\ttime.Sleep(1)\n")
	if got, want := tool(t, dir, "-write-baseline", "base"), "budgetlint: 3 findings in base: 1 added, 0 dropped, 1 kept without a look at their code or rule\n"; got.stderr != want {
		t.Errorf("once more: got %+v, want %s", got, want)
	}
	if got, want := read(t, dir, "base"), baselineHead+lineA+lineB+lineB; got != want {
		t.Errorf("the file is\n%swant\n%s", got, want)
	}
	// The folder of -C is where the file is.
	if got := tool(t, filepath.Dir(dir), "-C", dir, "-baseline=base"); got.code != 0 {
		t.Errorf("with -C: got %+v, want exit code 0", got)
	}
}

// TestBaselinePart lints a part of the module and wants nothing said or
// changed about the rest.
func TestBaselinePart(t *testing.T) {
	const more = "-- f/f.go --\npackage f\n\nimport \"time\"\n\nfunc F() { time.Sleep(1) }\n-- b/b_test.go --\npackage b\n\nimport (\n\t\"testing\"\n\t\"time\"\n)\n\nfunc TestB(t *testing.T) { time.Sleep(1) }\n"
	const (
		lineF = "example.com/m/f F fake/sleep time.Sleep\n"
		lineT = "example.com/m/b_test TestB fake/sleep time.Sleep\n"
		all   = baselineHead + lineA + "example.com/m/a_test TestA fake/calls A\n" + lineB + lineT + lineF
	)
	for name, test := range map[string]struct {
		args   []string
		drop   string // what -write-baseline leaves out once nothing sleeps any more
		stderr string // of -baseline then
	}{
		"another package": {[]string{"./c"}, "", ""},
		"one package":     {[]string{"./f"}, lineF, "1 entry of base matches no finding any more: -write-baseline base drops it"},
		"another pass":    {[]string{"-other"}, "", ""},
		"no tests":        {nil, lineB + lineF, "2 entries of base match no finding any more: -write-baseline base drops them"},
		"tests":           {[]string{"-tests"}, lineB + lineT + lineF, "3 entries of base match no finding any more: -write-baseline base drops them"},
		"strict":          {[]string{"-strict", "./a"}, lineA, "1 entry of base matches no finding any more: -write-baseline base drops it"},
	} {
		t.Run(name, func(t *testing.T) {
			dir := unpack(t, module+more)
			record(t, dir, "-tests")
			if got := read(t, dir, "base"); got != all {
				t.Fatalf("the file is\n%swant\n%s", got, all)
			}
			if got := tool(t, dir, append(test.args, "-baseline=base")...); got != (result{}) {
				t.Errorf("got %+v, want nothing", got)
			}
			for _, name := range []string{"b/b.go", "b/b_test.go", "f/f.go"} {
				edit(t, dir, name, "time.Sleep(1)", "_ = time.Now")
			}
			want := result{}
			if test.stderr != "" {
				want.stderr = "budgetlint: " + test.stderr + "\n"
			}
			if got := tool(t, dir, append(test.args, "-baseline=base")...); got != want {
				t.Errorf("mended: got %+v, want %+v", got, want)
			}
			record(t, dir, test.args...)
			left := all
			for line := range strings.Lines(test.drop) {
				left = strings.Replace(left, line, "", 1)
			}
			if got := read(t, dir, "base"); got != left {
				t.Errorf("written again the file is\n%swant\n%s", got, left)
			}
		})
	}
	t.Run("one file", func(t *testing.T) {
		dir := unpack(t, module+more)
		record(t, dir, "-tests")
		edit(t, dir, "f/f.go", "time.Sleep(1)", "_ = time.Now")
		if got := tool(t, dir, "-baseline=base", "b/b.go", "f/f.go"); got != (result{}) {
			t.Errorf("got %+v, want nothing: other files of the packages were not looked at", got)
		}
	})
}

// TestBaselineModule is about packages of modules that are not looked at.
func TestBaselineModule(t *testing.T) {
	dir := unpack(t, module)
	const foreign = "example.com/other/b B fake/sleep time.Sleep\n"
	text := baselineHead + lineA + lineB + foreign
	if err := os.WriteFile(filepath.Join(dir, "base"), []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	if got := tool(t, dir, "-baseline=base"); got != (result{}) {
		t.Errorf("got %+v, want nothing", got)
	}
	record(t, dir)
	if got := read(t, dir, "base"); got != text {
		t.Errorf("written again the file is\n%swant\n%s", got, text)
	}
}

func TestBaselineBroken(t *testing.T) {
	dir := unpack(t, module)
	for name, test := range map[string]struct{ text, want string }{
		"no baseline": {"package p\n", `baseline base: line 1 does not begin with "# budgetlint baseline": this is no baseline, or its first line is lost`},
		"malformed":   {baselineHead + lineA + "x\n", `baseline base: line 3 is not PACKAGE DECLARATION PASS/CATEGORY WHAT: restore or delete the line`},
		"later":       {"# budgetlint baseline 2\n", `baseline base: line 1 says version 2 of the format and this budgetlint knows only 1: .*`},
		"conflict":    {baselineHead + "<<<<<<< HEAD\n" + lineA + "=======\n" + lineB + ">>>>>>> b\n", `baseline base: line 2 is left of a merge conflict: .*`},
		"empty":       {"", `baseline base: line 1 does not begin .*`},
	} {
		t.Run(name, func(t *testing.T) {
			if err := os.WriteFile(filepath.Join(dir, "base"), []byte(test.text), 0o644); err != nil {
				t.Fatal(err)
			}
			for _, flag := range []string{"-baseline", "-write-baseline"} {
				more := ""
				if flag == "-write-baseline" {
					more = "; nothing is written, so that nothing is lost: repair the file or remove it"
				}
				got := tool(t, dir, flag+"=base")
				if flag == "-write-baseline" && test.text == "" {
					if got.code != 0 {
						t.Errorf("an empty file is as good as none: got %+v", got)
					}
					continue
				}
				if got.code != 2 || got.stdout != "" || !regexp.MustCompile(`^budgetlint: `+test.want+more+`\n$`).MatchString(got.stderr) {
					t.Errorf("%s: got %+v, want exit code 2 and the line %s%s", flag, got, test.want, more)
				}
				if now := read(t, dir, "base"); now != test.text {
					t.Errorf("%s has changed the file to\n%s", flag, now)
				}
			}
		})
	}
	t.Run("cannot be written", func(t *testing.T) {
		got := tool(t, dir, "-write-baseline=none/base")
		if want := (result{2, "", "budgetlint: cannot write none/base: no such file or directory\n"}); got != want {
			t.Errorf("got %+v, want %+v", got, want)
		}
	})
}

// TestBaselineErrors is about a module of which a part does not compile.
func TestBaselineErrors(t *testing.T) {
	dir := unpack(t, module)
	record(t, dir)
	edit(t, dir, "b/b.go", "time.Sleep(1)", "time.Sleep(x)")
	if got := tool(t, dir, "-baseline=base"); got.code != 2 || strings.Contains(got.stderr, "any more") {
		t.Errorf("got %+v, want exit code 2 and nothing about entries", got)
	}
	got := tool(t, dir, "-write-baseline=base")
	if got.code != 2 || !strings.Contains(got.stderr, "package example.com/m/b does not compile\n") || !strings.HasSuffix(got.stderr, "not checked wholly: write the baseline again once that is mended\n") {
		t.Errorf("-write-baseline: got %+v, want exit code 2 and the error", got)
	}
	if now := read(t, dir, "base"); now != baselineHead+lineA+lineB {
		t.Errorf("the file is\n%swant the entries of what does not compile in it", now)
	}
}

// TestBaselineFix wants old findings left alone, and new ones fixed.
func TestBaselineFix(t *testing.T) {
	dir := unpack(t, module)
	record(t, dir)
	edit(t, dir, "b/b.go", "func B", "func C() { time.Sleep(2) }\n\nfunc B")
	for _, flag := range []string{"-diff", "-fix"} {
		got := tool(t, dir, flag, "-baseline=base")
		switch flag {
		case "-diff":
			if got.code != 1 || !strings.Contains(got.stdout, "\n-func C() { time.Sleep(2) }\n") || strings.Contains(got.stdout, "\n-\ttime.Sleep(1)\n") {
				t.Errorf("-diff: got %+v, want the new finding's fix only", got)
			}
		case "-fix":
			if want := (result{0, "", "budgetlint: 1 fix applied; 2 more in base\n"}); got != want {
				t.Errorf("-fix: got %+v, want %+v", got, want)
			}
		}
	}
	if text := read(t, dir, "b/b.go"); !strings.Contains(text, "time.Sleep(1)") || strings.Contains(text, "time.Sleep(2)") {
		t.Errorf("the file is now\n%s", text)
	}
}

func TestBaselineJSON(t *testing.T) {
	dir := unpack(t, module)
	record(t, dir, "./b")
	got := tool(t, dir, "-baseline=base", "-format=json")
	if got.code != 1 || !strings.Contains(got.stdout, `"baselined": 1,`) || strings.Contains(got.stdout, "this sleeps") || !strings.Contains(got.stdout, "B sleeps") {
		t.Errorf("got %+v, want the finding that is new and the number of the others", got)
	}
}
