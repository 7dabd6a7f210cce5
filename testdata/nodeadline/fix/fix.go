// Package fix: calls that can be given the context in reach, and some that
// cannot.
package fix

import (
	"context"
	"database/sql"
	"io"
	"net"
	"net/http"
	"os/exec"

	"k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes"
)

func query(ctx context.Context, db *sql.DB, id int) (*sql.Rows, error) {
	return db.Query("SELECT $1", id) // want `\(nodeadline/dropped\)`
}

func lines(ctx context.Context, db *sql.DB, id int) *sql.Row {
	return db.QueryRow( // want `\(nodeadline/dropped\)`
		"SELECT $1", // with a comment
		id,
	)
}

func ping(context.Context, *sql.DB) error { return nil }

func unnamed(context.Context) error {
	return handle.Ping() // want `\(nodeadline/dropped\)`
}

var handle *sql.DB

// Both fixes name the parameter.
func blank(_ context.Context, db *sql.DB) error {
	if err := db.Ping(); err != nil { // want `\(nodeadline/dropped\)`
		return err
	}
	_, err := db.Exec("DELETE FROM old") // want `\(nodeadline/dropped\)`
	return err
}

func begin(ctx context.Context, db *sql.DB) error {
	tx, err := db.Begin() // want `\(nodeadline/dropped\)`
	if err != nil {
		return err
	}
	if _, err := tx.Exec("DELETE FROM old"); err != nil { // want `\(nodeadline/dropped\)`
		return tx.Rollback()
	}
	return tx.Commit()
}

func (s server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if _, err := s.db.Exec("SELECT 1"); err != nil { // want `\(nodeadline/dropped\)`
		w.WriteHeader(http.StatusServiceUnavailable)
	}
}

type server struct {
	db *sql.DB
	hc *http.Client
}

func send(ctx context.Context, url string) (*http.Response, error) {
	req, err := http.NewRequest(http.MethodPost, url, nil)
	if err != nil {
		return nil, err
	}
	return http.DefaultClient.Do(req) // want `\(nodeadline/dropped\)`
}

func command(ctx context.Context, name string) ([]byte, error) {
	cmd := exec.Command("du", "-s", name)
	cmd.Dir = "/"
	return cmd.Output() // want `\(nodeadline/dropped\)`
}

func chained(ctx context.Context) error {
	return exec.Command("sync").Run() // want `\(nodeadline/dropped\)`
}

func dial(ctx context.Context, addr string) (net.Conn, error) {
	return net.Dial("tcp", addr) // want `\(nodeadline/dropped\)`
}

func dialer(ctx context.Context, addr string) (net.Conn, error) {
	var d net.Dialer
	return d.Dial("tcp", addr) // want `\(nodeadline/dropped\)`
}

func lookup(ctx context.Context, host string) ([]string, error) {
	return net.LookupHost(host) // want `\(nodeadline/dropped\)`
}

func get(ctx context.Context, url string) ([]byte, error) {
	resp, err := http.Get(url + "?full=1") // want `\(nodeadline/dropped\)`
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	return io.ReadAll(resp.Body)
}

func (s server) post(ctx context.Context, url string, body io.Reader) (code int, err error) {
	if body != nil {
		resp, err := s.hc.Post(url, "text/plain", body) // want `\(nodeadline/dropped\)`
		if err != nil {
			// It is gone.
			return 0, err
		}
		code = resp.StatusCode
		return code, resp.Body.Close()
	}
	return 0, nil
}

func background(ctx context.Context, db *sql.DB) error {
	return db.PingContext(context.Background()) // want `\(nodeadline/sql\)`
}

func root(r *http.Request, db *sql.DB) error {
	c := context.TODO()
	return db.PingContext(c) // want `\(nodeadline/sql\)`
}

func pods(ctx context.Context, k kubernetes.Interface) error {
	_, err := k.CoreV1().Pods("ns").List(context.TODO(), v1.ListOptions{}) // want `\(nodeadline/k8s\)`
	return err
}

func via(ctx context.Context, db *sql.DB) error {
	return waits(context.Background(), db) // want `\(nodeadline/sql\)`
}

func waits(ctx context.Context, db *sql.DB) error { return db.PingContext(ctx) }

func sends(ctx context.Context, url string) error {
	req, err := http.NewRequest(http.MethodGet, url, nil)
	if err != nil {
		return err
	}
	return do(req) // want `\(nodeadline/dropped\)`
}

func do(req *http.Request) error {
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}
