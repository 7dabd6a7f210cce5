// Package builder: the text of an error is written among real content.
package builder

import (
	"context"
	"fmt"
	"strings"
)

type page func(ctx context.Context, url string, found func(link string)) error

func crawl(ctx context.Context, visit page, url string) (string, error) {
	var sb strings.Builder
	err := visit(ctx, url, func(link string) {
		sb.WriteString("\nlink " + link)
		if err := visit(ctx, link, nil); err != nil {
			sb.WriteString(fmt.Sprintf("\ncannot follow %s: %v", link, err)) // want `the error text of the call in line 16 is returned as the answer with a nil error`
		}
	})
	if err != nil {
		return "", err
	}
	return sb.String(), nil
}

func list(ctx context.Context, urls []string, get func(context.Context, string) (string, error)) (string, error) {
	var sb strings.Builder
	for _, u := range urls {
		text, err := get(ctx, u)
		if err != nil {
			fmt.Fprintf(&sb, "%s: %v\n", u, err) // want `the error text of the call in line 29`
			continue
		}
		sb.WriteString(text)
	}
	return sb.String(), nil
}

func failing(ctx context.Context, urls []string, get func(context.Context, string) (string, error)) error {
	var sb strings.Builder
	for _, u := range urls {
		if _, err := get(ctx, u); err != nil {
			fmt.Fprintf(&sb, "%s: %v\n", u, err) // becomes an error
		}
	}
	if sb.Len() > 0 {
		return fmt.Errorf("some failed:\n%s", sb.String())
	}
	return nil
}
