package runtime_test

import (
	"context"
	"errors"
	"net/http"
	"time"

	avast4 "github.com/avast/retry-go/v4"
	avast5 "github.com/avast/retry-go/v5"
	"github.com/budgetlint/budgetlint/budget"
	"github.com/cenkalti/backoff/v5"
	"github.com/eapache/go-resiliency/retrier"
	"github.com/failsafe-go/failsafe-go"
	"github.com/failsafe-go/failsafe-go/retrypolicy"
	"github.com/googleapis/gax-go/v2"
	grpcretry "github.com/grpc-ecosystem/go-grpc-middleware/v2/interceptors/retry"
	"github.com/hashicorp/go-retryablehttp"
	"github.com/sethvargo/go-retry"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
)

// An op is one attempt.
type op func(context.Context) error

// A plan is what all loops are asked for: so many attempts at most, a pause of
// delay between them, and perTry for each, which the op keeps to by itself.
type plan struct {
	attempts      int
	delay, perTry time.Duration
}

// A loop is a library's way to retry. Pauses are constant and without jitter,
// each failure may be retried, and ctx is passed to all that take one.
type loop struct {
	name   string
	module string // empty for what is here
	run    func(context.Context, plan, op) error
	// reason is what the library has to tell failures apart by, nil for nothing:
	// no value of it says that there was no time.
	reason func(error) string
}

var loops = []loop{
	{"budget.Call", "", func(ctx context.Context, p plan, f op) error {
		hop := budget.Hop{Cap: p.perTry, Tries: p.attempts}
		_, err := budget.Call(ctx, &hop, func(ctx context.Context) (none, error) {
			// Pauses of its own are drawn, so this one is asked for.
			return none{}, budget.Transient(f(ctx), p.delay)
		})
		return err
	}, func(err error) string {
		var e *budget.Error
		if errors.As(err, &e) {
			return string(e.Reason)
		}
		return ""
	}},
	{"failsafe-go Retry", "github.com/failsafe-go/failsafe-go", func(ctx context.Context, p plan, f op) error {
		policy := retrypolicy.NewBuilder[none]().WithMaxAttempts(p.attempts).WithDelay(p.delay).Build()
		return failsafe.With(policy).WithContext(ctx).RunWithExecution(func(e failsafe.Execution[none]) error { return f(e.Context()) })
	}, nil},
	{"backoff Retry", "github.com/cenkalti/backoff/v5", func(ctx context.Context, p plan, f op) error {
		_, err := backoff.Retry(ctx, func() (none, error) { return none{}, f(ctx) }, backoffOptions(p)...)
		return err
	}, nil},
	{"backoff Retry, WithMaxElapsedTime", "github.com/cenkalti/backoff/v5", func(ctx context.Context, p plan, f op) error {
		end, _ := ctx.Deadline()
		options := append(backoffOptions(p), backoff.WithMaxElapsedTime(time.Until(end)))
		_, err := backoff.Retry(ctx, func() (none, error) { return none{}, f(ctx) }, options...)
		return err
	}, nil},
	{"backoff Retry, gated by budget.Affords", "github.com/cenkalti/backoff/v5", func(ctx context.Context, p plan, f op) error {
		_, err := backoff.Retry(ctx, func() (none, error) {
			err := f(ctx)
			if err != nil && !budget.Affords(ctx, p.delay+p.perTry) {
				return none{}, backoff.Permanent(err)
			}
			return none{}, err
		}, backoffOptions(p)...)
		return err
	}, nil},
	{"avast Do", "github.com/avast/retry-go/v4", func(ctx context.Context, p plan, f op) error {
		return avast4.Do(func() error { return f(ctx) }, avast4.Context(ctx), avast4.Attempts(uint(p.attempts)),
			avast4.Delay(p.delay), avast4.DelayType(avast4.FixedDelay))
	}, nil},
	{"avast Do", "github.com/avast/retry-go/v5", func(ctx context.Context, p plan, f op) error {
		return avast5.New(avastOptions(ctx, p)...).Do(func() error { return f(ctx) })
	}, nil},
	{"avast Do, LastErrorOnly", "github.com/avast/retry-go/v5", func(ctx context.Context, p plan, f op) error {
		return avast5.New(append(avastOptions(ctx, p), avast5.LastErrorOnly(true))...).Do(func() error { return f(ctx) })
	}, nil},
	{"sethvargo Do", "github.com/sethvargo/go-retry", func(ctx context.Context, p plan, f op) error {
		b := retry.WithMaxRetries(uint64(p.attempts-1), retry.NewConstant(p.delay))
		return retry.Do(ctx, b, func(ctx context.Context) error { return retry.RetryableError(f(ctx)) })
	}, nil},
	{"eapache retrier", "github.com/eapache/go-resiliency", func(ctx context.Context, p plan, f op) error {
		return retrier.New(retrier.ConstantBackoff(p.attempts-1, p.delay), nil).RunCtx(ctx, f)
	}, nil},
	{"eapache retrier, WithSurfaceWorkErrors", "github.com/eapache/go-resiliency", func(ctx context.Context, p plan, f op) error {
		return retrier.New(retrier.ConstantBackoff(p.attempts-1, p.delay), nil).WithSurfaceWorkErrors().RunCtx(ctx, f)
	}, nil},
	{"retryablehttp Client", "github.com/hashicorp/go-retryablehttp", func(ctx context.Context, p plan, f op) error {
		c := retryablehttp.NewClient()
		c.Logger = nil
		c.RetryMax, c.RetryWaitMin, c.RetryWaitMax = p.attempts-1, p.delay, p.delay
		c.HTTPClient.Transport = transport(f)
		r, err := retryablehttp.NewRequestWithContext(ctx, http.MethodGet, "http://crm.example", nil)
		if err != nil {
			return err
		}
		resp, err := c.Do(r)
		if err != nil {
			return err
		}
		return resp.Body.Close()
	}, nil},
	{"grpc-middleware retry", "github.com/grpc-ecosystem/go-grpc-middleware/v2", func(ctx context.Context, p plan, f op) error {
		return intercept(ctx, p, f)
	}, nil},
	{"grpc-middleware retry, WithPerRetryTimeout", "github.com/grpc-ecosystem/go-grpc-middleware/v2", func(ctx context.Context, p plan, f op) error {
		return intercept(ctx, p, f, grpcretry.WithPerRetryTimeout(p.perTry))
	}, nil},
	{"gax Invoke", "github.com/googleapis/gax-go/v2", func(ctx context.Context, p plan, f op) error {
		return gax.Invoke(ctx, func(ctx context.Context, _ gax.CallSettings) error { return f(ctx) },
			gax.WithRetry(func() gax.Retryer { return &retryer{p.attempts - 1, p.delay} }))
	}, nil},
}

type none struct{}

func backoffOptions(p plan) []backoff.RetryOption {
	return []backoff.RetryOption{
		backoff.WithBackOff(backoff.NewConstantBackOff(p.delay)),
		backoff.WithMaxTries(uint(p.attempts)),
		backoff.WithMaxElapsedTime(0),
	}
}

func avastOptions(ctx context.Context, p plan) []avast5.Option {
	return []avast5.Option{avast5.Context(ctx), avast5.Attempts(uint(p.attempts)), avast5.Delay(p.delay), avast5.DelayType(avast5.FixedDelay)}
}

// transport answers with what an op returns.
type transport op

func (t transport) RoundTrip(r *http.Request) (*http.Response, error) {
	if err := t(r.Context()); err != nil {
		return nil, err
	}
	return &http.Response{StatusCode: http.StatusNoContent, Body: http.NoBody, Request: r}, nil
}

// intercept runs f as the call below a gRPC interceptor, with errors that have a
// code and are still to be found.
func intercept(ctx context.Context, p plan, f op, more ...grpcretry.CallOption) error {
	options := append([]grpcretry.CallOption{
		grpcretry.WithMax(uint(p.attempts)),
		grpcretry.WithBackoff(grpcretry.BackoffLinear(p.delay)),
		grpcretry.WithCodes(codes.Unavailable),
	}, more...)
	invoke := func(ctx context.Context, _ string, _, _ any, _ *grpc.ClientConn, _ ...grpc.CallOption) error {
		if err := f(ctx); err != nil {
			return coded{err}
		}
		return nil
	}
	return grpcretry.UnaryClientInterceptor(options...)(ctx, "/crm/lookup", nil, nil, nil, invoke)
}

type coded struct{ error }

func (c coded) Unwrap() error { return c.error }

func (c coded) GRPCStatus() *status.Status {
	if errors.Is(c.error, context.DeadlineExceeded) {
		return status.New(codes.DeadlineExceeded, c.Error())
	}
	return status.New(codes.Unavailable, c.Error())
}

// retryer is a gax.Retryer without jitter, which gax.Backoff does not do without.
type retryer struct {
	retries int
	delay   time.Duration
}

func (r *retryer) Retry(error) (time.Duration, bool) {
	r.retries--
	return r.delay, r.retries >= 0
}
