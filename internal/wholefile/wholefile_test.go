package wholefile

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func write(t *testing.T, name, text string, mode os.FileMode) {
	t.Helper()
	if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(name, mode); err != nil {
		t.Fatal(err)
	}
}

// holds wants a file with the text and nothing beside it but the others.
func holds(t *testing.T, name, text string, others ...string) {
	t.Helper()
	if got, err := os.ReadFile(name); err != nil || string(got) != text {
		t.Errorf("the file holds %q (%v), want %q", got, err, text)
	}
	entries, err := os.ReadDir(filepath.Dir(name))
	if err != nil {
		t.Fatal(err)
	}
	if len(entries) != 1+len(others) {
		t.Errorf("in the folder are %v, want one file and %q", entries, others)
	}
}

func TestWrite(t *testing.T) {
	for name, test := range map[string]struct {
		mode os.FileMode // of the file before, if there is one
	}{
		"new":         {0},
		"old":         {0o644},
		"its mode":    {0o640},
		"executable":  {0o755},
		"write-proof": {0o444}, // replacing it needs only the folder
	} {
		t.Run(name, func(t *testing.T) {
			file := filepath.Join(t.TempDir(), "f")
			want := os.FileMode(0o644)
			if test.mode != 0 {
				write(t, file, "a longer text than the new one", test.mode)
				want = test.mode
			} else {
				// The mode of any new file, whatever the umask is.
				probe := filepath.Join(t.TempDir(), "f")
				if err := os.WriteFile(probe, nil, 0o666); err != nil {
					t.Fatal(err)
				}
				info, err := os.Stat(probe)
				if err != nil {
					t.Fatal(err)
				}
				want = info.Mode()
			}
			if err := Write(file, []byte("new")); err != nil {
				t.Fatal(err)
			}
			holds(t, file, "new")
			if info, err := os.Lstat(file); err != nil || info.Mode() != want {
				t.Errorf("the mode is %v (%v), want %v", info.Mode(), err, want)
			}
		})
	}
}

func TestLink(t *testing.T) {
	dir := t.TempDir()
	file, link := filepath.Join(dir, "f"), filepath.Join(t.TempDir(), "link")
	write(t, file, "old", 0o640)
	if err := os.Symlink(file, link); err != nil {
		t.Skip(err)
	}
	if err := Write(link, []byte("new")); err != nil {
		t.Fatal(err)
	}
	holds(t, file, "new")
	holds(t, link, "new")
	if info, err := os.Lstat(link); err != nil || info.Mode()&os.ModeSymlink == 0 {
		t.Errorf("the link is %v now (%v)", info.Mode(), err)
	}
	if err := os.Remove(file); err != nil {
		t.Fatal(err)
	}
	if err := Write(link, []byte("new")); err == nil || !strings.Contains(err.Error(), "it is a symbolic link to a file that does not exist") {
		t.Errorf("a link to nothing: %v", err)
	}
}

func TestNoFile(t *testing.T) {
	dir := t.TempDir()
	for name, want := range map[string]string{
		dir:                          "it is a directory",
		filepath.Join(dir, "x", "f"): "no such file or directory",
		filepath.Join(os.DevNull):    "it is not a regular file",
		filepath.Join(dir, "a\x00b"): "invalid argument",
	} {
		err := Write(name, []byte("new"))
		if err == nil || !strings.HasPrefix(err.Error(), "cannot write "+name+": "+want) {
			t.Errorf("%q: got %v, want an error that says %s", name, err, want)
		}
	}
}
