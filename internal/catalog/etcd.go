package catalog

// go.etcd.io/etcd/client/v3. Requests are gRPC calls that only the context
// bounds: Config.DialTimeout covers the dial, keep-alives a dead connection.
// Watch, KeepAlive, Snapshot, GetStream and Observe are streams. Lock and
// Campaign wait for another holder by design.

var etcdCalls = []Call{
	{Pkg: "go.etcd.io/etcd/client/v3", Recv: "KV", Names: "Compact Delete Do Get Put", Kind: GRPC, Unknown: Unbounded, Source: "go.etcd.io/etcd/client/v3@v3.7.3 kv.go:213"},
	{Pkg: "go.etcd.io/etcd/client/v3", Recv: "Txn", Names: "Commit", Kind: GRPC, Carrier: "go.etcd.io/etcd/client/v3.Txn", Unknown: Unbounded, Source: "go.etcd.io/etcd/client/v3@v3.7.3 txn.go:138"},
	{Pkg: "go.etcd.io/etcd/client/v3", Recv: "Lease", Names: "Grant KeepAliveOnce Leases Revoke TimeToLive", Kind: GRPC, Unknown: Unbounded, Source: "go.etcd.io/etcd/client/v3@v3.7.3 lease.go:215"},
	{Pkg: "go.etcd.io/etcd/client/v3", Recv: "Cluster", Names: "*", Kind: GRPC, Unknown: Unbounded, Source: "go.etcd.io/etcd/client/v3@v3.7.3 cluster.go:125"},
	{Pkg: "go.etcd.io/etcd/client/v3", Recv: "Maintenance", Names: "*", Except: "Snapshot*", Kind: GRPC, Unknown: Unbounded, Source: "go.etcd.io/etcd/client/v3@v3.7.3 maintenance.go:204"},
	{Pkg: "go.etcd.io/etcd/client/v3", Recv: "Auth", Names: "*", Kind: GRPC, Unknown: Unbounded, Source: "go.etcd.io/etcd/client/v3@v3.7.3 auth.go:156"},
	{Pkg: "go.etcd.io/etcd/client/v3", Recv: "Client", Names: "Sync", Kind: GRPC, Unknown: Unbounded, Source: "go.etcd.io/etcd/client/v3@v3.7.3 client.go:186"},
	{Pkg: "go.etcd.io/etcd/client/v3/concurrency", Recv: "Election", Names: "Leader Proclaim Resign", Kind: GRPC, Unknown: Unbounded, Source: "go.etcd.io/etcd/client/v3@v3.7.3 concurrency/election.go:148"},
	{Pkg: "go.etcd.io/etcd/client/v3/concurrency", Recv: "Mutex", Names: "TryLock Unlock", Kind: GRPC, Unknown: Unbounded, Source: "go.etcd.io/etcd/client/v3@v3.7.3 concurrency/mutex.go:52"},
}

var etcdCarriers = []Carrier{
	{
		Type:   "go.etcd.io/etcd/client/v3.Txn",
		Takes:  []string{"(go.etcd.io/etcd/client/v3.KV).Txn"},
		Chain:  true,
		Source: "go.etcd.io/etcd/client/v3@v3.7.3 kv.go:78",
	},
}
