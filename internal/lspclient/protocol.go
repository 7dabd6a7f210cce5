package lspclient

import (
	"encoding/json"
	"fmt"
	"net/url"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"unicode/utf8"
)

// A Position is a place in a text: both count from 0, the character in UTF-16
// code units.
type Position struct {
	Line      int `json:"line"`
	Character int `json:"character"`
}

// A Range is a part of a text.
type Range struct {
	Start Position `json:"start"`
	End   Position `json:"end"`
}

// Warning is a severity.
const Warning = 2

// A Diagnostic is something that the server says of a part of a file.
type Diagnostic struct {
	Range              Range            `json:"range"`
	Severity           int              `json:"severity,omitempty"`
	Code               any              `json:"code,omitempty"` // string or number
	CodeDescription    *CodeDescription `json:"codeDescription,omitempty"`
	Source             string           `json:"source,omitempty"`
	Message            string           `json:"message"`
	Tags               []int            `json:"tags,omitempty"`
	RelatedInformation []Related        `json:"relatedInformation,omitempty"`
	Data               json.RawMessage  `json:"data,omitempty"`
}

// A CodeDescription says where more is said of a code.
type CodeDescription struct {
	Href string `json:"href"`
}

// Related is another place that a diagnostic is about.
type Related struct {
	Location Location `json:"location"`
	Message  string   `json:"message"`
}

// A Location is a part of a file.
type Location struct {
	URI   string `json:"uri"`
	Range Range  `json:"range"`
}

// A CodeAction is something that the server offers to do.
type CodeAction struct {
	Title       string          `json:"title"`
	Kind        string          `json:"kind,omitempty"`
	Diagnostics []Diagnostic    `json:"diagnostics,omitempty"`
	IsPreferred bool            `json:"isPreferred,omitempty"`
	Edit        *WorkspaceEdit  `json:"edit,omitempty"`
	Command     json.RawMessage `json:"command,omitempty"`
}

// A WorkspaceEdit changes files.
type WorkspaceEdit struct {
	DocumentChanges []struct {
		TextDocument struct {
			URI     string `json:"uri"`
			Version int    `json:"version"`
		} `json:"textDocument"`
		Edits []TextEdit `json:"edits"`
	} `json:"documentChanges"`
}

// A TextEdit replaces a part of a text.
type TextEdit struct {
	Range   Range  `json:"range"`
	NewText string `json:"newText"`
}

// Edits returns the edits of an action by file.
func (a *CodeAction) Edits() map[string][]TextEdit {
	out := map[string][]TextEdit{}
	if a.Edit != nil {
		for _, d := range a.Edit.DocumentChanges {
			file := File(d.TextDocument.URI)
			out[file] = append(out[file], d.Edits...)
		}
	}
	return out
}

// Apply returns a text with edits made. All are about the text as it was.
func Apply(text string, edits []TextEdit) (string, error) {
	type edit struct {
		start, end int
		text       string
	}
	var all []edit
	for _, e := range edits {
		start, err := Offset(text, e.Range.Start)
		if err != nil {
			return "", err
		}
		end, err := Offset(text, e.Range.End)
		if err != nil {
			return "", err
		}
		all = append(all, edit{start, end, e.NewText})
	}
	// Two at one place stay in their order.
	slices.SortStableFunc(all, func(a, b edit) int { return a.start - b.start })
	var b strings.Builder
	done := 0
	for _, e := range all {
		if e.start < done || e.end < e.start {
			return "", fmt.Errorf("edits overlap at offset %d", e.start)
		}
		b.WriteString(text[done:e.start])
		b.WriteString(e.text)
		done = e.end
	}
	b.WriteString(text[done:])
	return b.String(), nil
}

// Offset returns the place in bytes of a position in a text. The line behind the
// last one has one place: the end.
func Offset(text string, p Position) (int, error) {
	at := 0
	for line := range p.Line {
		i := strings.IndexByte(text[at:], '\n')
		if i < 0 {
			return 0, fmt.Errorf("line %d of a text of %d", p.Line, line+1)
		}
		at += i + 1
	}
	for units := 0; units < p.Character; {
		r, size := utf8.DecodeRuneInString(text[at:])
		if size == 0 || r == '\n' {
			return 0, fmt.Errorf("character %d of line %d, which is shorter", p.Character, p.Line)
		}
		units++
		if r > 0xffff {
			units++ // a pair of surrogates
		}
		at += size
	}
	return at, nil
}

// uri returns the URI of a file or folder.
func uri(file string) string {
	path := filepath.ToSlash(file)
	if !strings.HasPrefix(path, "/") {
		path = "/" + path // a drive
	}
	return (&url.URL{Scheme: "file", Path: path}).String()
}

// File returns the name of the file that a URI stands for.
func File(uri string) string {
	u, err := url.Parse(uri)
	if err != nil {
		return uri
	}
	path := u.Path
	if runtime.GOOS == "windows" {
		path = strings.TrimPrefix(path, "/")
	}
	return filepath.FromSlash(path)
}
