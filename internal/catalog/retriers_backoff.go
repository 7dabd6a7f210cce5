package catalog

import "time"

// github.com/cenkalti/backoff, all versions, and github.com/avast/retry-go.

const backoffPkg = "github.com/cenkalti/backoff"

var backoffRetriers = join(
	backoffBefore5("", "Retry RetryNotify", "github.com/cenkalti/backoff@v2.2.1+incompatible retry.go:24"),
	backoffBefore5("/v3", "Retry RetryNotify RetryNotifyWithTimer", "github.com/cenkalti/backoff/v3@v3.2.2 retry.go:23"),
	backoffBefore5("/v4", "Retry RetryNotify RetryNotifyWithTimer RetryWithData RetryNotifyWithData RetryNotifyWithTimerAndData", "github.com/cenkalti/backoff/v4@v4.3.0 retry.go:42"),
	[]Retrier{
		{Func: backoffPkg + "/v5.Retry", Op: 2, Options: true, Default: backoff5, Sets: []Setting{{What: Context, Arg: 1}}, Tell: "pass %s", Source: "github.com/cenkalti/backoff/v5@v5.0.3 retry.go:68"},
		{Func: backoffPkg + "/v6.Retry", Op: 2, Options: true, Default: backoff5, Sets: []Setting{{What: Context, Arg: 1}}, Tell: "pass %s", Source: "github.com/cenkalti/backoff/v6@v6.0.1 retry.go:132"},
	},
)

func backoffBefore5(version, names, source string) []Retrier {
	return []Retrier{{
		Func: backoffPkg + version + ".%s", Names: names, Op: 1, Policy: 2,
		Tell: "wrap its policy in backoff.WithContext(..., %s)", Source: source,
	}}
}

var (
	backoff5    = Effort{Attempts: NoLimit, Total: 15 * time.Minute, Pause: 500 * time.Millisecond, Factor: 1.5, Longest: time.Minute}
	exponential = backoff5
	immediately = Effort{Attempts: NoLimit, Total: NoLimit, Pause: NoPause, Factor: 1}
	constantly  = Effort{Attempts: NoLimit, Total: NoLimit, Pause: NoLimit, Factor: 1}
	once        = Effort{Attempts: 1, Total: NoLimit, Pause: NoPause, Factor: 1}
)

var backoffPolicies = join(
	backoffPoliciesBefore5("", ZeroNoLimit, "github.com/cenkalti/backoff@v2.2.1+incompatible exponential.go:83"),
	backoffPoliciesBefore5("/v3", ZeroNoLimit, "github.com/cenkalti/backoff/v3@v3.2.2 exponential.go:83"),
	backoffPoliciesBefore5("/v4", ZeroCounts, "github.com/cenkalti/backoff/v4@v4.3.0 exponential.go:88"),
	[]Policy{
		{Func: backoffPkg + "/v4.WithMaxElapsedTime", Sets: []Setting{{What: Total, Arg: 1, Zero: ZeroNoLimit}}, Source: "github.com/cenkalti/backoff/v4@v4.3.0 exponential.go:131"},
		{Func: backoffPkg + "/v4.WithInitialInterval", Sets: []Setting{{What: Pause, Arg: 1}}, Source: "github.com/cenkalti/backoff/v4@v4.3.0 exponential.go:103"},
		{Func: backoffPkg + "/v4.WithMultiplier", Sets: []Setting{{What: Factor, Arg: 1}}, Source: "github.com/cenkalti/backoff/v4@v4.3.0 exponential.go:117"},
		{Func: backoffPkg + "/v4.WithMaxInterval", Sets: []Setting{{What: Longest, Arg: 1}}, Source: "github.com/cenkalti/backoff/v4@v4.3.0 exponential.go:124"},
	},
	backoffPolicies5("/v5", "github.com/cenkalti/backoff/v5@v5.0.3 retry.go:30"),
	backoffPolicies5("/v6", "github.com/cenkalti/backoff/v6@v6.0.1 retry.go:92"),
)

// backoffPoliciesBefore5: no is what WithMaxRetries(b, 0) means.
func backoffPoliciesBefore5(version string, no Zero, source string) []Policy {
	p := backoffPkg + version + "."
	return []Policy{
		{Func: p + "NewExponentialBackOff", Base: &exponential, Options: version == "/v4", Source: source},
		{Type: p + "ExponentialBackOff", Base: &Effort{Attempts: NoLimit, Total: NoLimit, Factor: 1}, Sets: []Setting{
			{What: Total, Field: "MaxElapsedTime", Zero: ZeroNoLimit},
			{What: Pause, Field: "InitialInterval"}, {What: Factor, Field: "Multiplier"}, {What: Longest, Field: "MaxInterval"},
		}, Source: source},
		{Func: p + "WithMaxRetries", Of: 1, Sets: []Setting{{What: Attempts, Arg: 2, Plus: 1, Zero: no}}, Source: source},
		{Func: p + "WithContext", Of: 1, Sets: []Setting{{What: Context, Arg: 2}}, Source: source},
		{Func: p + "NewConstantBackOff", Base: &constantly, Sets: []Setting{{What: Pause, Arg: 1}}, Source: source},
		{Type: p + "ConstantBackOff", Base: &immediately, Sets: []Setting{{What: Pause, Field: "Interval"}}, Source: source},
		{Type: p + "ZeroBackOff", Base: &immediately, Source: source},
		{Type: p + "StopBackOff", Base: &once, Source: source},
	}
}

func backoffPolicies5(version, source string) []Policy {
	p := backoffPkg + version + "."
	return []Policy{
		{Func: p + "WithBackOff", Sets: []Setting{{What: Inner, Arg: 1}}, Source: source},
		{Func: p + "WithMaxTries", Sets: []Setting{{What: Attempts, Arg: 1, Zero: ZeroNoLimit}}, Source: source},
		{Func: p + "WithMaxElapsedTime", Sets: []Setting{{What: Total, Arg: 1, Zero: ZeroNoLimit}}, Source: source},
		// A back-off has no end of its own here; the options have.
		{Func: p + "NewExponentialBackOff", Base: &Effort{Pause: 500 * time.Millisecond, Factor: 1.5, Longest: time.Minute}, Source: source},
		{Type: p + "ExponentialBackOff", Base: &Effort{Factor: 1}, Sets: []Setting{
			{What: Pause, Field: "InitialInterval"}, {What: Factor, Field: "Multiplier"}, {What: Longest, Field: "MaxInterval"},
		}, Source: source},
		{Func: p + "NewConstantBackOff", Base: &Effort{Pause: NoLimit, Factor: 1}, Sets: []Setting{{What: Pause, Arg: 1}}, Source: source},
		{Type: p + "ConstantBackOff", Base: &Effort{Pause: NoPause, Factor: 1}, Sets: []Setting{{What: Pause, Field: "Interval"}}, Source: source},
		{Type: p + "ZeroBackOff", Base: &Effort{Pause: NoPause, Factor: 1}, Source: source},
		{Type: p + "StopBackOff", Base: &once, Source: source},
	}
}

const retrygoPkg = "github.com/avast/retry-go"

var tenTimes = Effort{Attempts: 10, Total: NoLimit, Pause: 100 * time.Millisecond, Factor: 2}

var retrygoRetriers = []Retrier{
	{Func: retrygoPkg + ".Do", Op: 1, Options: true, Default: tenTimes, Tell: "add retry.Context(%s)", Source: "github.com/avast/retry-go@v3.0.0+incompatible retry.go:94"},
	{Func: retrygoPkg + "/v4.%s", Names: "Do DoWithData", Op: 1, Options: true, Default: tenTimes, Tell: "add retry.Context(%s)", Source: "github.com/avast/retry-go/v4@v4.7.0 retry.go:123"},
	{Func: "(*" + retrygoPkg + "/v5.Retrier).Do", Op: 1, Policy: -1, Tell: "make its retrier with retry.Context(%s)", Source: "github.com/avast/retry-go/v5@v5.1.1 retry.go:170"},
	{Func: "(*" + retrygoPkg + "/v5.RetrierWithData).Do", Op: 1, Policy: -1, Tell: "make its retrier with retry.Context(%s)", Source: "github.com/avast/retry-go/v5@v5.1.1 retry.go:180"},
}

var retrygoPolicies = join(
	retrygoOptions(".", ZeroCounts, "github.com/avast/retry-go@v3.0.0+incompatible options.go:47"),
	retrygoOptions("/v4.", ZeroNoLimit, "github.com/avast/retry-go/v4@v4.7.0 options.go:56"),
	retrygoOptions("/v5.", ZeroNoLimit, "github.com/avast/retry-go/v5@v5.1.1 options.go:142"),
	[]Policy{
		{Func: retrygoPkg + "%s.UntilSucceeded", Names: "/v4 /v5", Sets: []Setting{{What: Attempts, Value: NoLimit}}, Source: "github.com/avast/retry-go/v4@v4.7.0 options.go:63"},
		{Func: retrygoPkg + "/v5.%s", Names: "New NewWithData", Base: &tenTimes, Options: true, Source: "github.com/avast/retry-go/v5@v5.1.1 options.go:86"},
	},
)

// retrygoOptions: no is what Attempts(0) means.
func retrygoOptions(version string, no Zero, source string) []Policy {
	p := retrygoPkg + version
	return []Policy{
		{Func: p + "Attempts", Sets: []Setting{{What: Attempts, Arg: 1, Zero: no}}, Source: source},
		{Func: p + "Delay", Sets: []Setting{{What: Pause, Arg: 1}}, Source: source},
		{Func: p + "MaxDelay", Sets: []Setting{{What: Longest, Arg: 1}}, Source: source},
		{Func: p + "DelayType", Sets: []Setting{{What: Factor, Arg: 1, Factors: map[string]float64{p + "FixedDelay": 1, p + "BackOffDelay": 2}}}, Source: source},
		{Func: p + "RetryIf", Sets: []Setting{{What: Filter, Arg: 1}}, Source: source},
		{Func: p + "Context", Sets: []Setting{{What: Context, Arg: 1}}, Source: source},
	}
}
