package deadline

import (
	"cmp"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// A loop is a cycle in the control flow, however it is written: for, range,
// goto. All ways back to one block are one loop.
type loop struct {
	head   *ssa.BasicBlock
	blocks []uint64 // a bit for each block of the function, by its index
	size   int      // the number of its blocks
}

// holds reports whether a block is in the loop.
func (l *loop) holds(b *ssa.BasicBlock) bool { return l.blocks[b.Index/64]&(1<<(b.Index%64)) != 0 }

func (l *loop) add(b *ssa.BasicBlock) {
	l.blocks[b.Index/64] |= 1 << (b.Index % 64)
	l.size++
}

// loops returns the loops of a function, the inner before the outer.
func (in *Info) loops(fn *ssa.Function) []*loop {
	if ls, ok := in.memoLoops[fn]; ok {
		return ls
	}
	byHead := map[*ssa.BasicBlock]*loop{}
	var ls []*loop
	for _, b := range fn.Blocks {
		for _, s := range b.Succs {
			if !s.Dominates(b) {
				continue
			}
			l := byHead[s]
			if l == nil {
				l = &loop{head: s, blocks: make([]uint64, len(fn.Blocks)/64+1)}
				l.add(s)
				byHead[s] = l
				ls = append(ls, l)
			}
			work := []*ssa.BasicBlock{b}
			for len(work) > 0 {
				x := work[len(work)-1]
				work = work[:len(work)-1]
				if !l.holds(x) {
					l.add(x)
					work = append(work, x.Preds...)
				}
			}
		}
	}
	slices.SortStableFunc(ls, func(a, b *loop) int { return cmp.Compare(a.size, b.size) })
	in.memoLoops[fn] = ls
	return ls
}

// loopOf returns the innermost loop around an instruction, nil if there is
// none.
func (in *Info) loopOf(i ssa.Instruction) *loop {
	for _, l := range in.loops(i.Parent()) {
		if l.holds(i.Block()) {
			return l
		}
	}
	return nil
}

// has reports whether an instruction is in the loop.
func (l *loop) has(i ssa.Instruction) bool { return i != nil && l.holds(i.Block()) }

// An edge is a way from a block to the next.
type edge struct{ from, to *ssa.BasicBlock }

// reaches reports whether, inside of the loop, some way leads from an edge to
// an instruction without meeting one of those to avoid.
func (l *loop) reaches(e edge, to ssa.Instruction, avoid func(ssa.Instruction) bool) bool {
	if !l.holds(e.to) {
		return false
	}
	return l.search([]*ssa.BasicBlock{e.to}, to, avoid)
}

// recurs reports whether, inside of the loop, some way leads from an
// instruction back to itself without meeting one of those to avoid.
func (l *loop) recurs(i ssa.Instruction, avoid func(ssa.Instruction) bool) bool {
	return l.leads(i, i, avoid)
}

// leads reports whether, inside of the loop, some way leads from behind one
// instruction to another without meeting one of those to avoid.
func (l *loop) leads(from, to ssa.Instruction, avoid func(ssa.Instruction) bool) bool {
	b := from.Block()
	for _, i := range b.Instrs[position(from)+1:] {
		if i == to {
			return true
		}
		if avoid(i) {
			return false
		}
	}
	return l.search(b.Succs, to, avoid)
}

func (l *loop) search(work []*ssa.BasicBlock, to ssa.Instruction, avoid func(ssa.Instruction) bool) bool {
	return l.walk(work, to, avoid, func(b *ssa.BasicBlock) []*ssa.BasicBlock { return b.Succs })
}

// walk is search that goes from a block to those that next returns.
func (l *loop) walk(work []*ssa.BasicBlock, to ssa.Instruction, avoid func(ssa.Instruction) bool, next func(*ssa.BasicBlock) []*ssa.BasicBlock) bool {
	seen := map[*ssa.BasicBlock]bool{}
	work = slices.Clone(work)
blocks:
	for len(work) > 0 {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		if seen[b] || !l.holds(b) {
			continue
		}
		seen[b] = true
		for _, i := range b.Instrs {
			if i == to {
				return true
			}
			if avoid(i) {
				continue blocks
			}
		}
		work = append(work, next(b)...)
	}
	return false
}

// each calls f with each instruction of the loop, in order, until f returns
// false.
func (l *loop) each(fn *ssa.Function, f func(ssa.Instruction) bool) {
	for _, b := range fn.Blocks {
		if !l.holds(b) {
			continue
		}
		for _, i := range b.Instrs {
			if !f(i) {
				return
			}
		}
	}
}

// branches calls f with each condition of the loop.
func (l *loop) branches(f func(*ssa.If)) {
	for _, b := range l.head.Parent().Blocks {
		if l.holds(b) && len(b.Instrs) > 0 {
			if i, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If); ok {
				f(i)
			}
		}
	}
}
