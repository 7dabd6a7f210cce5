package driver

import (
	"bytes"
	"fmt"
	"strings"
)

// Diff returns the difference of two texts as a unified diff with three lines
// of context, or "" if they are equal.
func Diff(oldName, newName string, before, after []byte) string {
	if bytes.Equal(before, after) {
		return ""
	}
	a, b := lines(before), lines(after)
	var (
		out  strings.Builder
		ops  = script(a, b)
		x, y = 0, 0 // lines of a and b before ops[i]
	)
	fmt.Fprintf(&out, "--- %s\n+++ %s\n", oldName, newName)
	const context = 3
	for i := 0; i < len(ops); {
		if ops[i] == ' ' {
			i, x, y = i+1, x+1, y+1
			continue
		}
		// The hunk reaches to where more than two contexts are equal.
		end, equal := i, 0
		for j := i; j < len(ops) && equal <= 2*context; j++ {
			if equal++; ops[j] != ' ' {
				end, equal = j+1, 0
			}
		}
		lead := min(context, i)
		from, to := i-lead, min(len(ops), end+context)
		x, y = x-lead, y-lead
		var body strings.Builder
		nx, ny := 0, 0
		for _, op := range ops[from:to] {
			switch op {
			case ' ':
				writeLine(&body, ' ', a[x+nx])
				nx, ny = nx+1, ny+1
			case '-':
				writeLine(&body, '-', a[x+nx])
				nx++
			case '+':
				writeLine(&body, '+', b[y+ny])
				ny++
			}
		}
		fmt.Fprintf(&out, "@@ -%s +%s @@\n%s", span(x, nx), span(y, ny), &body)
		i, x, y = to, x+nx, y+ny
	}
	return out.String()
}

func span(start, n int) string {
	if n > 0 {
		start++
	}
	return fmt.Sprintf("%d,%d", start, n)
}

func writeLine(w *strings.Builder, op byte, line string) {
	w.WriteByte(op)
	w.WriteString(line)
	if !strings.HasSuffix(line, "\n") {
		w.WriteString("\n\\ No newline at end of file\n")
	}
}

func lines(b []byte) []string {
	ls := strings.SplitAfter(string(b), "\n")
	if ls[len(ls)-1] == "" {
		ls = ls[:len(ls)-1]
	}
	return ls
}

// script returns how to turn a into b: a byte for each line, kept (' '),
// deleted ('-') or inserted ('+'). It is Myers's greedy algorithm, whose cost
// grows with the number of lines that differ.
func script(a, b []string) []byte {
	n, m := len(a), len(b)
	v := map[int]int{1: 0} // by diagonal, how far into a
	var trace []map[int]int
	for d := 0; ; d++ {
		next := make(map[int]int, d+1)
		trace = append(trace, v)
		for k := -d; k <= d; k += 2 {
			x := 0
			if k == -d || k != d && v[k-1] < v[k+1] {
				x = v[k+1]
			} else {
				x = v[k-1] + 1
			}
			for x < n && x-k < m && a[x] == b[x-k] {
				x++
			}
			next[k] = x
			if x >= n && x-k >= m {
				return backtrack(trace, n, m)
			}
		}
		v = next
	}
}

func backtrack(trace []map[int]int, x, y int) []byte {
	var ops []byte
	for d := len(trace) - 1; d >= 0; d-- {
		v, k := trace[d], x-y
		prev := k - 1
		if k == -d || k != d && v[k-1] < v[k+1] {
			prev = k + 1
		}
		px := v[prev]
		py := px - prev
		for x > px && y > py && d > 0 || d == 0 && x > 0 {
			ops = append(ops, ' ')
			x, y = x-1, y-1
		}
		if d == 0 {
			break
		}
		if x == px {
			ops = append(ops, '+')
			y--
		} else {
			ops = append(ops, '-')
			x--
		}
	}
	for i, j := 0, len(ops)-1; i < j; i, j = i+1, j-1 {
		ops[i], ops[j] = ops[j], ops[i]
	}
	return ops
}
