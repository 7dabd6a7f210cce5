// Package etcd: only the context bounds a request.
package etcd

import (
	"context"
	"time"

	clientv3 "go.etcd.io/etcd/client/v3"
	"go.etcd.io/etcd/client/v3/concurrency"
)

func get(cli *clientv3.Client) (*clientv3.GetResponse, error) {
	return cli.Get(context.Background(), "k") // want `\(nodeadline/grpc\)`
}

func put(kv clientv3.KV) (*clientv3.PutResponse, error) {
	return kv.Put(context.Background(), "k", "v") // want `\(nodeadline/grpc\)`
}

func dialTimeout(ends []string) (*clientv3.GetResponse, error) {
	cli, err := clientv3.New(clientv3.Config{Endpoints: ends, DialTimeout: 5 * time.Second})
	if err != nil {
		return nil, err
	}
	defer cli.Close()
	return cli.Get(context.Background(), "k") // want `\(nodeadline/grpc\)`
}

func caller(ctx context.Context, cli *clientv3.Client) (*clientv3.GetResponse, error) {
	return cli.Get(ctx, "k")
}

func inTime(cli *clientv3.Client) (*clientv3.GetResponse, error) {
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	return cli.Get(ctx, "k")
}

func grant(cli *clientv3.Client) (*clientv3.LeaseGrantResponse, error) {
	return cli.Grant(context.Background(), 10) // want `\(nodeadline/grpc\)`
}

func status(cli *clientv3.Client, end string) (*clientv3.StatusResponse, error) {
	return cli.Status(context.Background(), end) // want `\(nodeadline/grpc\)`
}

func txn(cli *clientv3.Client) (*clientv3.TxnResponse, error) {
	return cli.Txn(context.Background()).If().Then(clientv3.OpGet("k")).Commit() // want `\(nodeadline/grpc\)`
}

func txnCaller(ctx context.Context, cli *clientv3.Client) (*clientv3.TxnResponse, error) {
	return cli.Txn(ctx).If().Then(clientv3.OpGet("k")).Commit()
}

func watch(cli *clientv3.Client) clientv3.WatchChan {
	return cli.Watch(context.Background(), "k") // a stream
}

func keepAlive(cli *clientv3.Client, id clientv3.LeaseID) (<-chan *clientv3.LeaseKeepAliveResponse, error) {
	return cli.KeepAlive(context.Background(), id) // a stream
}

func lock(s *concurrency.Session) error {
	return concurrency.NewMutex(s, "/lock").Lock(context.Background()) // waits for another holder by design
}

var _ = []any{get, put, dialTimeout, caller, inTime, grant, status, txn, txnCaller, watch, keepAlive, lock}
