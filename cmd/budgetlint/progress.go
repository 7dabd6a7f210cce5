package main

import (
	"fmt"
	"io"
	"os"
	"sync"
	"time"
)

// A progress shows in one line of a terminal what a long run is doing.
type progress struct {
	stop chan struct{} // nil where nothing is shown
	done sync.WaitGroup

	mu   sync.Mutex
	text string
}

const (
	quiet = 2 * time.Second        // how long a run may take before anything is shown
	pace  = 200 * time.Millisecond // how often it then changes
)

// newProgress shows something on w only if that is wanted.
func newProgress(w io.Writer, wanted bool) *progress {
	p := &progress{}
	if wanted {
		p.stop = make(chan struct{})
		p.done.Go(func() { p.run(w) })
	}
	return p
}

func (p *progress) run(w io.Writer) {
	var shown string
	next := time.NewTimer(quiet)
	defer next.Stop()
	for {
		select {
		case <-p.stop:
			if shown != "" {
				fmt.Fprint(w, "\r\x1b[K")
			}
			return
		case <-next.C:
			p.mu.Lock()
			text := p.text
			p.mu.Unlock()
			if text != shown {
				fmt.Fprintf(w, "\r\x1b[K%s", text)
				shown = text
			}
			next.Reset(pace)
		}
	}
}

// show says what is being done now.
func (p *progress) show(text string) {
	if r := []rune(text); len(r) > 78 {
		text = string(r[:77]) + "…"
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.text = text
}

// clear ends the display and takes it off the screen; it is called once.
func (p *progress) clear() {
	if p.stop != nil {
		close(p.stop)
		p.done.Wait()
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
