package main

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
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
	var b bytes.Buffer
	p := &progress{w: &b, start: time.Now()}
	p.show("early")
	p.clear()
	if b.Len() > 0 {
		t.Errorf("a short run shows %q", b.String())
	}
	p.start = time.Now().Add(-quiet)
	p.show("late")
	p.show("too soon after that")
	p.clear()
	if got, want := b.String(), "\r\x1b[Klate\r\x1b[K"; got != want {
		t.Errorf("a long run shows %q, want %q", got, want)
	}
	if p := newProgress(&b); p.w != nil {
		t.Error("progress is shown although there is no terminal")
	}
}
