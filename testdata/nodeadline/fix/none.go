package fix

import (
	"context"
	"crypto/tls"
	"database/sql"
	"net"
	"net/http"
)

// Nothing here has a fix.

// It returns another type.
func secure(ctx context.Context, addr string) (*tls.Conn, error) {
	return tls.Dial("tcp", addr, nil) // want `\(nodeadline/dropped\)`
}

// It takes a network first.
func addresses(ctx context.Context, host string) ([]net.IP, error) {
	return net.LookupIP(host) // want `\(nodeadline/dropped\)`
}

// There is no check to make twice.
func returned(ctx context.Context, url string) (*http.Response, error) {
	return http.Get(url) // want `\(nodeadline/dropped\)`
}

func looked(ctx context.Context, url string) (int, error) {
	resp, err := http.Get(url) // want `\(nodeadline/dropped\)`
	if err != nil {
		if resp != nil {
			return resp.StatusCode, err
		}
		return 0, err
	}
	return resp.StatusCode, resp.Body.Close()
}

func shadowed(ctx context.Context, db *sql.DB) error {
	for _, ctx := range []string{"a", "b"} {
		if _, err := db.Exec("DELETE FROM old WHERE id = $1", ctx); err != nil { // want `\(nodeadline/dropped\)`
			return err
		}
	}
	return nil
}

// Nobody waits for it.
func detached(ctx context.Context, db *sql.DB) {
	go func() {
		_ = db.PingContext(context.Background()) // want `\(nodeadline/sql\)`
	}()
}

// The caller's context has ended.
func ended(ctx context.Context, db *sql.DB) error {
	<-ctx.Done()
	return db.PingContext(context.Background()) // want `\(nodeadline/sql\)`
}

// It has to be done after the caller's context has ended, too.
func rollback(ctx context.Context, db *sql.DB) error {
	return db.PingContext(context.Background()) // want `\(nodeadline/sql\)`
}

// No duration is invented.
func serve(h http.Handler) error {
	srv := &http.Server{Addr: ":80", Handler: h} // want `\(nodeadline/server\)`
	return srv.ListenAndServe()
}
