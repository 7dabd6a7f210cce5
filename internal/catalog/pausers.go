package catalog

import (
	"go/types"
	"strings"
)

// A Pauser is a function or method that waits for time to pass.
type Pauser struct {
	// Func is as in Maker.
	Func string
	// Dur is the number, from 1, of the duration, 0 is none.
	Dur int
	// Ctx is the number, from 1, of the context that ends it, 0 is none.
	Ctx int
	// Told: it pauses as its library was told, and ends with the context that
	// the library knows.
	Told   bool
	Source string
}

var pausers = []Pauser{
	{Func: runtimePkg + "Sleep", Ctx: 1, Dur: 2, Source: "budget budget.go:Sleep"},
	{Func: "time.Sleep", Dur: 1, Source: "go1.26 time/sleep.go:Sleep"},
	{Func: "(k8s.io/utils/clock.*).Sleep", Dur: 1, Source: "k8s.io/utils@v0.0.0-20260626114624-be93311217bd clock/clock.go:Clock"},
	{Func: "(github.com/benbjohnson/clock.Clock).Sleep", Dur: 1, Source: "github.com/benbjohnson/clock@v1.3.5 clock.go:Clock"},
	{Func: "(github.com/jonboulle/clockwork.Clock).Sleep", Dur: 1, Source: "github.com/jonboulle/clockwork@v0.5.0 clockwork.go:Clock"},
	{Func: "github.com/lestrrat-go/backoff/v2.Continue", Told: true, Source: "github.com/lestrrat-go/backoff/v2@v2.0.8 backoff.go:Continue"},
	{Func: "github.com/googleapis/gax-go/v2.Sleep", Ctx: 1, Dur: 2, Source: "github.com/googleapis/gax-go/v2@v2.27.0 invoke.go:Sleep"},
}

// backoffPauser is the row of methods that pause by their name: Wait of a type
// that is called a backoff.
var backoffPauser = Pauser{Source: "shape of backoff.Wait"}

// Pauser returns the row of a function that waits for time to pass, or nil.
func (t *Table) Pauser(fn *types.Func) *Pauser {
	if fn == nil || fn.Pkg() == nil {
		return nil
	}
	name := FullName(fn)
	if p := t.pausers[name]; p != nil {
		return p
	}
	for _, p := range t.pauserPatterns {
		if glob(p.Func, name) {
			return p
		}
	}
	sig := fn.Signature()
	switch fn.Name() {
	case "Wait", "Sleep", "Pause":
		if strings.Contains(strings.ToLower(recvName(sig)), "backoff") && ContextParam(sig) < 0 && sig.Results().Len() == 0 {
			return &backoffPauser
		}
	}
	return nil
}
