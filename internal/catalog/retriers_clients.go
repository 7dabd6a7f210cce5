package catalog

import "time"

// Clients that repeat their requests by themselves, by what makes them.

const (
	retryablePkg  = "github.com/hashicorp/go-retryablehttp."
	restyPkg      = "github.com/go-resty/resty/v2."
	awsPkg        = "github.com/aws/aws-sdk-go-v2/"
	grpcRetryPkg  = "github.com/grpc-ecosystem/go-grpc-middleware/retry."
	grpcRetryPkg2 = "github.com/grpc-ecosystem/go-grpc-middleware/v2/interceptors/retry."
)

var (
	single   = Effort{Attempts: 1}
	standard = Effort{Attempts: 3}
)

var clientPolicies = join(
	[]Policy{
		{Type: "net/http.Client", Base: &single, Sets: []Setting{{What: Inner, Field: "Transport"}}, Source: "go1.26 net/http/client.go:591"},
		{Type: "net/http.Transport", Base: &single, Source: "go1.26 net/http/transport.go:559"},

		{Func: retryablePkg + "NewClient", Base: &Effort{Attempts: 5, Total: NoLimit, Pause: time.Second, Factor: 2, Longest: 30 * time.Second}, Source: "github.com/hashicorp/go-retryablehttp@v0.7.8 client.go:440"},
		{Type: retryablePkg + "Client", Base: &single, Sets: []Setting{
			{What: Attempts, Field: "RetryMax", Plus: 1}, {What: Pause, Field: "RetryWaitMin"}, {What: Longest, Field: "RetryWaitMax"},
		}, Source: "github.com/hashicorp/go-retryablehttp@v0.7.8 client.go:412"},
		{Type: retryablePkg + "RoundTripper", Base: &Effort{Attempts: 5}, Sets: []Setting{{What: Inner, Field: "Client"}}, Source: "github.com/hashicorp/go-retryablehttp@v0.7.8 roundtripper.go:27"},
		{Func: "(*" + retryablePkg + "Client).StandardClient", Of: -1, Source: "github.com/hashicorp/go-retryablehttp@v0.7.8 client.go:920"},

		{Func: restyPkg + "%s", Names: "New NewWithClient NewWithLocalAddr", Base: &single, Source: "github.com/go-resty/resty/v2@v2.17.2 request.go:1047"},
		{Func: "(*" + restyPkg + "Client).SetRetryCount", Of: -1, Mutates: true, Sets: []Setting{{What: Attempts, Arg: 1, Plus: 1}}, Source: "github.com/go-resty/resty/v2@v2.17.2 client.go:708"},
		{Type: restyPkg + "Client", Sets: []Setting{{What: Attempts, Field: "RetryCount", Plus: 1}}, Source: "github.com/go-resty/resty/v2@v2.17.2 client.go:116"},
		{Func: "(*" + restyPkg + "Client).*", Of: -1, Source: "github.com/go-resty/resty/v2@v2.17.2 client.go:444"},
		{Func: "(*" + restyPkg + "Request).*", Of: -1, Source: "github.com/go-resty/resty/v2@v2.17.2 request.go:101"},

		// The environment and the shared configuration may say otherwise.
		{Func: awsPkg + "config.LoadDefaultConfig", Base: &standard, Options: true, Source: "github.com/aws/aws-sdk-go-v2@v1.48.0 aws/retry/standard.go:28"},
		{Func: awsPkg + "config.WithRetryMaxAttempts", Sets: []Setting{{What: Attempts, Arg: 1, Zero: ZeroIgnored}}, Source: "github.com/aws/aws-sdk-go-v2/config@v1.33.18 load_options.go:879"},
		{Func: awsPkg + "config.WithRetryer", Sets: []Setting{{What: Inner, Arg: 1}}, Source: "github.com/aws/aws-sdk-go-v2/config@v1.33.18 load_options.go:919"},
		{Type: awsPkg + "aws.Config", Base: &standard, Sets: []Setting{{What: Attempts, Field: "RetryMaxAttempts", Zero: ZeroIgnored}, {What: Inner, Field: "Retryer"}}, Source: "github.com/aws/aws-sdk-go-v2@v1.48.0 aws/config.go:86"},
		{Func: awsPkg + "service/*.NewFromConfig", Of: 1, Options: true, Source: "github.com/aws/aws-sdk-go-v2/service/sqs@v1.53.0 api_client.go:681"},
		{Type: awsPkg + "service/*.Options", Base: &standard, Sets: []Setting{{What: Attempts, Field: "RetryMaxAttempts", Zero: ZeroIgnored}, {What: Inner, Field: "Retryer"}}, Source: "github.com/aws/aws-sdk-go-v2/service/sqs@v1.53.0 options.go:93"},
		{Type: awsPkg + "aws.NopRetryer", Base: &single, Source: "github.com/aws/aws-sdk-go-v2@v1.48.0 aws/retryer.go:105"},
		{Func: awsPkg + "aws/retry.NewStandard", Base: &standard, Options: true, Source: "github.com/aws/aws-sdk-go-v2@v1.48.0 aws/retry/standard.go:213"},
		{Func: awsPkg + "aws/retry.NewAdaptiveMode", Base: &standard, Options: true, Source: "github.com/aws/aws-sdk-go-v2@v1.48.0 aws/retry/adaptive.go:72"},
		{Type: awsPkg + "aws/retry.StandardOptions", Base: &standard, Sets: []Setting{{What: Attempts, Field: "MaxAttempts", Zero: ZeroIgnored}}, Source: "github.com/aws/aws-sdk-go-v2@v1.48.0 aws/retry/standard.go:218"},
		{Func: awsPkg + "aws/retry.AddWithMaxAttempts", Of: 1, Sets: []Setting{{What: Attempts, Arg: 2, Zero: ZeroNoLimit}}, Source: "github.com/aws/aws-sdk-go-v2@v1.48.0 aws/retry/retry.go:40"},
		{Func: awsPkg + "aws/retry.%s", Names: "AddWithErrorCodes AddWithMaxBackoffDelay AddWithLongPolling", Of: 1, Source: "github.com/aws/aws-sdk-go-v2@v1.48.0 aws/retry/retry.go:12"},

		{Func: "google.golang.org/grpc.%s", Names: "NewClient Dial DialContext", Base: &single, Options: true, Source: "google.golang.org/grpc@v1.85.0 stream.go:875"},
		{Func: "google.golang.org/grpc.WithDefaultServiceConfig", Sets: []Setting{{What: ServiceConfig, Arg: 1}}, Source: "google.golang.org/grpc@v1.85.0 service_config.go:279"},
		{Func: "google.golang.org/grpc.%s", Names: "WithUnaryInterceptor WithChainUnaryInterceptor", Sets: []Setting{{What: Inner, Arg: 1}}, Source: "google.golang.org/grpc@v1.85.0 dialoptions.go:587"},
	},
	grpcRetries(grpcRetryPkg, "github.com/grpc-ecosystem/go-grpc-middleware@v1.4.0 retry/options.go:62"),
	grpcRetries(grpcRetryPkg2, "github.com/grpc-ecosystem/go-grpc-middleware/v2@v2.3.4 interceptors/retry/options.go:56"),
)

// grpcRetries: WithMax counts attempts, whatever its parameter is called.
func grpcRetries(pkg, source string) []Policy {
	return []Policy{
		{Func: pkg + "UnaryClientInterceptor", Base: &single, Options: true, Source: source},
		{Func: pkg + "WithMax", Sets: []Setting{{What: Attempts, Arg: 1}}, Source: source},
		{Func: pkg + "Disable", Sets: []Setting{{What: Attempts, Value: 1}}, Source: source},
	}
}
