// Package docs imports what the examples in the pages import, so that go.mod
// lists it.
package docs

import (
	_ "github.com/avast/retry-go/v4"
	_ "github.com/budgetlint/budgetlint/budget"
	_ "github.com/redis/go-redis/v9"
	_ "github.com/twmb/franz-go/pkg/kgo"
	_ "go.mongodb.org/mongo-driver/v2/mongo"
	_ "google.golang.org/grpc"
	_ "google.golang.org/grpc/health/grpc_health_v1"
	_ "k8s.io/apimachinery/pkg/apis/meta/v1"
	_ "k8s.io/client-go/kubernetes"

	_ "corp.example/lock"
	_ "corp.example/remote"
)
