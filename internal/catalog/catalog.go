// Package catalog is what budgetlint knows of libraries: which calls wait for
// somebody else, what carries their context, and what bounds them when the
// context does not. It is data; package deadline asks it questions. It knows
// nothing of any program.
//
// Each row names the place in the library's source, at a version, that shows
// what the row claims.
package catalog

// A Kind names what a call waits for; it is the category of nodeadline that
// reports it.
type Kind string

// The kinds of waits.
const (
	GRPC  Kind = "grpc"
	HTTP  Kind = "http"
	SQL   Kind = "sql"
	Net   Kind = "net"
	Redis Kind = "redis"
	K8s   Kind = "k8s"
	Mongo Kind = "mongo"
	Kafka Kind = "kafka"
	Exec  Kind = "exec"
	Other Kind = "other"
	// Server is a server's graceful stop, which waits for its clients.
	Server Kind = "server"
)

// A Bound says whether a client, an option or a library ends a wait that the
// context does not end.
type Bound uint8

const (
	// Unknown: it cannot be told; a pass is silent.
	Unknown Bound = iota
	// Unbounded: proven that nothing ends it.
	Unbounded
	// Bounded: something ends it.
	Bounded
)

func (b Bound) String() string { return [...]string{"unknown", "unbounded", "bounded"}[b] }

// A Call is a row of calls that wait. Where its context comes from is read off
// the signature: the first parameter that is a context.Context. Without one
// and without Carrier, the call is the variant that takes no context.
type Call struct {
	// Pkg is the import path; a last element "..." matches every package at
	// or below the path before it, a first "*" any text before the rest
	// ("*/clientset/versioned/typed/...", in every module).
	Pkg string
	// Recv is the name of the receiver's type, without star and type
	// arguments; it may be an interface. "" is a package function. A leading
	// or a trailing "*" matches any text there ("*Interface"), "*" alone any
	// type.
	Recv string
	// Names are the functions or methods, separated by spaces; "*" alone is
	// every exported one that takes a context, a trailing "*" any ending.
	Names string
	// Except are names that "*" does not cover, in the same form.
	Except string
	Kind   Kind
	// Carrier is the type of the value that carries the context where no
	// parameter is one: the receiver or a parameter. It is a key of Carriers.
	Carrier string
	// Variant is the call to use instead where this one takes no context; %s
	// stands for the name.
	Variant string
	// Client is the type of the value whose making can bound the call: the
	// receiver or, if that is another type, the first parameter of it. It is
	// a key of Clients; "" is none.
	Client string
	// Unknown is what a client of unknown making means, and with no Client at
	// all what the library does by itself: Unbounded, Bounded (the row
	// documents a silence), or Unknown.
	Unknown Bound
	// Forever is the number, from 1, of a duration parameter: if it is the
	// constant 0, no client bounds the call; if it is anything else, the call
	// ends by itself. 0 is none.
	Forever int
	// Field: the parameter of Forever is a struct or a pointer to one, and
	// this is its duration field; a literal that does not set it has 0.
	Field string
	// Options: the values in the variadic parameter are options of this call,
	// see Options; one that bounds bounds the call, one that cannot be told
	// makes it Unknown.
	Options bool
	// If is an option without which the call does not wait, in the form of
	// Maker.Func; "" is none.
	If string
	// Key is the package variable under which the context may carry a client
	// ("golang.org/x/oauth2.HTTPClient"): where a WithValue with this key is
	// above, the value's own making decides, and if that is not known the
	// call is Unknown. A context that is not followed up to its root is
	// taken to carry none.
	Key string
	// AtMaker: where nothing bounds the call, the mistake is in the making of
	// its client, and is reported there (Maker.Lacks): once, and not for each
	// call, of which there are many.
	AtMaker bool
	// Local is the number, from 1, of a network parameter; with one of
	// LocalNetworks as a constant there the call waits for no peer. 0 is none.
	Local int
	// Source is the place that shows it: module@version file:line.
	Source string
}

// LocalNetworks are the networks on which dialing does not wait for a peer.
var LocalNetworks = map[string]bool{
	"udp": true, "udp4": true, "udp6": true, "unixgram": true,
	"ip": true, "ip4": true, "ip6": true, "unix": true, "unixpacket": true,
}

// A Carrier is a type whose values carry a context.
type Carrier struct {
	// Type is the qualified name, "net/http.Request".
	Type string
	// Empty are functions (in the form of Maker.Func) whose result carries
	// the empty context.
	Empty []string
	// Takes are functions and methods whose result, or receiver (SetContext),
	// carries the context that is their first context.Context parameter.
	Takes []string
	// From are functions and methods whose result carries what their
	// receiver, or first parameter that is a carrier of any type, carries.
	From []string
	// Chain: any other method that returns the same type hands the receiver's
	// context on (a builder).
	Chain bool
	// Opaque are methods that Chain does not cover: what their result carries
	// cannot be told.
	Opaque []string
	// Zero: nil and a literal carry the empty context (the options of a call
	// that may hold one).
	Zero bool
	// Handle is a field by which the carrier can be ended otherwise, "" is
	// none: where it is used, what the carrier carries does not count.
	Handle string
	// Param is what a value received as a parameter carries: true is the
	// caller's context (an incoming request), false cannot be told.
	Param bool
	// Bare is what a value of unknown making carries, such as the handle in a
	// struct's field: true is the empty context (gorm's db, which only
	// WithContext gives one).
	Bare   bool
	Source string
}

// A Client is a type whose fields or setters may bound the calls made with its
// values: a client, a transport, a dialer, or the options of one.
type Client struct {
	// Type is the qualified name, "net/http.Client".
	Type string
	// Fields are the fields, separated by spaces, any of which bounds the
	// calls when it holds anything not known to be off.
	Fields string
	// NegativeOff: a constant below 0 switches a field off and 0 means the
	// library's default. Otherwise 0 (and below) is off.
	NegativeOff bool
	// Inner are fields that hold a further client or options, asked when no
	// field of Fields is set: field name to key of Clients.
	Inner map[string]string
	// Setters are methods on the value, separated by spaces, that bound it
	// when called ("SetTimeout").
	Setters string
	// Chain: any method that returns the same type hands on what is known of
	// the receiver's making (a builder).
	Chain bool
	// Zero is what a value with none of it set means.
	Zero   Bound
	Source string
}

// A Maker is a function that returns a client, or a value that hands a client
// on (a pool's connection, a stub).
type Maker struct {
	// Func is the function as types.Func.FullName writes it:
	// "golang.org/x/oauth2.NewClient", "(*net/http/httptest.Server).Client",
	// "(pkg.Interface).Method". With a "*" elsewhere than behind the opening
	// parenthesis it is a pattern, in which each "*" matches any text:
	// "(k8s.io/client-go/kubernetes.Interface).*".
	Func string
	// Result is what the made client means, unless Arg or Options say more.
	Result Bound
	// Arg is the number, from 1, of the parameter (of the receiver: -1) whose
	// own making decides, if it is known; 0 is none.
	Arg int
	// Options: the values in the variadic parameter are options, see Options;
	// one that bounds bounds the client, one that cannot be told makes it
	// Unknown.
	Options bool
	// Key is as in Call.
	Key string
	// Lacks is the option without which nothing bounds what is done with the
	// client, as it is written in code, and Kind the kind of the calls, which
	// are AtMaker; "" is none.
	Lacks  string
	Kind   Kind
	Source string
}

// An Option is a function that returns an option of a client.
type Option struct {
	// Func is as in Maker.
	Func string
	// Bound is what the option does; Unbounded is: nothing.
	Bound Bound
	// Arg is the number, from 1, of a parameter to look into instead; with
	// Look saying how.
	Arg  int
	Look Look
	// Once: it counts for the call that is handed it (Call.Options), not for
	// the client that this call makes.
	Once bool
	// Source is the place that shows it.
	Source string
}

// A Look says how the argument of an option decides.
type Look uint8

const (
	// LookDuration: bounds unless it is a constant that is off.
	LookDuration Look = iota
	// LookClient: it is a client or options of a type in Clients.
	LookClient
	// LookInterceptor: functions that bound if they put a limit on the
	// context of the call that they wrap.
	LookInterceptor
	// LookServiceConfig: gRPC's JSON, which bounds if it holds a timeout.
	LookServiceConfig
)
