package driver

import (
	"context"
	"fmt"
	"runtime"
	"sync"
)

// run checks and analyses all units, dependencies first. Analysis goes before
// checking wherever there is a choice: it is what lets go of memory.
func (p *program) run(ctx context.Context) error {
	s := &scheduler{nodes: make([]node, len(p.units))}
	s.ready.L = &s.mu
	index := make(map[*unit]int, len(p.units))
	total := 0
	for i, u := range p.units {
		index[u] = i
		n := &s.nodes[i]
		n.unit = u
		n.uncheckedDeps, n.unanalysedDeps = len(u.deps), len(u.deps)
		for _, d := range u.deps {
			s.nodes[index[d]].users = append(s.nodes[index[d]].users, i)
		}
		if u.source {
			total++
		}
	}
	for i := range s.nodes {
		if s.nodes[i].uncheckedDeps == 0 {
			s.check = append(s.check, i)
		}
	}
	s.left = len(s.nodes)

	stop := context.AfterFunc(ctx, s.stop)
	defer stop()

	done := 0
	var wg sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		wg.Go(func() {
			for {
				i, analyse, ok := s.next()
				if !ok {
					return
				}
				u := s.nodes[i].unit
				if !analyse {
					p.check(u)
					s.checked(i)
					continue
				}
				p.analyse(u)
				s.analysed(i, func() {
					if u.source {
						done++
						p.opts.Progress(fmt.Sprintf("%d of %d packages, %s", done, total, u.pkg.PkgPath))
					}
				})
			}
		})
	}
	wg.Wait()
	return ctx.Err()
}

// A scheduler hands out the checking and analysing of packages so that each
// comes after that of all dependencies.
type scheduler struct {
	mu      sync.Mutex
	ready   sync.Cond
	nodes   []node
	check   []int // ready to be checked
	analyse []int // ready to be analysed
	left    int   // not analysed yet
	stopped bool
}

type node struct {
	unit           *unit
	users          []int // nodes that depend on this one
	uncheckedDeps  int
	unanalysedDeps int
	isChecked      bool
}

// next waits for work; ok is false if there is no more.
func (s *scheduler) next() (i int, analyse, ok bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for {
		switch {
		case s.stopped || s.left == 0:
			return 0, false, false
		case len(s.analyse) > 0:
			i = s.analyse[len(s.analyse)-1]
			s.analyse = s.analyse[:len(s.analyse)-1]
			return i, true, true
		case len(s.check) > 0:
			i = s.check[len(s.check)-1]
			s.check = s.check[:len(s.check)-1]
			return i, false, true
		}
		s.ready.Wait()
	}
}

func (s *scheduler) stop() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.stopped = true
	s.ready.Broadcast()
}

func (s *scheduler) checked(i int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	n := &s.nodes[i]
	n.isChecked = true
	if n.unanalysedDeps == 0 {
		s.analyse = append(s.analyse, i)
	}
	for _, j := range n.users {
		m := &s.nodes[j]
		if m.uncheckedDeps--; m.uncheckedDeps == 0 {
			s.check = append(s.check, j)
		}
	}
	s.ready.Broadcast()
}

func (s *scheduler) analysed(i int, also func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, j := range s.nodes[i].users {
		m := &s.nodes[j]
		if m.unanalysedDeps--; m.unanalysedDeps == 0 && m.isChecked {
			s.analyse = append(s.analyse, j)
		}
	}
	s.left--
	also()
	s.ready.Broadcast()
}
