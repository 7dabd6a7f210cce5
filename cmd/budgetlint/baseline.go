package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/budgetlint/budgetlint/internal/baseline"
	"github.com/budgetlint/budgetlint/internal/driver"
	"github.com/budgetlint/budgetlint/internal/report"
)

// An outcome is a result after it was compared with the baseline: its Findings
// are those that are new.
type outcome struct {
	*driver.Result
	all    []found // old and new, in the order of Findings
	old    int     // how many of them
	unused int     // entries of the baseline that nothing matches any more
}

// found is a finding with what is known of it beside the run.
type found struct {
	driver.Finding
	fingerprint string
	old         bool // in the baseline
}

func key(f driver.Finding) baseline.Key {
	k := baseline.Key{Package: f.Package, Decl: f.Decl, Rule: f.Pass, What: f.What}
	if f.Category != "" {
		k.Rule += "/" + f.Category
	}
	if strings.HasSuffix(f.File, "_test.go") {
		k.Package = strings.TrimSuffix(k.Package, "_test") + "_test"
	}
	return k
}

func keys(findings []driver.Finding) []baseline.Key {
	out := make([]baseline.Key, len(findings))
	for i, f := range findings {
		out[i] = key(f)
	}
	return out
}

// path returns the name of a file of the command line, which is read in the
// directory of -C.
func (c *command) path(name string) string {
	if c.dir == "" || filepath.IsAbs(name) {
		return name
	}
	return filepath.Join(c.dir, name)
}

// readBaseline reads the file to compare with, or the one to write, which need
// not exist. What is there and is no baseline must not be lost.
func (c *command) readBaseline() (baseline.Baseline, error) {
	switch {
	case c.baseline != "":
		b, err := baseline.Read(c.path(c.baseline))
		if errors.Is(err, fs.ErrNotExist) {
			err = fmt.Errorf("there is no baseline %s: budgetlint -write-baseline %[1]s makes it", c.baseline)
		}
		return b, err
	case c.record != "":
		name := c.path(c.record)
		if info, err := os.Stat(name); errors.Is(err, fs.ErrNotExist) || err == nil && info.Mode().IsRegular() && info.Size() == 0 {
			return nil, nil
		}
		b, err := baseline.Read(name)
		if err != nil {
			err = fmt.Errorf("%w; nothing is written, so that nothing is lost: repair the file or remove it", err)
		}
		return b, err
	}
	return nil, nil
}

// judge compares a result with a baseline.
func (c *command) judge(b baseline.Baseline, res *driver.Result) *outcome {
	all := keys(res.Findings)
	old, unused := b.Match(all, func(pkg string) bool { return gone(res, pkg) })
	result := *res
	result.Findings = nil
	out := &outcome{Result: &result}
	seen := map[baseline.Key]int{}
	for i, f := range res.Findings {
		out.all = append(out.all, found{f, all[i].Fingerprint(seen[all[i]]), old[i]})
		seen[all[i]]++
		if old[i] {
			out.old++
		} else {
			result.Findings = append(result.Findings, f)
		}
	}
	for _, k := range unused {
		if c.covers(res, k) {
			out.unused++
		}
	}
	return out
}

// noteUnused tells what a baseline no longer needs.
func (c *command) noteUnused(out *outcome) {
	if out.unused > 0 {
		verb, them := "match", "them"
		if out.unused == 1 {
			verb, them = "matches", "it"
		}
		fmt.Fprintf(c.stderr, "budgetlint: %s of %s %s no finding any more: -write-baseline %[2]s drops %[4]s\n", plural(out.unused, "entry", "entries"), c.baseline, verb, them)
	}
}

// writeBaseline records the findings of res in place of what the old baseline
// says about the same code and rules; what res does not speak for stays.
func (c *command) writeBaseline(b baseline.Baseline, res *driver.Result) int {
	c.printErrors(res)
	all := keys(res.Findings)
	kept := slices.DeleteFunc(slices.Clone(b), func(k baseline.Key) bool { return c.covers(res, k) })
	// A package that was not analysed wholly has findings and entries that stay,
	// and some may be the same.
	same, _ := kept.Match(all, none)
	next := slices.Clone(kept)
	for i, k := range all {
		if !same[i] {
			next = append(next, k)
		}
	}
	if err := baseline.Write(c.path(c.record), next); err != nil {
		fmt.Fprintf(c.stderr, "budgetlint: %v\n", err)
		return failed
	}
	text := plural(len(next), "finding", "findings") + " in " + c.record
	if b != nil {
		before, dropped := b.Match(next, none)
		added := 0
		for _, was := range before {
			if !was {
				added++
			}
		}
		text += fmt.Sprintf(": %d added, %d dropped", added, len(dropped))
	}
	if n := len(kept); n > 0 {
		text += fmt.Sprintf(", %d kept without a look at their code or rule", n)
	}
	fmt.Fprintf(c.stderr, "budgetlint: %s\n", text)
	if len(res.Errors) > 0 {
		fmt.Fprintf(c.stderr, "budgetlint: %s not checked wholly: write the baseline again once that is mended\n", plural(len(res.Errors), "package", "packages"))
		return failed
	}
	return clean
}

func none(string) bool { return false }

// covers reports whether res would hold a finding with key k if there was one:
// the rule was asked for, and the package analysed, or it is gone from a module
// that was analysed as a whole.
func (c *command) covers(res *driver.Result, k baseline.Key) bool {
	if !c.enabled(k.Rule) {
		return false
	}
	if _, whole := slices.BinarySearch(res.Whole, k.Package); whole {
		return true
	}
	return gone(res, k.Package) && c.whole(res, k.Package)
}

// enabled reports whether findings of the rule are asked for. A rule that does
// not exist is: there is nothing that could keep its findings away.
func (c *command) enabled(rule string) bool {
	pass, category, _ := strings.Cut(rule, "/")
	known := slices.ContainsFunc(c.rules, func(s *report.Set) bool { return s.Pass == pass })
	runs := slices.ContainsFunc(c.analyzers, func(a *analysis.Analyzer) bool { return a.Name == pass })
	strict := c.level(driver.Finding{Pass: pass, Category: category}) == report.Strict
	return !known || runs && (!strict || c.strict())
}

// moduleOf returns the main module that a package belongs to by its path.
func moduleOf(res *driver.Result, pkg string) (m driver.Module, rest string, ok bool) {
	for _, n := range res.Modules {
		if below, is := strings.CutPrefix(pkg, n.Path); is && (below == "" || below[0] == '/') && len(n.Path) >= len(m.Path) {
			m, rest, ok = n, below, true
		}
	}
	return m, rest, ok
}

// gone reports whether the package's folder holds no Go file any more. Of a
// package of another module nothing is known.
func gone(res *driver.Result, pkg string) bool {
	m, rest, ok := moduleOf(res, pkg)
	if !ok {
		return false
	}
	for _, rest := range []string{rest, strings.TrimSuffix(rest, "_test")} {
		entries, err := os.ReadDir(filepath.Join(m.Dir, filepath.FromSlash(rest)))
		if err != nil && !errors.Is(err, fs.ErrNotExist) ||
			slices.ContainsFunc(entries, func(e fs.DirEntry) bool { return strings.HasSuffix(e.Name(), ".go") }) {
			return false
		}
	}
	return true
}

// whole reports whether the patterns name all of the package's module.
func (c *command) whole(res *driver.Result, pkg string) bool {
	m, _, ok := moduleOf(res, pkg)
	return ok && slices.ContainsFunc(res.Patterns, func(p string) bool {
		if p == "work" || p == "all" || p == m.Path+"/..." {
			return true
		}
		prefix, wild := strings.CutSuffix(filepath.ToSlash(p), "/...")
		if !wild || !strings.HasPrefix(prefix, ".") && !filepath.IsAbs(prefix) {
			return false
		}
		dir, err := filepath.Abs(c.path(filepath.FromSlash(prefix)))
		if err != nil {
			return false
		}
		rel, err := filepath.Rel(dir, m.Dir)
		return err == nil && filepath.IsLocal(rel)
	})
}
