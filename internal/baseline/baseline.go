// Package baseline keeps the findings that a code base had when it began to be
// linted, so that only new ones are reported. It knows how findings are told
// apart and written down, and nothing of how they are found.
//
// The file is text: a header, and then a line for each finding,
//
//	PACKAGE DECLARATION PASS/CATEGORY WHAT
//
// sorted by bytes. Neither the name of the file nor a line number is in it, nor
// any part of the message: a finding stays what it is when lines move, a file
// is renamed, code is formatted anew, a duration changes or a message is worded
// better. Several findings that are equal in all four have as many equal lines.
// So a merge needs no thought: the lines of both sides belong into the file.
package baseline

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/budgetlint/budgetlint/internal/wholefile"
)

// A Key is what a finding is told apart by. No part of it is empty or holds
// white space.
type Key struct {
	Package string // import path; with "_test" at its end for test files
	Decl    string // the declaration around it: "Load", "Store.Save", "client"
	Rule    string // "freshtimeout/reset"
	What    string // what the finding is about: "context.WithTimeout", "return"
}

// String returns the line of k.
func (k Key) String() string {
	return k.Package + " " + k.Decl + " " + k.Rule + " " + k.What
}

// Fingerprint returns an opaque identity of the nth finding of those with key
// k, from 0. It is as stable as k.
func (k Key) Fingerprint(n int) string {
	sum := sha256.Sum256([]byte(k.String() + " " + strconv.Itoa(n)))
	return hex.EncodeToString(sum[:16])
}

// A Baseline is the keys of the findings that are old, sorted by their lines.
type Baseline []Key

const (
	version = 1
	start   = "# budgetlint baseline "
	rest    = ": findings that are old, one a line; written by budgetlint -write-baseline"
)

// Format returns the file that holds keys, in any order.
func Format(keys []Key) []byte {
	lines := make([]string, 0, len(keys))
	for _, k := range keys {
		lines = append(lines, k.String())
	}
	slices.Sort(lines)
	var b bytes.Buffer
	fmt.Fprintf(&b, "%s%d%s\n", start, version, rest)
	for _, l := range lines {
		b.WriteString(l + "\n")
	}
	return b.Bytes()
}

// A SyntaxError says what is wrong with which line of a baseline, and what to
// do about it.
type SyntaxError struct {
	Line int // from 1
	Text string
}

func (e *SyntaxError) Error() string { return fmt.Sprintf("line %d %s", e.Line, e.Text) }

var (
	headerRE = regexp.MustCompile(`^# budgetlint baseline (\d+)\b`)
	ruleRE   = regexp.MustCompile(`^[A-Za-z]\w*(/\w+)?$`)
)

// Parse reads what Format wrote, also with other line ends, or in another order
// as a merge leaves it. Its errors are of type *SyntaxError.
func Parse(text []byte) (Baseline, error) {
	var b Baseline
	for i, line := range strings.Split(strings.TrimSuffix(string(text), "\n"), "\n") {
		line = strings.TrimSuffix(line, "\r")
		wrong := func(format string, args ...any) (Baseline, error) {
			return nil, &SyntaxError{i + 1, fmt.Sprintf(format, args...)}
		}
		if marker(line) {
			return wrong("is left of a merge conflict: delete the marker lines and keep the lines of both sides")
		}
		if i == 0 {
			m := headerRE.FindStringSubmatch(line)
			if m == nil {
				return wrong("does not begin with %q: this is no baseline, or its first line is lost", strings.TrimSpace(start))
			}
			if m[1] != strconv.Itoa(version) {
				return wrong("says version %s of the format and this budgetlint knows only %d: use the budgetlint that wrote the file, or remove the file and write it anew", m[1], version)
			}
			continue
		}
		if strings.TrimSpace(line) == "" {
			continue
		}
		if strings.HasPrefix(line, "#") {
			return wrong("is a comment, which the next -write-baseline would lose: delete it")
		}
		f := strings.Fields(line)
		if len(f) != 4 {
			return wrong("is not PACKAGE DECLARATION PASS/CATEGORY WHAT: restore or delete the line")
		}
		if !ruleRE.MatchString(f[2]) {
			return wrong("names %q where PASS/CATEGORY belongs: restore or delete the line", f[2])
		}
		b = append(b, Key{f[0], f[1], f[2], f[3]})
	}
	slices.SortFunc(b, func(a, b Key) int { return strings.Compare(a.String(), b.String()) })
	return b, nil
}

// marker reports whether line is what git puts around the sides of a conflict.
func marker(line string) bool {
	for _, m := range []string{"<<<<<<<", "|||||||", "=======", ">>>>>>>"} {
		if line == m || strings.HasPrefix(line, m+" ") {
			return true
		}
	}
	return false
}

// Read reads the named file. An error names it.
func Read(name string) (Baseline, error) {
	text, err := os.ReadFile(name)
	if err != nil {
		var pe *fs.PathError
		if errors.As(err, &pe) {
			err = pe.Err
		}
		return nil, fmt.Errorf("cannot read baseline %s: %w", name, err)
	}
	b, err := Parse(text)
	if err != nil {
		return nil, fmt.Errorf("baseline %s: %w", name, err)
	}
	return b, nil
}

// Write writes keys to the named file, which is never half written.
func Write(name string, keys []Key) error { return wholefile.Write(name, Format(keys)) }

// Match says for each of keys, which are of findings in the order of their
// places, whether it is old: of several with the same key the first are. The
// second result is the keys of b that none of them used.
//
// A package that is gone may have moved: its keys then stand for findings that
// are equal but for the package.
func (b Baseline) Match(keys []Key, gone func(pkg string) bool) (old []bool, unused Baseline) {
	left := map[Key]int{}
	for _, k := range b {
		left[k]++
	}
	old = make([]bool, len(keys))
	for i, k := range keys {
		if left[k] > 0 {
			left[k]--
			old[i] = true
		}
	}
	moved := map[Key][]Key{} // by the key without its package
	bare := func(k Key) Key {
		return Key{Decl: k.Decl, Rule: k.Rule, What: k.What}
	}
	at := map[string]bool{}
	for _, k := range b {
		if left[k] == 0 {
			continue
		}
		left[k]--
		if _, known := at[k.Package]; !known {
			at[k.Package] = gone(k.Package)
		}
		if at[k.Package] {
			moved[bare(k)] = append(moved[bare(k)], k)
		} else {
			unused = append(unused, k)
		}
	}
	for i, k := range keys {
		if from := moved[bare(k)]; !old[i] && len(from) > 0 {
			moved[bare(k)] = from[1:]
			old[i] = true
		}
	}
	for _, from := range moved {
		unused = append(unused, from...)
	}
	slices.SortFunc(unused, func(a, b Key) int { return strings.Compare(a.String(), b.String()) })
	return old, unused
}
