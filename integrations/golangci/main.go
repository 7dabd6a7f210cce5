// Golangci is golangci-lint with the linter budgetlint linked in. It takes the
// same flags and configuration, see docs/golangci.md. In this folder
//
//	GOWORK=off go build -o golangci-lint-budgetlint .
//
// builds it. It knows nothing of the passes.
package main

import (
	"crypto/sha256"
	"fmt"
	"io"
	"os"
	"runtime"
	"runtime/debug"
	"strings"

	"github.com/golangci/golangci-lint/v2/pkg/commands"
	"github.com/golangci/golangci-lint/v2/pkg/exitcodes"

	_ "github.com/budgetlint/budgetlint/plugin"
)

func main() {
	info := commands.BuildInfo{Version: version(), GoVersion: runtime.Version(), Commit: "(unknown)", Date: "(unknown)"}
	if err := commands.Execute(info); err != nil {
		fmt.Fprintf(os.Stderr, "The command is terminated due to an error: %v\n", err)
		os.Exit(exitcodes.Failure)
	}
}

// version returns that of golangci-lint, and what tells this build from others:
// the version is all of the program that golangci-lint puts into the keys of
// its cache, and with another build of the passes old findings must not be
// taken from there. (For a version of "(devel)" it does this itself, but then
// editors cannot tell which golangci-lint it is.)
func version() string {
	const unknown = "(devel)"
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return unknown
	}
	for _, d := range info.Deps {
		if d.Path == "github.com/golangci/golangci-lint/v2" {
			if sum, err := executableSum(); err == nil {
				return fmt.Sprintf("%s-budgetlint-%.6x", strings.TrimPrefix(d.Version, "v"), sum)
			}
		}
	}
	return unknown
}

func executableSum() ([]byte, error) {
	name, err := os.Executable()
	if err != nil {
		return nil, err
	}
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	h := sha256.New()
	if _, err := io.Copy(h, f); err != nil {
		return nil, err
	}
	return h.Sum(nil), nil
}
