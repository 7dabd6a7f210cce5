package catalog

import (
	"go/types"
	"strings"
)

// Running says what a library function does with a function that it is handed.
type Running uint8

const (
	// RunsUnknown: it cannot be told.
	RunsUnknown Running = iota
	// RunsInline: it runs the function before it returns, for its caller
	// alone.
	RunsInline
	// RunsDetached: it runs the function later, or for many callers at once.
	RunsDetached
	// RunsJoined: it runs the function in a goroutine that the receiver's Wait
	// joins.
	RunsJoined
)

// Runs returns what fn does with a function parameter. The sources are the
// functions' documentation.
func Runs(fn *types.Func) Running {
	if r, ok := runs[FullName(fn)]; ok {
		return r
	}
	if fn.Pkg() == nil {
		return RunsUnknown
	}
	path := fn.Pkg().Path()
	for prefix, names := range runsInline {
		if path == prefix || strings.HasPrefix(path, prefix+"/") {
			if names == "" {
				return RunsInline
			}
			for _, n := range strings.Fields(names) {
				if matches(n, fn.Name()) {
					return RunsInline
				}
			}
		}
	}
	return RunsUnknown
}

var runs = map[string]Running{
	"(*sync.Once).Do":      RunsDetached, // once, for whoever comes first
	"sync.OnceFunc":        RunsDetached,
	"sync.OnceValue":       RunsDetached,
	"sync.OnceValues":      RunsDetached,
	"time.AfterFunc":       RunsDetached,
	"context.AfterFunc":    RunsDetached,
	"runtime.SetFinalizer": RunsDetached,

	"(*sync.WaitGroup).Go":                        RunsJoined,
	"(*golang.org/x/sync/errgroup.Group).Go":      RunsJoined,
	"(*golang.org/x/sync/errgroup.Group).TryGo":   RunsJoined,
	"(*github.com/sourcegraph/conc.WaitGroup).Go": RunsJoined,

	// The result is shared by all callers that wait for the key.
	"(*golang.org/x/sync/singleflight.Group).Do":     RunsDetached,
	"(*golang.org/x/sync/singleflight.Group).DoChan": RunsDetached,

	"(*testing.common).Cleanup": RunsDetached,
	"(testing.TB).Cleanup":      RunsDetached,

	"(*sync.Map).Range": RunsInline,
}

// runsInline are packages whose functions run what they are handed before they
// return; the names are those that do, "" all.
var runsInline = map[string]string{
	"slices":        "",
	"maps":          "",
	"sort":          "Slice SliceStable Search Find",
	"strings":       "Map FieldsFunc IndexFunc ContainsFunc",
	"path/filepath": "Walk WalkDir",
	"io/fs":         "WalkDir",

	"github.com/budgetlint/budgetlint/budget":  "Call",
	"github.com/cenkalti/backoff":              "Retry RetryNotify* RetryWithData RetryNotifyWithData",
	"github.com/avast/retry-go":                "Do DoWithData",
	"github.com/sethvargo/go-retry":            "Do DoValue Constant Exponential Fibonacci",
	"k8s.io/client-go/util/retry":              "OnError RetryOnConflict",
	"k8s.io/apimachinery/pkg/util/wait":        "Poll* ExponentialBackoff*",
	"github.com/eapache/go-resiliency/retrier": "Run RunCtx RunFn",
	"github.com/failsafe-go/failsafe-go":       "Run RunWithExecution Get GetWithExecution",
	"github.com/matryer/try":                   "Do",
	"github.com/Rican7/retry":                  "Retry",
	"github.com/googleapis/gax-go":             "Invoke",
	"gorm.io/gorm":                             "Transaction Connection FindInBatches",
	"github.com/jackc/pgx":                     "BeginFunc BeginTxFunc AcquireFunc",
	"go.etcd.io/bbolt":                         "View Update Batch",
	"github.com/samber/lo":                     "",
}
