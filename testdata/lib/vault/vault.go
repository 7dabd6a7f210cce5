// Package vault: every call has 60 s by default.
package vault

import (
	"context"

	"github.com/hashicorp/vault/api"
)

func read(c *api.Client) (*api.Secret, error) { return c.Logical().Read("secret/a") }

func readNothing(c *api.Client) (*api.Secret, error) {
	return c.Logical().ReadWithContext(context.Background(), "secret/a")
}

func readDropped(ctx context.Context, c *api.Client) (*api.Secret, error) {
	return c.Logical().Read("secret/a") // known to be bounded
}

var _ = []any{read, readNothing, readDropped}
