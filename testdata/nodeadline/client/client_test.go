package client

import (
	"net/http"
	"testing"
)

// Tests may wait: their runner has a limit.
func TestGet(t *testing.T) {
	if _, err := http.Get("http://example.invalid"); err == nil {
		t.Error("an invalid host answers")
	}
}
