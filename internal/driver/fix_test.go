package driver_test

import (
	"context"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"

	"github.com/budgetlint/budgetlint/internal/driver"
	"github.com/budgetlint/budgetlint/internal/driver/fake"
)

func TestApply(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "p.go")
	const src = "package p\n\nvar a, b = 1, 2\n"
	write(t, file, src)
	at := strings.Index(src, "1, 2")
	edit := func(start, end int, text string) driver.Edit {
		return driver.Edit{File: file, Start: start, End: end, New: text}
	}
	fix := func(edits ...driver.Edit) driver.Fix { return driver.Fix{Edits: edits} }
	for name, test := range map[string]struct {
		fixes            []driver.Fix
		want             string
		applied, skipped int
	}{
		"one":               {[]driver.Fix{fix(edit(at, at+1, "3"))}, "3, 2", 1, 0},
		"later first":       {[]driver.Fix{fix(edit(at+3, at+4, "4")), fix(edit(at, at+1, "3"))}, "3, 4", 2, 0},
		"overlap":           {[]driver.Fix{fix(edit(at, at+2, "3,")), fix(edit(at+1, at+4, ", 4"))}, "3, 2", 1, 1},
		"part overlaps":     {[]driver.Fix{fix(edit(at, at+1, "3")), fix(edit(at+3, at+4, "4"), edit(at, at+1, "5"))}, "3, 2", 1, 1},
		"same":              {[]driver.Fix{fix(edit(at, at+1, "3")), fix(edit(at, at+1, "3"), edit(at+3, at+4, "4"))}, "3, 4", 2, 0},
		"side by side":      {[]driver.Fix{fix(edit(at, at+1, "3")), fix(edit(at+1, at+2, " ,"))}, "3, 2", 2, 0},
		"two put in":        {[]driver.Fix{fix(edit(at, at, "0+")), fix(edit(at, at, "7+"))}, "0 + 7 + 1, 2", 2, 0},
		"put in a replaced": {[]driver.Fix{fix(edit(at, at+1, "3")), fix(edit(at, at, "0+"))}, "0 + 3, 2", 2, 0},
		"formats":           {[]driver.Fix{fix(edit(at, at+4, "1  ,  2"))}, "1, 2", 1, 0},
		"none":              {[]driver.Fix{fix()}, "", 0, 0},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := driver.Apply(test.fixes)
			if err != nil {
				t.Fatal(err)
			}
			want := ""
			if test.want != "" {
				want = "package p\n\nvar a, b = " + test.want + "\n"
			}
			if s := string(got.After[file]); s != want {
				t.Errorf("result is %q, want %q", s, want)
			}
			if got.Applied != test.applied || got.Skipped != test.skipped {
				t.Errorf("%d applied, %d skipped, want %d, %d", got.Applied, got.Skipped, test.applied, test.skipped)
			}
		})
	}
	for name, e := range map[string]driver.Edit{
		"beyond the end": edit(0, len(src)+1, ""),
		"no Go":          edit(0, 7, ""),
		"no file":        {File: filepath.Join(dir, "q.go")},
	} {
		t.Run(name, func(t *testing.T) {
			if got, err := driver.Apply([]driver.Fix{fix(e)}); err == nil {
				t.Errorf("result is %q, want an error", got.After[file])
			}
		})
	}
}

func TestWrite(t *testing.T) {
	dir := t.TempDir()
	file, link := filepath.Join(dir, "p.go"), filepath.Join(dir, "link.go")
	write(t, file, "package p\n")
	if err := os.Chmod(file, 0o640); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(file, link); err != nil {
		t.Skip(err)
	}
	f := &driver.Fixed{After: map[string][]byte{link: []byte("package q\n")}}
	if err := f.Write(); err != nil {
		t.Fatal(err)
	}
	if got, err := os.ReadFile(file); err != nil || string(got) != "package q\n" {
		t.Errorf("file is %q (%v), want package q", got, err)
	}
	if info, err := os.Lstat(file); err != nil || info.Mode() != 0o640 {
		t.Errorf("mode is %v (%v), want 0640", info.Mode(), err)
	}
	if info, err := os.Lstat(link); err != nil || info.Mode()&os.ModeSymlink == 0 {
		t.Errorf("the link is a %v (%v)", info.Mode(), err)
	}
	if names, err := filepath.Glob(filepath.Join(dir, ".*")); err != nil || len(names) > 0 {
		t.Errorf("left behind: %q (%v)", names, err)
	}
}

func TestRepair(t *testing.T) {
	const head = "package p\n\n"
	for name, test := range map[string]struct {
		files         map[string]string
		want          map[string]string
		applied, left int
	}{
		"plain": {
			files:   map[string]string{"p.go": head + "import \"time\"\n\nfunc P() {\n\ttime.Sleep(1)\n\t_ = time.Second\n}\n"},
			want:    map[string]string{"p.go": head + "import \"time\"\n\nfunc P() {\n\n\t_ = time.Second\n}\n"},
			applied: 1,
		},
		"import left unused": {
			files:   map[string]string{"p.go": head + "import \"time\"\n\nfunc P() {\n\ttime.Sleep(1)\n\ttime.Sleep(2)\n}\n"},
			want:    map[string]string{"p.go": head + "func P() {\n\n}\n"},
			applied: 2,
		},
		"named import left unused": {
			files:   map[string]string{"p.go": head + "import (\n\t\"fmt\"\n\tt \"time\"\n)\n\nfunc P() {\n\tt.Sleep(1)\n\tfmt.Println()\n}\n"},
			want:    map[string]string{"p.go": head + "import (\n\t\"fmt\"\n)\n\nfunc P() {\n\n\tfmt.Println()\n}\n"},
			applied: 1,
		},
		"what does not compile is left out": {
			files: map[string]string{
				"p.go": head + "import \"time\"\n\nfunc P() {\n\tx := time.Second\n\ttime.Sleep(x)\n}\n",
				"q.go": head + "import \"time\"\n\nfunc Q() { time.Sleep(2) }\n",
			},
			want:    map[string]string{"q.go": head + "func Q() {}\n"},
			applied: 1, left: 1,
		},
	} {
		t.Run(name, func(t *testing.T) {
			dir := unpack(t, "-- go.mod --\nmodule example.com/p\n\ngo 1.25.0\n-- broken/broken.go --\npackage broken\n\nvar x = y\n")
			for name, text := range test.files {
				write(t, filepath.Join(dir, name), text)
			}
			opts := driver.Options{Dir: dir, Env: alone(), Analyzers: []*analysis.Analyzer{fake.Analyzer}}
			fixed, left, err := driver.Repair(context.Background(), opts, run(t, opts))
			if err != nil {
				t.Fatal(err)
			}
			for name, want := range test.want {
				if got := string(fixed.After[filepath.Join(dir, name)]); got != want {
					t.Errorf("%s is\n%s\nwant\n%s", name, got, want)
				}
			}
			if len(fixed.After) != len(test.want) {
				t.Errorf("changed are %q, want %d files", fixed.Files(), len(test.want))
			}
			if fixed.Applied != test.applied || fixed.Skipped != test.left || len(left.Findings) != test.left {
				t.Errorf("%d applied, %d skipped, %d findings left, want %d, %d, %d", fixed.Applied, fixed.Skipped, len(left.Findings), test.applied, test.left, test.left)
			}
			if err := fixed.Write(); err != nil {
				t.Fatal(err)
			}
			if again := run(t, opts); len(again.Findings) != test.left || len(again.Errors) != 1 {
				t.Errorf("afterwards the findings are %q and the errors %v", brief(dir, again), again.Errors)
			}
		})
	}
}

func TestDiff(t *testing.T) {
	const context = "1\n2\n3\n4\n5\n6\n7\n8\n9\n"
	for name, test := range map[string]struct{ before, after, want string }{
		"equal":         {context, context, ""},
		"change":        {context, strings.Replace(context, "5", "five", 1), "--- a\n+++ b\n@@ -2,7 +2,7 @@\n 2\n 3\n 4\n-5\n+five\n 6\n 7\n 8\n"},
		"first and new": {"1\n2\n", "0\n1\n2\n", "--- a\n+++ b\n@@ -1,2 +1,3 @@\n+0\n 1\n 2\n"},
		"last":          {context, context + "10\n", "--- a\n+++ b\n@@ -7,3 +7,4 @@\n 7\n 8\n 9\n+10\n"},
		"two hunks": {context + context, "0\n" + context + context + "0\n",
			"--- a\n+++ b\n@@ -1,3 +1,4 @@\n+0\n 1\n 2\n 3\n@@ -16,3 +17,4 @@\n 7\n 8\n 9\n+0\n"},
		"no newline": {"1\n2", "1\n2\n", "--- a\n+++ b\n@@ -1,2 +1,2 @@\n 1\n-2\n\\ No newline at end of file\n+2\n"},
		"from empty": {"", "1\n", "--- a\n+++ b\n@@ -0,0 +1,1 @@\n+1\n"},
	} {
		t.Run(name, func(t *testing.T) {
			if got := driver.Diff("a", "b", []byte(test.before), []byte(test.after)); got != test.want {
				t.Errorf("diff is\n%s\nwant\n%s", got, test.want)
			}
		})
	}
}

// TestDiffApplies lets patch judge diffs of texts that differ at random.
func TestDiffApplies(t *testing.T) {
	if _, err := exec.LookPath("patch"); err != nil {
		t.Skip("no patch")
	}
	rnd := rand.New(rand.NewPCG(1, 2))
	text := func() string {
		var b strings.Builder
		for range rnd.IntN(40) {
			b.WriteString(string(rune('a'+rnd.IntN(3))) + "\n")
		}
		return b.String()
	}
	for range 50 {
		dir := t.TempDir()
		before, after := text(), text()
		write(t, filepath.Join(dir, "f"), before)
		cmd := exec.Command("patch", "--posix", "-s", "f")
		cmd.Dir = dir
		d := driver.Diff("f", "f", []byte(before), []byte(after))
		cmd.Stdin = strings.NewReader(d)
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("patch: %v\n%s\n%s", err, out, d)
		}
		got, err := os.ReadFile(filepath.Join(dir, "f"))
		if err != nil && after != "" {
			t.Fatal(err)
		}
		if string(got) != after {
			t.Fatalf("patch made %q of %q, want %q, by\n%s", got, before, after, d)
		}
	}
}
