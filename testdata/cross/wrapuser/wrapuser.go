// Package wrapuser calls clients that package wrap makes.
package wrapuser

import (
	"context"

	"example.com/budgetlint/testdata/cross/wrap"
)

func limited(a wrap.API) error {
	_, err := a.Check(context.Background(), nil)
	return err
}

func bare(b wrap.Bare) error {
	_, err := b.Check(context.Background(), nil) // want `\(nodeadline/grpc\)`
	return err
}
