// Package shutdowntimer: a timer closes the server by force.
package shutdowntimer

import (
	"context"
	"net/http"
	"time"
)

func stop(srv *http.Server) error {
	t := time.AfterFunc(10*time.Second, func() { _ = srv.Close() })
	defer t.Stop()
	return srv.Shutdown(context.Background())
}
