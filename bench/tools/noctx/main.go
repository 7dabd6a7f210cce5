// Noctx is the linter of that name as a command of its own; the one that it
// comes with runs only under go vet.
package main

import (
	"github.com/sonatard/noctx"
	"golang.org/x/tools/go/analysis/singlechecker"
)

func main() { singlechecker.Main(noctx.Analyzer) }
