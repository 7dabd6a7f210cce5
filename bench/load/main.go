// Load loads the packages of a module with syntax and types and does nothing
// with them: what any linter pays before it has looked at a line.
//
//	load DIR [packages]
package main

import (
	"fmt"
	"os"

	"golang.org/x/tools/go/packages"
)

func main() {
	if len(os.Args) < 2 {
		fmt.Fprintln(os.Stderr, "usage: load DIR [packages]")
		os.Exit(2)
	}
	patterns := os.Args[2:]
	if len(patterns) == 0 {
		patterns = []string{"./..."}
	}
	pkgs, err := packages.Load(&packages.Config{Mode: packages.LoadSyntax | packages.NeedModule, Dir: os.Args[1]}, patterns...)
	if err != nil {
		fmt.Fprintf(os.Stderr, "load: %v\n", err)
		os.Exit(2)
	}
	files := 0
	for _, p := range pkgs {
		files += len(p.Syntax)
	}
	fmt.Printf("%d packages, %d files\n", len(pkgs), files)
}
