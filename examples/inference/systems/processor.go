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

// A Job is an answer that is being computed.
type Job struct {
	p     *Processor
	waits func() bool // reports whether somebody does
	next  time.Time
}

// Start begins an answer, and counts it. ctx is that of the request: here it is
// only asked whether it has ended.
func (p *Processor) Start(ctx context.Context) *Job {
	j := &Job{p: p, waits: func() bool { return ctx.Err() == nil }, next: time.Now()}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.meter.Started++
	if !j.waits() {
		p.meter.StartedForNobody++
	}
	return j
}

// Step computes a token.
func (j *Job) Step() {
	j.p.mu.Lock()
	j.p.meter.Steps++
	if !j.waits() {
		j.p.meter.StepsForNobody++
	}
	j.p.mu.Unlock()
	// By the clock, so that many steps are not late by many small delays.
	j.next = j.next.Add(j.p.Token)
	time.Sleep(time.Until(j.next))
}

// Meter returns what was done so far.
func (p *Processor) Meter() Meter {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.meter
}
