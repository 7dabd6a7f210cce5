package docs_test

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/budgetlint/budgetlint"
	"github.com/budgetlint/budgetlint/internal/config"
	"github.com/budgetlint/budgetlint/internal/driver"
	"github.com/budgetlint/budgetlint/internal/driver/drivertest"
	"github.com/budgetlint/budgetlint/internal/report"
)

// The packages that the examples in the pages use without saying so.
var imported = map[string]string{
	"bson":           "go.mongodb.org/mongo-driver/v2/bson",
	"budget":         "github.com/budgetlint/budgetlint/budget",
	"context":        "context",
	"errors":         "errors",
	"fmt":            "fmt",
	"grpc":           "google.golang.org/grpc",
	"grpc_health_v1": "google.golang.org/grpc/health/grpc_health_v1",
	"http":           "net/http",
	"kgo":            "github.com/twmb/franz-go/pkg/kgo",
	"kubernetes":     "k8s.io/client-go/kubernetes",
	"lock":           "corp.example/lock",
	"log":            "log",
	"metav1":         "k8s.io/apimachinery/pkg/apis/meta/v1",
	"mongo":          "go.mongodb.org/mongo-driver/v2/mongo",
	"net":            "net",
	"options":        "go.mongodb.org/mongo-driver/v2/mongo/options",
	"redis":          "github.com/redis/go-redis/v9",
	"remote":         "corp.example/remote",
	"retry":          "github.com/avast/retry-go/v4",
	"sql":            "database/sql",
	"time":           "time",
}

// A place in the examples, as a message writes it.
var elsewhere = regexp.MustCompile(`corp\.example/\S+/example\.go:`)

// TestExamples fails when code in a page does not compile, when the wrong code
// is not reported with the message that the page shows, or for something else,
// and when the right code is reported.
func TestExamples(t *testing.T) {
	drivertest.SetFlag(t, config.Analyzer, "strict", "true")
	drivertest.SetFlag(t, config.Analyzer, "calls", "corp.example/lock.Client.Acquire ctx=0 kind=other; corp.example/remote.Run ctx=0 kind=exec")
	dir, err := filepath.EvalSymlinks(examples(t))
	if err != nil {
		t.Fatal(err)
	}
	result, err := driver.Run(t.Context(), driver.Options{
		Dir: dir, Env: append(os.Environ(), "GOWORK=off"), Analyzers: budgetlint.Analyzers(),
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range result.Errors {
		t.Errorf("%s does not compile: %v", e.Package, e.Problems)
	}
	found := map[string][]driver.Finding{} // by folder
	for _, f := range result.Findings {
		folder := filepath.Dir(f.File)
		found[folder] = append(found[folder], f)
	}
	eachRule(t, func(t *testing.T, s *report.Set, r *report.Rule) {
		identity := " (" + s.Pass + "/" + r.Category + ")"
		folder := filepath.Join(dir, s.Pass, r.Category)
		reported := false
		for _, f := range found[filepath.Join(folder, "wrong")] {
			// A page need not show in which package its example is.
			message := elsewhere.ReplaceAllString(f.Message, "corp.example/users/users.go:")
			if message == r.Message+identity {
				reported = true
			} else if strings.HasSuffix(f.Message, identity) {
				t.Logf("line %d of the wrong code: %s", f.Line, message)
			} else {
				t.Errorf("line %d of the wrong code is reported for something else: %s", f.Line, message)
			}
		}
		if !reported {
			t.Errorf("the wrong code is not reported with: %s%s", r.Message, identity)
		}
		for _, f := range found[filepath.Join(folder, "right")] {
			t.Errorf("line %d of the right code is reported: %s", f.Line, f.Message)
		}
	})
}

// examples writes the examples of all rules into a copy of the module in
// testdata, a package each, and returns its folder. In it the first line of an
// example is line 1 of example.go.
func examples(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS("testdata")); err != nil {
		t.Fatal(err)
	}
	// The runtime is found from where the copy is, too.
	runtime, err := filepath.Abs("../../budget")
	if err != nil {
		t.Fatal(err)
	}
	mod := filepath.Join(dir, "go.mod")
	data, err := os.ReadFile(mod)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(mod, bytes.Replace(data, []byte("=> ../../../budget"), []byte("=> "+runtime), 1), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, s := range budgetlint.Rules() {
		for i := range s.Rules {
			r := &s.Rules[i]
			for part, code := range map[string]string{"wrong": r.Wrong, "right": r.Right} {
				write(t, filepath.Join(dir, s.Pass, r.Category, part), code)
			}
		}
	}
	return dir
}

func write(t *testing.T, folder, code string) {
	t.Helper()
	src, err := complete(code)
	if err != nil {
		t.Fatalf("%s: %v", folder, err)
	}
	if err := os.MkdirAll(folder, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(folder, "example.go"), []byte(src), 0o644); err != nil {
		t.Fatal(err)
	}
}

// complete puts a package clause and imports before the code of an example, on
// its first line.
func complete(code string) (string, error) {
	file, err := parser.ParseFile(token.NewFileSet(), "", "package p; "+code, parser.SkipObjectResolution)
	if err != nil {
		return "", err
	}
	var imports []string
	ast.Inspect(file, func(n ast.Node) bool {
		if sel, ok := n.(*ast.SelectorExpr); ok {
			if id, ok := sel.X.(*ast.Ident); ok && imported[id.Name] != "" {
				imports = append(imports, fmt.Sprintf("import %s %q; ", id.Name, imported[id.Name]))
			}
		}
		return true
	})
	slices.Sort(imports)
	return "package p; " + strings.Join(slices.Compact(imports), "") + code, nil
}
