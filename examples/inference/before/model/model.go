// Package model computes answers, as many at a time as the processor has slots
// for. The others wait in the order in which they came.
package model

import (
	"context"

	"google.golang.org/grpc"

	"github.com/budgetlint/budgetlint/examples/inference/systems"
)

// A Model is a [systems.Model].
type Model struct {
	processor *systems.Processor
	slots     chan struct{}
}

// NewServer returns a server for a model on the processor p.
func NewServer(p *systems.Processor) *grpc.Server {
	s := grpc.NewServer()
	systems.RegisterModel(s, &Model{processor: p, slots: make(chan struct{}, systems.Slots)})
	return s
}

// Generate waits for a slot and computes the answer.
func (m *Model) Generate(ctx context.Context, p systems.Prompt) (string, error) {
	m.slots <- struct{}{}
	defer func() { <-m.slots }()
	job := m.processor.Start(ctx)
	for range p.Cost.Tokens {
		job.Step()
	}
	return p.Answer(), nil
}
