package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"testing/synctest"
	"time"

	"github.com/budgetlint/budgetlint/internal/driver"
)

func TestPrintSource(t *testing.T) {
	for name, test := range map[string]struct {
		line     string
		from, to int // columns
		next     bool
		want     string
	}{
		"word":           {"a := b", 6, 7, false, "\ta := b\n\t     ^\n"},
		"range":          {"\tf(x, y)", 2, 9, false, "\t\tf(x, y)\n\t\t^~~~~~~\n"},
		"wide letters":   {"ä := f(ö)", 7, 12, false, "\tä := f(ö)\n\t     ^~~~\n"},
		"several lines":  {"x := f( ", 6, 2, true, "\tx := f(\n\t     ^~~\n"},
		"beyond the end": {"x", 9, 12, false, "\tx\n\t ^\n"},
	} {
		t.Run(name, func(t *testing.T) {
			f := driver.Finding{Line: 1, Column: test.from, EndLine: 1, EndColumn: test.to}
			if test.next {
				f.EndLine = 2
			}
			var b bytes.Buffer
			printSource(&b, test.line, f)
			if got := b.String(); got != test.want {
				t.Errorf("got\n%swant\n%s", got, test.want)
			}
		})
	}
}

func TestPrintText(t *testing.T) {
	dir := t.TempDir()
	p, q := filepath.Join(dir, "p.go"), filepath.Join(dir, "q.go")
	for _, name := range []string{p, q} {
		if err := os.WriteFile(name, []byte("package p\n\nvar x = 1\n"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	at := func(file string, line int) driver.Finding {
		return driver.Finding{File: file, Line: line, Column: 5, EndLine: line, EndColumn: 6, Message: "m (a/b)"}
	}
	all := []driver.Finding{at(p, 3), at(p, 99), at(q, 3)}
	var plain, source bytes.Buffer
	printText(&plain, all, false)
	if got, want := plain.String(), p+":3:5: m (a/b)\n"+p+":99:5: m (a/b)\n"+q+":3:5: m (a/b)\n"; got != want {
		t.Errorf("plain:\n%swant\n%s", got, want)
	}
	printText(&source, all, true)
	if got, want := source.String(), p+":3:5: m (a/b)\n\tvar x = 1\n\t    ^\n"+p+":99:5: m (a/b)\n\n"+q+":3:5: m (a/b)\n\tvar x = 1\n\t    ^\n"; got != want {
		t.Errorf("with source:\n%swant\n%s", got, want)
	}
}

func TestProgress(t *testing.T) {
	const erase = "\r\x1b[K"
	for name, test := range map[string]struct {
		wanted bool
		steps  []time.Duration // until each next call of show
		want   string
	}{
		"short":      {true, []time.Duration{quiet - 1}, ""},
		"long":       {true, []time.Duration{quiet + pace/2}, erase + "step 0" + erase},
		"same text":  {true, []time.Duration{quiet + 3*pace}, erase + "step 0" + erase},
		"two":        {true, []time.Duration{quiet + pace/2, pace}, erase + "step 0" + erase + "step 1" + erase},
		"too fast":   {true, []time.Duration{quiet + pace/2, pace / 4, pace}, erase + "step 0" + erase + "step 2" + erase},
		"not wanted": {false, []time.Duration{quiet + pace/2}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var b bytes.Buffer
				p := newProgress(&b, test.wanted)
				for i, d := range test.steps {
					p.show(fmt.Sprintf("step %d", i))
					time.Sleep(d)
				}
				p.clear()
				if got := b.String(); got != test.want {
					t.Errorf("shown is %q, want %q", got, test.want)
				}
			})
		})
	}
}
