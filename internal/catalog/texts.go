package catalog

import (
	"go/types"
	"path"
	"regexp"
	"slices"
	"strings"
	"unicode"
)

// A TextMaker is a function of a library that makes the result of a tool or
// of a call from text: the way by which the text of an error becomes an
// answer, or is marked as none.
type TextMaker struct {
	// Func is as in Maker.
	Func string
	// Text is the number, from 1, of the parameter that becomes the content.
	Text int
	// Flagged: the result says that it is a failure.
	Flagged bool
	// Flag is the number, from 1, of a bool parameter that says whether the
	// result is a failure; 0 is none.
	Flag int
	// Instead is what to call for the text of an error.
	Instead string
	// Swap is the function of the same package and signature that flags the
	// result, "" if there is none.
	Swap   string
	Source string
}

const (
	mcpGo   = "github.com/mark3labs/mcp-go/mcp"
	mcpSDK  = "github.com/modelcontextprotocol/go-sdk/mcp"
	fantasy = "charm.land/fantasy"
)

var textMakers = []TextMaker{
	{Func: mcpGo + ".NewToolResultText", Text: 1, Instead: "mcp.NewToolResultErrorFromErr", Swap: "NewToolResultError", Source: "github.com/mark3labs/mcp-go@v1.2.1 mcp/utils.go:296"},
	{Func: mcpGo + ".NewTextContent", Text: 1, Instead: "mcp.NewToolResultErrorFromErr", Source: "github.com/mark3labs/mcp-go@v1.2.1 mcp/utils.go:231"},
	{Func: mcpGo + ".NewToolResultStructured", Text: 2, Instead: "mcp.NewToolResultErrorFromErr", Source: "github.com/mark3labs/mcp-go@v1.2.1 mcp/utils.go:327"},
	{Func: mcpGo + ".NewToolResultError", Text: 1, Flagged: true, Source: "github.com/mark3labs/mcp-go@v1.2.1 mcp/utils.go:418"},
	{Func: mcpGo + ".NewToolResultErrorf", Text: 1, Flagged: true, Source: "github.com/mark3labs/mcp-go@v1.2.1 mcp/utils.go:451"},
	{Func: mcpGo + ".NewToolResultErrorFromErr", Text: 1, Flagged: true, Source: "github.com/mark3labs/mcp-go@v1.2.1 mcp/utils.go:433"},
	{Func: fantasy + ".NewTextResponse", Text: 1, Instead: "fantasy.NewTextErrorResponse", Swap: "NewTextErrorResponse", Source: "charm.land/fantasy@v0.41.2 tool.go:45"},
	{Func: fantasy + ".NewTextErrorResponse", Text: 1, Flagged: true, Source: "charm.land/fantasy@v0.41.2 tool.go:53"},
	{Func: anthropics + ".NewToolResultBlock", Text: 2, Flag: 3, Instead: "isError true", Source: "github.com/anthropics/anthropic-sdk-go@v1.84.0 message.go:7112"},
	{Func: anthropics + ".NewBetaToolResultBlock", Text: 2, Flag: 3, Instead: "isError true", Source: "github.com/anthropics/anthropic-sdk-go@v1.84.0 betamessage.go:10533"},
	{Func: anthropics + ".NewBetaToolResultTextBlockParam", Text: 2, Flag: 3, Instead: "isError true", Source: "github.com/anthropics/anthropic-sdk-go@v1.84.0 betamessage.go:19860"},
}

// A TextResult is the type of a library's results whose content is text and
// whose flag says that the text is that of a failure.
type TextResult struct {
	Type    string // the qualified name
	Flag    string // the field
	Instead string // how to return a failure
	Source  string
}

var textResults = []TextResult{
	{Type: mcpGo + ".CallToolResult", Flag: "IsError", Instead: "mcp.NewToolResultErrorFromErr", Source: "github.com/mark3labs/mcp-go@v1.2.1 mcp/tools.go:CallToolResult"},
	{Type: mcpSDK + ".CallToolResult", Flag: "IsError", Instead: "IsError: true", Source: "github.com/modelcontextprotocol/go-sdk@v1.8.0 mcp/protocol.go:CallToolResult"},
	{Type: fantasy + ".ToolResponse", Flag: "IsError", Instead: "fantasy.NewTextErrorResponse", Source: "charm.land/fantasy@v0.41.2 tool.go:32"},
	{Type: anthropics + ".ToolResultBlockParam", Flag: "IsError", Instead: "IsError: anthropic.Bool(true)", Source: "github.com/anthropics/anthropic-sdk-go@v1.84.0 message.go:ToolResultBlockParam"},
}

// A TextTool is a function by which an agent calls a tool whose result is given
// to the model as it is: a method, or any function that takes a library's own
// context.
type TextTool struct {
	Iface  string // the qualified name of the interface
	Method string
	Param  string // the qualified name of the first parameter's type
	Aborts bool   // an error that it returns ends the run
	Source string
}

var textTools = []TextTool{
	{Iface: "github.com/tmc/langchaingo/tools.Tool", Method: "Call", Aborts: true, Source: "github.com/tmc/langchaingo@v0.1.14 tools/tool.go:Tool"},
	{Iface: "github.com/cloudwego/eino/components/tool.InvokableTool", Method: "InvokableRun", Aborts: true, Source: "github.com/cloudwego/eino@v0.7.36 components/tool/interface.go:InvokableTool"},
	{Param: "github.com/firebase/genkit/go/ai.ToolContext", Aborts: true, Source: "github.com/firebase/genkit/go@v1.4.0 ai/tools.go:ToolFunc, ai/generate.go:handleToolRequests"},
}

// TextMaker returns the row of a function that makes a result from text, or
// nil.
func (t *Table) TextMaker(fn *types.Func) *TextMaker { return t.textMakers[FullName(fn)] }

// TextResult returns the row of the named type, or nil.
func (t *Table) TextResult(typ string) *TextResult { return t.textResults[typ] }

// TextTool returns the row that a function of the name and the signature
// implements, by its shape, or nil. A function literal has no name.
func (t *Table) TextTool(name string, sig *types.Signature) *TextTool {
	if sig.Params().Len() < 2 || sig.Results().Len() != 2 {
		return nil
	}
	first := sig.Params().At(0).Type()
	method := sig.Recv() != nil && IsContext(first)
	for i := range textTools {
		row := &textTools[i]
		if method && row.Method == name && name != "" || row.Param != "" && row.Param == TypeName(first) {
			return row
		}
	}
	return nil
}

// Handing says what a function does with text that it is handed.
type Handing uint8

const (
	// HandsNothing: the text goes nowhere that a reader of results looks.
	HandsNothing Handing = iota
	// HandsOn: the result holds the text.
	HandsOn
	// HandsInto: the receiver, or the first parameter of Fprint, holds it.
	HandsInto
)

// Hands returns what fn of a library does with text among its arguments. The
// sources are the functions' documentation.
func Hands(fn *types.Func) Handing {
	if fn == nil || fn.Pkg() == nil {
		return HandsNothing
	}
	name := fn.Name()
	switch fn.Pkg().Path() {
	case "fmt":
		switch name {
		case "Sprint", "Sprintf", "Sprintln", "Append", "Appendf", "Appendln":
			return HandsOn
		case "Fprint", "Fprintf", "Fprintln":
			return HandsInto
		}
	case "strings", "bytes":
		if fn.Signature().Recv() != nil {
			switch name {
			case "WriteString", "Write":
				return HandsInto
			case "String", "Bytes":
				return HandsOn
			}
			return HandsNothing
		}
		if fn.Signature().Results().Len() == 1 && isText(fn.Signature().Results().At(0).Type()) {
			return HandsOn
		}
	case "encoding/json", "github.com/bytedance/sonic", "github.com/goccy/go-json", "github.com/json-iterator/go", "gopkg.in/yaml.v3", "sigs.k8s.io/yaml":
		if strings.HasPrefix(name, "Marshal") {
			return HandsOn
		}
	case "strconv":
		if strings.HasPrefix(name, "Quote") {
			return HandsOn
		}
	case "html":
		if name == "EscapeString" {
			return HandsOn
		}
	}
	return HandsNothing
}

// isText reports whether t is a string or a slice of bytes.
func isText(t types.Type) bool {
	switch u := t.Underlying().(type) {
	case *types.Basic:
		return u.Info()&types.IsString != 0
	case *types.Slice:
		b, ok := u.Elem().Underlying().(*types.Basic)
		return ok && b.Kind() == types.Byte
	}
	return false
}

// Keeps returns the number, from 1, of the parameter that fn, a method of a
// cache, keeps for whoever asks next; 0 if it is none.
func Keeps(fn *types.Func) int {
	sig := fn.Signature()
	if sig.Recv() == nil || sig.Params().Len() < 2 {
		return 0
	}
	verb := false
	switch fn.Name() {
	case "Set", "Put", "Store", "Add", "SetEx", "SetEX", "SetNX", "SetWithTTL", "SetDefault", "Swap", "LoadOrStore":
		verb = true
	}
	if !verb {
		return 0
	}
	recv := recvName(sig)
	if FullName(fn) == "(*sync.Map)."+fn.Name() || slices.ContainsFunc(Words(recv), func(w string) bool { return cacheWords[w] }) || fn.Pkg() != nil && cachePackages[fn.Pkg().Path()] {
		for i := range sig.Params().Len() - 1 {
			if !IsContext(sig.Params().At(i).Type()) {
				return i + 2 // behind the key
			}
		}
	}
	return 0
}

var cacheWords = wordSet("cache cacher caches lru memo ttl cmdable cmd")

// cachePackages are packages whose types with Set or Put are caches and stores
// of values by key.
var cachePackages = map[string]bool{
	"github.com/redis/go-redis/v9":         true,
	"github.com/patrickmn/go-cache":        true,
	"github.com/hashicorp/golang-lru":      true,
	"github.com/hashicorp/golang-lru/v2":   true,
	"github.com/dgraph-io/ristretto":       true,
	"github.com/dgraph-io/ristretto/v2":    true,
	"github.com/allegro/bigcache/v3":       true,
	"github.com/jellydator/ttlcache/v3":    true,
	"github.com/maypok86/otter":            true,
	"github.com/coocood/freecache":         true,
	"github.com/eko/gocache/lib/v4/cache":  true,
	"github.com/bluele/gcache":             true,
	"github.com/karlseguin/ccache/v3":      true,
	"github.com/VictoriaMetrics/fastcache": true,
}

// A Reply is a call that sends text to the user of a service.
type Reply struct {
	Text   []int // the numbers, from 1, of the parameters that are sent; the variadic one stands for all
	Status int   // the number of the parameter that is the HTTP status, 0 for none
	Code   int   // the number of the parameter that is the gRPC code, 0 for none
	Name   string
}

// ReplyOf returns what fn sends to a user, nil if it sends nothing.
func ReplyOf(fn *types.Func) *Reply {
	if fn == nil {
		return nil
	}
	return replies[FullName(fn)]
}

var replies = map[string]*Reply{
	"net/http.Error":                             {Text: []int{2}, Status: 3, Name: "http.Error"},
	"google.golang.org/grpc/status.Error":        {Text: []int{2}, Code: 1, Name: "status.Error"},
	"google.golang.org/grpc/status.Errorf":       {Text: []int{3}, Code: 1, Name: "status.Errorf"},
	"google.golang.org/grpc/status.New":          {Text: []int{2}, Code: 1, Name: "status.New"},
	"google.golang.org/grpc/status.Newf":         {Text: []int{3}, Code: 1, Name: "status.Newf"},
	"(*github.com/gin-gonic/gin.Context).String": {Text: []int{3}, Status: 1, Name: "String"},
	"(net/http.Header).Set":                      {Text: []int{2}, Name: "Header.Set"},
	"(net/http.Header).Add":                      {Text: []int{2}, Name: "Header.Add"},
	"(net/http.ResponseWriter).Write":            {Text: []int{1}, Name: "Write"},
	"io.WriteString":                             {Text: []int{2}, Name: "io.WriteString"},
	"fmt.Fprint":                                 {Text: []int{2}, Name: "fmt.Fprint"},
	"fmt.Fprintln":                               {Text: []int{2}, Name: "fmt.Fprintln"},
	"fmt.Fprintf":                                {Text: []int{3}, Name: "fmt.Fprintf"},
}

// A Body is a call that writes a value as the body of a reply.
type Body struct {
	Body   int // the number, from 1, of the parameter that is written
	Status int // and of the one that is the HTTP status, 0 for none
}

// BodyOf returns what fn writes as a body, nil if it writes none.
func BodyOf(fn *types.Func) *Body { return bodies[FullName(fn)] }

var bodies = map[string]*Body{
	"(*encoding/json.Encoder).Encode":                  {Body: 1},
	"(*github.com/gin-gonic/gin.Context).JSON":         {Body: 2, Status: 1},
	"(*github.com/gin-gonic/gin.Context).IndentedJSON": {Body: 2, Status: 1},
	"(*github.com/gin-gonic/gin.Context).PureJSON":     {Body: 2, Status: 1},
	"(github.com/labstack/echo/v4.Context).JSON":       {Body: 2, Status: 1},
	"(github.com/labstack/echo/v4.Context).JSONPretty": {Body: 2, Status: 1},
}

// OnInput reports whether the failure of fn tells of what it was handed, not
// of somebody that it waits for: it parses, checks or computes.
func OnInput(fn *types.Func) bool {
	if fn == nil || fn.Pkg() == nil || ContextParam(fn.Signature()) >= 0 {
		return false
	}
	p := fn.Pkg().Path()
	if inputPackages[p] {
		return true
	}
	if waitingPackages[p] {
		return false
	}
	w := Words(fn.Name())
	return len(w) > 0 && inputVerbs[w[0]]
}

// Checks reports whether the failure of fn is a verdict on what it was handed,
// wherever that comes from.
func Checks(fn *types.Func) bool {
	if fn == nil || fn.Pkg() == nil || ContextParam(fn.Signature()) >= 0 {
		return false
	}
	w := Words(fn.Name())
	return len(w) > 0 && checkVerbs[w[0]]
}

var checkVerbs = wordSet("validate sanitize require required must bind")

// Harmless reports whether a package-level function or a method waits for
// nobody and touches nothing outside of the program.
func Harmless(fn *types.Func) bool {
	if fn.Pkg() == nil {
		return true // error.Error
	}
	return harmlessPackages[fn.Pkg().Path()] || OnInput(fn)
}

var inputPackages = stringSet("strconv net/url regexp regexp/syntax encoding/json encoding/xml encoding/base64 encoding/base32 encoding/hex encoding/csv " +
	"encoding/binary encoding/gob text/template html/template go/parser go/format go/ast mime net/netip net/mail math/big unicode/utf8 path path/filepath time " +
	"gopkg.in/yaml.v2 gopkg.in/yaml.v3 sigs.k8s.io/yaml github.com/goccy/go-yaml github.com/BurntSushi/toml github.com/pelletier/go-toml/v2 github.com/bytedance/sonic " +
	"github.com/goccy/go-json github.com/json-iterator/go github.com/google/uuid github.com/Masterminds/semver/v3 github.com/robfig/cron/v3 go.starlark.net/starlark " +
	"google.golang.org/protobuf/proto google.golang.org/protobuf/encoding/protojson github.com/mitchellh/mapstructure github.com/go-viper/mapstructure/v2 " +
	"k8s.io/apimachinery/pkg/labels k8s.io/apimachinery/pkg/api/resource k8s.io/apimachinery/pkg/runtime/schema github.com/expr-lang/expr github.com/itchyny/gojq")

var harmlessPackages = stringSet("strings bytes fmt errors math math/rand sort slices maps unicode cmp sync/atomic html path reflect " +
	"github.com/pkg/errors golang.org/x/exp/slices golang.org/x/exp/maps golang.org/x/text/cases golang.org/x/text/language")

var waitingPackages = stringSet("os io io/fs net net/http database/sql os/exec bufio")

var inputVerbs = wordSet("parse validate unmarshal marshal unmarshall decode encode bind require required compile eval evaluate calculate compute convert format sanitize " +
	"normalize must as tokenize split clean interpret coerce cast serialize deserialize template render")

// Words are the parts of a name in mixed caps, in lower case: "newHTTPError" is
// new, http, error.
func Words(name string) []string {
	var out []string
	start := 0
	runes := []rune(name)
	flush := func(end int) {
		if end > start {
			out = append(out, strings.ToLower(string(runes[start:end])))
		}
		start = end
	}
	for i, r := range runes {
		switch {
		case !unicode.IsLetter(r):
			flush(i)
			start = i + 1
		case i == start:
		case unicode.IsUpper(r) && (!unicode.IsUpper(runes[i-1]) || i+1 < len(runes) && unicode.IsLower(runes[i+1])):
			flush(i)
		}
	}
	flush(len(runes))
	return out
}

func wordSet(words string) map[string]bool { return stringSet(words) }

func stringSet(words string) map[string]bool {
	m := map[string]bool{}
	for _, w := range strings.Fields(words) {
		m[w] = true
	}
	return m
}

// anyWord reports whether a word of the name is in the set.
func anyWord(name string, set map[string]bool) bool {
	return slices.ContainsFunc(Words(name), func(w string) bool { return set[w] || set[strings.TrimSuffix(w, "s")] })
}

// NamesError reports whether a field, key, variable or type is named for an
// error, so that text in it says what it is.
// A name that holds an HTTP status from 400 on is one, too
// (CreateUser403JSONResponse).
func NamesError(name string) bool {
	return anyWord(name, errorWords) || failingStatus.MatchString(name)
}

var failingStatus = regexp.MustCompile(`(?:^|[^0-9])[45][0-9][0-9](?:[^0-9]|$)`)

var errorWords = wordSet("err error errmsg errstr errtext iserror errormsg haserror failure fail failed problem diagnostic diag warning warn exception issue fault panic reject rejected rejection denied invalid " +
	"reason cause stderr traceback stacktrace violation conflict skipped unhealthy crash crasher")

// NamesFlag reports whether a field or key says how something went, so that
// text beside it can be told from an answer.
func NamesFlag(name string) bool { return NamesError(name) || anyWord(name, flagWords) }

var flagWords = wordSet("status statuscode code kind severity phase condition level state success successful succeeded ok applied valid healthy ready exit exitcode type available reachable passed " +
	"degraded partial complete completed retryable retriable")

// NamesVerdict reports whether a function or type is named for a verdict: its
// purpose is to say what is wrong.
func NamesVerdict(name string) bool { return anyWord(name, verdictWords) }

var verdictWords = wordSet("check checker healthcheck health healthz probe validate validator validation valid status verdict diagnose diagnosis diagnostic doctor " +
	"verify verifier verification lint ping liveness readiness ready alive preflight audit assert test")

// NamesNotice reports whether a type is named for something that is shown or
// recorded rather than answered.
func NamesNotice(name string) bool { return anyWord(name, noticeWords) }

var noticeWords = wordSet("event msg notification notice toast alert log logger logging audit span trace tracer metric record telemetry ui view widget tui progress label")

// SaysFailure reports whether a constant reads like the report of a failure: a
// sentence that says so.
func SaysFailure(text string) bool {
	if !strings.Contains(strings.TrimSpace(text), " ") {
		return false
	}
	text = strings.ToLower(text)
	return slices.ContainsFunc(failurePhrases, func(p string) bool { return strings.Contains(text, p) })
}

var failurePhrases = []string{
	"fail", "error", "unable to", "could not", "couldn't", "cannot", "can't", "not found", "no result", "no good result", "timed out", "time out", "timeout",
	"unavailable", "not available", "does not exist", "doesn't exist", "went wrong", "try again", "nothing found", "no matches",
}

// DisplaysOnly reports whether a package that imports path draws a terminal:
// text in it is for a person.
func DisplaysOnly(p string) bool {
	for _, prefix := range displayPackages {
		if p == prefix || strings.HasPrefix(p, prefix+"/") {
			return true
		}
	}
	return false
}

var displayPackages = []string{
	"github.com/charmbracelet/bubbletea", "charm.land/bubbletea", "charm.land/lipgloss", "github.com/charmbracelet/lipgloss", "github.com/rivo/tview", "github.com/gdamore/tcell",
	"github.com/jroimartin/gocui", "fyne.io/fyne", "gioui.org", "github.com/nsf/termbox-go",
}

// Commands reports whether a package that imports path is a command for the
// terminal.
func Commands(p string) bool {
	switch p {
	case "github.com/spf13/cobra", "github.com/urfave/cli", "github.com/urfave/cli/v2", "github.com/urfave/cli/v3", "github.com/alecthomas/kong", "gopkg.in/alecthomas/kingpin.v2", "github.com/alecthomas/kingpin/v2", "k8s.io/kubectl/pkg/cmd/util":
		return true
	}
	return false
}

// Serves reports whether a package that imports path may answer requests.
func Serves(p string) bool {
	switch p {
	case "net/http", "google.golang.org/grpc", "github.com/gin-gonic/gin", "github.com/labstack/echo/v4", goOpenai, anthropics:
		return true
	}
	for _, prefix := range [...]string{path.Dir(mcpGo), mcpSDK, fantasy, path.Dir(openaiPkg), "github.com/cloudwego/eino", "github.com/tmc/langchaingo", "github.com/firebase/genkit", "google.golang.org/adk"} {
		if p == prefix || strings.HasPrefix(p, prefix+"/") {
			return true
		}
	}
	return false
}
