package compose_test

import (
	"strings"
	"testing"

	"github.com/budgetlint/budgetlint/internal/compose"
)

const src = `package p

import (
	"errors"
	"fmt"
	y "gopkg.in/yaml.v3"
	"strings"
	"gopkg.in/yaml.v3"

	"example.com/go-odd"
)

func f(s string) {
	fmt.Println(s)
	_ = strings.TrimSpace(s)
	_ = errors.New(s)
	_ = yaml.Node{}
	_ = y.Node{}
	_ = odd.Number
}
`

// edit replaces the one place that has the old text.
func edit(t *testing.T, old, text string) compose.Edit {
	t.Helper()
	at := strings.Index(src, old)
	if at < 0 || strings.Count(src, old) != 1 {
		t.Fatalf("no one place with %q", old)
	}
	return compose.Edit{Start: at, End: at + len(old), New: text}
}

func TestFile(t *testing.T) {
	use := func(old, text string) []compose.Edit { return []compose.Edit{edit(t, old, text)} }
	imports := func(old, text, spec string) []compose.Edit {
		return append(use(old, text), edit(t, spec, ""))
	}
	add := func(fix []compose.Edit, before, text string) []compose.Edit {
		at := edit(t, before, "").Start
		return append(fix, compose.Edit{Start: at, End: at, New: text})
	}
	noFmt := imports("	fmt.Println(s)\n", "", "	\"fmt\"\n")
	for name, test := range map[string]struct {
		fixes   [][]compose.Edit
		names   map[string]string
		has     string // in the result, separated by |
		hasNot  string
		skipped int
	}{
		"the import goes":          {fixes: [][]compose.Edit{noFmt}, hasNot: `fmt`},
		"another needs it":         {fixes: [][]compose.Edit{noFmt, use("	_ = errors.New(s)\n", "	fmt.Print(s)\n")}, has: `"fmt"|fmt.Print(s)`, hasNot: `"errors"`},
		"one comes beside it":      {fixes: [][]compose.Edit{noFmt, add(nil, "	\"fmt\"\n", "	\"embed\"\n")}, has: `"embed"`, hasNot: `"fmt"`},
		"lost without an edit":     {fixes: [][]compose.Edit{use("	_ = strings.TrimSpace(s)\n", "")}, hasNot: `"strings"`},
		"both uses lost":           {fixes: [][]compose.Edit{use("	_ = errors.New(s)\n", ""), use("	_ = strings.TrimSpace(s)\n", "")}, hasNot: `"strings"|"errors"`},
		"a version":                {fixes: [][]compose.Edit{use("	_ = yaml.Node{}\n", "")}, has: `y "gopkg.in/yaml.v3"`, hasNot: "\t\"gopkg.in/yaml.v3\""},
		"a name of its own":        {fixes: [][]compose.Edit{use("	_ = y.Node{}\n", "")}, has: "\t\"gopkg.in/yaml.v3\"", hasNot: `y "gopkg`},
		"an unknown name":          {fixes: [][]compose.Edit{use("	_ = odd.Number\n", "")}, has: `"example.com/go-odd"`},
		"an unknown name goes":     {fixes: [][]compose.Edit{imports("	_ = odd.Number\n", "", "	\"example.com/go-odd\"\n")}, hasNot: `go-odd`},
		"a known name":             {fixes: [][]compose.Edit{use("	_ = odd.Number\n", "")}, names: map[string]string{"example.com/go-odd": "odd"}, hasNot: `go-odd`},
		"a variable has the name":  {fixes: [][]compose.Edit{use("	fmt.Println(s)\n", "	var fmt struct{ x int }\n	_ = fmt.x\n")}, has: `fmt.x`, hasNot: `"fmt"`},
		"the same twice":           {fixes: [][]compose.Edit{noFmt, noFmt}, hasNot: `fmt`},
		"put in before a replaced": {fixes: [][]compose.Edit{use("	fmt.Println(s)\n", "	fmt.Print(s)\n"), add(nil, "	fmt.Println(s)\n", "	s += s\n")}, has: "\ts += s\n\tfmt.Print(s)\n"},
		"overlap":                  {fixes: [][]compose.Edit{use("Println(s)", "Print(s)"), use("	fmt.Println(s)\n", "")}, has: "fmt.Print(s)", skipped: 1},
	} {
		t.Run(name, func(t *testing.T) {
			f := compose.New([]byte(src))
			skipped := 0
			for _, fix := range test.fixes {
				if !f.Fits(fix) {
					skipped++
					continue
				}
				f.Add(fix)
			}
			out, err := f.Bytes(test.names)
			if err != nil {
				t.Fatal(err)
			}
			got := string(out)
			for _, s := range strings.Split(test.has, "|") {
				if !strings.Contains(got, s) {
					t.Errorf("no %q in\n%s", s, got)
				}
			}
			for _, s := range strings.Split(test.hasNot, "|") {
				if s != "" && strings.Contains(got, s) {
					t.Errorf("there is %q in\n%s", s, got)
				}
			}
			if skipped != test.skipped {
				t.Errorf("%d are skipped, want %d", skipped, test.skipped)
			}
		})
	}
	if compose.New([]byte(src)).Changes() {
		t.Error("a file without edits changes")
	}
}
