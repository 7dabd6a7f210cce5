package catalog

import "time"

// k8s.io/apimachinery/pkg/util/wait and k8s.io/client-go/util/retry. Until,
// JitterUntil and BackoffUntil run their function over and over, whatever it
// does: they are no retriers.

const waitPkg = "k8s.io/apimachinery/pkg/util/wait."

var (
	polls     = Effort{Attempts: NoLimit, Factor: 1}
	pollsOn   = Effort{Attempts: NoLimit, Total: NoLimit, Factor: 1}
	steps     = Effort{Attempts: 1, Total: NoLimit, Pause: NoPause}
	interval1 = Setting{What: Pause, Arg: 1}
	interval2 = Setting{What: Pause, Arg: 2}
	context1  = Setting{What: Context, Arg: 1}
)

var waitRetriers = []Retrier{
	{Func: waitPkg + "Poll", Op: 3, On: OnNotDone, Default: polls, Sets: []Setting{interval1, {What: Total, Arg: 2, Zero: ZeroNoLimit}}, Tell: "use wait.PollUntilContextTimeout(%s, ...)", Source: "k8s.io/apimachinery@v0.37.2 pkg/util/wait/poll.go:65"},
	{Func: waitPkg + "PollImmediate", Op: 3, On: OnNotDone, Default: polls, Sets: []Setting{interval1, {What: Total, Arg: 2, Zero: ZeroNoLimit}}, Tell: "use wait.PollUntilContextTimeout(%s, ...)", Source: "k8s.io/apimachinery@v0.37.2 pkg/util/wait/poll.go:156"},
	{Func: waitPkg + "%s", Names: "PollInfinite PollImmediateInfinite", Op: 2, On: OnNotDone, Default: pollsOn, Sets: []Setting{interval1}, Tell: "use wait.PollUntilContextCancel(%s, ...)", Source: "k8s.io/apimachinery@v0.37.2 pkg/util/wait/poll.go:124"},
	{Func: waitPkg + "%s", Names: "PollUntil PollImmediateUntil", Op: 2, On: OnNotDone, Default: pollsOn, Sets: []Setting{interval1, {What: Stop, Arg: 3}}, Tell: "use wait.PollUntilContextCancel(%s, ...)", Source: "k8s.io/apimachinery@v0.37.2 pkg/util/wait/poll.go:97"},
	{Func: waitPkg + "%s", Names: "PollWithContext PollImmediateWithContext", Op: 4, On: OnNotDone, Default: polls, Sets: []Setting{context1, interval2, {What: Total, Arg: 3, Zero: ZeroNoLimit}}, Tell: "pass %s", Source: "k8s.io/apimachinery@v0.37.2 pkg/util/wait/poll.go:84"},
	{Func: waitPkg + "%s", Names: "PollUntilWithContext PollImmediateUntilWithContext PollInfiniteWithContext PollImmediateInfiniteWithContext", Op: 3, On: OnNotDone, Default: pollsOn, Sets: []Setting{context1, interval2}, Tell: "pass %s", Source: "k8s.io/apimachinery@v0.37.2 pkg/util/wait/poll.go:110"},
	{Func: waitPkg + "PollUntilContextCancel", Op: 4, On: OnNotDone, Default: pollsOn, Sets: []Setting{context1, interval2}, Tell: "pass %s", Source: "k8s.io/apimachinery@v0.37.2 pkg/util/wait/poll.go:32"},
	{Func: waitPkg + "PollUntilContextTimeout", Op: 5, On: OnNotDone, Default: polls, Sets: []Setting{context1, interval2, {What: Total, Arg: 3}}, Tell: "pass %s", Source: "k8s.io/apimachinery@v0.37.2 pkg/util/wait/poll.go:45"},
	{Func: waitPkg + "ExponentialBackoff", Op: 2, On: OnNotDone, Policy: 1, Tell: "use wait.ExponentialBackoffWithContext(%s, ...)", Source: "k8s.io/apimachinery@v0.37.2 pkg/util/wait/backoff.go:475"},
	{Func: waitPkg + "ExponentialBackoffWithContext", Op: 3, On: OnNotDone, Policy: 2, Sets: []Setting{context1}, Tell: "pass %s", Source: "k8s.io/apimachinery@v0.37.2 pkg/util/wait/backoff.go:493"},
	{Func: "k8s.io/client-go/util/retry.OnError", Op: 3, Policy: 1, Sets: []Setting{{What: Filter, Arg: 2}}, Tell: "let its predicate ask %s.Err()", Source: "k8s.io/client-go@v0.37.2 util/retry/util.go:48"},
	{Func: "k8s.io/client-go/util/retry.RetryOnConflict", Op: 2, On: OnKnown, Policy: 1, Tell: "let its function ask %s.Err()", Source: "k8s.io/client-go@v0.37.2 util/retry/util.go:103"},
}

var waitPolicies = []Policy{
	{Type: waitPkg + "Backoff", Base: &steps, Sets: []Setting{
		{What: Attempts, Field: "Steps"}, {What: Pause, Field: "Duration"}, {What: Factor, Field: "Factor"}, {What: Longest, Field: "Cap"},
	}, Source: "k8s.io/apimachinery@v0.37.2 pkg/util/wait/backoff.go:30"},
	{Var: "k8s.io/client-go/util/retry.DefaultRetry", Base: &Effort{Attempts: 5, Total: NoLimit, Pause: 10 * time.Millisecond, Factor: 1}, Source: "k8s.io/client-go@v0.37.2 util/retry/util.go:28"},
	{Var: "k8s.io/client-go/util/retry.DefaultBackoff", Base: &Effort{Attempts: 4, Total: NoLimit, Pause: 10 * time.Millisecond, Factor: 5}, Source: "k8s.io/client-go@v0.37.2 util/retry/util.go:38"},
}
