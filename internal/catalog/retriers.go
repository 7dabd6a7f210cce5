package catalog

import "time"

// A Retrier is a function or method of a library that calls a function again
// until it succeeds, or until what governs it says that this was enough.
type Retrier struct {
	// Func is as in Maker; each of Names, separated by spaces, stands for its
	// "%s".
	Func  string
	Names string
	// Op is the number, from 1, of the parameter that is the repeated
	// function; 0: the program repeats its body itself, the library says
	// when.
	Op int
	// On says which outcomes are tried again.
	On Outcome
	// Policy is the number of the parameter (of the receiver: -1) that says
	// how often and how long, see Policy; 0 is none.
	Policy int
	// Options: so do the values in the variadic parameter.
	Options bool
	// Default is what holds where nothing else is set.
	Default Effort
	// Sets is what further parameters set.
	Sets []Setting
	// Checks: it asks, before a pause or an attempt, whether the time that is
	// left is enough for it.
	Checks bool
	// Tell is how to tell it about a context; %s stands for the context.
	Tell   string
	Source string
}

// An Outcome is what makes a retrier call its function again.
type Outcome uint8

const (
	// OnError: any error, unless a predicate or a mark (see Permanent) says
	// otherwise.
	OnError Outcome = iota
	// OnNotDone: the function says that it is not done yet; an error ends it.
	OnNotDone
	// OnRequest: the function asks for it.
	OnRequest
	// OnKnown: one known condition; the error of an ended context is none.
	OnKnown
)

// NoLimit is the number of attempts, or the time, of what tries for ever.
const NoLimit = -1

// NoPause is as good as none.
const NoPause = time.Nanosecond

// An Effort is how often and how long a retrier tries. What is 0 is not said.
type Effort struct {
	Attempts int           // all, the first included; or NoLimit
	Total    time.Duration // the longest time between the first attempt and the last; or NoLimit
	Pause    time.Duration // the first pause; NoLimit cannot be told
	Factor   float64       // how a pause grows to the next
	Longest  time.Duration // the longest pause; or NoLimit
}

// Forever is the effort of what nothing ends.
var Forever = Effort{Attempts: NoLimit, Total: NoLimit, Pause: NoLimit}

// A Policy is a function, method, type or variable that makes or changes what
// governs a retrier or a client that repeats its requests.
type Policy struct {
	// Func is as in Maker, Names as in Retrier. Type is the qualified name of
	// a type whose values are policies, made as a literal or changed by
	// storing to a field. Var is the name of a package variable.
	Func, Names string
	Type        string
	Var         string
	// Of is the number of the parameter (of the receiver: -1) that holds the
	// policy which this one starts from; 0 is none.
	Of int
	// Mutates: the method changes its receiver, whatever is done with the
	// result.
	Mutates bool
	// Base is the effort that it starts from instead; nil and no Of is an
	// option, which changes that of the function it is handed to.
	Base *Effort
	// Options: the values in the variadic parameter change it.
	Options bool
	Sets    []Setting
	Source  string
}

// A Setting is one thing that a parameter or a field of a policy sets.
type Setting struct {
	What Aspect
	// Arg is the number, from 1, of the parameter that holds the value; Field
	// is the field of the Type that does. With neither it is Value.
	Arg   int
	Field string
	Value int64
	// Plus is added to a number of attempts: 1 where retries are counted.
	Plus int
	// Zero is what the constant 0 means.
	Zero Zero
	// Factors are the values, by the name of the function that stands there.
	Factors map[string]float64
}

// An Aspect is what a setting says.
type Aspect uint8

const (
	Attempts Aspect = iota
	Total
	Pause
	Factor
	Longest
	// Context is the context that ends the tries.
	Context
	// Stop is a channel that ends them.
	Stop
	// Filter is a function or value that picks the errors to try again.
	Filter
	// Inner is another policy, or a function that returns one, which decides.
	Inner
	// ServiceConfig is gRPC's JSON.
	ServiceConfig
)

// A Zero is what the constant 0 means where a number of attempts or a time is
// asked for. What is less is taken to be the same.
type Zero uint8

const (
	// ZeroCounts: it is a number like any other.
	ZeroCounts Zero = iota
	// ZeroNoLimit: no limit.
	ZeroNoLimit
	// ZeroIgnored: what was set before stays.
	ZeroIgnored
	// NegativeNoLimit: 0 is a number, but less means no limit.
	NegativeNoLimit
)

// permanent are functions whose result is an error that is not tried again;
// types are named as such.
var permanent = map[string]bool{
	"github.com/cenkalti/backoff.Permanent":         true,
	"github.com/cenkalti/backoff/v3.Permanent":      true,
	"github.com/cenkalti/backoff/v4.Permanent":      true,
	"github.com/cenkalti/backoff/v5.Permanent":      true,
	"github.com/cenkalti/backoff/v6.Permanent":      true,
	"github.com/cenkalti/backoff.PermanentError":    true,
	"github.com/cenkalti/backoff/v3.PermanentError": true,
	"github.com/cenkalti/backoff/v4.PermanentError": true,
	"github.com/cenkalti/backoff/v5.PermanentError": true,
	"github.com/avast/retry-go.Unrecoverable":       true,
	"github.com/avast/retry-go/v4.Unrecoverable":    true,
	"github.com/avast/retry-go/v5.Unrecoverable":    true,
}

var (
	retriers = join(
		backoffRetriers, retrygoRetriers, sethvargoRetriers, failsafeRetriers, resiliencyRetriers,
		waitRetriers, otherRetriers, runtimeRetriers,
	)
	policies = join(
		backoffPolicies, retrygoPolicies, sethvargoPolicies, failsafePolicies, resiliencyPolicies,
		waitPolicies, otherPolicies, clientPolicies, runtimePolicies,
	)
)
