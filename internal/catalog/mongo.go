package catalog

// go.mongodb.org/mongo-driver/v2 and v1. Picking a server ends after 30 s
// (ServerSelectionTimeout), but the wait for its reply does not, unless the
// client has a Timeout (v1: or a SocketTimeout). Both may also stand in a
// connection string, which is not looked into. Watch and Next of a tailable
// cursor are streams; Disconnect and EndSession clean up.

const (
	mongo2 = "go.mongodb.org/mongo-driver/v2/mongo"
	mongo1 = "go.mongodb.org/mongo-driver/mongo"
)

var mongoCalls = []Call{
	{Pkg: mongo2, Recv: "Collection", Names: "*", Except: "Watch", Kind: Mongo, Client: mongo2 + ".Client", Unknown: Unbounded, Source: "go.mongodb.org/mongo-driver/v2@v2.10.0 mongo/options/clientoptions.go:1073"},
	{Pkg: mongo2, Recv: "Database", Names: "*", Except: "Watch", Kind: Mongo, Client: mongo2 + ".Client", Unknown: Unbounded, Source: "go.mongodb.org/mongo-driver/v2@v2.10.0 mongo/options/clientoptions.go:1073"},
	{Pkg: mongo2, Recv: "Client", Names: "BulkWrite ListDatabaseNames ListDatabases Ping", Kind: Mongo, Client: mongo2 + ".Client", Unknown: Unbounded, Source: "go.mongodb.org/mongo-driver/v2@v2.10.0 mongo/options/clientoptions.go:1073"},
	{Pkg: mongo2, Recv: "IndexView", Names: "*", Kind: Mongo, Client: mongo2 + ".Client", Unknown: Unbounded, Source: "go.mongodb.org/mongo-driver/v2@v2.10.0 mongo/index_view.go:205"},
	{Pkg: mongo2, Recv: "SearchIndexView", Names: "*", Kind: Mongo, Client: mongo2 + ".Client", Unknown: Unbounded, Source: "go.mongodb.org/mongo-driver/v2@v2.10.0 mongo/search_index_view.go:106"},
	{Pkg: mongo2, Recv: "Cursor", Names: "All", Kind: Mongo, Client: mongo2 + ".Client", Unknown: Unbounded, Source: "go.mongodb.org/mongo-driver/v2@v2.10.0 mongo/cursor.go:374"},
	{Pkg: mongo2, Recv: "Session", Names: "CommitTransaction", Kind: Mongo, Client: mongo2 + ".Client", Unknown: Unbounded, Source: "go.mongodb.org/mongo-driver/v2@v2.10.0 mongo/session.go:314"},
	{Pkg: mongo2, Recv: "GridFSBucket", Names: "Delete DownloadToStream DownloadToStreamByName Drop Find Rename UploadFromStream UploadFromStreamWithID", Kind: Mongo, Client: mongo2 + ".Client", Unknown: Unbounded, Source: "go.mongodb.org/mongo-driver/v2@v2.10.0 mongo/gridfs_bucket.go:264"},

	{Pkg: mongo1, Recv: "Collection", Names: "*", Except: "Watch", Kind: Mongo, Client: mongo1 + ".Client", Unknown: Unbounded, Source: "go.mongodb.org/mongo-driver@v1.17.10 mongo/options/clientoptions.go:296"},
	{Pkg: mongo1, Recv: "Database", Names: "*", Except: "Watch", Kind: Mongo, Client: mongo1 + ".Client", Unknown: Unbounded, Source: "go.mongodb.org/mongo-driver@v1.17.10 mongo/options/clientoptions.go:296"},
	{Pkg: mongo1, Recv: "Client", Names: "ListDatabaseNames ListDatabases Ping", Kind: Mongo, Client: mongo1 + ".Client", Unknown: Unbounded, Source: "go.mongodb.org/mongo-driver@v1.17.10 mongo/options/clientoptions.go:296"},
	{Pkg: mongo1, Recv: "IndexView", Names: "*", Kind: Mongo, Client: mongo1 + ".Client", Unknown: Unbounded, Source: "go.mongodb.org/mongo-driver@v1.17.10 mongo/index_view.go:179"},
	{Pkg: mongo1, Recv: "Cursor", Names: "All", Kind: Mongo, Client: mongo1 + ".Client", Unknown: Unbounded, Source: "go.mongodb.org/mongo-driver@v1.17.10 mongo/cursor.go:294"},
}

var mongoClients = []Client{
	{Type: mongo2 + ".Client", Zero: Unbounded, Source: "go.mongodb.org/mongo-driver/v2@v2.10.0 mongo/client.go:111"},
	{Type: "go.mongodb.org/mongo-driver/v2/mongo/options.ClientOptions", Fields: "Timeout", Setters: "SetTimeout", Chain: true, Zero: Unbounded, Source: "go.mongodb.org/mongo-driver/v2@v2.10.0 mongo/options/clientoptions.go:1073"},
	{Type: mongo1 + ".Client", Zero: Unbounded, Source: "go.mongodb.org/mongo-driver@v1.17.10 mongo/client.go:108"},
	{Type: "go.mongodb.org/mongo-driver/mongo/options.ClientOptions", Fields: "Timeout SocketTimeout", Setters: "SetTimeout SetSocketTimeout", Chain: true, Zero: Unbounded, Source: "go.mongodb.org/mongo-driver@v1.17.10 mongo/options/clientoptions.go:296"},
}

// The options of Connect are the elements of its variadic parameter.
var mongoMakers = []Maker{
	{Func: mongo2 + ".Connect", Arg: 1, Source: "go.mongodb.org/mongo-driver/v2@v2.10.0 mongo/client.go:111"},
	{Func: "go.mongodb.org/mongo-driver/v2/mongo/options.Client", Result: Unbounded, Source: "go.mongodb.org/mongo-driver/v2@v2.10.0 mongo/options/clientoptions.go:342"},
	{Func: "(*" + mongo2 + ".Client).Database", Arg: -1, Source: "go.mongodb.org/mongo-driver/v2@v2.10.0 mongo/client.go:744"},
	{Func: "(*" + mongo2 + ".Client).StartSession", Arg: -1, Source: "go.mongodb.org/mongo-driver/v2@v2.10.0 mongo/client.go:452"},
	{Func: "(*" + mongo2 + ".Database).Collection", Arg: -1, Source: "go.mongodb.org/mongo-driver/v2@v2.10.0 mongo/database.go:115"},
	{Func: "(*" + mongo2 + ".Database).GridFSBucket", Arg: -1, Source: "go.mongodb.org/mongo-driver/v2@v2.10.0 mongo/database.go:1004"},
	{Func: "(*" + mongo2 + ".Collection).*", Arg: -1, Source: "go.mongodb.org/mongo-driver/v2@v2.10.0 mongo/collection.go:2201"},

	{Func: mongo1 + ".Connect", Arg: 2, Source: "go.mongodb.org/mongo-driver@v1.17.10 mongo/client.go:108"},
	{Func: mongo1 + ".NewClient", Arg: 1, Source: "go.mongodb.org/mongo-driver@v1.17.10 mongo/client.go:135"},
	{Func: "go.mongodb.org/mongo-driver/mongo/options.Client", Result: Unbounded, Source: "go.mongodb.org/mongo-driver@v1.17.10 mongo/options/clientoptions.go:300"},
	{Func: "(*" + mongo1 + ".Client).Database", Arg: -1, Source: "go.mongodb.org/mongo-driver@v1.17.10 mongo/client.go:658"},
	{Func: "(*" + mongo1 + ".Database).Collection", Arg: -1, Source: "go.mongodb.org/mongo-driver@v1.17.10 mongo/database.go:108"},
	{Func: "(*" + mongo1 + ".Collection).*", Arg: -1, Source: "go.mongodb.org/mongo-driver@v1.17.10 mongo/collection.go:1820"},
}
