// Package aws: what bounds a call depends on the release that is linked and on
// the configuration, so nothing is reported.
package aws

import (
	"context"

	"github.com/aws/aws-sdk-go-v2/config"
	"github.com/aws/aws-sdk-go-v2/service/sqs"
)

func queues() (*sqs.ListQueuesOutput, error) {
	cfg, err := config.LoadDefaultConfig(context.Background())
	if err != nil {
		return nil, err
	}
	return sqs.NewFromConfig(cfg).ListQueues(context.Background(), &sqs.ListQueuesInput{})
}

func receive(ctx context.Context, c *sqs.Client) (*sqs.ReceiveMessageOutput, error) {
	return c.ReceiveMessage(ctx, &sqs.ReceiveMessageInput{})
}

var _ = []any{queues, receive}
