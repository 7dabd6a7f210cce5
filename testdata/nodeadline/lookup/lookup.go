// Package lookup: a resolver gives up by itself, but it should not go on for a
// caller who has.
package lookup

import (
	"context"
	"net"
)

func dropped(ctx context.Context, host string) ([]string, error) {
	return net.LookupHost(host) // want `^net\.LookupHost ignores ctx \(parameter, line 10\) and nothing else bounds it: use net\.DefaultResolver\.LookupHost\(ctx, \.\.\.\) \(nodeadline/dropped\)$`
}

func droppedText(ctx context.Context, host string) ([]string, error) {
	return net.LookupTXT(host) // want `use net\.DefaultResolver\.LookupTXT\(ctx, \.\.\.\) \(nodeadline/dropped\)$`
}

func handed(ctx context.Context, host string) ([]string, error) {
	return net.DefaultResolver.LookupHost(ctx, host)
}

// No context is in reach.
func alone(host string) ([]string, error) { return net.LookupHost(host) }

func empty(host string) ([]string, error) {
	return net.DefaultResolver.LookupHost(context.Background(), host)
}
