// Package strict holds what is advice.
package strict

import (
	"context"
	"time"
)

type model interface {
	Generate(ctx context.Context, history []string) (string, error)
}

type tool interface {
	Call(ctx context.Context, input string) (string, error)
}

func unfit(ctx context.Context, m model) (out string, err error) {
	for range 3 {
		if out, err = m.Generate(ctx, nil); err == nil {
			return out, nil
		}
		select { // want `<-time.After \(2s\) ends with ctx, but nothing asks whether it and one whole try of Generate still fit into what is left`
		case <-ctx.Done():
			return "", err
		case <-time.After(2 * time.Second):
		}
	}
	return "", err
}

func fits(ctx context.Context, m model) (out string, err error) {
	for range 3 {
		if out, err = m.Generate(ctx, nil); err == nil {
			return out, nil
		}
		if end, ok := ctx.Deadline(); ok && time.Until(end) < 5*time.Second {
			return "", err
		}
		select {
		case <-ctx.Done():
			return "", err
		case <-time.After(2 * time.Second):
		}
	}
	return "", err
}

func wall(ctx context.Context, m model) (out string, err error) {
	for range 3 {
		try, cancel := context.WithTimeout(ctx, 3*time.Second)
		out, err = m.Generate(try, nil) // want `Generate is tried again with the same limit \(line 50\) after it has used it up: 3 attempts of 3s on a call that needs longer fail after 9s instead of 3s`
		cancel()
		if err == nil || ctx.Err() != nil {
			return out, err
		}
	}
	return "", err
}

// left gives each try all that is left.
func left(ctx context.Context, m model) (out string, err error) {
	for range 3 {
		end, _ := ctx.Deadline()
		try, cancel := context.WithTimeout(ctx, time.Until(end)-time.Second)
		out, err = m.Generate(try, nil)
		cancel()
		if err == nil || ctx.Err() != nil {
			return out, err
		}
	}
	return "", err
}

func short(ctx context.Context, m model) string {
	for ctx.Err() == nil {
		out, err := m.Generate(ctx, nil)
		if err == nil {
			return out
		}
		time.Sleep(50 * time.Millisecond) // want `time.Sleep \(50ms\) between two tries of Generate cannot be ended by ctx`
	}
	return ""
}

func agent(ctx context.Context, m model, tools map[string]tool) (string, error) {
	history := []string{"question"}
	for range 10 {
		reply, err := m.Generate(ctx, history) // want `each turn runs Generate, and nothing asks what ctx has left before the next one`
		if err != nil {
			return "", err
		}
		t := tools[reply]
		if t == nil {
			return reply, nil
		}
		found, err := t.Call(ctx, reply)
		if err != nil {
			return "", err
		}
		history = append(history, found)
	}
	return "", nil
}

func planned(ctx context.Context, steps []func(context.Context) error) error {
	for _, step := range steps {
		if err := step(ctx); err != nil { // want `each stage runs step, and nothing asks what ctx has left before the next one`
			return err
		}
	}
	return nil
}

func budgeted(ctx context.Context, steps []func(context.Context) error) (missing int, err error) {
	for i, step := range steps {
		if end, ok := ctx.Deadline(); ok && time.Until(end) < 3*time.Second {
			return len(steps) - i, nil
		}
		if err := step(ctx); err != nil {
			return 0, err
		}
	}
	return 0, nil
}

// own has a limit for each try, which is not that of the pause.
func own(ctx context.Context, m model) (out string, err error) {
	for range 3 {
		try, cancel := context.WithTimeout(ctx, time.Second)
		out, err = m.Generate(try, nil) // want `Generate is tried again with the same limit`
		cancel()
		if err == nil {
			return out, nil
		}
		select { // want `<-time.After \(2s\) ends with ctx, but nothing asks whether it and one whole try of Generate \(1s\) still fit`
		case <-ctx.Done():
			return "", err
		case <-time.After(2 * time.Second):
		}
	}
	return "", err
}

// overall has a timer for the whole.
func overall(ctx context.Context, m model) (out string, err error) {
	all := time.After(30 * time.Second)
	for {
		if out, err = m.Generate(ctx, nil); err == nil {
			return out, nil
		}
		select {
		case <-all:
			return "", err
		case <-ctx.Done():
			return "", err
		case <-time.After(time.Second):
		}
	}
}
