// Package walk: the callback of a walk skips what cannot be read.
package walk

import (
	"fmt"
	"io/fs"
	"path/filepath"
)

func Files(root string) ([]string, error) {
	var out []string
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return nil // "skip and go on" in a walk callback
		}
		if !d.IsDir() {
			out = append(out, path)
		}
		return nil
	})
	return out, err
}

func Report(root string) (string, error) {
	skipped := 0
	err := filepath.WalkDir(root, func(_ string, _ fs.DirEntry, err error) error {
		if err != nil {
			skipped++
			return nil // counted, the walk goes on
		}
		return nil
	})
	if err != nil {
		return "", fmt.Errorf("walk: %w", err)
	}
	return fmt.Sprintf("%d entries skipped", skipped), nil // no error behind this text
}
