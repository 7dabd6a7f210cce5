package systems

import (
	"context"
	"sync"
	"time"
)

// Token is how long the processor takes for a token.
const Token = 35 * time.Millisecond

// Slots is how many requests the processor computes at a time: a batch.
const Slots = 8

// A Processor is what a model computes on. It never stops by itself: whether to
// take another step is the model's affair. It only counts the steps, and those
// of them that nobody was waiting for. It is safe for concurrent use.
type Processor struct {
	Token time.Duration // how long a step takes

	mu    sync.Mutex
	meter Meter
}

// A Meter says what a processor did, and what of that for requests whose context
// had ended.
type Meter struct {
	Started, StartedForNobody int // requests
	Steps, StepsForNobody     int
}

// Start counts a request. The model calls it before the first step.
func (p *Processor) Start(ctx context.Context) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.meter.Started++
	if ctx.Err() != nil {
		p.meter.StartedForNobody++
	}
}

// Step computes a token of a request. ctx is only asked whether it has ended.
func (p *Processor) Step(ctx context.Context) {
	p.mu.Lock()
	p.meter.Steps++
	if ctx.Err() != nil {
		p.meter.StepsForNobody++
	}
	p.mu.Unlock()
	time.Sleep(p.Token)
}

// Meter returns what was done so far.
func (p *Processor) Meter() Meter {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.meter
}
