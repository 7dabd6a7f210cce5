package main

import (
	"bytes"
	"net/url"
	"os"
	"path/filepath"
	"unicode/utf8"
)

// places turns places in files into what viewers of code expect: paths from the
// root of the repository, with slashes, and columns in UTF-16 code units.
type places struct {
	root  string              // absolute
	lines map[string][][]byte // by file
}

func newPlaces() *places { return &places{root: repository(), lines: map[string][][]byte{}} }

// repository returns the root of the repository around the current directory;
// outside of any, the directory itself.
func repository() string {
	wd, err := os.Getwd()
	if err != nil {
		return ""
	}
	for dir := wd; ; dir = filepath.Dir(dir) {
		// A file in a worktree or a submodule.
		if _, err := os.Stat(filepath.Join(dir, ".git")); err == nil {
			return dir
		}
		if dir == filepath.Dir(dir) {
			return wd
		}
	}
}

// path returns the path of file from the root if it is below it.
func (p *places) path(file string) (path string, below bool) {
	if rel, err := filepath.Rel(p.root, file); err == nil && filepath.IsLocal(rel) {
		return filepath.ToSlash(rel), true
	}
	return filepath.ToSlash(file), false
}

// uri returns a reference to file, relative to the root if it is below it.
func (p *places) uri(file string) (uri string, below bool) {
	path, below := p.path(file)
	if below {
		return (&url.URL{Path: path}).String(), true
	}
	if path != "" && path[0] != '/' {
		path = "/" + path // C:/dir
	}
	return (&url.URL{Scheme: "file", Path: path}).String(), false
}

func (p *places) text(file string) [][]byte {
	lines, ok := p.lines[file]
	if !ok {
		// Without the file bytes are counted, which is right for most lines.
		text, _ := os.ReadFile(file)
		lines = bytes.Split(text, []byte("\n"))
		p.lines[file] = lines
	}
	return lines
}

// column returns the column, from 1, in UTF-16 code units for one in bytes.
func (p *places) column(file string, line, column int) int {
	lines := p.text(file)
	if line < 1 || line > len(lines) || column-1 > len(lines[line-1]) {
		return column
	}
	return 1 + units(lines[line-1][:column-1])
}

// at returns the line, and the column in UTF-16 code units, of an offset.
func (p *places) at(file string, offset int) (line, column int) {
	for i, l := range p.text(file) {
		if offset <= len(l) {
			return i + 1, 1 + units(l[:offset])
		}
		offset -= len(l) + 1
	}
	return len(p.text(file)), 1
}

// units returns how many UTF-16 code units text has.
func units(text []byte) int {
	n := 0
	for len(text) > 0 {
		r, size := utf8.DecodeRune(text)
		if n++; r > 0xffff {
			n++
		}
		text = text[size:]
	}
	return n
}
