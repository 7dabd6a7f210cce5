package catalog

// github.com/gocql/gocql. NewCluster sets Timeout to 11 s, which ends every
// query by itself; 0 switches it off. It is the session's, set far from the
// query, so no query is reported.

var gocqlCalls = []Call{
	{Pkg: "github.com/gocql/gocql", Recv: "Query", Names: "Exec Iter MapScan MapScanCAS Scan ScanCAS", Kind: Other, Unknown: Bounded, Source: "github.com/gocql/gocql@v1.7.0 cluster.go:281"},
	{Pkg: "github.com/gocql/gocql", Recv: "Session", Names: "ExecuteBatch ExecuteBatchCAS MapExecuteBatchCAS", Kind: Other, Unknown: Bounded, Source: "github.com/gocql/gocql@v1.7.0 cluster.go:281"},
}
