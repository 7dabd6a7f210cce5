// Package model computes answers, as many at a time as the processor has slots
// for. The others wait in the order in which they came, but none of them longer
// than somebody waits for it.
package model

import (
	"context"
	"time"

	"google.golang.org/grpc"

	"github.com/budgetlint/budgetlint/budget"
	"github.com/budgetlint/budgetlint/budget/budgetgrpc"
	"github.com/budgetlint/budgetlint/examples/inference/systems"
)

// Usual is what a short answer needs at least. With less than that left, none is
// begun.
const Usual = 500 * time.Millisecond

// A Model is a [systems.Model].
type Model struct {
	processor *systems.Processor
	slots     chan struct{}
	// Two hops, so that the metric tells a long queue from a long answer.
	queue, compute budget.Hop
}

// NewServer returns a server for a model on the processor p, whose times are
// divided by scale. It has no time of its own to give: a call brings what the
// caller has left, and one that brings none is refused.
func NewServer(p *systems.Processor, observer budget.Observer, scale int) *grpc.Server {
	usual := Usual / time.Duration(scale)
	s := grpc.NewServer(grpc.UnaryInterceptor(budgetgrpc.UnaryServerInterceptor(
		budgetgrpc.WithClass(budget.Class{Name: "model", Observer: observer}),
		budgetgrpc.RequireDeadline(nil),
		budgetgrpc.WithMin(func(string) time.Duration { return usual }),
	)))
	systems.RegisterModel(s, &Model{
		processor: p,
		slots:     make(chan struct{}, systems.Slots),
		queue:     budget.Hop{Name: "queue"},
		compute:   budget.Hop{Name: "compute", Min: usual},
	})
	return s
}

// Generate waits for a slot and computes the answer. What has too little time
// left when its turn comes is not begun.
func (m *Model) Generate(ctx context.Context, p systems.Prompt) (string, error) {
	if _, err := budget.Call(ctx, &m.queue, m.slot); err != nil {
		return "", err
	}
	defer func() { <-m.slots }()
	return budget.Call(ctx, &m.compute, func(ctx context.Context) (string, error) {
		job := m.processor.Start(ctx)
		for range p.Cost.Tokens {
			if err := ctx.Err(); err != nil {
				return "", err
			}
			job.Step()
		}
		return p.Answer(), nil
	})
}

// slot takes a slot, or leaves the queue as soon as nobody waits any more.
func (m *Model) slot(ctx context.Context) (struct{}, error) {
	select {
	case m.slots <- struct{}{}:
		return struct{}{}, nil
	case <-ctx.Done():
		return struct{}{}, ctx.Err()
	}
}
