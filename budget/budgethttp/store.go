package budgethttp

import (
	"container/list"
	"context"
	"errors"
	"sync"
	"time"
)

// A Store holds the results of requests that are answered later. It must be safe
// for concurrent use. Give an [Async] one of your own where results have to
// outlive the process, or are fetched from another one.
type Store interface {
	// Create notes that there will be a result. ErrFull means that there is no
	// place for it now.
	Create(ctx context.Context, id string) error
	// Finish stores the result.
	Finish(ctx context.Context, id string, r Result) error
	// Load returns the result, or that it is not done yet. ErrUnknown means that
	// it was never created, or has expired.
	Load(ctx context.Context, id string) (r Result, done bool, err error)
}

// The errors of a Store.
var (
	ErrFull    = errors.New("budgethttp: the store is full")
	ErrUnknown = errors.New("budgethttp: no such result")
)

// Memory is a Store in this process's memory. It is bounded: a result expires some
// time after it is done, and new work is refused while there is no place. The zero
// Memory is ready for use. It starts no goroutine: what has expired goes when the
// next result comes.
type Memory struct {
	// Max is how many results there may be, pending ones included; zero is 1000.
	Max int
	// TTL is how long a result can be fetched; zero is 10 minutes.
	TTL time.Duration
	// Bytes is how much the bodies may take together; zero is 64 MiB. If a result
	// does not fit, the oldest ones go first.
	Bytes int

	mu      sync.Mutex
	entries map[string]*entry
	done    list.List // of *entry, the oldest first
	bytes   int
}

type entry struct {
	id      string
	result  Result
	expires time.Time // zero while it is pending
}

// Create implements [Store].
func (m *Memory) Create(_ context.Context, id string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.expire(time.Now())
	if len(m.entries) >= or(m.Max, 1000) {
		return ErrFull
	}
	if m.entries == nil {
		m.entries = map[string]*entry{}
	}
	m.entries[id] = &entry{id: id}
	return nil
}

// Finish implements [Store]. The error is ErrUnknown for an id that was not
// created or is done already, and ErrFull for a result that is larger than all
// results may be together; whoever asks for that one learns that it is gone.
func (m *Memory) Finish(_ context.Context, id string, r Result) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	now := time.Now()
	m.expire(now)
	e := m.entries[id]
	if e == nil || !e.expires.IsZero() {
		return ErrUnknown
	}
	most := or(m.Bytes, 64<<20)
	if len(r.Body) > most {
		delete(m.entries, id)
		return ErrFull
	}
	for m.bytes+len(r.Body) > most {
		m.drop(m.done.Front())
	}
	e.result, e.expires = r, now.Add(or(m.TTL, 10*time.Minute))
	m.bytes += len(r.Body)
	m.done.PushBack(e)
	return nil
}

// Load implements [Store].
func (m *Memory) Load(_ context.Context, id string) (Result, bool, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.expire(time.Now())
	e := m.entries[id]
	if e == nil {
		return Result{}, false, ErrUnknown
	}
	return e.result, !e.expires.IsZero(), nil
}

// expire drops what has expired. All results live equally long, so that the
// oldest are first.
func (m *Memory) expire(now time.Time) {
	for f := m.done.Front(); f != nil && !now.Before(f.Value.(*entry).expires); f = m.done.Front() {
		m.drop(f)
	}
}

func (m *Memory) drop(el *list.Element) {
	e := m.done.Remove(el).(*entry)
	m.bytes -= len(e.result.Body)
	delete(m.entries, e.id)
}
