package baseline

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

const header = start + "1" + rest + "\n"

func parse(t *testing.T, text string) Baseline {
	t.Helper()
	b, err := Parse([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func TestFormat(t *testing.T) {
	keys := []Key{
		{"m/b", "F", "pass/cat", "x.Y"},
		{"m/a", "T.F", "pass", "return"},
		{"m/b", "F", "pass/cat", "x.Y"},
	}
	const want = header + "m/a T.F pass return\nm/b F pass/cat x.Y\nm/b F pass/cat x.Y\n"
	if got := string(Format(keys)); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
	slices.Reverse(keys)
	if got := string(Format(keys)); got != want {
		t.Errorf("in another order: got\n%swant\n%s", got, want)
	}
	if got := string(Format(parse(t, want))); got != want {
		t.Errorf("read and written again: got\n%swant\n%s", got, want)
	}
	if got := string(Format(nil)); got != header {
		t.Errorf("nothing: got %q, want %q", got, header)
	}
	if strings.Contains(header, "\n#") || strings.Count(header, "\n") != 1 {
		t.Errorf("the header is more than a line: %q", header)
	}
}

func TestParse(t *testing.T) {
	want := fmt.Sprint(Baseline{{"m/a", "F", "p/c", "x"}, {"m/b", "F", "p/c", "x"}})
	for name, text := range map[string]string{
		"as written":        header + "m/a F p/c x\nm/b F p/c x\n",
		"no newline at end": header + "m/a F p/c x\nm/b F p/c x",
		"other line ends":   strings.ReplaceAll(header+"m/a F p/c x\nm/b F p/c x\n", "\n", "\r\n"),
		"other order":       header + "m/b F p/c x\nm/a F p/c x\n",
		"tabs and blanks":   header + "  m/a\tF\tp/c   x\n\nm/b F p/c x  \n\n",
		"other header text": "# budgetlint baseline 1\nm/a F p/c x\nm/b F p/c x\n",
	} {
		t.Run(name, func(t *testing.T) {
			if got := fmt.Sprint(parse(t, text)); got != want {
				t.Errorf("got %s, want %s", got, want)
			}
		})
	}
}

func TestBroken(t *testing.T) {
	const line = "m/a F p/c x\n"
	for name, test := range map[string]struct {
		text string
		line int
		want string // part of the error: what is wrong, or what to do
	}{
		"empty":           {"", 1, "does not begin with"},
		"no header":       {line, 1, "its first line is lost"},
		"another file":    {"package p\n", 1, "this is no baseline"},
		"half a header":   {"# budgetlint base\n", 1, "does not begin with"},
		"no version":      {"# budgetlint baseline x\n", 1, "does not begin with"},
		"later version":   {"# budgetlint baseline 2: something\nnew form\n", 1, "says version 2 of the format and this budgetlint knows only 1"},
		"longer number":   {"# budgetlint baseline 12\n", 1, "says version 12"},
		"three parts":     {header + line + "m/a F p/c\n", 3, "restore or delete the line"},
		"five parts":      {header + "m/a F p/c x y\n", 2, "is not PACKAGE DECLARATION PASS/CATEGORY WHAT"},
		"cut off":         {header + line + "m/a F", 3, "restore or delete the line"},
		"no rule":         {header + "m/a F p/c/d x\n", 2, `names "p/c/d" where PASS/CATEGORY belongs`},
		"two headers":     {header + line + header, 3, "is a comment"},
		"comment":         {header + "# why\n", 2, "is a comment, which the next -write-baseline would lose"},
		"conflict":        {header + "<<<<<<< HEAD\n" + line + "=======\n" + line + ">>>>>>> other\n", 2, "keep the lines of both sides"},
		"conflict's end":  {header + line + ">>>>>>> other\n", 3, "is left of a merge conflict"},
		"conflict's rule": {header + line + "=======\n", 3, "is left of a merge conflict"},
		"conflict's base": {header + line + "||||||| 0123456\n", 3, "is left of a merge conflict"},
		"conflict in 1":   {"<<<<<<< HEAD\n" + header, 1, "is left of a merge conflict"},
		"Windows":         {strings.ReplaceAll(header+line+"m/a F\n", "\n", "\r\n"), 3, "restore or delete the line"},
	} {
		t.Run(name, func(t *testing.T) {
			b, err := Parse([]byte(test.text))
			var se *SyntaxError
			if !errors.As(err, &se) || se.Line != test.line || !strings.Contains(err.Error(), test.want) || b != nil {
				t.Errorf("got %v, %v, want an error about line %d that says %q", b, err, test.line, test.want)
			}
		})
	}
}

func TestRead(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "base")
	if _, err := Read(name); !errors.Is(err, fs.ErrNotExist) || !strings.Contains(err.Error(), name) {
		t.Errorf("no file: %v", err)
	}
	if _, err := Read(dir); err == nil || !strings.Contains(err.Error(), "is a directory") {
		t.Errorf("a folder: %v", err)
	}
	want := []Key{{"m/a", "F", "p/c", "x"}}
	if err := Write(name, want); err != nil {
		t.Fatal(err)
	}
	if got, err := Read(name); err != nil || fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("got %v, %v, want %v", got, err, want)
	}
	if err := os.WriteFile(name, []byte(header+"x\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := Read(name); err == nil || err.Error() != "baseline "+name+": line 2 is not PACKAGE DECLARATION PASS/CATEGORY WHAT: restore or delete the line" {
		t.Errorf("broken: %v", err)
	}
}

func TestMatch(t *testing.T) {
	const gonePackage = "m/gone"
	key := func(s string) Key {
		f := strings.Fields(s)
		return Key{f[0], f[1], f[2], f[3]}
	}
	list := func(s string) (out []Key) {
		for line := range strings.SplitSeq(s, ";") {
			if line = strings.TrimSpace(line); line != "" {
				out = append(out, key(line))
			}
		}
		return out
	}
	for name, test := range map[string]struct {
		base, now string
		old       string // + for old and - for new
		unused    string
	}{
		"none":                   {"", "m F p/c x", "-", ""},
		"one":                    {"m F p/c x", "m F p/c x", "+", ""},
		"second of a kind":       {"m F p/c x", "m F p/c x; m F p/c x", "+-", ""},
		"two of three":           {"m F p/c x; m F p/c x", "m F p/c x; m F p/c x; m F p/c x", "++-", ""},
		"one of two is left":     {"m F p/c x; m F p/c x", "m F p/c x", "+", "m F p/c x"},
		"none left":              {"m F p/c x; m F p/c x; m G p/c x", "", "", "m F p/c x; m F p/c x; m G p/c x"},
		"other package":          {"m/a F p/c x", "m/b F p/c x", "-", "m/a F p/c x"},
		"other function":         {"m F p/c x", "m G p/c x", "-", "m F p/c x"},
		"other rule":             {"m F p/c x", "m F p/d x", "-", "m F p/c x"},
		"other call":             {"m F p/c x", "m F p/c y", "-", "m F p/c x"},
		"moved package":          {"m/gone F p/c x", "m/b F p/c x", "+", ""},
		"moved and one more":     {"m/gone F p/c x", "m/b F p/c x; m/b F p/c x", "+-", ""},
		"moved, other function":  {"m/gone F p/c x", "m/b G p/c x", "-", "m/gone F p/c x"},
		"moved, and one is left": {"m/gone F p/c x; m/gone F p/c x", "m/b F p/c x", "+", "m/gone F p/c x"},
		"own entry first":        {"m/b F p/c x; m/gone F p/c x", "m/b F p/c x", "+", "m/gone F p/c x"},
		"both entries":           {"m/b F p/c x; m/gone F p/c x", "m/b F p/c x; m/b F p/c x", "++", ""},
	} {
		t.Run(name, func(t *testing.T) {
			old, unused := parse(t, header+strings.ReplaceAll(test.base, ";", "\n")).Match(list(test.now), func(pkg string) bool { return pkg == gonePackage })
			got := ""
			for _, o := range old {
				got += map[bool]string{true: "+", false: "-"}[o]
			}
			if got != test.old {
				t.Errorf("old are %s, want %s", got, test.old)
			}
			if want := list(test.unused); fmt.Sprint([]Key(unused)) != fmt.Sprint(want) {
				t.Errorf("unused are %v, want %v", unused, want)
			}
		})
	}
}

func TestFingerprint(t *testing.T) {
	k := Key{"m/a", "F", "p/c", "x"}
	const want = "3daa7b4557a55ba05c3c9b86f5c4606b"
	if got := k.Fingerprint(0); got != want {
		t.Errorf("got %s, want %s: services that keep track of findings would take all for new", got, want)
	}
	seen := map[string]Key{}
	for _, k := range []Key{k, {"m/b", "F", "p/c", "x"}, {"m/a", "G", "p/c", "x"}, {"m/a", "F", "p/d", "x"}, {"m/a", "F", "p/c", "y"}} {
		for n := range 2 {
			f := k.Fingerprint(n)
			if other, ok := seen[f]; ok {
				t.Errorf("%v and %v have the same", k, other)
			}
			seen[f] = k
		}
	}
}

// TestMerge lets git merge what two branches have added.
func TestMerge(t *testing.T) {
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("no git")
	}
	line := func(pkg, decl string) Key { return Key{"m/" + pkg, decl, "p/c", "x"} }
	base := []Key{line("a", "F"), line("c", "F"), line("e", "F"), line("g", "F")}
	for name, test := range map[string]struct {
		ours, theirs, want []Key
		union              bool // as with merge=union in .gitattributes
	}{
		"apart":              {append(base[:4:4], line("b", "F")), append(base[:4:4], line("f", "F")), append(base[:4:4], line("b", "F"), line("f", "F")), false},
		"one adds one drops": {append(base[:4:4], line("b", "F")), base[:3], append(base[:3:3], line("b", "F")), false},
		"same place":         {append(base[:4:4], line("d", "F")), append(base[:4:4], line("d", "G")), append(base[:4:4], line("d", "F"), line("d", "G")), true},
		"one more of each":   {append(base[:4:4], line("g", "F")), append(base[:4:4], line("e", "F")), append(base[:4:4], line("g", "F"), line("e", "F")), true},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			args := []string{"merge-file", "-p"}
			if test.union {
				args = append(args, "--union")
			}
			for _, f := range []struct {
				name string
				keys []Key
			}{{"ours", test.ours}, {"base", base}, {"theirs", test.theirs}} {
				file := filepath.Join(dir, f.name)
				if err := Write(file, f.keys); err != nil {
					t.Fatal(err)
				}
				args = append(args, file)
			}
			out, err := exec.Command("git", args...).Output()
			if err != nil {
				t.Fatalf("git %q: %v\n%s", args, err, out)
			}
			if got, want := string(Format(parse(t, string(out)))), string(Format(test.want)); got != want {
				t.Errorf("merged is\n%swant\n%s", got, want)
			}
		})
	}
}
