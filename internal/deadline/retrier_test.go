package deadline

import (
	"fmt"
	"testing"

	"golang.org/x/tools/go/ssa"
)

// retrying describes a retrier: how many attempts, how long, the sum of its
// pauses, and what it knows of a context.
func retrying(in *Info) func(ssa.CallInstruction) string {
	return func(c ssa.CallInstruction) string {
		r := in.retrierAt(c)
		if r == nil {
			return ""
		}
		s := fmt.Sprintf("%d in %v", r.Attempts, r.Longest)
		if r.Paused {
			s += fmt.Sprintf(" pausing %v", r.Pauses)
		}
		switch r.Told {
		case ToldNothing:
			s += ", told nothing"
		case ToldContext:
			s += ", told " + describe(r.Context)
		}
		if r.MayEnd {
			s += ", may end"
		}
		return s
	}
}

func TestRetriers(t *testing.T) {
	const before = `
type op = func() error

func try() error { return nil }
`
	for _, trap := range []trap{
		{"defaults", `
func f() {
	backoff.Retry(try, backoff.NewExponentialBackOff()) //= -1 in 15m0s pausing 15m0s, told nothing
	retry.Do(try) //= 10 in -1ns pausing 51.1s, told nothing
}`},
		{"numbers", `
const n = 3
func f(k uint) {
	retry.Do(try, retry.Attempts(n+1), retry.MaxDelay(200*time.Millisecond)) //= 4 in -1ns pausing 500ms, told nothing
	retry.Do(try, retry.Attempts(k)) //= 0 in -1ns, told nothing
	retry.Do(try, retry.Attempts(0)) //= -1 in -1ns, told nothing
	retry.Do(try, retry.DelayType(func(uint, error, *retry.Config) time.Duration { return 1 })) //= 10 in -1ns, told nothing
	backoff.Retry(try, backoff.WithMaxRetries(backoff.NewConstantBackOff(time.Second), n)) //= 4 in -1ns pausing 3s, told nothing
}`},
		{"contexts", `
func f(ctx context.Context) {
	retry.Do(try, retry.Context(ctx)) //= 10 in -1ns pausing 51.1s, told caller of ctx
	retry.Do(try, retry.Context(context.TODO())) //= 10 in -1ns pausing 51.1s, told none from context.TODO()
	backoff.Retry(try, backoff.WithContext(&backoff.StopBackOff{}, ctx)) //= 1 in -1ns pausing 0s, told caller of ctx
	wait.PollUntilContextTimeout(ctx, 1, 2, true, func(context.Context) (bool, error) { return true, nil }) //= -1 in 2ns pausing 2ns, told caller of ctx
}`},
		{"literal", `
func f() {
	b := wait.Backoff{Steps: 4, Duration: time.Second, Factor: 2}
	b.Steps = 3
	wait.ExponentialBackoff(b, func() (bool, error) { return true, nil }) //= 0 in -1ns, told nothing
}`},
		{"argument", `
func policy(n uint64) backoff.BackOff { return backoff.WithMaxRetries(backoff.NewConstantBackOff(time.Second), n*2) }
func f() {
	backoff.Retry(try, policy(2)) //= 5 in -1ns pausing 4s, told nothing
	backoff.Retry(try, policy(3)) //= 7 in -1ns pausing 6s, told nothing
}`},
		{"handed", `
func f(b backoff.BackOff, opts []retry.Option, o op) {
	backoff.Retry(try, b) //= 0 in 0s, may end
	retry.Do(try, opts...) //= 0 in 0s, may end
	retry.Do(o) //= 10 in -1ns pausing 51.1s, told nothing
	x := []op{o}[0]
	retry.Do(x) //= 10 in -1ns pausing 51.1s, told nothing, may end
}`},
		{"recursion", `
func policy(n int) backoff.BackOff {
	if n > 0 {
		return policy(n-1)
	}
	return backoff.NewConstantBackOff(time.Second)
}
func f() {
	backoff.Retry(try, policy(2)) //= -1 in -1ns, told nothing
}`},
	} {
		t.Run(trap.name, func(t *testing.T) {
			in := analyse(t, before+trap.src)
			verify(t, in, retrying(in))
		})
	}
}

func TestOwnAttempts(t *testing.T) {
	for _, trap := range []trap{
		{"retryablehttp", `
type s struct { c *retryablehttp.Client; set *retryablehttp.Client; given *retryablehttp.Client }
func newS(given *retryablehttp.Client) *s { return &s{c: retryablehttp.NewClient(), set: retryablehttp.NewClient(), given: given} }
func f(r *retryablehttp.Request) {
	retryablehttp.NewClient().Do(r) //= 5
	c := retryablehttp.NewClient()
	c.RetryMax = 2
	c.Do(r) //= 3
	(&retryablehttp.Client{RetryMax: 7}).Do(r) //= 8
}
func (x *s) f(r *retryablehttp.Request) {
	x.c.Do(r) //= 5
	x.set.Do(r)
	x.given.Do(r)
}
func (x *s) change() { x.set.RetryMax = 1 }`},
		{"standard", `
func f(r *http.Request) {
	retryablehttp.NewClient().StandardClient().Do(r) //= 5
	(&http.Client{}).Do(r) //= 1
	rc := retryablehttp.NewClient()
	rc.RetryMax = 0
	c := &http.Client{Transport: &retryablehttp.RoundTripper{Client: rc}}
	c.Do(r) //= 1
}`},
		{"resty", `
var client = resty.New().SetRetryCount(4)
func f() {
	resty.New().R().Get("") //= 1
	resty.New().SetRetryCount(2).SetBaseURL("").R().SetHeader("", "").Get("") //= 3
	c := resty.New()
	c.SetRetryCount(1)
	c.R().Get("") //= 2
	client.R().Get("") //= 5
}`},
		{"aws", `
func f(ctx context.Context, in *sqs.SendMessageInput, given aws.Config) {
	cfg, _ := awsconfig.LoadDefaultConfig(ctx)
	sqs.NewFromConfig(cfg).SendMessage(ctx, in) //= 3
	five, _ := awsconfig.LoadDefaultConfig(ctx, awsconfig.WithRetryMaxAttempts(5))
	sqs.NewFromConfig(five).SendMessage(ctx, in) //= 5
	none, _ := awsconfig.LoadDefaultConfig(ctx, awsconfig.WithRetryer(func() aws.Retryer { return aws.NopRetryer{} }))
	sqs.NewFromConfig(none).SendMessage(ctx, in) //= 1
	sqs.NewFromConfig(cfg, func(o *sqs.Options) { o.RetryMaxAttempts = 4 }).SendMessage(ctx, in) //= 4
	sqs.NewFromConfig(cfg, func(o *sqs.Options) { o.Retryer = awsretry.NewStandard(func(s *awsretry.StandardOptions) { s.MaxAttempts = 6 }) }).SendMessage(ctx, in) //= 6
	sqs.NewFromConfig(cfg).SendMessage(ctx, in, func(o *sqs.Options) { o.RetryMaxAttempts = 2 }) //= 2
	sqs.NewFromConfig(given).SendMessage(ctx, in)
}`},
		{"grpc", `
const config = ` + "`{\"methodConfig\": [{\"name\": [{}], \"retryPolicy\": {\"maxAttempts\": 4}}]}`" + `
func f(ctx context.Context, in *health.HealthCheckRequest, given *grpc.ClientConn) {
	plain, _ := grpc.NewClient("")
	health.NewHealthClient(plain).Check(ctx, in) //= 1
	conn, _ := grpc.NewClient("", grpc.WithDefaultServiceConfig(config))
	health.NewHealthClient(conn).Check(ctx, in) //= 4
	with, _ := grpc.NewClient("", grpc.WithUnaryInterceptor(grpcretry.UnaryClientInterceptor(grpcretry.WithMax(3))))
	health.NewHealthClient(with).Check(ctx, in) //= 3
	health.NewHealthClient(with).Check(ctx, in, grpcretry.WithMax(2)) //= 2
	health.NewHealthClient(given).Check(ctx, in)
}`},
	} {
		t.Run(trap.name, func(t *testing.T) {
			in := analyse(t, trap.src)
			verify(t, in, func(c ssa.CallInstruction) string {
				if in.waitAt[c] == nil {
					return ""
				}
				if n, ok := in.ownAttempts(c); ok {
					return fmt.Sprint(n)
				}
				return ""
			})
		})
	}
}
