// Command gen writes the pages of the rules below the folder that it is given
// and removes those of rules that are gone.
package main

import (
	"log"
	"os"
	"path/filepath"

	"github.com/budgetlint/budgetlint/internal/docs"
)

func main() {
	log.SetFlags(0)
	if len(os.Args) != 2 {
		log.Fatal("usage: gen FOLDER")
	}
	if err := write(os.Args[1]); err != nil {
		log.Fatal(err)
	}
}

func write(folder string) error {
	rules := filepath.Join(folder, "rules")
	if err := os.RemoveAll(rules); err != nil {
		return err
	}
	if err := os.MkdirAll(rules, 0o755); err != nil {
		return err
	}
	for name, text := range docs.Pages() {
		if err := os.WriteFile(filepath.Join(folder, filepath.FromSlash(name)), []byte(text), 0o644); err != nil {
			return err
		}
	}
	return nil
}
