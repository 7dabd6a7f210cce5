// Command defaulttransport: the program sets a limit on the default transport.
package main

import (
	"net/http"
	"time"
)

func main() {
	http.DefaultTransport.(*http.Transport).ResponseHeaderTimeout = 5 * time.Second
	_, _ = http.Get("http://example.invalid")
	_, _ = (&http.Client{}).Get("http://example.invalid")
}
