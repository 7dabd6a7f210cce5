// Package summary: the text of an error is kept as the summary of what is then
// thrown away.
package summary

import (
	"context"
	"fmt"
)

type model interface {
	Summarize(ctx context.Context, msgs []string) (string, error)
}

type thread struct {
	msgs    []string
	summary string
}

type compacted struct {
	Summary string
	Dropped int
}

func compact(ctx context.Context, m model, t *thread, keep int) error {
	old := t.msgs[:len(t.msgs)-keep]
	s, err := m.Summarize(ctx, old)
	if err != nil {
		s = "Error while summarizing: " + err.Error() // want `the error text of Summarize \(line 26\) becomes field summary with no flag beside it`
	}
	t.summary = s
	t.msgs = t.msgs[len(old):]
	return nil
}

func gather(ctx context.Context, m model, msgs []string) (*compacted, error) {
	s, err := m.Summarize(ctx, msgs)
	if err != nil {
		return &compacted{Summary: err.Error(), Dropped: len(msgs)}, nil // want `becomes field Summary with no flag.*return the error, or set a field beside it that says so \(errstringfallback/field\)`
	}
	return &compacted{Summary: s}, nil
}

func later(ctx context.Context, m model, msgs []string) *compacted {
	c := &compacted{}
	s, err := m.Summarize(ctx, msgs)
	if err != nil {
		c.Dropped = len(msgs)
		c.Summary = fmt.Sprintf("failed: %v", err) // want `becomes field Summary.*set a field beside it that says so, or return an error as well`
		return c
	}
	c.Summary = s
	return c
}

func told(ctx context.Context, m model, t *thread) error {
	s, err := m.Summarize(ctx, t.msgs)
	if err != nil {
		t.summary = err.Error()
		return fmt.Errorf("summarize: %w", err) // and the caller knows
	}
	t.summary = s
	return nil
}
