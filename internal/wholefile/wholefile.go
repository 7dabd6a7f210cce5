// Package wholefile writes files whole or not at all. It knows nothing of what
// is in them.
package wholefile

import (
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
)

// beforeRename is where a test interrupts Write.
var beforeRename = func() {}

// Write makes content the content of the named file, which need not exist. It
// writes a temporary file in the same folder and renames it, so that at any
// time the file is either as it was or as it is wanted. The mode of a file that
// exists stays, and of a symbolic link the file that it points to is replaced.
// An error says what could not be done and that the file is as it was.
func Write(name string, content []byte) error {
	real, mode, err := target(name)
	if err != nil {
		return failed(name, err)
	}
	tmp, err := create(real)
	if err != nil {
		return failed(name, err)
	}
	defer os.Remove(tmp.Name()) // fails once it is renamed
	limitIsAnError()
	_, err = tmp.Write(content)
	if err == nil && mode != nil {
		err = tmp.Chmod(mode.Perm())
	}
	if err == nil {
		// Without it a crash of the system may leave a file that is renamed
		// and empty.
		err = tmp.Sync()
	}
	if cerr := tmp.Close(); err == nil {
		err = cerr
	}
	if err != nil {
		return failed(name, err)
	}
	beforeRename()
	if err := os.Rename(tmp.Name(), real); err != nil {
		return failed(name, err)
	}
	syncDir(filepath.Dir(real))
	return nil
}

// target returns the file that name stands for, and its mode if it exists.
func target(name string) (real string, mode *fs.FileMode, err error) {
	real, err = filepath.EvalSymlinks(name)
	if errors.Is(err, fs.ErrNotExist) {
		if _, lerr := os.Lstat(name); lerr == nil {
			return "", nil, errors.New("it is a symbolic link to a file that does not exist")
		}
		return name, nil, nil
	}
	if err != nil {
		return "", nil, err
	}
	info, err := os.Stat(real)
	switch {
	case err != nil:
		return "", nil, err
	case info.IsDir():
		return "", nil, errors.New("it is a directory")
	case !info.Mode().IsRegular():
		return "", nil, errors.New("it is not a regular file")
	}
	m := info.Mode()
	return real, &m, nil
}

// create makes a temporary file beside name, with the mode that any new file
// gets.
func create(name string) (*os.File, error) {
	dir, base := filepath.Split(name)
	for {
		tmp := filepath.Join(dir, fmt.Sprintf(".%s.%08x.tmp", base, rand.Uint32()))
		f, err := os.OpenFile(tmp, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
		if !errors.Is(err, fs.ErrExist) {
			return f, err
		}
	}
}

// failed says which file was not written and why, without the name of the
// temporary file, which means nothing to anybody.
func failed(name string, err error) error {
	var (
		pe *fs.PathError
		le *os.LinkError
	)
	switch {
	case errors.As(err, &pe):
		err = pe.Err
	case errors.As(err, &le):
		err = le.Err
	}
	if _, lerr := os.Lstat(name); errors.Is(lerr, fs.ErrNotExist) {
		return fmt.Errorf("cannot write %s: %w", name, err)
	}
	return fmt.Errorf("cannot write %s: %w; the file is as it was", name, err)
}

// syncDir makes the renaming last. Where that cannot be asked for there is
// nothing else to do.
func syncDir(dir string) {
	if d, err := os.Open(dir); err == nil {
		_ = d.Sync()
		_ = d.Close()
	}
}
