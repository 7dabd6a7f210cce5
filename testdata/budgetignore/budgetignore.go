// Package budgetignore: directives that silence something, and others.
package budgetignore

import (
	"context"
	"net/http"
	"time"
)

func used(url string) {
	//lint:ignore nodeadline/http the address is that of this machine
	_, _ = http.Get(url)
	_, _ = http.Get(url) //nolint:nodeadline // the address is that of this machine
	_, _ = http.Get(url) //nolint:errcheck,budgetlint // the address is that of this machine
}

//lint:ignore nodeadline all of it is about this machine
func whole(url string) {
	_, _ = http.Get(url)
	_, _ = http.Get(url)
}

func noReason(url string) {
	// want +1 `^the directive for nodeadline/http gives no reason and silences nothing: say why the finding is wrong here, after the name, or take the directive out \(budgetignore/reason\)$`
	//lint:ignore nodeadline/http
	_, _ = http.Get(url) // want `\(nodeadline/http\)`
	// want +1 `\(nodeadline/http\)` `^the directive for nodeadline gives no reason`
	_, _ = http.Get(url) //nolint:nodeadline,errcheck
}

func bare(url string) {
	// want +1 `\(nodeadline/http\)`
	_, _ = http.Get(url) //nolint
}

func mended(ctx context.Context, url string) error {
	// want +1 `^the directive for nodeadline matches no finding: take it out \(budgetignore/unused\)$`
	//lint:ignore nodeadline the address is that of this machine
	req, err := http.NewRequestWithContext(ctx, "GET", url, nil)
	if err != nil {
		return err
	}
	// want +1 `^the directive for nodeadline/http and freshtimeout/reset matches no finding: take it out`
	//lint:ignore nodeadline/http,freshtimeout/reset,SA1000 both were here
	_, err = http.DefaultClient.Do(req)
	return err
}

// itself: a directive for everything is not for what is said of it.
func itself(url string) {
	// want +1 `^the directive for budgetlint matches no finding: take it out \(budgetignore/unused\)$`
	_ = url //nolint:budgetlint // the address is that of this machine
	// want +1 `^the directive for budgetlint matches no finding`
	//lint:ignore budgetlint the address is that of this machine
	_ = url
}

// half: one of two names is of use.
func half(url string) {
	// want +1 `^the directive for freshtimeout matches no finding`
	//lint:ignore nodeadline/http,freshtimeout the address is that of this machine
	_, _ = http.Get(url)
}

func misspelled(url string) {
	// want +1 `^the directive for nodeadline/htttp matches no finding: nodeadline has no such category, budgetlint explain nodeadline lists them \(budgetignore/unused\)$`
	//lint:ignore nodeadline/htttp the address is that of this machine
	_, _ = http.Get(url) // want `\(nodeadline/http\)`
}

func advice(ctx context.Context) (context.Context, context.CancelFunc) {
	//lint:ignore freshtimeout/detached it is not known whether this would match
	return context.WithTimeout(ctx, time.Second)
}

//lint:ignore SA1000 another tool's
//nolint:errcheck // another tool's
func others() {}
