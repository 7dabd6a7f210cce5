package plugin

import (
	"errors"
	"flag"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/budgetlint/budgetlint/internal/catalog"
	"github.com/budgetlint/budgetlint/internal/config"
)

// settings are what a configuration asks for.
type settings struct {
	shared *analysis.Analyzer   // config.Analyzer with the flags of this configuration
	passes []*analysis.Analyzer // that are on
}

// parse reads settings: the names of flags, those of the analyzer budgetlint with
// or without its name before them, and those of passes, which say as on the
// command line "only this one" or "all others". The analyzers are those of the
// suite.
func parse(conf any, analyzers []*analysis.Analyzer) (*settings, error) {
	given := map[string]any{}
	if conf != nil {
		m, ok := conf.(map[string]any)
		if !ok {
			return nil, fmt.Errorf("the settings have to be names with values, such as strict: true, not %v", conf)
		}
		if err := flatten(given, "", m); err != nil {
			return nil, err
		}
	}

	s := &settings{shared: config.New()}
	// What golangci-lint does with nolint directives is its own business: one
	// that a pass has heeded would look to it as if nothing were there to silence.
	if err := s.shared.Flags.Set("nolint", "false"); err != nil {
		return nil, err
	}
	flags, on := known(s.shared, analyzers)
	set := map[*flag.Flag]string{} // by which name
	for _, name := range slices.Sorted(maps.Keys(given)) {
		f := flags[name]
		if f == nil && on[name] == nil {
			return nil, unknown(name, s.shared, analyzers)
		}
		for _, v := range values(given[name]) {
			if f == nil {
				b, err := strconv.ParseBool(v)
				if err != nil {
					return nil, fmt.Errorf("setting %s: %q is neither true nor false", name, v)
				}
				*on[name] = &b
				continue
			}
			if other := set[f]; other != "" && other != name {
				return nil, fmt.Errorf("settings %s and %s are the same: leave one out", other, name)
			}
			set[f] = name
			if err := assign(f, v); err != nil {
				return nil, fmt.Errorf("setting %s: %v", name, err)
			}
		}
	}

	only := slices.ContainsFunc(analyzers, func(a *analysis.Analyzer) bool { return a != config.Analyzer && isTrue(*on[a.Name]) })
	for _, a := range analyzers {
		state := *on[a.Name]
		if a != config.Analyzer && (isTrue(state) || state == nil && (!only || isTrue(*on[config.Analyzer.Name]))) {
			s.passes = append(s.passes, a)
		}
	}
	if len(s.passes) == 0 {
		return nil, errors.New("the settings leave no pass to run: switch fewer of them off")
	}
	return s, nil
}

func isTrue(b *bool) bool { return b != nil && *b }

// known returns the flags by the names of settings, and where to note whether a
// pass is on.
func known(shared *analysis.Analyzer, analyzers []*analysis.Analyzer) (map[string]*flag.Flag, map[string]**bool) {
	flags, on := map[string]*flag.Flag{}, map[string]**bool{}
	for _, a := range analyzers {
		on[a.Name] = new(*bool)
		if a == config.Analyzer {
			shared.Flags.VisitAll(func(f *flag.Flag) { flags[f.Name], flags[a.Name+"."+f.Name] = f, f })
			continue
		}
		// Those of a pass are one for all, so that what an earlier configuration
		// has set has to go.
		a.Flags.VisitAll(func(f *flag.Flag) {
			_ = f.Value.Set(f.DefValue)
			flags[a.Name+"."+f.Name] = f
		})
	}
	return flags, on
}

// flatten writes the settings of m to out. A name with a dot in it comes as a map
// in a map.
func flatten(out map[string]any, prefix string, m map[string]any) error {
	for _, name := range slices.Sorted(maps.Keys(m)) {
		if inner, ok := m[name].(map[string]any); ok && len(inner) > 0 {
			if err := flatten(out, prefix+name+".", inner); err != nil {
				return err
			}
			continue
		}
		if _, twice := out[prefix+name]; twice {
			return fmt.Errorf("setting %s is there twice", prefix+name)
		}
		out[prefix+name] = m[name]
	}
	return nil
}

// values returns v as flags would be given it, once for each element of a list
// and not at all if there is nothing.
func values(v any) (out []string) {
	switch v := v.(type) {
	case nil, map[string]any:
	case []any:
		for _, e := range v {
			out = append(out, values(e)...)
		}
	case []string:
		out = v
	case float64:
		out = []string{strconv.FormatFloat(v, 'f', -1, 64)}
	default:
		out = []string{fmt.Sprint(v)}
	}
	return out
}

func assign(f *flag.Flag, v string) error {
	if f.Name == "calls" {
		for _, call := range strings.Split(v, ";") {
			if call = strings.TrimSpace(call); call == "" {
				continue
			}
			if _, err := catalog.ParseCall(call); err != nil {
				return err
			}
		}
	}
	if b, ok := f.Value.(interface{ IsBoolFlag() bool }); ok && b.IsBoolFlag() {
		if _, err := strconv.ParseBool(v); err != nil {
			return fmt.Errorf("%q is neither true nor false", v)
		}
	}
	return f.Value.Set(v)
}

// unknown says what settings there are.
func unknown(name string, shared *analysis.Analyzer, analyzers []*analysis.Analyzer) error {
	var flags, passes []string
	shared.Flags.VisitAll(func(f *flag.Flag) { flags = append(flags, f.Name) })
	for _, a := range analyzers {
		if a == config.Analyzer {
			continue
		}
		passes = append(passes, a.Name)
		a.Flags.VisitAll(func(f *flag.Flag) { flags = append(flags, a.Name+"."+f.Name) })
	}
	return fmt.Errorf("there is no setting %q: the settings are %s, and with true or false the passes %s", name, strings.Join(flags, ", "), strings.Join(passes, ", "))
}
