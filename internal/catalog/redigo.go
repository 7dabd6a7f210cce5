package catalog

// github.com/gomodule/redigo/redis. Dialing gives up after 30 s, but a
// connection without DialReadTimeout waits for a reply without end: that is the
// mistake of who dials, not of each call. What a subscription receives is a
// stream, and Receive is mostly used for one.

const redigoPkg = "github.com/gomodule/redigo/redis"

var redigoCalls = []Call{
	{Pkg: redigoPkg, Recv: "Conn", Names: "Do", Kind: Redis, Variant: "redis.DoContext", Client: redigoPkg + ".Conn", AtMaker: true, Unknown: Unbounded, Source: "github.com/gomodule/redigo@v1.9.3 redis/conn.go:810"},
	{Pkg: redigoPkg, Recv: "ConnWithContext", Names: "DoContext", Kind: Redis, Client: redigoPkg + ".Conn", AtMaker: true, Unknown: Unbounded, Source: "github.com/gomodule/redigo@v1.9.3 redis/conn.go:780"},
	{Pkg: redigoPkg, Names: "DoContext", Kind: Redis, Client: redigoPkg + ".Conn", AtMaker: true, Unknown: Unbounded, Source: "github.com/gomodule/redigo@v1.9.3 redis/redis.go:126"},
	{Pkg: redigoPkg, Recv: "ConnWithTimeout", Names: "DoWithTimeout", Kind: Redis, Unknown: Bounded, Forever: 1, Source: "github.com/gomodule/redigo@v1.9.3 redis/conn.go:837"},
	{Pkg: redigoPkg, Names: "DoWithTimeout", Kind: Redis, Unknown: Bounded, Forever: 2, Source: "github.com/gomodule/redigo@v1.9.3 redis/redis.go:137"},
	{Pkg: redigoPkg, Recv: "Script", Names: "Do", Kind: Redis, Variant: "DoContext", Client: redigoPkg + ".Conn", AtMaker: true, Unknown: Unbounded, Source: "github.com/gomodule/redigo@v1.9.3 redis/script.go:80"},
	{Pkg: redigoPkg, Recv: "Script", Names: "DoContext", Kind: Redis, Client: redigoPkg + ".Conn", AtMaker: true, Unknown: Unbounded, Source: "github.com/gomodule/redigo@v1.9.3 redis/script.go:64"},
}

var redigoClients = []Client{
	{Type: redigoPkg + ".Conn", Source: "github.com/gomodule/redigo@v1.9.3 redis/redis.go:29"},
	// A pool means what its dial functions return.
	{Type: redigoPkg + ".Pool", Inner: map[string]string{"Dial": redigoPkg + ".Conn", "DialContext": redigoPkg + ".Conn"}, Source: "github.com/gomodule/redigo@v1.9.3 redis/pool.go:120"},
}

var redigoMakers = []Maker{
	{Func: redigoPkg + ".Dial", Result: Unbounded, Options: true, Lacks: "redis.DialReadTimeout", Kind: Redis, Source: "github.com/gomodule/redigo@v1.9.3 redis/conn.go:212"},
	{Func: redigoPkg + ".DialContext", Result: Unbounded, Options: true, Lacks: "redis.DialReadTimeout", Kind: Redis, Source: "github.com/gomodule/redigo@v1.9.3 redis/conn.go:224"},
	{Func: redigoPkg + ".DialURL", Result: Unbounded, Options: true, Lacks: "redis.DialReadTimeout", Kind: Redis, Source: "github.com/gomodule/redigo@v1.9.3 redis/conn.go:320"},
	{Func: redigoPkg + ".DialURLContext", Result: Unbounded, Options: true, Lacks: "redis.DialReadTimeout", Kind: Redis, Source: "github.com/gomodule/redigo@v1.9.3 redis/conn.go:329"},
	// Its read timeout is a parameter.
	{Func: redigoPkg + ".DialTimeout", Result: Bounded, Source: "github.com/gomodule/redigo@v1.9.3 redis/conn.go:65"},
	{Func: redigoPkg + ".NewPool", Arg: 1, Source: "github.com/gomodule/redigo@v1.9.3 redis/pool.go:183"},
	{Func: "(*" + redigoPkg + ".Pool).Get", Arg: -1, Source: "github.com/gomodule/redigo@v1.9.3 redis/pool.go:192"},
	{Func: "(*" + redigoPkg + ".Pool).GetContext", Arg: -1, Source: "github.com/gomodule/redigo@v1.9.3 redis/pool.go:206"},
	{Func: redigoPkg + ".NewLoggingConn", Arg: 1, Source: "github.com/gomodule/redigo@v1.9.3 redis/log.go:30"},
}

var redigoOptions = []Option{
	{Func: redigoPkg + ".DialReadTimeout", Arg: 1, Look: LookDuration, Source: "github.com/gomodule/redigo@v1.9.3 redis/conn.go:102"},
}
