package catalog

import (
	"go/types"
	"strings"
	"testing"
)

func TestRetriersAreWellFormed(t *testing.T) {
	for _, r := range retriers {
		check(t, sourceForm.MatchString(r.Source), "%s: source %q", r.Func, r.Source)
		check(t, strings.Contains(r.Tell, "%s"), "%s: Tell %q", r.Func, r.Tell)
		check(t, strings.Contains(r.Func, "%s") == (r.Names != ""), "%s: names %q", r.Func, r.Names)
	}
	for _, p := range policies {
		id := p.Func + p.Type + p.Var
		check(t, sourceForm.MatchString(p.Source), "%s: source %q", id, p.Source)
		check(t, strings.Contains(id, "%s") == (p.Names != ""), "%s: names %q", id, p.Names)
		check(t, p.Of == 0 || p.Base == nil, "%s: both Of and Base", id)
		check(t, !p.Mutates || p.Of == -1, "%s changes no receiver", id)
		for _, s := range p.Sets {
			check(t, (s.Field != "") == (p.Type != ""), "%s: field %q", id, s.Field)
		}
	}
	unique(t, policies, func(p Policy) string { return p.Func + p.Type + p.Var + p.Names })
	unique(t, retriers, func(r Retrier) string { return r.Func + r.Names })
}

// TestRetriersAreTrue asks the libraries whether what the rows name is there.
func TestRetriersAreTrue(t *testing.T) {
	if testing.Short() {
		t.Skip("loads the libraries")
	}
	lib := load(t)
	for _, r := range retriers {
		if !known(r.Source) {
			continue
		}
		for _, name := range named(r.Func, r.Names) {
			fn := lib.fn(name)
			if !check(t, fn != nil, "retrier %s does not exist", name) {
				continue
			}
			lib.param(t, "retrier", fn, r.Op, r.Options)
			lib.param(t, "retrier", fn, r.Policy, false)
			if r.Op > 0 && r.Op <= fn.Signature().Params().Len() {
				_, ok := fn.Signature().Params().At(r.Op - 1).Type().Underlying().(*types.Signature)
				check(t, ok, "retrier %s: parameter %d is no function", name, r.Op)
			}
			lib.settings(t, name, fn, r.Sets)
		}
	}
	for _, p := range policies {
		if !known(p.Source) {
			continue
		}
		for _, name := range named(p.Func, p.Names) {
			if name == "" {
				continue
			}
			fns := lib.matching(name)
			check(t, len(fns) > 0, "policy %s does not exist", name)
			for _, fn := range fns {
				lib.param(t, "policy", fn, p.Of, p.Options)
				lib.settings(t, name, fn, p.Sets)
			}
		}
		if p.Type != "" && !strings.Contains(p.Type, "*") {
			lib.client(t, Client{Type: p.Type})
			for _, s := range p.Sets {
				lib.client(t, Client{Type: p.Type, Fields: s.Field})
			}
		}
		if p.Var != "" {
			lib.variable(t, p.Var, p.Var)
		}
	}
}

// settings checks the parameters that settings are read from.
func (lib *libraries) settings(t *testing.T, id string, fn *types.Func, sets []Setting) {
	t.Helper()
	for _, s := range sets {
		lib.param(t, id, fn, s.Arg, false)
		if s.Arg < 1 || s.Arg > fn.Signature().Params().Len() {
			continue
		}
		p := fn.Signature().Params().At(s.Arg - 1).Type()
		switch s.What {
		case Context:
			check(t, IsContext(p), "%s: parameter %d is no context", id, s.Arg)
		case Total, Pause, Longest:
			check(t, TypeName(p) == "time.Duration", "%s: parameter %d is no duration", id, s.Arg)
		case Attempts:
			b, ok := p.Underlying().(*types.Basic)
			check(t, ok && b.Info()&types.IsInteger != 0, "%s: parameter %d is no number", id, s.Arg)
		}
	}
}
