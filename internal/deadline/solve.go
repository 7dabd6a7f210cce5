package deadline

import (
	"go/types"
	"math"

	"golang.org/x/tools/go/ssa"
)

// A question is what a piece of Knowledge is the answer to.
type question struct {
	value   ssa.Value     // of a context, or
	field   *types.Var    // of the contexts stored to a field, or
	fn      *ssa.Function // of the result of a function,
	result  int           // by its number
	carrier bool          // it is of the context that the thing carries
}

// solver answers questions that depend on each other, also in cycles: loops,
// fields that are copied to themselves, recursion. Cycles are answered by
// iteration, from no news (bottom) up to what holds on every way, so that the
// order of the questions does not matter; each answer is found once.
type solver struct {
	nodes   map[question]*node
	open    []*node // answers that wait for one further up
	depth   int
	low     int // the outermost question in progress that the current one asked for
	round   int
	rounds  int
	changed bool
}

type node struct {
	k      Knowledge
	depth  int
	low    int
	round  int
	active bool
	done   bool
}

// mostRounds bounds an iteration that does not settle, which the few steps from
// bottom to Unknown do not let happen.
const mostRounds = 32

func (s *solver) solve(q question, eval func() Knowledge) Knowledge {
	n := s.nodes[q]
	switch {
	case n == nil:
		n = &node{k: Knowledge{Kind: bottom}}
		s.nodes[q] = n
	case n.done:
		return n.k
	case n.active:
		s.low = min(s.low, n.depth)
		return n.k
	case n.round == s.round:
		s.low = min(s.low, n.low)
		return n.k
	}
	outerLow, outerRound, outerChanged, start := s.low, s.round, s.changed, len(s.open)
	s.depth++
	n.active, n.depth = true, s.depth
	for i := 0; ; i++ {
		s.low, s.changed = math.MaxInt, false
		k := eval()
		if s.low < n.depth { // it waits for an outer one
			outerChanged = outerChanged || s.changed || k != n.k
			n.k, n.low, n.round = k, s.low, outerRound
			s.open = append(s.open, n)
			break
		}
		settled := s.low > n.depth || k == n.k && !s.changed
		n.k = k
		if i == mostRounds {
			n.k, settled = Knowledge{}, true
		}
		if settled {
			n.finish()
			for _, o := range s.open[start:] {
				o.finish()
			}
			s.open = s.open[:start]
			n.low = math.MaxInt
			break
		}
		s.rounds++
		s.round = s.rounds
		s.open = s.open[:start]
	}
	n.active = false
	s.depth--
	s.round, s.changed = outerRound, outerChanged
	s.low = min(outerLow, n.low)
	return n.k
}

// finish makes an answer final: no news at all is nothing known.
func (n *node) finish() {
	n.done = true
	if n.k.Kind == bottom {
		n.k = Knowledge{}
	}
}
