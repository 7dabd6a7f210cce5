package catalog

// A Limiter is a function that puts a limit on a context: it derives one that
// ends by itself, or works below one until a limit of its own.
type Limiter struct {
	// Func is as in Maker.
	Func string
	// Parent and Limit are the numbers, from 1, of the parameters that are
	// the context and the duration or point in time.
	Parent, Limit int
	// Deadline: Limit is a point in time.
	Deadline bool
	// Polls: the function waits itself, below the limit, and returns no
	// context.
	Polls  bool
	Source string
}

var limiters = []Limiter{
	{Func: runtimePkg + "Within", Parent: 1, Limit: 2, Source: "budget budget.go:Within"},
	{Func: "context.WithTimeout", Parent: 1, Limit: 2, Source: "go1.26 context/context.go:WithTimeout"},
	{Func: "context.WithTimeoutCause", Parent: 1, Limit: 2, Source: "go1.26 context/context.go:WithTimeoutCause"},
	{Func: "context.WithDeadline", Parent: 1, Limit: 2, Deadline: true, Source: "go1.26 context/context.go:WithDeadline"},
	{Func: "context.WithDeadlineCause", Parent: 1, Limit: 2, Deadline: true, Source: "go1.26 context/context.go:WithDeadlineCause"},
	{Func: "k8s.io/apimachinery/pkg/util/wait.PollUntilContextTimeout", Parent: 1, Limit: 3, Polls: true, Source: "k8s.io/apimachinery@v0.35.0 pkg/util/wait/poll.go:PollUntilContextTimeout"},
	{Func: "k8s.io/apimachinery/pkg/util/wait.PollWithContext", Parent: 1, Limit: 3, Polls: true, Source: "k8s.io/apimachinery@v0.33.0 pkg/util/wait/poll.go:PollWithContext"},
	{Func: "k8s.io/apimachinery/pkg/util/wait.PollImmediateWithContext", Parent: 1, Limit: 3, Polls: true, Source: "k8s.io/apimachinery@v0.33.0 pkg/util/wait/poll.go:PollImmediateWithContext"},
}
