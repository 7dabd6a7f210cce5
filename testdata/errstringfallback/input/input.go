// Package input: an error that tells of the input alone is no failure of
// somebody who was waited for.
package input

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"os"
	"strconv"
	"strings"
)

func eval(expr string) (float64, error) {
	a, b, ok := strings.Cut(expr, "+")
	if !ok {
		return 0, errors.New("only sums are supported")
	}
	x, err := strconv.ParseFloat(strings.TrimSpace(a), 64)
	if err != nil {
		return 0, err
	}
	y, err := strconv.ParseFloat(strings.TrimSpace(b), 64)
	return x + y, err
}

// call gives the error to the agent, who can try another expression.
func call(_ context.Context, input string) (string, error) {
	v, err := eval(input)
	if err != nil {
		return fmt.Sprintf("evaluator says: %s", err.Error()), nil
	}
	return strconv.FormatFloat(v, 'g', -1, 64), nil
}

type args struct{ URL, Path string }

func fetch(ctx context.Context, raw string, get func(context.Context, string) (string, error)) (string, error) {
	var a args
	if err := json.Unmarshal([]byte(raw), &a); err != nil {
		return "invalid arguments: " + err.Error(), nil
	}
	if _, err := url.Parse(a.URL); err != nil {
		return "invalid URL: " + err.Error(), nil
	}
	b, err := os.ReadFile(a.Path)
	if err != nil {
		return "cannot read: " + err.Error(), nil // want `the error text of os.ReadFile \(line 48\)`
	}
	// What was read is no input: it comes from elsewhere.
	if err := json.Unmarshal(b, &a); err != nil {
		return "cannot parse: " + err.Error(), nil // want `the error text of json.Unmarshal \(line 53\)`
	}
	text, err := get(ctx, a.URL)
	if err != nil {
		return "cannot get: " + err.Error(), nil // want `the error text of the call in line 56 is returned`
	}
	return text, nil
}
