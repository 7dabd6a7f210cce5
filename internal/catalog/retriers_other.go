package catalog

import "time"

// Further libraries that repeat a function.

// github.com/sethvargo/go-retry: only what its function marks with
// RetryableError is tried again.

const sethvargoPkg = "github.com/sethvargo/go-retry."

var sethvargoRetriers = []Retrier{
	{Func: sethvargoPkg + "%s", Names: "Do DoValue", Op: 3, Policy: 2, Sets: []Setting{context1}, Tell: "pass %s", Source: "github.com/sethvargo/go-retry@v0.5.0 retry.go:52"},
	{Func: sethvargoPkg + "Constant", Op: 3, Default: constantly, Sets: []Setting{context1, interval2}, Tell: "pass %s", Source: "github.com/sethvargo/go-retry@v0.5.0 backoff_constant.go:10"},
	{Func: sethvargoPkg + "Exponential", Op: 3, Default: doubling, Sets: []Setting{context1, interval2}, Tell: "pass %s", Source: "github.com/sethvargo/go-retry@v0.5.0 backoff_exponential.go:17"},
	{Func: sethvargoPkg + "Fibonacci", Op: 3, Default: growing, Sets: []Setting{context1, interval2}, Tell: "pass %s", Source: "github.com/sethvargo/go-retry@v0.5.0 backoff_fibonacci.go:18"},
}

var (
	doubling = Effort{Attempts: NoLimit, Total: NoLimit, Pause: NoLimit, Factor: 2}
	growing  = Effort{Attempts: NoLimit, Total: NoLimit, Pause: NoLimit, Factor: 1.6}
)

var sethvargoPolicies = []Policy{
	{Func: sethvargoPkg + "NewConstant", Base: &constantly, Sets: []Setting{{What: Pause, Arg: 1}}, Source: "github.com/sethvargo/go-retry@v0.5.0 backoff_constant.go:17"},
	{Func: sethvargoPkg + "NewExponential", Base: &doubling, Sets: []Setting{{What: Pause, Arg: 1}}, Source: "github.com/sethvargo/go-retry@v0.5.0 backoff_exponential.go:28"},
	{Func: sethvargoPkg + "NewFibonacci", Base: &growing, Sets: []Setting{{What: Pause, Arg: 1}}, Source: "github.com/sethvargo/go-retry@v0.5.0 backoff_fibonacci.go:30"},
	{Func: sethvargoPkg + "WithMaxRetries", Of: 2, Sets: []Setting{{What: Attempts, Arg: 1, Plus: 1}}, Source: "github.com/sethvargo/go-retry@v0.5.0 backoff.go:117"},
	{Func: sethvargoPkg + "WithMaxDuration", Of: 2, Sets: []Setting{{What: Total, Arg: 1}}, Source: "github.com/sethvargo/go-retry@v0.5.0 backoff.go:160"},
	{Func: sethvargoPkg + "WithCappedDuration", Of: 2, Sets: []Setting{{What: Longest, Arg: 1}}, Source: "github.com/sethvargo/go-retry@v0.5.0 backoff.go:143"},
	{Func: sethvargoPkg + "%s", Names: "WithJitter WithJitterPercent", Of: 2, Source: "github.com/sethvargo/go-retry@v0.5.0 backoff.go:30"},
	{Func: sethvargoPkg + "WithFullJitter", Of: 1, Source: "github.com/sethvargo/go-retry@v0.5.0 backoff.go:101"},
}

// github.com/failsafe-go/failsafe-go: an executor runs below policies, of which
// one may be that of retries.

const failsafePkg = "github.com/failsafe-go/failsafe-go"

var failsafeRetriers = []Retrier{
	{Func: "(" + failsafePkg + ".Executor).%s", Names: "Run RunWithExecution Get GetWithExecution", Op: 1, Policy: -1, Tell: "run it with WithContext(%s)", Source: "github.com/failsafe-go/failsafe-go@v0.9.8 executor.go:155"},
	{Func: failsafePkg + ".%s", Names: "Run RunWithExecution Get GetWithExecution", Op: 1, Options: true, Default: once, Tell: "use failsafe.NewExecutor(...).WithContext(%s)", Source: "github.com/failsafe-go/failsafe-go@v0.6.9 executor.go:10"},
}

var failsafePolicies = []Policy{
	{Func: failsafePkg + ".With", Base: &once, Options: true, Source: "github.com/failsafe-go/failsafe-go@v0.9.8 executor.go:102"},
	{Func: failsafePkg + ".NewExecutor", Base: &once, Options: true, Source: "github.com/failsafe-go/failsafe-go@v0.6.9 executor.go:138"},
	{Func: "(" + failsafePkg + ".Executor).WithContext", Of: -1, Sets: []Setting{{What: Context, Arg: 1}}, Source: "github.com/failsafe-go/failsafe-go@v0.9.8 executor.go:132"},
	{Func: "(" + failsafePkg + ".Executor).Compose", Of: -1, Mutates: true, Sets: []Setting{{What: Inner, Arg: 1}}, Source: "github.com/failsafe-go/failsafe-go@v0.9.8 executor.go:118"},
	{Func: "(" + failsafePkg + ".Executor).%s", Names: "OnDone OnSuccess OnFailure", Of: -1, Source: "github.com/failsafe-go/failsafe-go@v0.9.8 executor.go:140"},
	{Func: failsafePkg + "/retrypolicy.%s", Names: "NewBuilder NewWithDefaults", Base: &thrice, Source: "github.com/failsafe-go/failsafe-go@v0.9.8 retrypolicy/retry.go:204"},
	{Func: failsafePkg + "/retrypolicy.%s", Names: "Builder WithDefaults", Base: &thrice, Source: "github.com/failsafe-go/failsafe-go@v0.6.9 retrypolicy/retry.go:188"},
	{Func: failsafeBuilder + ".WithMaxAttempts", Of: -1, Mutates: true, Sets: []Setting{{What: Attempts, Arg: 1, Zero: NegativeNoLimit}}, Source: "github.com/failsafe-go/failsafe-go@v0.9.8 retrypolicy/retry.go:258"},
	{Func: failsafeBuilder + ".WithMaxRetries", Of: -1, Mutates: true, Sets: []Setting{{What: Attempts, Arg: 1, Plus: 1, Zero: NegativeNoLimit}}, Source: "github.com/failsafe-go/failsafe-go@v0.9.8 retrypolicy/retry.go:267"},
	{Func: failsafeBuilder + ".WithMaxDuration", Of: -1, Mutates: true, Sets: []Setting{{What: Total, Arg: 1, Zero: ZeroNoLimit}}, Source: "github.com/failsafe-go/failsafe-go@v0.9.8 retrypolicy/retry.go:272"},
	{Func: failsafeDelays + ".WithDelay", Of: -1, Mutates: true, Sets: []Setting{{What: Pause, Arg: 1}}, Source: "github.com/failsafe-go/failsafe-go@v0.9.8 retrypolicy/retry.go:277"},
	{Func: failsafeBuilder + ".WithBackoff", Of: -1, Mutates: true, Sets: []Setting{{What: Pause, Arg: 1}, {What: Longest, Arg: 2}, {What: Factor, Value: 2}}, Source: "github.com/failsafe-go/failsafe-go@v0.9.8 retrypolicy/retry.go:287"},
	{Func: failsafeBuilder + ".WithBackoffFactor", Of: -1, Mutates: true, Sets: []Setting{{What: Pause, Arg: 1}, {What: Longest, Arg: 2}, {What: Factor, Arg: 3}}, Source: "github.com/failsafe-go/failsafe-go@v0.9.8 retrypolicy/retry.go:291"},
	{Func: failsafeBuilder + ".WithRandomDelay", Of: -1, Mutates: true, Sets: []Setting{{What: Pause, Arg: 2}}, Source: "github.com/failsafe-go/failsafe-go@v0.9.8 retrypolicy/retry.go:302"},
	{Func: failsafeDelays + ".WithDelayFunc", Of: -1, Mutates: true, Sets: []Setting{{What: Pause, Value: NoLimit}}, Source: "github.com/failsafe-go/failsafe-go@v0.9.8 retrypolicy/retry.go:282"},
	{Func: failsafeBuilder + ".%s", Names: "AbortIf AbortOnErrors AbortOnErrorTypes AbortOnResult WithBudget", Of: -1, Mutates: true, Sets: []Setting{{What: Filter, Arg: 1}}, Source: "github.com/failsafe-go/failsafe-go@v0.9.8 retrypolicy/retry.go:213"},
	{Func: failsafeFailures + ".%s", Names: "HandleIf HandleErrors HandleErrorTypes HandleResult", Of: -1, Mutates: true, Sets: []Setting{{What: Filter, Arg: 1}}, Source: "github.com/failsafe-go/failsafe-go@v0.9.8 policy.go:33"},
	{Func: failsafeFailures + ".*", Of: -1, Source: "github.com/failsafe-go/failsafe-go@v0.9.8 policy.go:33"},
	{Func: failsafeBuilder + ".*", Of: -1, Source: "github.com/failsafe-go/failsafe-go@v0.9.8 retrypolicy/retry.go:83"},
}

const (
	failsafeBuilder  = "(" + failsafePkg + "/retrypolicy.*Builder)"
	failsafeDelays   = "(" + failsafePkg + ".DelayablePolicyBuilder)"
	failsafeFailures = "(" + failsafePkg + ".FailurePolicyBuilder)"
)

var thrice = Effort{Attempts: 3, Total: NoLimit, Pause: NoPause, Factor: 1}

// github.com/eapache/go-resiliency/retrier: a list of pauses, one for each
// retry.

const resiliencyPkg = "github.com/eapache/go-resiliency/retrier."

var resiliencyRetriers = []Retrier{
	{Func: "(*" + resiliencyPkg + "Retrier).Run", Op: 1, Policy: -1, Tell: "use RunCtx(%s, ...)", Source: "github.com/eapache/go-resiliency@v1.7.0 retrier/retrier.go:55"},
	{Func: "(*" + resiliencyPkg + "Retrier).%s", Names: "RunCtx RunFn", Op: 2, Policy: -1, Sets: []Setting{context1}, Tell: "pass %s", Source: "github.com/eapache/go-resiliency@v1.7.0 retrier/retrier.go:67"},
}

var resiliencyPolicies = []Policy{
	{Func: resiliencyPkg + "New", Of: 1, Sets: []Setting{{What: Filter, Arg: 2}}, Source: "github.com/eapache/go-resiliency@v1.7.0 retrier/retrier.go:27"},
	{Func: "(*" + resiliencyPkg + "Retrier).WithInfiniteRetry", Of: -1, Mutates: true, Sets: []Setting{{What: Attempts, Value: NoLimit}}, Source: "github.com/eapache/go-resiliency@v1.7.0 retrier/retrier.go:42"},
	{Func: "(*" + resiliencyPkg + "Retrier).WithSurfaceWorkErrors", Of: -1, Source: "github.com/eapache/go-resiliency@v1.7.0 retrier/retrier.go:49"},
	{Func: resiliencyPkg + "ConstantBackoff", Base: &constantly, Sets: []Setting{{What: Attempts, Arg: 1, Plus: 1}, {What: Pause, Arg: 2}}, Source: "github.com/eapache/go-resiliency@v1.7.0 retrier/backoffs.go:6"},
	{Func: resiliencyPkg + "ExponentialBackoff", Base: &doubling, Sets: []Setting{{What: Attempts, Arg: 1, Plus: 1}, {What: Pause, Arg: 2}}, Source: "github.com/eapache/go-resiliency@v1.7.0 retrier/backoffs.go:16"},
	{Func: resiliencyPkg + "LimitedExponentialBackoff", Base: &doubling, Sets: []Setting{{What: Attempts, Arg: 1, Plus: 1}, {What: Pause, Arg: 2}, {What: Longest, Arg: 3}}, Source: "github.com/eapache/go-resiliency@v1.7.0 retrier/backoffs.go:29"},
}

const (
	lestrratPkg = "github.com/lestrrat-go/backoff/v2."
	ricanPkg    = "github.com/Rican7/retry"
	gaxPkg      = "github.com/googleapis/gax-go/v2."
)

var otherRetriers = []Retrier{
	{Func: "github.com/matryer/try.Do", Op: 1, On: OnRequest, Default: Effort{Total: NoLimit}, Tell: "let its function ask %s.Err()", Source: "github.com/matryer/try@v0.0.0-20161228173917-9ac251b645a2 try.go:15"},
	{Func: ricanPkg + ".Retry", Op: 1, Options: true, Default: immediately, Tell: "add a strategy that asks %s.Err()", Source: "github.com/Rican7/retry@v0.3.1 retry.go:16"},
	{Func: "(" + lestrratPkg + "Policy).Start", Policy: -1, Sets: []Setting{context1}, Tell: "pass %s", Source: "github.com/lestrrat-go/backoff/v2@v2.0.8 interface.go:24"},
	{Func: "(*" + lestrratPkg + "%s).Start", Names: "ConstantPolicy ExponentialPolicy", Policy: -1, Sets: []Setting{context1}, Tell: "pass %s", Source: "github.com/lestrrat-go/backoff/v2@v2.0.8 constant.go:63"},
	{Func: gaxPkg + "Invoke", Op: 2, Options: true, Default: once, Sets: []Setting{context1}, Tell: "pass %s", Source: "github.com/googleapis/gax-go/v2@v2.27.0 invoke.go:57"},
}

var otherPolicies = []Policy{
	{Func: ricanPkg + "/strategy.Limit", Sets: []Setting{{What: Attempts, Arg: 1}}, Source: "github.com/Rican7/retry@v0.3.1 strategy/strategy.go:25"},
	{Func: ricanPkg + "/strategy.%s", Names: "Wait Backoff BackoffWithJitter", Sets: []Setting{{What: Pause, Value: NoLimit}}, Source: "github.com/Rican7/retry@v0.3.1 strategy/strategy.go:46"},

	{Func: lestrratPkg + "%s", Names: "Constant NewConstantPolicy", Base: &Effort{Attempts: 10, Total: NoLimit, Pause: time.Minute, Factor: 1}, Options: true, Source: "github.com/lestrrat-go/backoff/v2@v2.0.8 controller.go:24"},
	{Func: lestrratPkg + "%s", Names: "Exponential NewExponentialPolicy", Base: &Effort{Attempts: 10, Total: NoLimit, Pause: 500 * time.Millisecond, Factor: 1.5, Longest: time.Minute}, Options: true, Source: "github.com/lestrrat-go/backoff/v2@v2.0.8 exponential.go:22"},
	{Func: lestrratPkg + "Null", Base: &once, Source: "github.com/lestrrat-go/backoff/v2@v2.0.8 null.go:10"},
	{Func: lestrratPkg + "WithMaxRetries", Sets: []Setting{{What: Attempts, Arg: 1, Zero: ZeroNoLimit}}, Source: "github.com/lestrrat-go/backoff/v2@v2.0.8 controller.go:83"},
	{Func: lestrratPkg + "%s", Names: "WithInterval WithMinInterval", Sets: []Setting{{What: Pause, Arg: 1}}, Source: "github.com/lestrrat-go/backoff/v2@v2.0.8 options.go:86"},
	{Func: lestrratPkg + "WithMaxInterval", Sets: []Setting{{What: Longest, Arg: 1}}, Source: "github.com/lestrrat-go/backoff/v2@v2.0.8 options.go:92"},
	{Func: lestrratPkg + "WithMultiplier", Sets: []Setting{{What: Factor, Arg: 1}}, Source: "github.com/lestrrat-go/backoff/v2@v2.0.8 options.go:108"},

	{Func: gaxPkg + "WithRetry", Sets: []Setting{{What: Inner, Arg: 1}}, Source: "github.com/googleapis/gax-go/v2@v2.27.0 call_option.go:64"},
	{Func: gaxPkg + "WithTimeout", Sets: []Setting{{What: Total, Arg: 1, Zero: ZeroNoLimit}}, Source: "github.com/googleapis/gax-go/v2@v2.27.0 call_option.go:249"},
	{Func: gaxPkg + "OnErrorFunc", Base: &constantly, Sets: []Setting{{What: Filter, Arg: 2}}, Source: "github.com/googleapis/gax-go/v2@v2.27.0 call_option.go:73"},
	{Func: gaxPkg + "OnCodes", Base: &constantly, Sets: []Setting{{What: Filter, Arg: 1}}, Source: "github.com/googleapis/gax-go/v2@v2.27.0 call_option.go:98"},
	{Func: gaxPkg + "OnHTTPCodes", Base: &constantly, Sets: []Setting{{What: Filter, Arg: 2}}, Source: "github.com/googleapis/gax-go/v2@v2.27.0 call_option.go:129"},
}
