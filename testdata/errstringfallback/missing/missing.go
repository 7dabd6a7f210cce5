// Package missing: the text of an error in a list of what is missing.
package missing

import (
	"context"
	"fmt"
)

type part func(context.Context) (string, error)

type whole struct {
	Text     string
	Missing  []string
	Failures []string
}

func gather(ctx context.Context, parts map[string]part) (*whole, error) {
	w := &whole{}
	for name, p := range parts {
		s, err := p(ctx)
		if err != nil {
			w.Missing = append(w.Missing, fmt.Sprintf("%s: %v", name, err)) // want `becomes field Missing with no flag beside it`
			continue
		}
		w.Text += s
	}
	return w, nil
}

func named(ctx context.Context, parts map[string]part) (*whole, error) {
	w := &whole{}
	for name, p := range parts {
		s, err := p(ctx)
		if err != nil {
			w.Failures = append(w.Failures, fmt.Sprintf("%s: %v", name, err))
			w.Missing = append(w.Missing, name)
			continue
		}
		w.Text += s
	}
	return w, nil
}

func entries(ctx context.Context, parts map[string]part) map[string]string {
	out := map[string]string{}
	errs := map[string]string{}
	for name, p := range parts {
		s, err := p(ctx)
		if err != nil {
			out[name] = err.Error() // want `becomes the entry of a map`
			errs[name] = err.Error()
			continue
		}
		out[name] = s
	}
	_ = errs
	return out
}
