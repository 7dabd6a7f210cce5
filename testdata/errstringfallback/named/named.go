// Package named: a type, field or variable is named for an error.
package named

import "context"

type ask func(context.Context) (string, error)

type answer struct {
	Text          string
	FailureReason string
	Problem       *problem
	Detail        *detail
}

type problem struct{ Text string }

type detail struct{ Text string }

func fields(ctx context.Context, a ask) (*answer, error) {
	text, err := a(ctx)
	if err != nil {
		return &answer{FailureReason: err.Error()}, nil
	}
	return &answer{Text: text}, nil
}

func nested(ctx context.Context, a ask) (*answer, error) {
	text, err := a(ctx)
	if err != nil {
		return &answer{Problem: &problem{Text: err.Error()}}, nil
	}
	return &answer{Text: text}, nil
}

func bare(ctx context.Context, a ask) (*answer, error) {
	text, err := a(ctx)
	if err != nil {
		return &answer{Detail: &detail{Text: err.Error()}}, nil // want `becomes field Text`
	}
	return &answer{Text: text}, nil
}

func lists(ctx context.Context, asks []ask) ([]string, error) {
	var out, failed []string
	for _, a := range asks {
		text, err := a(ctx)
		if err != nil {
			failed = append(failed, err.Error())
			out = append(out, err.Error()) // want `the error text of the call in line 46`
			continue
		}
		out = append(out, text)
	}
	_ = failed
	return out, nil
}
