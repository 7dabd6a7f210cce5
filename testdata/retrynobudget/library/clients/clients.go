// Package clients: what repeats its own requests has their context.
package clients

import (
	"context"
	"net/http"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	awsretry "github.com/aws/aws-sdk-go-v2/aws/retry"
	"github.com/aws/aws-sdk-go-v2/config"
	"github.com/aws/aws-sdk-go-v2/service/sqs"
	"github.com/go-resty/resty/v2"
	grpcretry1 "github.com/grpc-ecosystem/go-grpc-middleware/retry"
	grpcretry "github.com/grpc-ecosystem/go-grpc-middleware/v2/interceptors/retry"
	"github.com/grpc-ecosystem/go-grpc-middleware/v2/interceptors/timeout"
	"github.com/hashicorp/go-retryablehttp"
	"google.golang.org/grpc"
	"google.golang.org/grpc/health/grpc_health_v1"
)

func retryable(ctx context.Context, url string) (*http.Response, error) {
	req, err := retryablehttp.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return nil, err
	}
	return retryablehttp.NewClient().Do(req)
}

func request(ctx context.Context, url string) (*resty.Response, error) {
	return resty.New().SetRetryCount(3).R().SetContext(ctx).Get(url)
}

func queue(ctx context.Context, in *sqs.SendMessageInput) error {
	cfg, err := config.LoadDefaultConfig(ctx, config.WithRetryer(func() aws.Retryer {
		return awsretry.AddWithMaxAttempts(awsretry.NewStandard(), 5)
	}))
	if err != nil {
		return err
	}
	_, err = sqs.NewFromConfig(cfg).SendMessage(ctx, in)
	return err
}

func stub(ctx context.Context, target string) error {
	conn, err := grpc.NewClient(target, grpc.WithChainUnaryInterceptor(grpcretry.UnaryClientInterceptor(grpcretry.WithMax(4)), grpcretry1.UnaryClientInterceptor(), timeout.UnaryClientInterceptor(time.Second)))
	if err != nil {
		return err
	}
	_, err = grpc_health_v1.NewHealthClient(conn).Check(ctx, &grpc_health_v1.HealthCheckRequest{})
	return err
}
