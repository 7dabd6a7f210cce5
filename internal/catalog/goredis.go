package catalog

// github.com/redis/go-redis/v9 and its predecessor github.com/go-redis/redis/v8.
//
// A client bounds ordinary commands by itself: ReadTimeout is 5 s by default
// (3 s in v8), -1 and -2 switch it off. While ContextTimeoutEnabled is off, the
// default, the socket does not heed the context at all. A blocking command
// replaces ReadTimeout by its own timeout, of which 0 is for ever.
// What a subscription receives is a stream.
//
// The methods of *Client and the others belong to the embedded types cmdable
// and statefulCmdable, those of the interfaces to ListCmdable and the like:
// "*mdable" is all of them. A pipeline has the same methods, which only
// queue; its making is never known, so they stay silent.

const (
	goRedis9 = "github.com/redis/go-redis/v9"
	goRedis8 = "github.com/go-redis/redis/v8"
)

var goredisCalls = []Call{
	{Pkg: goRedis9, Recv: "*mdable", Names: "BLMPop BLPop BRPop BZMPop BZPopMax BZPopMin", Kind: Redis, Client: goRedis9 + ".Client", Unknown: Bounded, Forever: 2, Source: "github.com/redis/go-redis/v9@v9.23.0 list_commands.go:41"},
	{Pkg: goRedis9, Recv: "*mdable", Names: "BRPopLPush", Kind: Redis, Client: goRedis9 + ".Client", Unknown: Bounded, Forever: 4, Source: "github.com/redis/go-redis/v9@v9.23.0 list_commands.go:90"},
	{Pkg: goRedis9, Recv: "*mdable", Names: "BLMove BLMoveM", Kind: Redis, Client: goRedis9 + ".Client", Unknown: Bounded, Forever: 6, Source: "github.com/redis/go-redis/v9@v9.23.0 list_commands.go:339"},
	{Pkg: goRedis9, Recv: "*mdable", Names: "XRead XReadGroup", Kind: Redis, Client: goRedis9 + ".Client", Unknown: Bounded, Forever: 2, Field: "Block", Source: "github.com/redis/go-redis/v9@v9.23.0 stream_commands.go:274"},
	{Pkg: goRedis9, Recv: "*mdable", Names: "Wait WaitAOF", Kind: Redis, Unknown: Bounded, Source: "github.com/redis/go-redis/v9@v9.23.0 commands.go:296"},
	{Pkg: goRedis9, Recv: "*mdable", Names: "*", Kind: Redis, Client: goRedis9 + ".Client", Unknown: Bounded, Source: "github.com/redis/go-redis/v9@v9.23.0 options.go:741"},
	{Pkg: goRedis9, Recv: "*Client", Names: "Do Process", Kind: Redis, Client: goRedis9 + ".Client", Unknown: Bounded, Source: "github.com/redis/go-redis/v9@v9.23.0 options.go:741"},
	{Pkg: goRedis9, Recv: "Ring", Names: "Process", Kind: Redis, Client: goRedis9 + ".Client", Unknown: Bounded, Source: "github.com/redis/go-redis/v9@v9.23.0 ring.go:247"},
	{Pkg: goRedis9, Recv: "Pipeline*", Names: "Exec", Kind: Redis, Unknown: Bounded, Source: "github.com/redis/go-redis/v9@v9.23.0 options.go:741"},

	{Pkg: goRedis8, Recv: "*mdable", Names: "BLPop BRPop BZPopMax BZPopMin", Kind: Redis, Client: goRedis8 + ".Client", Unknown: Bounded, Forever: 2, Source: "github.com/go-redis/redis/v8@v8.11.5 commands.go:1332"},
	{Pkg: goRedis8, Recv: "*mdable", Names: "BRPopLPush", Kind: Redis, Client: goRedis8 + ".Client", Unknown: Bounded, Forever: 4, Source: "github.com/go-redis/redis/v8@v8.11.5 commands.go:1358"},
	{Pkg: goRedis8, Recv: "*mdable", Names: "BLMove", Kind: Redis, Client: goRedis8 + ".Client", Unknown: Bounded, Forever: 6, Source: "github.com/go-redis/redis/v8@v8.11.5 commands.go:1544"},
	{Pkg: goRedis8, Recv: "*mdable", Names: "XRead XReadGroup", Kind: Redis, Client: goRedis8 + ".Client", Unknown: Bounded, Forever: 2, Field: "Block", Source: "github.com/go-redis/redis/v8@v8.11.5 commands.go:1849"},
	{Pkg: goRedis8, Recv: "*mdable", Names: "*", Kind: Redis, Client: goRedis8 + ".Client", Unknown: Bounded, Source: "github.com/go-redis/redis/v8@v8.11.5 options.go:150"},
	{Pkg: goRedis8, Recv: "*Client", Names: "Do Process", Kind: Redis, Client: goRedis8 + ".Client", Unknown: Bounded, Source: "github.com/go-redis/redis/v8@v8.11.5 options.go:150"},
}

var goredisClients = []Client{
	{Type: goRedis9 + ".Client", Zero: Bounded, Source: "github.com/redis/go-redis/v9@v9.23.0 redis.go:2420"},
	{Type: goRedis9 + ".Options", Fields: "ReadTimeout", NegativeOff: true, Zero: Bounded, Source: "github.com/redis/go-redis/v9@v9.23.0 options.go:741"},
	{Type: goRedis9 + ".ClusterOptions", Fields: "ReadTimeout", NegativeOff: true, Zero: Bounded, Source: "github.com/redis/go-redis/v9@v9.23.0 osscluster.go:268"},
	{Type: goRedis9 + ".FailoverOptions", Fields: "ReadTimeout", NegativeOff: true, Zero: Bounded, Source: "github.com/redis/go-redis/v9@v9.23.0 sentinel.go:231"},
	{Type: goRedis9 + ".RingOptions", Fields: "ReadTimeout", NegativeOff: true, Zero: Bounded, Source: "github.com/redis/go-redis/v9@v9.23.0 ring.go:247"},
	{Type: goRedis9 + ".UniversalOptions", Fields: "ReadTimeout", NegativeOff: true, Zero: Bounded, Source: "github.com/redis/go-redis/v9@v9.23.0 universal.go:259"},

	{Type: goRedis8 + ".Client", Zero: Bounded, Source: "github.com/go-redis/redis/v8@v8.11.5 redis.go:546"},
	{Type: goRedis8 + ".Options", Fields: "ReadTimeout", NegativeOff: true, Zero: Bounded, Source: "github.com/go-redis/redis/v8@v8.11.5 options.go:150"},
	{Type: goRedis8 + ".ClusterOptions", Fields: "ReadTimeout", NegativeOff: true, Zero: Bounded, Source: "github.com/go-redis/redis/v8@v8.11.5 cluster.go:104"},
	{Type: goRedis8 + ".FailoverOptions", Fields: "ReadTimeout", NegativeOff: true, Zero: Bounded, Source: "github.com/go-redis/redis/v8@v8.11.5 sentinel.go:95"},
	{Type: goRedis8 + ".UniversalOptions", Fields: "ReadTimeout", NegativeOff: true, Zero: Bounded, Source: "github.com/go-redis/redis/v8@v8.11.5 universal.go:88"},
}

var goredisMakers = []Maker{
	{Func: goRedis9 + ".NewClient", Result: Bounded, Arg: 1, Source: "github.com/redis/go-redis/v9@v9.23.0 redis.go:2420"},
	{Func: goRedis9 + ".NewClusterClient", Result: Bounded, Arg: 1, Source: "github.com/redis/go-redis/v9@v9.23.0 osscluster.go:1399"},
	{Func: goRedis9 + ".NewFailoverClient", Result: Bounded, Arg: 1, Source: "github.com/redis/go-redis/v9@v9.23.0 sentinel.go:546"},
	{Func: goRedis9 + ".NewFailoverClusterClient", Result: Bounded, Arg: 1, Source: "github.com/redis/go-redis/v9@v9.23.0 sentinel.go:1322"},
	{Func: goRedis9 + ".NewRing", Result: Bounded, Arg: 1, Source: "github.com/redis/go-redis/v9@v9.23.0 ring.go:627"},
	{Func: goRedis9 + ".NewUniversalClient", Result: Bounded, Arg: 1, Source: "github.com/redis/go-redis/v9@v9.23.0 universal.go:487"},
	{Func: "(*" + goRedis9 + ".Client).Conn", Result: Bounded, Arg: -1, Source: "github.com/redis/go-redis/v9@v9.23.0 redis.go:2684"},
	{Func: "(*" + goRedis9 + ".Client).WithTimeout", Result: Bounded, Source: "github.com/redis/go-redis/v9@v9.23.0 redis.go:2608"},

	{Func: goRedis8 + ".NewClient", Result: Bounded, Arg: 1, Source: "github.com/go-redis/redis/v8@v8.11.5 redis.go:546"},
	{Func: goRedis8 + ".NewClusterClient", Result: Bounded, Arg: 1, Source: "github.com/go-redis/redis/v8@v8.11.5 cluster.go:705"},
	{Func: goRedis8 + ".NewFailoverClient", Result: Bounded, Arg: 1, Source: "github.com/go-redis/redis/v8@v8.11.5 sentinel.go:176"},
	{Func: goRedis8 + ".NewUniversalClient", Result: Bounded, Arg: 1, Source: "github.com/go-redis/redis/v8@v8.11.5 universal.go:208"},
	{Func: "(*" + goRedis8 + ".Client).Conn", Result: Bounded, Arg: -1, Source: "github.com/go-redis/redis/v8@v8.11.5 redis.go:584"},
	{Func: "(*" + goRedis8 + ".Client).WithTimeout", Result: Bounded, Source: "github.com/go-redis/redis/v8@v8.11.5 redis.go:565"},
}
