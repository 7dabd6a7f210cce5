// Package minio: its own transport waits a minute for a header.
package minio

import (
	"context"
	"net/http"
	"net/url"
	"time"

	"github.com/minio/minio-go/v7"
)

func exists(end string) (bool, error) {
	c, err := minio.New(end, &minio.Options{})
	if err != nil {
		return false, err
	}
	return c.BucketExists(context.Background(), "b")
}

func otherTransport(end string) (bool, error) {
	c, err := minio.New(end, &minio.Options{Transport: http.DefaultTransport})
	if err != nil {
		return false, err
	}
	return c.BucketExists(context.Background(), "b") // want `\(nodeadline/http\)`
}

func given(c *minio.Client) (bool, error) { return c.BucketExists(context.Background(), "b") }

func presign(end string) (*url.URL, error) {
	c, err := minio.New(end, &minio.Options{Transport: http.DefaultTransport})
	if err != nil {
		return nil, err
	}
	return c.PresignedGetObject(context.Background(), "b", "o", time.Hour, nil) // local
}

var _ = []any{exists, otherTransport, given, presign}
