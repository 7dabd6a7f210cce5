package main

import (
	"fmt"
	"io"
	"os"
	"time"
)

// A progress shows in one line of a terminal what a long run is doing. Its
// zero value shows nothing.
type progress struct {
	w     io.Writer // nil unless a terminal
	start time.Time
	last  time.Time
}

// quiet is how long a run may take before anything is shown.
const quiet = 2 * time.Second

func newProgress(w io.Writer) *progress {
	p := &progress{start: time.Now()}
	if terminal(w) {
		p.w = w
	}
	return p
}

func (p *progress) show(text string) {
	now := time.Now()
	if p.w == nil || now.Sub(p.start) < quiet || now.Sub(p.last) < 100*time.Millisecond {
		return
	}
	p.last = now
	if r := []rune(text); len(r) > 78 {
		text = string(r[:77]) + "…"
	}
	fmt.Fprintf(p.w, "\r\x1b[K%s", text)
}

func (p *progress) clear() {
	if !p.last.IsZero() {
		fmt.Fprint(p.w, "\r\x1b[K")
	}
}

// terminal reports whether w is a terminal, or another device where nobody
// minds.
func terminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	if !ok {
		return false
	}
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}
