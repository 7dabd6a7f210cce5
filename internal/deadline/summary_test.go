package deadline

import (
	"bytes"
	"encoding/gob"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/budgetlint/budgetlint/internal/catalog"
)

// full is a summary in which every field, and every field of every list, is
// set.
func full(t *testing.T) *BudgetlintSummary {
	s := &BudgetlintSummary{}
	fill(t, reflect.ValueOf(s).Elem(), 1)
	return s
}

// fill sets v to something else than zero, different for each n.
func fill(t *testing.T, v reflect.Value, n int) {
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			if !v.Type().Field(i).IsExported() {
				t.Errorf("%v.%s is not exported: its value is lost", v.Type(), v.Type().Field(i).Name)
				continue
			}
			fill(t, v.Field(i), n+i)
		}
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 3, 3))
		for i := range 3 {
			fill(t, v.Index(i), n+i)
		}
	case reflect.String:
		v.SetString(fmt.Sprintf("s%d", n))
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Int, reflect.Int64:
		v.SetInt(int64(n))
	case reflect.Uint8:
		v.SetUint(uint64(n))
	default:
		t.Errorf("a summary holds a %v, whose encoding may differ from run to run", v.Type())
	}
}

func encode(t *testing.T, s *BudgetlintSummary) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := gob.NewEncoder(&b).Encode(s); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestSummaryEncoding(t *testing.T) {
	for name, s := range map[string]*BudgetlintSummary{
		"full":  full(t),
		"empty": {},
		"variable": {
			Bound: catalog.Bounded,
		},
		"below a parameter": {
			Contexts: []Returned{{Param: -1, Kind: Bounded, Limit: -time.Second}},
		},
	} {
		first := encode(t, s)
		for range 10 {
			if !bytes.Equal(encode(t, s), first) {
				t.Fatalf("%s: two encodings differ", name)
			}
		}
		got := new(BudgetlintSummary)
		if err := gob.NewDecoder(bytes.NewReader(first)).Decode(got); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if !reflect.DeepEqual(got, s) {
			t.Errorf("%s: got %+v, want %+v", name, got, s)
		}
	}
}

func TestSummaryEmpty(t *testing.T) {
	if !(&BudgetlintSummary{}).empty() {
		t.Error("the zero value is not empty")
	}
	all := reflect.ValueOf(full(t)).Elem()
	for i := range all.NumField() {
		s := &BudgetlintSummary{}
		reflect.ValueOf(s).Elem().Field(i).Set(all.Field(i))
		if s.empty() {
			t.Errorf("a summary with %s is empty", all.Type().Field(i).Name)
		}
	}
}

// TestSummary asks for the summaries of functions, by name.
func TestSummary(t *testing.T) {
	in := analyse(t, `
func waits(ctx context.Context, db *sql.DB) { db.PingContext(ctx) }
func waitsBounded(ctx context.Context, c *http.Client) {
	r, _ := http.NewRequestWithContext(ctx, "", "", nil)
	c.Do(r)
}
func waitsTwice(a, b context.Context, db *sql.DB, c *http.Client) {
	r, _ := http.NewRequestWithContext(a, "", "", nil)
	db.QueryContext(b, "")
	c.Do(r)
	db.PingContext(a)
}
func limitsItself(ctx context.Context, db *sql.DB) {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	db.PingContext(ctx)
}
func inGoroutine(ctx context.Context, db *sql.DB) { go db.PingContext(ctx) }
func inClosure(ctx context.Context, db *sql.DB) { func() { db.PingContext(ctx) }() }
func inDefer(ctx context.Context, db *sql.DB) { defer db.PingContext(ctx) }
func root(db *sql.DB) {
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	db.PingContext(ctx)
}
func rootBelow(db *sql.DB) { root(db) }
func rootInReach(ctx context.Context, db *sql.DB) {
	own, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	db.PingContext(own)
}
func closeDB(db *sql.DB) {
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	db.PingContext(ctx)
}
func rootDetached(db *sql.DB) {
	go func() {
		ctx, cancel := context.WithTimeout(context.Background(), time.Second)
		defer cancel()
		db.PingContext(ctx)
	}()
}
func returnsContext2(a, b context.Context) (context.Context, context.Context, error) {
	return b, context.Background(), nil
}
func returnsClients() (*http.Client, *http.Client, *net.Dialer) {
	return &http.Client{}, &http.Client{Timeout: time.Second}, &net.Dialer{}
}
func runs(ctx context.Context, a func(), n int, b func(), c func()) { a(); go b(); _ = c }
func sets(a, b *http.Client) { b.Timeout = time.Second }
func nothing(ctx context.Context) { ctx.Err() }
`)
	want := map[string]string{
		"waits":           "waits(0 sql PingContext)",
		"waitsBounded":    "waits(0 http Do)",
		"waitsTwice":      "waits(0 sql PingContext) waits(1 sql QueryContext)",
		"limitsItself":    "waits(0 sql PingContext)",
		"inGoroutine":     "",
		"inClosure":       "waits(0 sql PingContext)",
		"inDefer":         "",
		"root":            "root(1s PingContext)",
		"rootBelow":       "root(1s PingContext)",
		"rootInReach":     "",
		"closeDB":         "",
		"rootDetached":    "",
		"returnsContext2": "returns(0 caller from 1) returns(1 none from -1)",
		"returnsClients":  "makes(0 unbounded) makes(1 bounded) makes(2 unbounded)",
		"runs":            "runs(1 1) runs(3 2)",
		"sets":            "",
		"nothing":         "",
	}
	for _, fn := range in.Funcs {
		s, ok := want[fn.Name()]
		if !ok {
			continue
		}
		delete(want, fn.Name())
		if got := in.Summary(fn).String(); got != s {
			t.Errorf("%s: got %q, want %q", fn.Name(), got, s)
		}
	}
	for name := range want {
		t.Errorf("no function %s", name)
	}
	for _, fn := range in.Funcs {
		s := in.Summary(fn)
		for name, want := range map[string]catalog.Bound{
			"waits": catalog.Unbounded, "waitsBounded": catalog.Unknown, "waitsTwice": catalog.Unbounded, "limitsItself": catalog.Bounded, "inClosure": catalog.Unbounded,
		} {
			if fn.Name() == name && s.Waits[0].Bound != want {
				t.Errorf("%s: Bound is %v", name, s.Waits[0].Bound)
			}
		}
		if fn.Name() == "sets" && !slices.Equal(s.Bounds, []int{1}) {
			t.Errorf("sets: Bounds is %v", s.Bounds)
		}
		if fn.Name() == "rootBelow" && s.Roots[0].Depth != 1 {
			t.Errorf("rootBelow: Depth is %d", s.Roots[0].Depth)
		}
		if limits := strings.Contains("limitsItself root rootInReach closeDB rootDetached", fn.Name()); fn.Parent() == nil && s.Limits != limits {
			t.Errorf("%s: Limits is %v", fn.Name(), s.Limits)
		}
		sorted(t, fn.Name(), s)
	}
}

// sorted checks that the lists of a summary are in order.
func sorted(t *testing.T, name string, s *BudgetlintSummary) {
	t.Helper()
	for list, ok := range map[string]bool{
		"Waits":    slices.IsSortedFunc(s.Waits, func(a, b Waits) int { return a.Param - b.Param }),
		"Contexts": slices.IsSortedFunc(s.Contexts, func(a, b Returned) int { return a.Result - b.Result }),
		"Makes":    slices.IsSortedFunc(s.Makes, func(a, b Made) int { return a.Result - b.Result }),
		"Funcs":    slices.IsSortedFunc(s.Funcs, func(a, b FuncParam) int { return a.Param - b.Param }),
		"Bounds":   slices.IsSorted(s.Bounds),
	} {
		if !ok {
			t.Errorf("%s: %s is not sorted: %+v", name, list, s)
		}
	}
}
