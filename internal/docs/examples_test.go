package docs_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/budgetlint/budgetlint/internal/docs"
)

// The packages that the examples in the pages use without saying so.
var imported = map[string]string{
	"bson":           "go.mongodb.org/mongo-driver/v2/bson",
	"budget":         "github.com/budgetlint/budgetlint/budget",
	"context":        "context",
	"exec":           "os/exec",
	"fmt":            "fmt",
	"grpc":           "google.golang.org/grpc",
	"grpc_health_v1": "google.golang.org/grpc/health/grpc_health_v1",
	"http":           "net/http",
	"kgo":            "github.com/twmb/franz-go/pkg/kgo",
	"kubernetes":     "k8s.io/client-go/kubernetes",
	"lock":           "corp.example/lock",
	"metav1":         "k8s.io/apimachinery/pkg/apis/meta/v1",
	"mongo":          "go.mongodb.org/mongo-driver/v2/mongo",
	"net":            "net",
	"options":        "go.mongodb.org/mongo-driver/v2/mongo/options",
	"redis":          "github.com/redis/go-redis/v9",
	"sql":            "database/sql",
	"time":           "time",
}

// TestExamplesCompile fails when code in a page does not compile.
func TestExamplesCompile(t *testing.T) {
	dir := examples(t)
	cmd := exec.CommandContext(t.Context(), "go", "vet", "./...")
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOWORK=off")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("go vet: %v\n%s", err, out)
	}
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
	for _, s := range docs.Sets() {
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
