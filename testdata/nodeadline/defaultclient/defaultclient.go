// Command defaultclient: the program sets a limit on the default client, which
// http.Get uses.
package main

import (
	"net/http"
	"time"
)

func main() {
	http.DefaultClient.Timeout = 5 * time.Second
	_, _ = http.Get("http://example.invalid")
	_, _ = http.DefaultClient.Get("http://example.invalid")
}
