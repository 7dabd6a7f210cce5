// Package verdict: the purpose of a check is to say what is wrong.
package verdict

import "context"

type pinger interface {
	Ping(ctx context.Context) error
}

type HealthReport struct{ Detail string }

func checkDatabase(ctx context.Context, p pinger) (string, error) {
	if err := p.Ping(ctx); err != nil {
		return err.Error(), nil
	}
	return "fine", nil
}

func report(ctx context.Context, p pinger) (*HealthReport, error) {
	if err := p.Ping(ctx); err != nil {
		return &HealthReport{Detail: err.Error()}, nil
	}
	return &HealthReport{Detail: "fine"}, nil
}

func describe(ctx context.Context, p pinger) (string, error) {
	if err := p.Ping(ctx); err != nil {
		return err.Error(), nil // want `the error text of Ping`
	}
	return "fine", nil
}
