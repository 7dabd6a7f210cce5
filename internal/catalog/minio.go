package catalog

// github.com/minio: minio-go and KES (kms-go/kes).

const kesPkg = "github.com/minio/kms-go/kes"

var minioCalls = []Call{
	// Its own transport waits a minute for a reply's header; another one may
	// be given in Options. Presigning is local, listings and notifications
	// are streams.
	{Pkg: "github.com/minio/minio-go/v7", Recv: "Client", Names: "*", Except: "List* Presign* RemoveObjects*", Kind: HTTP, Client: "github.com/minio/minio-go/v7.Client", Unknown: Bounded, Source: "github.com/minio/minio-go/v7@v7.4.1 transport.go:52"},
	// A KES client limits dial and TLS only, and nobody sets more: its
	// http.Client is a value made by the constructor. The logs are streams.
	{Pkg: kesPkg, Recv: "Client", Names: "*", Except: "AuditLog ErrorLog", Kind: HTTP, Client: kesPkg + ".Client", Unknown: Unbounded, Source: "github.com/minio/kms-go/kes@v0.3.1 client.go:104"},
	{Pkg: kesPkg, Recv: "ListIter", Names: "Next SeekTo", Kind: HTTP, Unknown: Unbounded, Source: "github.com/minio/kms-go/kes@v0.3.1 iter.go:57"},
}

var minioClients = []Client{
	{Type: "github.com/minio/minio-go/v7.Client", Zero: Bounded, Source: "github.com/minio/minio-go/v7@v7.4.1 api.go:210"},
	{Type: "github.com/minio/minio-go/v7.Options", Inner: map[string]string{"Transport": "net/http.Transport"}, Zero: Bounded, Source: "github.com/minio/minio-go/v7@v7.4.1 api.go:290"},
	{Type: kesPkg + ".Client", Inner: map[string]string{"HTTPClient": "net/http.Client"}, Zero: Unbounded, Source: "github.com/minio/kms-go/kes@v0.3.1 client.go:76"},
}

var minioMakers = []Maker{
	{Func: "github.com/minio/minio-go/v7.New", Result: Bounded, Arg: 2, Source: "github.com/minio/minio-go/v7@v7.4.1 api.go:210"},
	{Func: kesPkg + ".NewClient", Result: Unbounded, Source: "github.com/minio/kms-go/kes@v0.3.1 client.go:84"},
	{Func: kesPkg + ".NewClientWithConfig", Result: Unbounded, Source: "github.com/minio/kms-go/kes@v0.3.1 client.go:104"},
}
