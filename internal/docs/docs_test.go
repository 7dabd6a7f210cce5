package docs_test

import (
	"go/format"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/budgetlint/budgetlint"
	"github.com/budgetlint/budgetlint/internal/docs"
	"github.com/budgetlint/budgetlint/internal/report"
)

const folder = "../../docs"

// TestFresh fails when a rule was changed and its page was not written again.
func TestFresh(t *testing.T) {
	pages := docs.Pages()
	for name, want := range pages {
		got, err := os.ReadFile(filepath.Join(folder, filepath.FromSlash(name)))
		if err != nil {
			t.Errorf("%v; run go generate ./...", err)
		} else if string(got) != want {
			t.Errorf("docs/%s is not what its rules say; run go generate ./...", name)
		}
	}
	files, err := fs.Glob(os.DirFS(folder), "rules/*")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range files {
		if _, ok := pages[name]; !ok {
			t.Errorf("docs/%s belongs to no rule; run go generate ./...", name)
		}
	}
}

// TestComplete fails when a rule leaves out a part of its page, or its title
// or message is not one plain sentence.
func TestComplete(t *testing.T) {
	eachRule(t, func(t *testing.T, s *report.Set, r *report.Rule) {
		for part, text := range map[string]string{
			"Title": r.Title, "What": r.What, "Why": r.Why, "Wrong": r.Wrong, "Message": r.Message, "Right": r.Right, "Silent": r.Silent,
		} {
			if strings.TrimSpace(text) == "" {
				t.Errorf("%s is empty", part)
			}
		}
		for part, text := range map[string]string{"Title": r.Title, "Message": r.Message} {
			if strings.HasSuffix(text, ".") || strings.Contains(text, "\n") {
				t.Errorf("%s is not one sentence without a full stop: %q", part, text)
			}
		}
		if strings.Contains(r.Message, "("+s.Pass) {
			t.Errorf("Message holds the identity, which is added to it: %q", r.Message)
		}
		for part, code := range map[string]string{"Wrong": r.Wrong, "Right": r.Right} {
			formatted, err := format.Source([]byte(code))
			if err != nil {
				t.Errorf("%s: %v", part, err)
			} else if string(formatted) != code {
				t.Errorf("%s is not gofmt-ed", part)
			}
		}
	})
}

// TestLinks fails when a page links to a file or a section that is not there.
func TestLinks(t *testing.T) {
	pages := map[string]string{}
	err := filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".md") {
			return err
		}
		text, err := os.ReadFile(path)
		pages[filepath.Clean(path)] = string(text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	readme, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	pages["../../README.md"] = string(readme)

	for path, text := range pages {
		for _, target := range links(text) {
			if strings.Contains(target, "://") {
				continue
			}
			file, anchor, _ := strings.Cut(target, "#")
			to := path
			if file != "" {
				to = filepath.Join(filepath.Dir(path), filepath.FromSlash(file))
			}
			if _, err := os.Stat(to); err != nil {
				t.Errorf("%s links to %s, which is not there", path, target)
			}
			if anchor != "" && !slices.Contains(anchors(pages[to]), anchor) {
				t.Errorf("%s links to %s, and there is no such section", path, target)
			}
		}
	}
}

// TestReadme fails when README.md leaves a category out.
func TestReadme(t *testing.T) {
	readme, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	linked := links(string(readme))
	eachRule(t, func(t *testing.T, s *report.Set, r *report.Rule) {
		if link := "docs/" + s.Pass + ".md#" + r.Category; !slices.Contains(linked, link) {
			t.Errorf("README.md does not link to %s", link)
		}
	})
}

// anchors returns what the headings of text can be linked by.
func anchors(text string) []string {
	var out []string
	for line := range strings.Lines(text) {
		heading := strings.TrimLeft(line, "#")
		if level := len(line) - len(heading); (level == 2 || level == 3) && strings.HasPrefix(heading, " ") {
			out = append(out, strings.ReplaceAll(strings.ToLower(strings.TrimSpace(heading)), " ", "-"))
		}
	}
	return out
}

// links returns the targets of the Markdown links in text.
func links(text string) []string {
	var out []string
	for _, part := range strings.Split(text, "](")[1:] {
		target, _, _ := strings.Cut(part, ")")
		out = append(out, target)
	}
	return out
}

func eachRule(t *testing.T, f func(*testing.T, *report.Set, *report.Rule)) {
	for _, s := range budgetlint.Rules() {
		for i := range s.Rules {
			r := &s.Rules[i]
			t.Run(s.Pass+"/"+r.Category, func(t *testing.T) { f(t, s, r) })
		}
	}
}
