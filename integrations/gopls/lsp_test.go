package gopls

import (
	"context"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/budgetlint/budgetlint/internal/lspclient"
)

// An editor has a module open in gopls.
type editor struct {
	t      *testing.T
	ctx    context.Context
	client *lspclient.Client
	dir    string
	close  func() // ends gopls, once
}

// open starts gopls on the module in dir, with settings. It ends with the test,
// which fails if gopls does.
func open(t *testing.T, version, dir, cache string, settings map[string]any) *editor {
	t.Helper()
	gopls := program(t, version)
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Minute)
	all := map[string]any{"diagnosticsDelay": "10ms"}
	maps.Copy(all, settings)
	c, err := lspclient.Start(ctx, lspclient.Options{
		Program:  gopls,
		Dir:      dir,
		Env:      []string{"GOWORK=off", "GOFLAGS=", "GOPLSCACHE=" + cache},
		Settings: all,
		Follow:   true,
	})
	if err != nil {
		cancel()
		t.Fatal(err)
	}
	closing := sync.OnceFunc(func() {
		defer cancel()
		if err := c.Close(ctx); err != nil {
			t.Error(err)
		}
	})
	t.Cleanup(closing)
	return &editor{t, ctx, c, dir, closing}
}

func (e *editor) file(name string) string { return filepath.Join(e.dir, filepath.FromSlash(name)) }

// open opens a file as it is on disk, and returns its text.
func (e *editor) open(name string) string {
	e.t.Helper()
	text := read(e.t, e.file(name))
	if err := e.client.Open(e.file(name), text); err != nil {
		e.t.Fatal(err)
	}
	return text
}

// change gives an open file another text.
func (e *editor) change(name, text string) {
	e.t.Helper()
	if _, err := e.client.Change(e.file(name), text); err != nil {
		e.t.Fatal(err)
	}
}

// findings returns the diagnostics of our passes in a file, of all that was
// opened and changed before.
func (e *editor) findings(name string) []lspclient.Diagnostic {
	e.t.Helper()
	if err := e.client.Diagnosed(e.ctx); err != nil {
		e.t.Fatal(err)
	}
	return slices.DeleteFunc(slices.Clone(e.client.Diagnostics(e.file(name)).Diagnostics), func(d lspclient.Diagnostic) bool {
		return !ours.MatchString(d.Message)
	})
}

var ours = regexp.MustCompile(` \((\w+)/\w+\)$`)

// passes returns the passes that have findings in a file, and how many.
func (e *editor) passes(name string) map[string]int {
	e.t.Helper()
	out := map[string]int{}
	for _, d := range e.findings(name) {
		out[ours.FindStringSubmatch(d.Message)[1]]++
	}
	return out
}

// actions returns what is offered for a diagnostic.
func (e *editor) actions(name string, d lspclient.Diagnostic) []lspclient.CodeAction {
	e.t.Helper()
	out, err := e.client.CodeActions(e.ctx, e.file(name), d.Range, []lspclient.Diagnostic{d})
	if err != nil {
		e.t.Fatal(err)
	}
	return out
}

// applied returns a text as an action makes it, which has to change no other
// file.
func (e *editor) applied(name, text string, a lspclient.CodeAction) string {
	e.t.Helper()
	edits := a.Edits()
	if len(edits) != 1 {
		e.t.Errorf("%q edits %d files", a.Title, len(edits))
	}
	out, err := lspclient.Apply(text, edits[e.file(name)])
	if err != nil {
		e.t.Errorf("%q: %v", a.Title, err)
	}
	return out
}

// TestEditor opens, edits and mends files as an editor does.
func TestEditor(t *testing.T) {
	for version, flags := range releases {
		t.Run(version, func(t *testing.T) {
			cache := t.TempDir()
			t.Run("sample", func(t *testing.T) {
				dir := copied(t, sample)
				e := open(t, version, dir, cache, nil)
				testFindings(t, e, flags, "sample.go", "sample_test.go", "silenced.go", "generated.go", "fix/fix.go", "rpc/rpc.go")
			})
			t.Run("editor", func(t *testing.T) {
				dir := copied(t, "testdata/editor")
				e := open(t, version, dir, cache, nil)
				testFindings(t, e, flags, "fix/one.go", "fix/choice.go", "shop/shop.go", "store/store.go")
			})
			t.Run("fix", func(t *testing.T) { testFix(t, version, cache) })
			t.Run("change", func(t *testing.T) { testChange(t, version, cache) })
			t.Run("facts", func(t *testing.T) { testFacts(t, version, cache) })
			t.Run("off", func(t *testing.T) { testOff(t, version, cache) })
		})
	}
}

// testFindings: what is published for files, and what is offered for it, is what
// the command line says.
func testFindings(t *testing.T, e *editor, flags []string, names ...string) {
	all := commandLine(t, e.dir, flags)
	texts := map[string]string{}
	for _, name := range names {
		texts[name] = e.open(name)
	}
	for _, name := range names {
		got := map[string]lspclient.Diagnostic{}
		for _, d := range e.findings(name) {
			if p := place(t, texts[name], d.Range); got[p].Message != "" {
				t.Errorf("%s:%s: two findings: %q and %q", name, p, got[p].Message, d.Message)
			} else {
				got[p] = d
			}
		}
		if v := e.client.Diagnostics(e.file(name)).Version; v != 1 {
			t.Errorf("%s: the diagnostics are of version %d", name, v)
		}
		for _, want := range all[name] {
			at := fmt.Sprintf("%d:%d-%d:%d", want.Line, want.Column, want.EndLine, want.EndColumn)
			d, ok := got[at]
			delete(got, at)
			if !ok {
				t.Errorf("%s:%s: not published: %s", name, at, want.Message)
				continue
			}
			if d.Message != want.Message || d.Source != want.Pass || d.Code != want.Category || d.Severity != lspclient.Warning ||
				d.CodeDescription == nil || d.CodeDescription.Href != want.URL || len(d.RelatedInformation) > 0 {
				t.Errorf("%s:%s: got %+v, want %+v", name, at, d, want)
			}
			testActions(t, e, name, texts[name], d, want)
		}
		for at, d := range got {
			t.Errorf("%s:%s: the command line does not say %s", name, at, d.Message)
		}
	}
}

// testActions: the first quick fix is the one that -fix makes, and the others
// follow.
func testActions(t *testing.T, e *editor, name, text string, d lspclient.Diagnostic, want finding) {
	actions := e.actions(name, d)
	if len(actions) != len(want.Fixes) {
		t.Errorf("%s: %d quick fixes for %q, want %d", name, len(actions), want.Message, len(want.Fixes))
		return
	}
	for i, a := range actions {
		if a.Title != want.Fixes[i].Message || a.Kind != "quickfix" || len(a.Diagnostics) != 1 || a.Diagnostics[0].Message != d.Message {
			t.Errorf("%s: quick fix %+v, want %q for %q", name, a, want.Fixes[i].Message, d.Message)
		}
		fixed, done := "", 0
		for _, edit := range want.Fixes[i].Edits {
			fixed += text[done:edit.Start] + edit.New
			done = edit.End
		}
		fixed += text[done:]
		if got := e.applied(name, text, a); got != fixed {
			t.Errorf("%s: %q makes\n%s\nwant\n%s", name, a.Title, got, fixed)
		}
	}
}

// place returns a range as the command line counts: from 1, in bytes.
func place(t *testing.T, text string, r lspclient.Range) string {
	t.Helper()
	column := func(p lspclient.Position) int {
		at, err := lspclient.Offset(text, p)
		if err != nil {
			t.Error(err)
		}
		return at - strings.LastIndexByte(text[:at], '\n')
	}
	return fmt.Sprintf("%d:%d-%d:%d", r.Start.Line+1, column(r.Start), r.End.Line+1, column(r.End))
}

// testFix: the first quick fix of a finding does what -fix does, and the finding
// is gone then.
func testFix(t *testing.T, version, cache string) {
	const name = "fix/one.go"
	fixed := copied(t, "testdata/editor")
	// Of one file, as there is a finding in each.
	if err := os.Remove(filepath.Join(fixed, "fix", "choice.go")); err != nil {
		t.Fatal(err)
	}
	run(t, fixed, []string{"GOFLAGS="}, program(t, "budgetlint"), "-fix", "./fix")

	e := open(t, version, copied(t, "testdata/editor"), cache, nil)
	text := e.open(name)
	found := e.findings(name)
	if len(found) != 1 {
		t.Fatalf("found %+v", found)
	}
	actions := e.actions(name, found[0])
	if len(actions) == 0 {
		t.Fatal("nothing is offered")
	}
	got := e.applied(name, text, actions[0])
	if want := read(t, fixed, name); got != want || got == text {
		t.Errorf("%q makes\n%s\n-fix makes\n%s", actions[0].Title, got, want)
	}
	e.change(name, got)
	if found := e.findings(name); len(found) > 0 {
		t.Errorf("found after the fix: %+v", found)
	}
}

// testChange: a finding goes when the code is mended, and comes back.
func testChange(t *testing.T, version, cache string) {
	const name = "fix/choice.go"
	e := open(t, version, copied(t, "testdata/editor"), cache, nil)
	text := e.open(name)
	want := map[string]int{"errstringfallback": 1, "retrynobudget": 1, "nodeadline": 1}
	if got := e.passes(name); !maps.Equal(got, want) {
		t.Errorf("at first: %v, want %v", got, want)
	}
	e.change(name, replaced(t, text, "return &Reply{Text: err.Error()}, nil", "return nil, err"))
	mended := map[string]int{"retrynobudget": 1, "nodeadline": 1}
	if got := e.passes(name); !maps.Equal(got, mended) {
		t.Errorf("mended: %v, want %v", got, mended)
	}
	// While something is typed, the code is broken.
	e.change(name, replaced(t, text, "return &Reply{Text: err.Error()}, nil", "return nil, er"))
	e.findings(name)
	e.change(name, text)
	if got := e.passes(name); !maps.Equal(got, want) {
		t.Errorf("broken again: %v, want %v", got, want)
	}
	if v := e.client.Diagnostics(e.file(name)).Version; v != 4 {
		t.Errorf("the diagnostics are of version %d", v)
	}
}

// testFacts: a finding that is due to another package goes and comes back with
// what that package does, also while it is not saved.
func testFacts(t *testing.T, version, cache string) {
	const shop, store = "shop/shop.go", "store/store.go"
	e := open(t, version, copied(t, "testdata/editor"), cache, nil)
	e.open(shop)
	want := map[string]int{"nodeadline": 1}
	if got := e.passes(shop); !maps.Equal(got, want) {
		t.Errorf("at first: %v, want %v", got, want)
	}
	text := e.open(store)
	e.change(store, text[:strings.Index(text, "import")]+"import \"context\"\n\n// Ping does not wait.\nfunc Ping(ctx context.Context) error { return ctx.Err() }\n")
	if got := e.passes(shop); len(got) > 0 {
		t.Errorf("with a helper that does not wait: %v", got)
	}
	e.change(store, text)
	if got := e.passes(shop); !maps.Equal(got, want) {
		t.Errorf("with a helper that waits again: %v, want %v", got, want)
	}
}

// testOff: a pass that is switched off says nothing, and the others do.
func testOff(t *testing.T, version, cache string) {
	const name = "fix/choice.go"
	e := open(t, version, copied(t, "testdata/editor"), cache, map[string]any{"analyses": map[string]any{"retrynobudget": false}})
	e.open(name)
	want := map[string]int{"errstringfallback": 1, "nodeadline": 1}
	if got := e.passes(name); !maps.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}
