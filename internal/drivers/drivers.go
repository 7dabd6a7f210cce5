// Package drivers asks every driver the same of one module, and keeps the table
// of docs/drivers.md: what a driver does there is what its test has seen.
package drivers

import (
	_ "embed"
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/tools/txtar"
)

var update = flag.Bool("update", false, "write what was seen into docs/drivers.md and shop.txtar")

// A Finding is what a driver reports. The file is relative to the module, with
// slashes, and the message is without what the driver puts around it.
type Finding struct {
	File         string
	Line, Column int
	Message      string
}

func (f Finding) String() string {
	return fmt.Sprintf("%s:%d:%d: %s", f.File, f.Line, f.Column, f.Message)
}

// Flags are those that the suite is run with.
type Flags struct {
	Strict bool
	Calls  string
}

// A Driver runs the suite in one of the ways that users have.
type Driver struct {
	Name string // its row in the table
	// Lint returns the findings in the packages of the module in dir, which are
	// named as the go command names them: ./... or ./orders. Calls for the same dir
	// share the driver's cache, and those for another find it empty. It is nil for
	// a driver that does nothing but fix.
	Lint func(t *testing.T, dir string, flags Flags, pattern string) []Finding
	// Fix applies the first fix of each finding to the files in dir.
	Fix func(t *testing.T, dir string)
	// FixedBy, FlagsBy are what a user does to have the fixes and to set flags.
	FixedBy, FlagsBy string
	// Untimed says that this test is no measure of how long the driver takes.
	Untimed bool
}

// Name of the file in shop.txtar that has the findings of the default flags, and
// of the one with those that more flags add.
const (
	wantFile  = "want/default"
	flagsFile = "want/flags"
	fixedDir  = "fixed/"
)

var allFlags = Flags{Strict: true, Calls: "example.com/shop/orders.wait"}

//go:embed shop.txtar
var shop []byte

// Module writes the module that all drivers are asked about to a new folder.
func Module(t *testing.T) string {
	t.Helper()
	// Some drivers print names as they are in the real folder.
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range txtar.Parse(shop).Files {
		if !strings.HasPrefix(f.Name, "want/") && !strings.HasPrefix(f.Name, fixedDir) {
			write(t, dir, f.Name, f.Data)
		}
	}
	return dir
}

func write(t *testing.T, dir, name string, data []byte) {
	t.Helper()
	name = filepath.Join(dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, data, 0o644); err != nil {
		t.Fatal(err)
	}
}

func read(t *testing.T, dir, name string) []byte {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(name)))
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func archived(name string) (data []byte) {
	for _, f := range txtar.Parse(shop).Files {
		if f.Name == name {
			data = f.Data
		}
	}
	return data
}

// Fixed returns what the first fixes make of the files that have some.
func Fixed() map[string]string {
	out := map[string]string{}
	for _, f := range txtar.Parse(shop).Files {
		if name, ok := strings.CutPrefix(f.Name, fixedDir); ok {
			out[name] = string(f.Data)
		}
	}
	return out
}

// Test asks a driver, and compares its answers with those of all others and with
// its row of the table.
func Test(t *testing.T, root string, d Driver) {
	row := []string{d.Name}
	if d.Lint == nil {
		row = append(row, "none", d.fixes(t), "-", d.flags(), "-", "-", "-", "-", "-")
	} else {
		row = append(row, d.lint(t)...)
	}
	if !t.Failed() {
		d.compare(t, filepath.Join(root, "docs", "drivers.md"), row)
	}
}

func (d *Driver) flags() string {
	if d.FlagsBy == "" {
		return "none"
	}
	return d.FlagsBy
}

func lines(data []byte) []string {
	return strings.FieldsFunc(string(data), func(r rune) bool { return r == '\n' })
}

// lint returns the cells behind the name.
func (d *Driver) lint(t *testing.T) []string {
	dir := Module(t)
	timed := func(flags Flags, pattern string) ([]Finding, string) {
		start := time.Now()
		found := d.Lint(t, dir, flags, pattern)
		if d.Untimed {
			return found, "-"
		}
		return found, fmt.Sprintf("%.1f s", time.Since(start).Seconds())
	}
	expect := func(what string, found []Finding, want []string) {
		t.Helper()
		var got []string
		for _, f := range found {
			got = append(got, f.String())
		}
		slices.Sort(got)
		slices.Sort(want)
		if !slices.Equal(got, want) {
			t.Errorf("%s: %s finds\n%s\ninstead of\n%s", what, d.Name, strings.Join(got, "\n"), strings.Join(want, "\n"))
		}
	}

	want := lines(archived(wantFile))
	found, cold := timed(Flags{}, "./...")
	expect("nothing in the cache", found, want)
	again, warm := timed(Flags{}, "./...")
	expect("nothing changed", again, want)

	// What a function of another package says of itself changes what its callers
	// are reported for.
	const store, orders = "store/store.go", "orders/"
	text := string(read(t, dir, store))
	bounded := strings.Replace(text, "// Count waits on a context of its own.\nfunc Count(db *sql.DB) error {\n\tctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)\n", "// Count waits for nobody. It is\n// here all the same.\nfunc Count(*sql.DB) error {\n\treturn nil\n}\n\nfunc count(ctx context.Context, db *sql.DB) error {\n\tctx, cancel := context.WithTimeout(ctx, time.Second)\n", 1)
	if bounded == text {
		t.Fatalf("nothing to change in %s", store)
	}
	write(t, dir, store, []byte(bounded))
	var changed []string
	moved := strings.Count(bounded, "\n") - strings.Count(text, "\n")
	for _, w := range want {
		if !strings.Contains(w, "Counted waits") {
			changed = append(changed, moveLines(w, "store/store.go:", moved))
		}
	}
	found, edited := timed(Flags{}, "./...")
	expect("another package changed", found, changed)
	write(t, dir, store, []byte(text))
	found, _ = timed(Flags{}, "./...")
	expect("changed back", found, want)

	// Flags, though all is in the cache. And back.
	flags := d.flags()
	if d.FlagsBy != "" {
		found, _ = timed(allFlags, "./...")
		expect("with flags", found, append(lines(archived(flagsFile)), want...))
		found, _ = timed(Flags{}, "./...")
		expect("without flags", found, want)
	}

	// A part, from what the whole left in the cache and by itself.
	var part []string
	for _, w := range want {
		if strings.HasPrefix(w, orders) {
			part = append(part, w)
		}
	}
	found, _ = timed(Flags{}, "./"+strings.TrimSuffix(orders, "/"))
	expect("a part, after the whole", found, part)
	whole := dir
	dir = Module(t)
	found, _ = timed(Flags{}, "./"+strings.TrimSuffix(orders, "/"))
	expect("a part", found, part)
	found, _ = timed(Flags{}, "./...")
	expect("the whole, after a part", found, want)
	dir = whole

	return []string{
		fmt.Sprintf("%d of %d", len(want), len(want)),
		d.fixes(t),
		"`//lint:ignore`, `//nolint`", // package quiet has both, and no findings
		flags,
		"yes", // for they are among the findings, and went when the other package changed
		"yes", // for the texts are the same, and some name a place in another package
		cold, warm, edited,
	}
}

// moveLines adds n to the line that follows what.
func moveLines(text, what string, n int) string {
	before, rest, ok := strings.Cut(text, what)
	if !ok {
		return text
	}
	var line int
	if _, err := fmt.Sscan(strings.FieldsFunc(rest, func(r rune) bool { return r < '0' || r > '9' })[0], &line); err != nil {
		return text
	}
	return fmt.Sprintf("%s%s%d%s", before, what, line+n, strings.TrimLeft(rest, "0123456789"))
}

// fixes applies the fixes and returns the cell that tells of them.
func (d *Driver) fixes(t *testing.T) string {
	if d.Fix == nil {
		return "none"
	}
	dir := Module(t)
	d.Fix(t, dir)
	fixed := Fixed()
	for _, f := range txtar.Parse(shop).Files {
		if !strings.HasSuffix(f.Name, ".go") || strings.HasPrefix(f.Name, fixedDir) {
			continue
		}
		want, ok := fixed[f.Name]
		if !ok {
			want = string(f.Data)
		}
		if got := string(read(t, dir, f.Name)); got != want {
			t.Errorf("%s makes of %s\n%s\ninstead of\n%s", d.Name, f.Name, got, want)
		}
	}
	return d.FixedBy
}

// compare compares a row with that in the page, or writes it. Times are for
// reading only.
func (d *Driver) compare(t *testing.T, page string, row []string) {
	t.Helper()
	data, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	text, begin := string(data), "| "+d.Name+" |"
	at := strings.Index(text, begin)
	if at < 0 {
		t.Fatalf("%s has no row %q", page, begin)
	}
	old, _, _ := strings.Cut(text[at:], "\n")
	if *update {
		line := "| " + strings.Join(row, " | ") + " |"
		if err := os.WriteFile(page, []byte(text[:at]+line+text[at+len(old):]), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	cells := strings.Split(strings.Trim(old, "| "), " | ")
	if len(cells) != len(row) {
		t.Fatalf("%s: the row of %s has %d cells, want %d", page, d.Name, len(cells), len(row))
	}
	for i, c := range cells {
		if c != row[i] && !(strings.HasSuffix(c, " s") && strings.HasSuffix(row[i], " s")) {
			t.Errorf("%s: the row of %s says %q, and seen was %q", page, d.Name, c, row[i])
		}
	}
}

// Write writes the findings, those that flags add, and the fixed files of the
// reference into shop.txtar if the tests run with -update.
func Write(t *testing.T, root string, d Driver) {
	if !*update {
		return
	}
	dir := Module(t)
	plain := map[string]bool{}
	var base, more []string
	for _, f := range d.Lint(t, dir, Flags{}, "./...") {
		plain[f.String()] = true
	}
	for _, f := range d.Lint(t, dir, allFlags, "./...") {
		if !plain[f.String()] {
			more = append(more, f.String())
		}
	}
	base = slices.Sorted(maps.Keys(plain))
	slices.Sort(more)
	d.Fix(t, dir)

	archive := txtar.Parse(shop)
	archive.Files = slices.DeleteFunc(archive.Files, func(f txtar.File) bool {
		return strings.HasPrefix(f.Name, "want/") || strings.HasPrefix(f.Name, fixedDir)
	})
	for _, f := range archive.Files {
		if now := read(t, dir, f.Name); string(now) != string(f.Data) {
			archive.Files = append(archive.Files, txtar.File{Name: fixedDir + f.Name, Data: now})
		}
	}
	archive.Files = append(archive.Files,
		txtar.File{Name: wantFile, Data: []byte(strings.Join(base, "\n") + "\n")},
		txtar.File{Name: flagsFile, Data: []byte(strings.Join(more, "\n") + "\n")})
	shop = txtar.Format(archive)
	if err := os.WriteFile(filepath.Join(root, "internal", "drivers", "shop.txtar"), shop, 0o644); err != nil {
		t.Fatal(err)
	}
}
